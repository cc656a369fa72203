//! A match as a pure state machine over its events: no I/O, no clock of its own, no chance.
//!
//! A [`Match`] is the fold of its [`Event`]s. [`Match::decide`] returns the events that a [`Command`] causes, or
//! a refusal. [`Match::apply`] folds in one more event. Time is always an argument. The match never stores a
//! position: it replays the canonical texts of the turns, so the position keeps the history that the rules need.

pub(crate) mod amounts;
pub(crate) mod bounds;
pub(crate) mod challenge;
pub(crate) mod clock;
pub(crate) mod command;
pub mod conditional;
pub(crate) mod contest;
pub(crate) mod decide;
pub(crate) mod departure;
pub(crate) mod draft;
pub(crate) mod event;
pub(crate) mod expected;
pub(crate) mod follow;
pub(crate) mod ids;
pub(crate) mod illegal_turn;
pub(crate) mod moderation;
pub(crate) mod player;
pub(crate) mod preferences;
pub(crate) mod reached;
pub(crate) mod record;
pub(crate) mod refusal;
pub(crate) mod rematch;
pub(crate) mod retrace;
pub(crate) mod state;
pub(crate) mod status;
mod stored;
pub(crate) mod takebacks;
pub(crate) mod team;
pub(crate) mod terms;
pub(crate) mod texts;
pub(crate) mod written;

pub use crate::people::Moment;
pub use bounds::{Bounds, MOST_BLOCKS, MOST_CLOCK_CHANGES, ServerBounds, VAIN_WITHIN};
pub use challenge::{Challenge, SeatChoice};
pub use clock::clocks::{Clocks, Passed, Pause};
pub use clock::days_off::DaysOff;
pub use clock::duties::{Alarm, AlarmKind, CHALLENGE_LASTS, Duty};
pub use clock::time_control::{TimeControl, TimeError};
pub use command::{Command, ComputerAct, ModeratorAsks, TeamAct};
pub use conditional::{Line, LineFate, LineTurn, NewLine, WhyDropped};
pub use contest::stored_options;
pub use contest::{
    Adjudication, Contest, ContestName, ContestTerms, Entrant, EntryRule, Host, MOST_ENTRY_ROLES,
    MOST_NAME, NameError, RatingBand,
};
pub use draft::turn_mark;
pub use event::{Event, Exhibition, Fact, Moderation, Place, Proposal};
pub use follow::{Follow, Followers};
pub use ids::{ChannelId, GuildId, InteractionId, JournalId, MatchId, MessageId, RoleId, UserId};
pub use illegal_turn::IllegalTurn;
pub use moderation::{MOST_REASON, given_reason, reason_text};
pub use player::{Level, Player, computer_name};
pub use preferences::{Confirm, Effective, Preferences, ServerPreferences, Viewpoint};
pub use record::Entry;
pub use refusal::Refusal;
pub use retrace::Retrace;
pub use state::{LEAST_RATED_TURNS, Match, ReplayError};
pub use status::{Ending, Status, Undone};
pub use team::types::{Ballot, Proposed, Team, TeamName};
pub use team::voting::Voting;
pub use terms::{
    Figures, MOST_LOST_ON_TIME, MatchTerms, NoRatingRange, OpponentTerms, QUICK, RatingRange,
    UNRATED, UnmetTerm, quartiles, turn_time_class,
};
pub use texts::{ending_note, ending_words, record_text, result_sentence, with_colour};

pub use written::written_entries;
