use super::{MatchId, Moment, Player, UserId};
use crate::board::Cell;
use crate::games::{OptionError, TurnError};

/// Why a command changes nothing. Its `Display` is what the person reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No game has this key.
    #[error("There is no game called \"{0}\".")]
    UnknownGame(String),
    /// The game's settings are not allowed.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// Somebody challenged themselves.
    #[error("You cannot challenge yourself.")]
    SelfChallenge,

    /// The challenge was answered or withdrawn already.
    #[error("This challenge is no longer open: {0}.")]
    NotOpen(
        /// What became of it: `it was withdrawn`.
        &'static str,
    ),
    /// The challenger may not answer their own challenge.
    #[error("This is your own challenge: somebody else has to accept it. You can withdraw it.")]
    OwnChallenge,
    /// Somebody else was invited.
    #[error("Only the player who was challenged can answer this challenge.")]
    OnlyInvited {
        /// Who.
        invited: Player,
    },
    /// An open challenge has nobody who could decline it.
    #[error("This challenge is open to everyone: only the challenger can take it back.")]
    NobodyInvited,
    /// Only the challenger may withdraw.
    #[error("Only the challenger can withdraw this challenge.")]
    NotChallenger {
        /// Who that is.
        challenger: UserId,
    },

    /// Only the challenger may open an expired challenge again.
    #[error("Only the challenger can renew this challenge.")]
    NotRenewer {
        /// Who that is.
        challenger: UserId,
    },
    /// The challenge has not expired.
    #[error("This challenge is open: there is nothing to renew.")]
    OpenAlready,
    /// The challenge was answered or withdrawn.
    #[error("This challenge can no longer be renewed. Make a new one with `/play`.")]
    NotRenewable,
    /// A computer was challenged where none plays.
    #[error("There is no computer opponent here.")]
    NoComputer,
    /// Two computers are to play, and only one is named.
    #[error("Two computers can play each other: say with `computer` and `against` which ones.")]
    NoComputerAgainst,
    /// An exhibition's turns are to come too fast.
    #[error("There are at least 30 seconds between the turns of an exhibition.")]
    TooFast,
    /// Somebody has as many exhibitions going on as there may be.
    #[error("You have {most} exhibitions going on already. End one of them first.")]
    TooManyExhibitions {
        /// How many there may be.
        most: u32,
    },
    /// Only exhibitions can be ended by others.
    #[error("Match {0} is no exhibition.")]
    NoExhibition(MatchId),
    /// Somebody who neither began the exhibition nor moderates the place.
    #[error("Only who began this exhibition can end it, or somebody who moderates this channel.")]
    NotYourExhibition {
        /// Who began it.
        challenger: UserId,
    },
    /// The match cannot be read by this version of the program.
    #[error(
        "Match {0} is frozen: this version of the bot cannot read it. Its clock stands, nothing is lost, and the operator has been told."
    )]
    Frozen(MatchId),
    /// A time has run out by a clock that is not trusted yet.
    #[error(
        "By the bot's clock the time of match {0} has run out, but that clock was changed or stood still and is being checked. Try again in some minutes."
    )]
    ClockUnsure(MatchId),

    /// The challenge has not been accepted.
    #[error("Match {0} has not begun: the challenge has not been accepted.")]
    NotBegun(MatchId),
    /// The match never began.
    #[error("Match {id} was never played: {why}.")]
    NeverPlayed {
        /// Which.
        id: MatchId,
        /// Why: `the challenge was declined`.
        why: &'static str,
    },
    /// The match is over.
    #[error("Match {id} is over: {result}.")]
    Finished {
        /// Which.
        id: MatchId,
        /// How, without names: `Red won by four in a row`.
        result: String,
    },
    /// Somebody who does not play in it.
    #[error("You are watching match {0}.")]
    NotYourMatch(MatchId),
    /// The other seat is to move.
    #[error("It is {colour}'s turn.")]
    NotYourTurn {
        /// Who is to move.
        to_move: Player,
        /// Their colour.
        colour: &'static str,
    },
    /// The turn was meant for an older position.
    #[error("Match {id} has moved on since that board was posted. Look at the latest one.")]
    MovedOn {
        /// Which match.
        id: MatchId,
        /// The ply that the match is at.
        ply: u32,
    },
    /// The time of the seat to move has run out, so nothing else can happen.
    #[error("{colour} ran out of time.")]
    OutOfTime {
        /// Whose.
        colour: &'static str,
        /// When.
        at: Moment,
    },
    /// The time of the seat to move has not run out.
    #[error("There is still time.")]
    StillTime,

    /// The turn that a preview showed is not kept any more, because the player looked at another one since.
    #[error("This preview is not your latest one. Use that, or type your turn again.")]
    OldPreview,
    /// The turns that were offered in place of a refused one are not kept any more, because others were offered since.
    #[error("You were offered other turns since. Use those, or type your turn again.")]
    OldOffer,
    /// The player has opened another picker for the match since.
    #[error("You opened a newer picker for this match. Continue there.")]
    PickerTaken,
    /// Something else was pressed in the same picker, on another device or twice.
    #[error("This picker has already changed. Continue from what it shows now.")]
    PickedAlready,
    /// The turn that was being picked is made.
    #[error("You have played turn {} already: {turn}.", ply.saturating_add(1))]
    MadeAlready {
        /// How many entries of the record came before it.
        ply: u32,
        /// Its canonical text.
        turn: String,
    },
    /// What was picked is not to be had here.
    #[error("This choice is no longer on offer.")]
    NotOnOffer,

    /// The match went another way than a line that is being picked.
    #[error("The match has moved on: it is turn {} now, and the line that you were planning no longer fits.", ply.saturating_add(1))]
    PlanLeft {
        /// The ply that the match is at.
        ply: u32,
    },

    /// The text holds no step.
    #[error("Please type a turn.")]
    NoTurn,
    /// A step of the turn cannot be made.
    #[error(transparent)]
    Illegal(#[from] Box<IllegalTurn>),
    /// The turn is not whole.
    #[error("{} is an unfinished turn. {missing}", steps.join(" "))]
    Unfinished {
        /// The canonical texts of the steps that were typed.
        steps: Vec<String>,
        /// The sentence that says what may or must follow.
        missing: String,
        /// Up to three turn texts that go on from it, best first.
        next: Vec<String>,
    },
    /// The turn goes on after its end.
    #[error(transparent)]
    TooLong(TurnError),

    /// The same seat has offered a draw at this ply already.
    #[error("You have already offered a draw. You can offer again after the next turn.")]
    OfferedAlready,
    /// There is no offer that could be answered.
    #[error("No draw is on offer now.")]
    NoOffer,
    /// Whoever is to move has no turn of the other player to answer.
    #[error(
        "It is your move: make it first. Planned replies answer what the other player may play next."
    )]
    MoveFirst,
    /// A turn of a line cannot be made.
    #[error("{}", in_line(before, *theirs, why))]
    InLine {
        /// The turns before it; may be empty.
        before: String,
        /// Whether it is the other player's turn.
        theirs: bool,
        /// Why not.
        why: Box<Refusal>,
    },
    /// A turn of a line is not whole.
    #[error(
        "{turn} is an unfinished turn. Every turn of a line must be finished, and the last one must be yours."
    )]
    LineUnfinished {
        /// The turn.
        turn: String,
    },
    /// A line goes on after the end of the game.
    #[error("The game would end before this line does: leave out what comes after its end.")]
    LineAfterEnd,
    /// The other player's turn in a line ends the game.
    #[error("{turn} would end the game, so there is nothing to reply to.")]
    NothingToAnswer {
        /// That turn.
        turn: String,
    },
    /// A line ends with the other player's turn.
    #[error("The line must end with a turn of yours: add your reply to {last}.")]
    LineWithoutAnswer {
        /// That turn.
        last: String,
    },
    /// The same line, or a longer one, is kept already.
    #[error("You have this line already.")]
    LineKept,
    /// Another answer to the same turns is kept already.
    #[error("After {before} you have already planned {conditional}. Clear that line first.")]
    OtherAnswer {
        /// The turns before the answer.
        before: String,
        /// The answer.
        conditional: String,
    },
    /// A line has too many turns.
    #[error("A line may have at most {most} turns.")]
    LineTooLong {
        /// How many it may have.
        most: usize,
    },
    /// The player keeps as many lines as there may be.
    #[error(
        "You have planned {most} lines in this match, which is the most there can be. Clear one first."
    )]
    TooManyLines {
        /// How many there may be.
        most: usize,
    },
    /// No line has this number.
    #[error("You have no line {0} in this match.")]
    NoSuchLine(
        /// The number.
        u32,
    ),
    /// The seat has made no turn that it could take back.
    #[error("You have not played a turn yet that could be taken back.")]
    NothingToTakeBack,
    /// The same seat has asked for a take-back on this board already.
    #[error("You have already asked for a take-back. You can ask again after the next turn.")]
    AskedAlready,
    /// The other side asks for a take-back: that comes first.
    #[error(
        "The other player asks you for a take-back. Answer that first, with the buttons under the request."
    )]
    AnswerTakeback,
    /// Nobody asks for a take-back.
    #[error("Nobody asks for a take-back now.")]
    NoTakebackAsked,
    /// Whoever asks cannot answer as well.
    #[error("You asked for this take-back yourself: the other player has to answer.")]
    OwnTakeback,
    /// Whoever offers cannot answer as well.
    #[error("The draw is your own offer: the other player has to answer it.")]
    OwnOffer,
}

