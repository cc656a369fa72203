use strum::{IntoStaticStr, VariantNames};

use super::advice::NoAdvice;
use super::ids::{ChannelId, MatchId, RoleId, UserId};
use super::illegal_turn::IllegalTurn;
use super::player::Player;
use super::refusal_words::{counted, in_line, in_server, links, marked};
use super::terms::UnmetTerm;
use crate::games::{OptionError, TurnError};
use crate::people::Moment;

/// Why a command is refused. Its `Display` is the message to the user.
///
/// Its name in the log is that of its variant, without any typed text: `not-your-turn`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    #[error("There is no game called \"{0}\".")]
    UnknownGame(String),
    /// The game's settings are invalid.
    #[error(transparent)]
    Options(#[from] OptionError),
    #[error("You cannot challenge yourself.")]
    SelfChallenge,
    #[error("That player has had their data deleted and cannot be challenged from here.")]
    DeletedPlayer,

    /// The other player has blocked the challenger, who must not learn of it.
    #[error("This challenge cannot be made to that player.")]
    CannotChallenge,
    /// The challenger has blocked the person who accepts, who must not learn of it.
    #[error("This challenge is not open to you.")]
    CannotTake,
    #[error(
        "You have blocked this player. *Blocked People* in `/settings` lets you play against each other again."
    )]
    BlockedYourself,
    #[error(
        "You have blocked {most} people, the most allowed. Unblock one first: *Blocked People* in `/settings`."
    )]
    TooManyBlocks {
        /// The limit.
        most: u32,
    },

    /// Moderators have excluded the person from the server's matches.
    #[error(
        "A moderator of this server keeps you from playing here. Their reason: {}",
        marked(reason)
    )]
    KeptOut {
        /// The moderator's reason.
        reason: String,
    },
    /// Moderators have excluded the other player from the server's matches.
    #[error("The other player cannot play in this server at present.")]
    OtherKeptOut,
    #[error(
        "In this server only people with the role <@&{role}> start matches. You can accept challenges: *Challenges* in `/games` lists them."
    )]
    NotAStarter { role: RoleId },
    #[error(
        "In this server matches begin in {} only: use the command there.",
        links(channels)
    )]
    NotInThisChannel { channels: Vec<ChannelId> },
    #[error("{0} is not played in this server. `/play` lists the games; some of the others are.")]
    GameOff(
        /// The game's name.
        String,
    ),
    #[error(
        "{} in this server already, the most allowed at once. Try again when one is over.",
        counted(*most, "match goes on", "matches go on")
    )]
    ServerFull { most: u32 },

    #[error("This challenge is no longer open: {0}.")]
    NotOpen(
        /// How the challenge ended: `it was withdrawn`.
        &'static str,
    ),
    #[error("This is your own challenge: somebody else has to accept it. You can withdraw it.")]
    OwnChallenge,
    #[error("Only the player who was challenged can answer this challenge.")]
    OnlyInvited { invited: Player },
    #[error("This challenge is open to everyone: only the challenger can take it back.")]
    NobodyInvited,
    #[error("Only the challenger can withdraw this challenge.")]
    NotChallenger { challenger: UserId },

    #[error(
        "`only`, `finished` and `range` are for challenges that anyone may accept: leave out either them or the opponent."
    )]
    TermsForOne,
    /// The person does not meet a term of the challenge.
    #[error(transparent)]
    Terms(#[from] UnmetTerm),
    #[error(
        "You have {}{}, the most allowed. Withdraw one first: `/games` lists them.",
        counted(*most, "open challenge", "open challenges"), in_server(*here)
    )]
    TooManyOpen {
        /// The limit.
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
    #[error(
        "{most} of your challenges in the last 24 hours led to no match, the most allowed. \
         Try again later. Your running matches go on."
    )]
    TooManyInVain {
        /// The limit.
        most: u32,
    },
    #[error(
        "You are playing {}{}, the most allowed. Finish one first: `/games` lists them.",
        counted(*most, "match", "matches"), in_server(*here)
    )]
    TooManyRunning {
        /// The limit.
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
    #[error(
        "The challenger is playing {}{}, the most allowed. Try again later.",
        counted(*most, "match", "matches"), in_server(*here)
    )]
    ChallengerBusy {
        /// The limit.
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },

    #[error("Only the challenger can renew this challenge.")]
    NotRenewer { challenger: UserId },
    #[error("This challenge is open: there is nothing to renew.")]
    OpenAlready,
    #[error("This challenge can no longer be renewed. Make a new one with `/play`.")]
    NotRenewable,
    /// The bot runs without computer players.
    #[error("There is no computer opponent here.")]
    NoComputer,
    #[error("Match {0} belongs to no league or ladder.")]
    NoContest(MatchId),
    #[error("This cannot be done in match {0}, because it belongs to a league or a ladder.")]
    InContest(MatchId),
    /// Only moderators may annul a match.
    #[error(
        "Only people with the permission **Manage Server** can annul a match, and only one that was played in their server."
    )]
    NotModerator,
    #[error("Match {0} is still being played. It can be annulled when it is over.")]
    StillPlayed(MatchId),
    #[error("Match {0} does not count for ratings, so there is nothing to annul.")]
    NotRated(MatchId),
    #[error("Match {0} was annulled before.")]
    AnnulledAlready(MatchId),
    #[error(
        "A moderator has paused match {0}. Clocks stand, and nothing can be played until it goes on; you can still resign."
    )]
    Paused(MatchId),
    #[error("Match {0} is paused already. `/referee` lets it go on.")]
    PausedAlready(MatchId),
    #[error("Match {0} is not paused.")]
    NotPaused(MatchId),
    #[error("No player has made a turn in match {0} yet, so there is none to undo.")]
    NothingToUndo(MatchId),
    #[error(
        "There is nothing to restore in match {0}: no turn was undone since the last one was played."
    )]
    NothingToRedo(MatchId),
    #[error("Only one of the two people who play match {0} can be let out of it.")]
    NoneOfItsPlayers(MatchId),
    #[error(
        "Match {0} was ended by the rules of its game, and stays over. Its players can play a rematch."
    )]
    EndedByRules(MatchId),
    /// The match was aborted or was a stopped exhibition, so no result can be restored.
    #[error(
        "Match {0} was ended before it counted for anything, and stays over: a new one can be begun."
    )]
    NothingToReopen(MatchId),
    /// The operator annulled the match.
    #[error("Match {0} was annulled, so it stays over.")]
    StaysAnnulled(MatchId),
    #[error("One of the players of match {0} has had their data deleted, so it cannot go on.")]
    PlayerGone(MatchId),
    #[error("You play in match {0} yourself: another moderator has to do that.")]
    ModeratesOwn(MatchId),
    #[error("Give a reason: both players read it.")]
    NoReason,
    #[error(
        "Match {0} is frozen: this version of the bot cannot read it. Its clock is stopped, nothing is lost, and the operator has been told."
    )]
    Frozen(MatchId),
    /// A time has run out, but the clock is not trusted yet.
    #[error(
        "By the bot's clock the time of match {0} has run out, but that clock was changed or stood still and is being checked. Try again in a few minutes."
    )]
    ClockUnsure(MatchId),

    #[error("The computer has no clock: it needs no more time.")]
    NoClockToGive,
    #[error("You can give from 1 minute to 30 days at once: `1d`, for example.")]
    Gift,
    #[error("With that the other clock would show more than 365 days, which is the most there is.")]
    GiftTooLarge,
    #[error("Match {0} is played without days off: your clock runs there.")]
    NoDaysOff(MatchId),
    /// The player's time off has stopped their clock for as long as one match allows.
    #[error("Your clock has stood for 14 days in match {0} already: it runs there.")]
    DaysOffSpent(MatchId),
    #[error("You are not away.")]
    NotAway,
    /// The time zone is the same as before.
    #[error("Your time zone changes nothing in this match.")]
    SameZone,
    /// The time off ends before it begins.
    #[error("That time off is over.")]
    TimeOffOver,
    #[error("You have planned too many absences. Cancel them in `/away` first.")]
    TooMuchPlanned,
    #[error(
        "You have changed clocks {most} times within 24 hours, the most allowed. Try again tomorrow."
    )]
    TooManyClockChanges {
        /// The limit.
        most: usize,
    },
    /// The decided event does not fit the match: a bug, which is logged.
    #[error(
        "The bot could not do that, and match {0} stays as it is. Please tell the person who runs the bot."
    )]
    Unfit(MatchId),

    #[error("Match {0} has not begun: the challenge has not been accepted.")]
    NotBegun(MatchId),
    #[error("Match {id} was never played: {why}.")]
    NeverPlayed {
        id: MatchId,
        /// The reason: `the challenge was declined`.
        why: &'static str,
    },
    #[error("Match {id} is over: {result}.")]
    Finished {
        id: MatchId,
        /// How it ended, without names: `Red won by four in a row`.
        result: String,
    },
    #[error("You play in match {0}, so the bot notifies you anyway.")]
    FollowsOwn(MatchId),
    #[error(
        "{most} people are already notified of this match, the most allowed. You can still choose *Just List It*."
    )]
    TooManyFollowers {
        /// The limit.
        most: u32,
    },
    #[error(
        "You follow {most} matches, the most allowed. Stop following one first: *Here* in `/games` lists them."
    )]
    FollowsTooMany {
        /// The limit.
        most: u32,
    },
    /// No computer gives advice.
    #[error(transparent)]
    NoAdvice(#[from] NoAdvice),
    #[error("There is no turn {ply} yet: the last one is turn {last}.")]
    NoSuchTurn {
        ply: u32,
        /// The number of turns.
        last: u32,
    },
    #[error("You have {most} notes in this match, the most allowed.")]
    TooManyNotes {
        /// The limit.
        most: u32,
    },
    #[error(
        "Both of you have made a turn in match {0}, so it counts. You can offer a draw with `/draw` or give it up with `/resign`."
    )]
    TooLateToAbort(MatchId),
    #[error("Match {0} is not over yet.")]
    NotOver(MatchId),
    #[error("Your rematch was declined. You can still challenge them to another game.")]
    RematchDeclined,
    /// The person does not play in the match.
    #[error("You are watching match {0}.")]
    NotYourMatch(MatchId),
    #[error("It is {colour}'s turn.")]
    NotYourTurn {
        to_move: Player,
        colour: &'static str,
    },
    /// The turn was meant for an earlier board.
    #[error("Match {id} has moved on since that board was posted. Look at the latest one.")]
    MovedOn {
        id: MatchId,
        /// The match's current ply.
        ply: u32,
    },
    /// The time of the player to move has run out, so every other command is refused.
    #[error("{colour} ran out of time.")]
    OutOfTime { colour: &'static str, at: Moment },
    /// The time of the player to move has not run out.
    #[error("There is still time.")]
    StillTime,

    #[error("You have been offered other moves since. Use those or type your move again.")]
    OldOffer,
    /// The text that waited for the choice of a match was replaced or has expired.
    #[error(
        "What you typed is no longer kept: the match has moved on, or you typed something else since. Please type it again."
    )]
    NotKept,
    /// The picker was replaced by a newer one, or has expired.
    #[error("You opened a newer picker in place of this one. Continue there.")]
    PickerTaken,
    /// Another press in the same picker was handled first, from another device or a double press.
    #[error("This picker has already changed. Continue from what it shows now.")]
    PickedAlready,
    #[error("You have played turn {} already: {turn}.", ply.saturating_add(1))]
    MadeAlready {
        /// The number of entries of the record before it.
        ply: u32,
        /// The turn as players write it.
        turn: String,
    },
    #[error("This choice is no longer available.")]
    NotOnOffer,

    /// The match no longer follows the line that is being picked.
    #[error("The match has moved on: it is turn {} now, and the line that you were planning no longer fits.", ply.saturating_add(1))]
    PlanLeft {
        /// The match's current ply.
        ply: u32,
    },

    #[error("This lesson no longer exists. `/learn` lists all lessons.")]
    NoSuchLesson,
    /// The text contains no step.
    #[error("Please type a turn.")]
    NoTurn,
    /// A step of the turn is illegal.
    #[error(transparent)]
    Illegal(#[from] Box<IllegalTurn>),
    /// The turn is incomplete.
    #[error("{} is an unfinished turn. {missing}", steps.join(" "))]
    Unfinished {
        /// The canonical texts of the typed steps.
        steps: Vec<String>,
        /// The message that says which step may or must follow.
        missing: String,
        /// Up to three texts of turns that begin with these steps, best first.
        next: Vec<String>,
    },
    /// The text continues after the end of the turn.
    #[error(transparent)]
    TooLong(TurnError),

    #[error("You have already offered a draw. You can offer again after the next turn.")]
    OfferedAlready,
    #[error("There is no draw offer now.")]
    NoOffer,
    /// The player to move cannot plan answers.
    #[error(
        "It is your move: make it first. Planned replies answer what the other player may play next."
    )]
    MoveFirst,
    /// A turn of a line is illegal.
    #[error("{}", in_line(before, *theirs, why))]
    InLine {
        /// The turns before it; may be empty.
        before: String,
        /// Whether it is the other player's turn.
        theirs: bool,
        why: Box<Refusal>,
    },
    #[error(
        "{turn} is an unfinished turn. Every turn of a line must be finished, and the last one must be yours."
    )]
    LineUnfinished { turn: String },
    #[error("The game would end before this line does: leave out what comes after its end.")]
    LineAfterEnd,
    #[error("{turn} would end the game, so there is nothing to reply to.")]
    NothingToAnswer { turn: String },
    #[error("The line must end with a turn of yours: add your reply to {last}.")]
    LineWithoutAnswer {
        /// That turn.
        last: String,
    },
    #[error("You have this line already.")]
    LineKept,
    #[error("After {before} you have already planned {conditional}. Clear that line first.")]
    OtherAnswer {
        /// The turns before the answer.
        before: String,
        /// The stored answer.
        conditional: String,
    },
    #[error("A line may have at most {most} turns.")]
    LineTooLong {
        /// The limit.
        most: usize,
    },
    #[error("You have planned {most} lines in this match, the most allowed. Clear one first.")]
    TooManyLines {
        /// The limit.
        most: usize,
    },
    #[error("You have no line {0} in this match.")]
    NoSuchLine(
        /// The number.
        u32,
    ),
    #[error("You have not played a turn yet that could be taken back.")]
    NothingToTakeBack,
    #[error("You have already asked for a take-back. You can ask again after the next turn.")]
    AskedAlready,
    #[error(
        "The other player asks you for a take-back. Answer that first, with the buttons under the request."
    )]
    AnswerTakeback,
    #[error("There is no take-back request now.")]
    NoTakebackAsked,
    #[error("You asked for this take-back yourself: the other player has to answer.")]
    OwnTakeback,
    #[error("The draw is your own offer: the other player has to answer it.")]
    OwnOffer,
}
