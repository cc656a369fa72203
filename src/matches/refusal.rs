use strum::{IntoStaticStr, VariantNames};

use super::advice::NoAdvice;
use super::ids::{ChannelId, MatchId, RoleId, UserId};
use super::illegal_turn::IllegalTurn;
use super::player::Player;
use super::terms::UnmetTerm;
use crate::games::{OptionError, TurnError};
use crate::people::Moment;

/// Why a command is refused. `discord/ui/refusals/sentences.rs` has the sentences.
///
/// Its name in the log is that of its variant, without any typed text: `not-your-turn`.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    UnknownGame(String),
    /// The game's settings are invalid.
    Options(OptionError),
    SelfChallenge,
    DeletedPlayer,

    /// The other player has blocked the challenger, who must not learn of it.
    CannotChallenge,
    /// The challenger has blocked the person who accepts, who must not learn of it.
    CannotTake,
    BlockedYourself,
    TooManyBlocks {
        /// The limit.
        most: u32,
    },

    /// Moderators have excluded the person from the server's matches.
    KeptOut {
        /// The moderator's reason.
        reason: String,
    },
    /// Moderators have excluded the other player from the server's matches.
    OtherKeptOut,
    NotAStarter {
        role: RoleId,
    },
    NotInThisChannel {
        channels: Vec<ChannelId>,
    },
    GameOff(
        /// The game's name.
        String,
    ),
    ServerFull {
        most: u32,
    },

    NotOpen(
        /// How the challenge ended: `it was withdrawn`.
        &'static str,
    ),
    OwnChallenge,
    OnlyInvited {
        invited: Player,
    },
    NobodyInvited,
    NotChallenger {
        challenger: UserId,
    },

    TermsForOne,
    /// The person does not meet a term of the challenge.
    Terms(UnmetTerm),
    TooManyOpen {
        /// The limit.
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
    TooManyInVain {
        /// The limit.
        most: u32,
    },
    TooManyRunning {
        /// The limit.
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
    ChallengerBusy {
        /// The limit.
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },

    NotRenewer {
        challenger: UserId,
    },
    OpenAlready,
    NotRenewable,
    /// The bot runs without computer players.
    NoComputer,
    NoContest(MatchId),
    InContest(MatchId),
    /// Only moderators may annul a match.
    NotModerator,
    StillPlayed(MatchId),
    NotRated(MatchId),
    AnnulledAlready(MatchId),
    Paused(MatchId),
    PausedAlready(MatchId),
    NotPaused(MatchId),
    NothingToUndo(MatchId),
    NothingToRedo(MatchId),
    NoneOfItsPlayers(MatchId),
    EndedByRules(MatchId),
    /// The match was aborted or was a stopped exhibition, so no result can be restored.
    NothingToReopen(MatchId),
    /// The operator annulled the match.
    StaysAnnulled(MatchId),
    PlayerGone(MatchId),
    ModeratesOwn(MatchId),
    NoReason,
    Frozen(MatchId),
    /// A time has run out, but the clock is not trusted yet.
    ClockUnsure(MatchId),

    NoClockToGive,
    Gift,
    GiftTooLarge,
    NoDaysOff(MatchId),
    /// The player's time off has stopped their clock for as long as one match allows.
    DaysOffSpent(MatchId),
    NotAway,
    /// The time zone is the same as before.
    SameZone,
    /// The time off ends before it begins.
    TimeOffOver,
    TooMuchPlanned,
    TooManyClockChanges {
        /// The limit.
        most: usize,
    },
    /// The decided event does not fit the match: a bug, which is logged.
    Unfit(MatchId),

    NotBegun(MatchId),
    NeverPlayed {
        id: MatchId,
        /// The reason: `the challenge was declined`.
        why: &'static str,
    },
    Finished {
        id: MatchId,
        /// How it ended, without names: `Red won by four in a row`.
        result: String,
    },
    FollowsOwn(MatchId),
    TooManyFollowers {
        /// The limit.
        most: u32,
    },
    FollowsTooMany {
        /// The limit.
        most: u32,
    },
    /// No computer gives advice.
    NoAdvice(NoAdvice),
    NoSuchTurn {
        ply: u32,
        /// The number of turns.
        last: u32,
    },
    TooManyNotes {
        /// The limit.
        most: u32,
    },
    TooLateToAbort(MatchId),
    NotOver(MatchId),
    RematchDeclined,
    /// The person does not play in the match.
    NotYourMatch(MatchId),
    NotYourTurn {
        to_move: Player,
        colour: &'static str,
    },
    /// The turn was meant for an earlier board.
    MovedOn {
        id: MatchId,
        /// The match's current ply.
        ply: u32,
    },
    /// The time of the player to move has run out, so every other command is refused.
    OutOfTime {
        colour: &'static str,
        at: Moment,
    },
    /// The time of the player to move has not run out.
    StillTime,

    OldOffer,
    /// The text that waited for the choice of a match was replaced or has expired.
    NotKept,
    /// The picker was replaced by a newer one, or has expired.
    PickerTaken,
    /// Another press in the same picker was handled first, from another device or a double press.
    PickedAlready,
    MadeAlready {
        /// The number of entries of the record before it.
        ply: u32,
        /// The turn as players write it.
        turn: String,
    },
    NotOnOffer,

    /// The match no longer follows the line that is being picked.
    PlanLeft {
        /// The match's current ply.
        ply: u32,
    },

    NoSuchLesson,
    /// The text contains no step.
    NoTurn,
    /// A step of the turn is illegal.
    Illegal(Box<IllegalTurn>),
    /// The turn is incomplete.
    Unfinished {
        /// The canonical texts of the typed steps.
        steps: Vec<String>,
        /// The message that says which step may or must follow.
        missing: String,
        /// Up to three texts of turns that begin with these steps, best first.
        next: Vec<String>,
    },
    /// The text continues after the end of the turn.
    TooLong(TurnError),

    OfferedAlready,
    NoOffer,
    /// The player to move cannot plan answers.
    MoveFirst,
    /// A turn of a line is illegal.
    InLine {
        /// The turns before it; may be empty.
        before: String,
        /// Whether it is the other player's turn.
        theirs: bool,
        why: Box<Refusal>,
    },
    LineUnfinished {
        turn: String,
    },
    LineAfterEnd,
    NothingToAnswer {
        turn: String,
    },
    LineWithoutAnswer {
        /// That turn.
        last: String,
    },
    LineKept,
    OtherAnswer {
        /// The turns before the answer.
        before: String,
        /// The stored answer.
        conditional: String,
    },
    LineTooLong {
        /// The limit.
        most: usize,
    },
    TooManyLines {
        /// The limit.
        most: usize,
    },
    NoSuchLine(
        /// The number.
        u32,
    ),
    NothingToTakeBack,
    AskedAlready,
    AnswerTakeback,
    NoTakebackAsked,
    OwnTakeback,
    OwnOffer,
}

impl From<OptionError> for Refusal {
    fn from(why: OptionError) -> Self {
        Self::Options(why)
    }
}

impl From<UnmetTerm> for Refusal {
    fn from(why: UnmetTerm) -> Self {
        Self::Terms(why)
    }
}

impl From<NoAdvice> for Refusal {
    fn from(why: NoAdvice) -> Self {
        Self::NoAdvice(why)
    }
}

impl From<Box<IllegalTurn>> for Refusal {
    fn from(why: Box<IllegalTurn>) -> Self {
        Self::Illegal(why)
    }
}
