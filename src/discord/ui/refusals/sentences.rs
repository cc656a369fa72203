//! The sentences of refusals.

use crate::kernel::Error;
use crate::matches::Refusal;

/// Words for the person why the kernel did nothing. A fault has no words but its own, for the log.
pub fn of_kernel(error: &Error) -> String {
    match error {
        Error::Refused(refusal) => sentence(refusal),
        Error::Denied(denial) => denial.sentence(),
        Error::Frozen(id) => format!(
            "Match {id} is frozen: this version of the bot cannot read it. Its clock is stopped, nothing is lost, and the operator has been told."
        ),
        Error::ClockUnsure(id) => format!(
            "By the bot's clock the time of match {id} has run out, but that clock was changed or stood still and is being checked. Try again in a few minutes."
        ),
        Error::Unfit(id) => format!(
            "The bot could not do that, and match {id} stays as it is. Please tell the person who runs the bot."
        ),
        Error::NoComputer => String::from("There is no computer opponent here."),
        Error::NoSuchMatch(id) => format!("There is no match {id} here. `/games` lists yours."),
        Error::Repeated(Some(id)) => format!("That is done already: see match {id}."),
        Error::Repeated(None) => String::from("That was asked too long ago. Ask once more."),
        Error::Full(full) => full.to_string(),
        Error::Fault(fault) => fault.to_string(),
    }
}

/// Words a refusal for the person.
pub fn sentence(refusal: &Refusal) -> String {
    match refusal {
        Refusal::UnknownGame(one) => format!("There is no game called \"{one}\"."),
        Refusal::Options(why) => why.to_string(),
        Refusal::SelfChallenge => String::from("You cannot challenge yourself."),
        Refusal::DeletedPlayer => String::from(
            "That player has had their data deleted and cannot be challenged from here.",
        ),
        Refusal::NotOpen(one) => format!("This challenge is no longer open: {one}."),
        Refusal::OwnChallenge => String::from(
            "This is your own challenge: somebody else has to accept it. You can withdraw it.",
        ),
        Refusal::OnlyInvited { .. } => {
            String::from("Only the player who was challenged can answer this challenge.")
        }
        Refusal::NobodyInvited => String::from(
            "This challenge is open to everyone: only the challenger can take it back.",
        ),
        Refusal::NotChallenger { .. } => {
            String::from("Only the challenger can withdraw this challenge.")
        }
        Refusal::TermsForOne => String::from(
            "`only`, `finished` and `range` are for challenges that anyone may accept: leave out either them or the opponent.",
        ),
        Refusal::Terms(why) => why.to_string(),
        Refusal::NotRenewer { .. } => String::from("Only the challenger can renew this challenge."),
        Refusal::OpenAlready => String::from("This challenge is open: there is nothing to renew."),
        Refusal::NotRenewable => {
            String::from("This challenge can no longer be renewed. Make a new one with `/play`.")
        }
        Refusal::NoContest(one) => {
            format!("Match {one} belongs to no league, ladder, tournament or simul.")
        }
        Refusal::InContest(one) => format!(
            "This cannot be done in match {one}, because it belongs to a league, ladder, tournament or simul."
        ),
        Refusal::NotModerator => String::from(
            "Only people with the permission **Manage Server** can annul a match, and only one that was played in their server.",
        ),
        Refusal::StillPlayed(one) => {
            format!("Match {one} is still being played. It can be annulled when it is over.")
        }
        Refusal::NotRated(one) => {
            format!("Match {one} does not count for ratings, so there is nothing to annul.")
        }
        Refusal::AnnulledAlready(one) => format!("Match {one} was annulled before."),
        Refusal::Paused(one) => format!(
            "A moderator has paused match {one}. Clocks stand, and nothing can be played until it goes on; you can still resign."
        ),
        Refusal::PausedAlready(one) => {
            format!("Match {one} is paused already. `/referee` lets it go on.")
        }
        Refusal::NotPaused(one) => format!("Match {one} is not paused."),
        Refusal::NothingToUndo(one) => {
            format!("No player has made a turn in match {one} yet, so there is none to undo.")
        }
        Refusal::NothingToRedo(one) => format!(
            "There is nothing to restore in match {one}: no turn was undone since the last one was played."
        ),
        Refusal::NoneOfItsPlayers(one) => {
            format!("Only one of the two people who play match {one} can be let out of it.")
        }
        Refusal::EndedByRules(one) => format!(
            "Match {one} was ended by the rules of its game, and stays over. Its players can play a rematch."
        ),
        Refusal::NothingToReopen(one) => format!(
            "Match {one} was ended before it counted for anything, and stays over: a new one can be begun."
        ),
        Refusal::StaysAnnulled(one) => format!("Match {one} was annulled, so it stays over."),
        Refusal::PlayerGone(one) => format!(
            "One of the players of match {one} has had their data deleted, so it cannot go on."
        ),
        Refusal::ModeratesOwn(one) => {
            format!("You play in match {one} yourself: another moderator has to do that.")
        }
        Refusal::NoReason => String::from("Give a reason: both players read it."),
        Refusal::NoClockToGive => String::from("The computer has no clock: it needs no more time."),
        Refusal::Gift => {
            String::from("You can give from 1 minute to 30 days at once: `1d`, for example.")
        }
        Refusal::GiftTooLarge => String::from(
            "With that the other clock would show more than 365 days, which is the most there is.",
        ),
        Refusal::NoDaysOff(one) => {
            format!("Match {one} is played without days off: your clock runs there.")
        }
        Refusal::DaysOffSpent(one) => format!(
            "Your clock has stood in match {one} for as long as one match allows: it runs there."
        ),
        Refusal::NotAway => String::from("You are not away."),
        Refusal::SameZone => String::from("Your time zone changes nothing in this match."),
        Refusal::TimeOffOver => String::from("That time off is over."),
        Refusal::TooMuchPlanned => {
            String::from("You have planned too many absences. Cancel them in `/away` first.")
        }
        Refusal::TooManyClockChanges { most } => format!(
            "You have changed clocks {most} times within 24 hours, the most allowed. Try again tomorrow."
        ),
        Refusal::NotBegun(one) => {
            format!("Match {one} has not begun: the challenge has not been accepted.")
        }
        Refusal::NeverPlayed { id, why } => format!("Match {id} was never played: {why}."),
        Refusal::Finished { id, result } => format!("Match {id} is over: {result}."),
        Refusal::TooLateToAbort(one) => format!(
            "Both of you have made a turn in match {one}, so it counts. You can offer a draw with `/draw` or give it up with `/resign`."
        ),
        Refusal::NotOver(one) => format!("Match {one} is not over yet."),
        Refusal::NotYourMatch(one) => format!("You are watching match {one}."),
        Refusal::NotYourTurn { colour, .. } => format!("It is {colour}'s turn."),
        Refusal::MovedOn { id, .. } => {
            format!("Match {id} has moved on since that board was posted. Look at the latest one.")
        }
        Refusal::OutOfTime { colour, .. } => format!("{colour} ran out of time."),
        Refusal::StillTime => String::from("There is still time."),
        Refusal::NoTurn => String::from("Please type a turn."),
        Refusal::Illegal(why) => why.to_string(),
        Refusal::Unfinished { steps, missing, .. } => {
            format!("{} is an unfinished turn. {missing}", steps.join(" "))
        }
        Refusal::TooLong(why) => why.to_string(),
        Refusal::OfferedAlready => String::from(
            "You have already offered a draw. You can offer again after the next turn.",
        ),
        Refusal::NoOffer => String::from("There is no draw offer now."),
        Refusal::MoveFirst => String::from(
            "It is your move: make it first. Planned replies answer what the other player may play next.",
        ),
        Refusal::InLine {
            before,
            theirs,
            why,
        } => in_line(before, *theirs, &sentence(why)),
        Refusal::LineUnfinished { turn } => format!(
            "{turn} is an unfinished turn. Every turn of a line must be finished, and the last one must be yours."
        ),
        Refusal::LineAfterEnd => String::from(
            "The game would end before this line does: leave out what comes after its end.",
        ),
        Refusal::LineWithoutAnswer { last } => {
            format!("The line must end with a turn of yours: add your reply to {last}.")
        }
        Refusal::LineKept => String::from("You have this line already."),
        Refusal::OtherAnswer {
            before,
            conditional,
        } => {
            format!("After {before} you have already planned {conditional}. Clear that line first.")
        }
        Refusal::LineTooLong { most } => format!("A line may have at most {most} turns."),
        Refusal::TooManyLines { most } => format!(
            "You have planned {most} lines in this match, the most allowed. Clear one first."
        ),
        Refusal::NothingToTakeBack => {
            String::from("You have not played a turn yet that could be taken back.")
        }
        Refusal::TeamsTakeNothingBack(_) => {
            String::from("In a match with a team nobody takes a turn back.")
        }
        Refusal::SameTeam => {
            String::from("The two teams need different names and different roles.")
        }
        Refusal::AskedAlready => String::from(
            "You have already asked for a take-back. You can ask again after the next turn.",
        ),
        Refusal::AnswerTakeback => String::from(
            "The other player asks you for a take-back. Answer that first, with the buttons under the request.",
        ),
        Refusal::NoTakebackAsked => String::from("There is no take-back request now."),
        Refusal::OwnTakeback => {
            String::from("You asked for this take-back yourself: the other player has to answer.")
        }
        Refusal::OwnOffer => {
            String::from("The draw is your own offer: the other player has to answer it.")
        }
    }
}

