use strum::{IntoStaticStr, VariantNames};

use super::ids::{MatchId, UserId};
use super::illegal_turn::IllegalTurn;
use super::player::Player;
use super::terms::UnmetTerm;
use crate::people::Moment;
use anteroom_games::{OptionError, TurnError};

/// Why a command of a match or a challenge is refused. `discord/ui/refusals/sentences.rs` has the sentences.
///
/// Its name in the log is that of its variant, without any typed text: `not-your-turn`.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "their sentences say it: src/discord/ui/refusals/sentences.rs of the bot"
)]
pub enum Refusal {
    UnknownGame(String),
    /// The game's settings are invalid.
    Options(OptionError),
    SelfChallenge,
    DeletedPlayer,

    NotOpen(
        /// How the challenge ended: `it was withdrawn`.
        &'static str,
    ),
    OwnChallenge,
    OnlyInvited {
        invited: Box<Player>,
    },
    NobodyInvited,
    NotChallenger {
        challenger: UserId,
    },

    TermsForOne,
    /// The person does not meet a term of the challenge.
    Terms(UnmetTerm),

    NotRenewer {
        challenger: UserId,
    },
    OpenAlready,
    NotRenewable,
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
    TooLateToAbort(MatchId),
    NotOver(MatchId),
    /// The person does not play in the match.
    NotYourMatch(MatchId),
    NotYourTurn {
        to_move: Box<Player>,
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
    NothingToTakeBack,
    /// A team plays in the match.
    TeamsTakeNothingBack(MatchId),
    /// Both teams would have the same name or the same role.
    SameTeam,
    AskedAlready,
    AnswerTakeback,
    NoTakebackAsked,
    OwnTakeback,
    OwnOffer,
}

impl Refusal {
    /// Returns the refusal's name in the log: `not-your-turn`.
    pub fn into_str(&self) -> &'static str {
        self.into()
    }
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

impl From<Box<IllegalTurn>> for Refusal {
    fn from(why: Box<IllegalTurn>) -> Self {
        Self::Illegal(why)
    }
}
