use std::time::Duration;

use strum::IntoStaticStr;

use super::ids::{ChannelId, GuildId, MatchId, UserId};
use super::player::Player;
use super::terms::{Figures, Terms};
use crate::board::Seat;
use crate::games::{Values, Verdict};
use crate::matches::Level;
use crate::matches::clock::days_off::DaysOff;
use crate::matches::clock::time_control::TimeControl;
use crate::people::{Moment, TimeOff, Zone};

/// Something that happened in a match, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When. Never before the event before it.
    pub at: Moment,
    pub fact: Fact,
}

/// What happened. Its name, for the log, is that of its variant: `draw-offered`.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
#[expect(
    clippy::large_enum_variant,
    reason = "a match has one challenge, and it is read far more often than it is moved"
)]
pub enum Fact {
    /// A challenge was made: always the first event, and only that.
    Proposed(Proposal),
    /// The challenge was taken: the match begins.
    Accepted {
        /// The player who accepted it.
        by: Player,
    },
    /// The invited player does not want to play.
    Declined {
        /// The player who declined it.
        by: UserId,
    },
    /// The challenger took the challenge back.
    Withdrawn,
    /// Nobody answered the challenge for long enough. The event's moment is when that was.
    Expired,
    /// The challenger opened an expired challenge again.
    Renewed,
    /// The match can be read again, after a time in which it could not: the clock of the turn that is due runs again.
    Thawed {
        /// When it was found that it could not be read.
        since: Moment,
    },
    /// A whole turn was made.
    Turn {
        seat: Seat,
        /// Its canonical text.
        text: String,
        /// Whether the player had planned it, as the answer to the turn before it.
        conditional: bool,
    },
    /// A player asked to take turns back, down to their own last one.
    TakebackAsked {
        seat: Seat,
    },
    /// The other player wants the turns to stand.
    TakebackDeclined {
        /// The seat that declined.
        seat: Seat,
    },
    /// A player's last turn was taken back, and whatever followed it.
    TakenBack {
        /// The seat that is to move again.
        seat: Seat,
        /// How long the record is from now on.
        ply: u32,
        /// Whether the other player agreed; else it was taken back before anybody had seen it.
        agreed: bool,
    },
    DrawOffered {
        seat: Seat,
    },
    /// The offered draw was declined.
    DrawDeclined {
        seat: Seat,
    },
    /// The offered draw was accepted, or an exhibition stood still: the match is over.
    DrawAgreed {
        /// The seat that accepted.
        seat: Seat,
    },
    /// A seat gave up: the match is over.
    Resigned {
        seat: Seat,
    },
    /// A player gave the other one more time.
    TimeGiven {
        /// The seat whose clock shows more now.
        seat: Seat,
        /// How much more.
        time: Duration,
    },
    /// A player takes time off: their clock stands meanwhile.
    TimeOff {
        seat: Seat,
        /// When. It does not begin before the event.
        off: TimeOff,
    },
    /// A player is back, and whatever time off they had planned is called off.
    TimeOffEnded {
        seat: Seat,
    },
    /// A player's time zone became known, or is another one: their weekends are those of that zone from their next turn on.
    Zoned {
        seat: Seat,
        zone: Zone,
    },
    /// A player ended the match before both had made a turn: it counts for nothing.
    Aborted {
        by: UserId,
    },
    /// An exhibition was ended before its end.
    Stopped {
        /// The person who ended it.
        by: UserId,
    },
    /// The result does not count for ratings any more.
    Annulled {
        /// The moderator who annulled it; `None`: the operator.
        by: Option<UserId>,
    },
    /// The server in which it was played has removed the bot: the match is over, and nobody can be told.
    Abandoned,
    /// A moderator of the server did something to the match.
    Moderated {
        by: UserId,
        act: Moderation,
        /// Why, for both players.
        reason: String,
    },
    /// A seat's time ran out: the match is over. The event's moment is the deadline.
    Flagged {
        seat: Seat,
    },
}

/// Two computers play each other for others to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exhibition {
    /// The computer that has the challenger's seat.
    pub level: Level,
    /// The time between two turns, at least [`LEAST_INTERVAL`].
    pub every: Duration,
}

/// The least time between two turns of an exhibition.
pub const LEAST_INTERVAL: Duration = Duration::from_secs(30);