/// Words the refusal of one turn of a line.
///
/// Games address the player to move; for the other player's turns, this changes to the third person.
fn in_line(before: &str, theirs: bool, why: &str) -> String {
    match (before.is_empty(), theirs) {
        (true, false) => why.to_owned(),
        (false, false) => format!("After {before}: {why}"),
        (true, true) => format!("Their turn: {}", of_them(why)),
        (false, true) => format!("Their turn after {before}: {}", of_them(why)),
    }
}

/// Changes a sentence from the second to the third person.
///
/// Quoted text was typed by a user and stays unchanged.
fn of_them(sentence: &str) -> String {
    let mut told = String::with_capacity(sentence.len());
    let (mut quoted, mut word) = (false, String::new());
    for c in sentence.chars().chain(['\n']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        told.push_str(match word.as_str() {
            "you" if !quoted => "they",
            "You" if !quoted => "They",
            "your" if !quoted => "their",
            "Your" if !quoted => "Their",
            "yours" if !quoted => "theirs",
            word => word,
        });
        word.clear();
        quoted ^= c == '"';
        told.push(c);
    }
    told.pop();
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_speaks_to_a_player_can_speak_of_them() {
        for (sentence, told) in [
            (
                "You must capture when you can: exd5.",
                "They must capture when they can: exd5.",
            ),
            (
                "No knight of yours can go to e4.",
                "No knight of theirs can go to e4.",
            ),
            (
                "\"you e4\" is not your move.",
                "\"you e4\" is not their move.",
            ),
            ("", ""),
        ] {
            assert_eq!(of_them(sentence), told);
        }
    }
}