/// A turn with a step that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// Why: the rule's sentence.
    pub sentence: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// The cells it is about.
    pub cells: Vec<Cell>,
    /// The canonical texts of the steps before it, which are legal.
    pub done: Vec<String>,
    /// The step as it was typed.
    pub typed: String,
    /// Whether the step may mean several legal ones.
    pub ambiguous: bool,
    /// Legal turn texts (or beginnings of one): all that are meant, or else up to three that look like what was typed,
    /// nearest first.
    pub alternatives: Vec<String>,
}

impl std::fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)?;
        match self.alternatives.split_last() {
            // The sentence names them.
            _ if self.ambiguous => Ok(()),
            None => Ok(()),
            Some((last, [])) => write!(f, " You could play {last}."),
            Some((last, others)) => write!(f, " You could play {} or {last}.", others.join(", ")),
        }
    }
}

impl std::error::Error for IllegalTurn {}

/// A refusal of one turn of a line. The sentences of games speak to whoever makes the turn; the other player's turns are
/// spoken of.
fn in_line(before: &str, theirs: bool, why: &Refusal) -> String {
    let why = why.to_string();
    match (before.is_empty(), theirs) {
        (true, false) => why,
        (false, false) => format!("After {before}: {why}"),
        (true, true) => format!("Their turn: {}", of_them(&why)),
        (false, true) => format!("Their turn after {before}: {}", of_them(&why)),
    }
}

/// A sentence that speaks to a player, turned into one that speaks of that player. What stands in quotation marks was
/// typed, and stays.
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