/// A challenge: everything that is settled before anybody answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Where it was made.
    pub place: Place,
    /// The key of the game.
    pub game: String,
    /// The version of the game's rules that the match is played by to its end, counted from 1.
    pub rules_version: u32,
    /// The game's settings, complete.
    pub options: Values,
    /// The clock.
    pub time: TimeControl,
    /// What stops it.
    pub days_off: DaysOff,
    /// The person who made it.
    pub challenger: UserId,
    /// The player who may accept it; `None`: anyone.
    pub invited: Option<Player>,
    /// The challenger's seat.
    pub seat: Seat,
    /// Whether that seat was drawn, and so is nobody's wish.
    pub seat_drawn: bool,
    /// Present when a computer plays in the challenger's place against the one that was invited.
    pub exhibition: Option<Exhibition>,
    /// The terms that an accepting player must meet, if anyone may accept it.
    pub terms: Terms,
    /// The punctuality of the challenger when it was made, for the people who may accept it; `None` if it is not known or
    /// nobody needs it.
    pub figures: Option<Box<Figures>>,
    /// The match that this is a rematch of.
    pub rematch_of: Option<MatchId>,
    /// Whether the result counts for ratings, as far as the challenge alone says.
    pub rated: bool,
    /// The position text with which the match begins; `None`: that of the game.
    pub position: Option<String>,
    /// Turns that stand on the board when the match begins: it goes on from there, and none of them can be taken back.
    pub opening: Vec<String>,
}

/// Where a match belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The server; `None` outside of servers.
    pub guild: Option<GuildId>,
    /// The channel in which the challenge was made.
    pub channel: ChannelId,
}

impl Proposal {
    /// What happens when the challenge is made: a computer accepts at once.
    #[must_use]
    pub fn events(self, at: Moment) -> Vec<Event> {
        let accepted = self
            .invited
            .filter(|invited| invited.computer().is_some())
            .map(|by| Fact::Accepted { by });
        std::iter::once(Fact::Proposed(self))
            .chain(accepted)
            .map(|fact| Event { at, fact })
            .collect()
    }
}

impl Fact {
    /// The people that it names.
    pub fn people(&self) -> impl Iterator<Item = UserId> {
        let named = match self {
            Fact::Proposed(proposal) => [
                Some(proposal.challenger),
                proposal.invited.and_then(Player::person),
            ],
            Fact::Accepted { by } => [by.person(), None],
            Fact::Declined { by }
            | Fact::Aborted { by }
            | Fact::Stopped { by }
            | Fact::Moderated { by, .. } => [Some(*by), None],
            Fact::Annulled { by } => [*by, None],
            Fact::Withdrawn
            | Fact::Expired
            | Fact::Renewed
            | Fact::Thawed { .. }
            | Fact::Turn { .. }
            | Fact::TakebackAsked { .. }
            | Fact::TakebackDeclined { .. }
            | Fact::TakenBack { .. }
            | Fact::DrawOffered { .. }
            | Fact::DrawDeclined { .. }
            | Fact::DrawAgreed { .. }
            | Fact::Resigned { .. }
            | Fact::TimeGiven { .. }
            | Fact::TimeOff { .. }
            | Fact::TimeOffEnded { .. }
            | Fact::Zoned { .. }
            | Fact::Abandoned
            | Fact::Flagged { .. } => [None, None],
        };
        named.into_iter().flatten()
    }

    /// Whether people are told by a post of its own. The others show on the match card only.
    #[must_use]
    pub const fn is_news(&self) -> bool {
        match self {
            Fact::Declined { .. }
            | Fact::Withdrawn
            | Fact::Expired
            | Fact::Renewed
            | Fact::Thawed { .. }
            | Fact::Annulled { .. }
            | Fact::TimeOffEnded { .. }
            | Fact::Zoned { .. }
            | Fact::Abandoned => false,
            // Nobody has asked for it, so both have to hear of it.
            Fact::TimeOff { off, .. } => off.automatic,
            _ => true,
        }
    }

    /// Whether what is told of this tells what happened before it as well: a computer's answer to what a person did.
    /// `computers` says which seats are a computer's that plays against a person.
    #[must_use]
    pub const fn tells_also(&self, before: &Fact, computers: [bool; 2]) -> bool {
        match (self, before) {
            (Fact::Turn { seat, .. }, Fact::Turn { .. })
            | (Fact::DrawAgreed { seat } | Fact::DrawDeclined { seat }, Fact::DrawOffered { .. }) => {
                computers[seat.index()]
            }
            _ => false,
        }
    }
}

/// What a moderator does to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moderation {
    /// Clocks stand, and nothing can be played.
    Pause,
    /// The match goes on.
    Resume,
    /// The match is over, with a result or without.
    End(Option<Verdict>),
    /// The last turn of a person is taken back, and whatever followed it.
    Undo {
        /// How long the record is from then on.
        ply: u32,
    },
    /// What was undone last is put back.
    Redo,
    /// A player need not play on: the match is over, without a result.
    LetOut(Seat),
    /// A match that was over goes on.
    Reopen,
}

impl Moderation {
    /// What it is, in a word by which it is stored.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Moderation::Pause => "pause",
            Moderation::Resume => "resume",
            Moderation::End(_) => "end",
            Moderation::Undo { .. } => "undo",
            Moderation::Redo => "redo",
            Moderation::LetOut(_) => "let-out",
            Moderation::Reopen => "reopen",
        }
    }
}
