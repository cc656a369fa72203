use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use super::contest::{Adjudication, Contest};
use super::ids::{ChannelId, GuildId, MatchId, RoleId, UserId};
use super::player::Player;
use super::stored::{accepted, any_person, invited, numbered, person, seconds, stored, zone};
use super::team::types::{Ballot, Team};
use super::terms::{Figures, MatchTerms};
use crate::matches::Level;
use crate::matches::clock::days_off::DaysOff;
use crate::matches::clock::time_control::TimeControl;
use crate::people::{Moment, TimeOff, Zone};
use anteroom_board::Seat;
use anteroom_games::{Game, Values, Verdict};

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When the event happened; never before the previous event.
    pub at: Moment,
    /// What happened.
    pub fact: Fact,
}

/// What happened. Its name in the log is that of its variant: `draw-offered`.
///
/// Events are stored as they stand here and kept for ever: names stay as they are, and a new field needs
/// `#[serde(default, skip_serializing_if = …)]`.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames, Serialize, Deserialize)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a match has one challenge, and it is read far more often than it is moved"
)]
pub enum Fact {
    /// A challenge was made. Only the first event is of this kind.
    Proposed(Proposal),
    /// The challenge was accepted: the match begins.
    Accepted {
        /// The opponent of the challenger.
        #[serde(flatten, with = "accepted")]
        by: Player,
    },
    /// The invited player declined the challenge.
    Declined {
        /// The invited person.
        #[serde(with = "person")]
        by: UserId,
    },
    /// The challenger withdrew the challenge.
    Withdrawn,
    /// The challenge was not answered in time. The event's moment is the end of that time.
    Expired,
    /// The challenger reopened an expired challenge.
    Renewed,
    /// The match is readable again after some time: the clock of the player to move restarts.
    Thawed {
        /// When the bot found the match unreadable.
        since: Moment,
    },
    /// A complete turn was played.
    Turn {
        /// The seat that played it.
        seat: Seat,
        /// The turn's canonical text.
        text: String,
        /// Whether the player had planned the turn as an answer to the previous one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        conditional: bool,
        /// How a team voted for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ballot: Option<Box<Ballot>>,
    },
    /// A player asked to take back their own last turn and the turns after it.
    TakebackAsked {
        /// The seat that asked.
        seat: Seat,
    },
    /// The other player declined the take-back.
    TakebackDeclined {
        /// The seat that declined.
        seat: Seat,
    },
    /// A player's last turn was taken back, with the turns after it.
    TakenBack {
        /// The seat that is to move again.
        seat: Seat,
        /// The length of the record afterwards.
        ply: u32,
        /// Whether the other player agreed. If not, that player had not seen the turn yet.
        agreed: bool,
    },
    /// A player offered a draw.
    DrawOffered {
        /// The seat that offered it.
        seat: Seat,
    },
    /// The offered draw was declined.
    DrawDeclined {
        /// The seat that declined.
        seat: Seat,
    },
    /// The draw offer was accepted, or an exhibition made no progress: the match is over.
    DrawAgreed {
        /// The seat that accepted, if a draw was offered.
        seat: Seat,
    },
    /// A player resigned: the match is over.
    Resigned {
        /// The seat that resigned.
        seat: Seat,
    },
    /// A player gave the other player more time.
    TimeGiven {
        /// The seat that received the time.
        seat: Seat,
        /// The time added to the clock.
        #[serde(with = "seconds")]
        time: Duration,
    },
    /// A player took time off: their clock stops during it.
    TimeOff {
        /// The seat of that player.
        seat: Seat,
        /// The time off. It does not begin before the event.
        #[serde(flatten)]
        off: TimeOff,
    },
    /// A player ended their time off, and planned time off was cancelled.
    TimeOffEnded {
        /// The seat of that player.
        seat: Seat,
    },
    /// A player set their time zone. It determines their weekends from their next turn on.
    Zoned {
        /// The seat of that player.
        seat: Seat,
        /// The new zone.
        #[serde(with = "zone")]
        zone: Zone,
    },
    /// A player ended the match before both had played a turn: it has no result.
    Aborted {
        /// The player who ended it.
        #[serde(with = "person")]
        by: UserId,
    },
    /// A person ended an exhibition early, in an earlier version.
    Stopped {
        /// The person who ended it.
        #[serde(with = "person")]
        by: UserId,
    },
    /// The result no longer counts for ratings.
    Annulled {
        /// The moderator who annulled it; `None`: the operator.
        #[serde(default, skip_serializing_if = "Option::is_none", with = "any_person")]
        by: Option<UserId>,
    },
    /// The record of a match tells this result and no reason. Only records have this fact.
    Recorded {
        /// The result.
        #[serde(rename = "winner")]
        verdict: Verdict,
    },
    /// The server removed the bot: the match is over, and the bot cannot notify anyone.
    Abandoned,
    /// A moderator of the server acted on the match.
    Moderated {
        /// The moderator.
        #[serde(with = "person")]
        by: UserId,
        /// What the moderator did.
        #[serde(flatten, with = "act")]
        act: Moderation,
        /// The reason, shown to both players.
        reason: String,
    },
    /// A player's time ran out: the match is over. The event's moment is the deadline.
    Flagged {
        /// The seat of that player.
        seat: Seat,
        /// Whether the match has no result, because that player had not played a turn.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_show: bool,
    },
    /// The contest ended the match.
    Adjudicated {
        /// The result; `None` for no result.
        #[serde(rename = "winner", default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// Why the contest ended it.
        why: Adjudication,
    },
}

/// A match in which two computers play each other: earlier versions had them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exhibition {
    /// The computer that has the challenger's seat.
    pub level: Level,
    /// The time between two turns.
    pub every: Duration,
}

/// A challenge with all its terms settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Where it was made.
    #[serde(flatten)]
    pub place: Place,
    /// The key of the game.
    pub game: String,
    /// The version of the game's rules that the match uses to its end, counted from 1.
    #[serde(default = "first_version", skip_serializing_if = "is_first_version")]
    pub rules_version: u32,
    /// The game's settings, with all defaults filled in.
    #[serde(default)]
    pub options: Values,
    /// The time control.
    pub time: TimeControl,
    /// The days on which clocks stop.
    #[serde(default, skip_serializing_if = "DaysOff::is_default")]
    pub days_off: DaysOff,
    /// The person who made it; in a contest, one of the two players.
    #[serde(with = "person")]
    pub challenger: UserId,
    /// The player who may accept it; `None`: anyone.
    #[serde(flatten, with = "invited")]
    pub invited: Option<Player>,
    /// The challenger's seat.
    pub seat: Seat,
    /// Whether that seat was drawn at random.
    #[serde(default)]
    pub seat_drawn: bool,
    /// If set, a computer plays in the challenger's place against the invited computer.
    #[serde(flatten, with = "exhibition")]
    pub exhibition: Option<Exhibition>,
    /// If set, this team plays in the challenger's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Team>,
    /// Whether the match is rated, and what an accepting player must meet.
    #[serde(flatten)]
    pub terms: MatchTerms,
    /// The challenger's punctuality when the challenge was made; `None` if unknown or not needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<Box<Figures>>,
    /// The match that this is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<MatchId>,
    /// The text of the position in which the match begins; `None` for the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Turns played before the match begins. Players cannot take them back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The league or ladder that the match belongs to, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Box<Contest>>,
}

/// The server and channel of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The server; `None` outside servers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guild: Option<GuildId>,
    /// The channel in which the challenge was made.
    pub channel: ChannelId,
}

const fn first_version() -> u32 {
    1
}

const fn is_first_version(version: &u32) -> bool {
    *version == 1
}

impl Proposal {
    /// Returns a challenge to anyone in which the challenger has the first seat, with the default terms.
    pub fn new(
        place: Place,
        game: &Game,
        options: Values,
        time: TimeControl,
        challenger: UserId,
    ) -> Self {
        Self {
            place,
            game: game.card.key.to_owned(),
            rules_version: game.card.rules_version,
            options,
            time,
            days_off: DaysOff::default(),
            challenger,
            invited: None,
            seat: Seat::First,
            seat_drawn: false,
            exhibition: None,
            team: None,
            terms: MatchTerms::default(),
            figures: None,
            rematch_of: None,
            position: None,
            opening: Vec::new(),
            contest: None,
        }
    }

    /// Whether a person plays a computer.
    pub fn is_practice(&self) -> bool {
        let computer = self.invited.and_then(Player::computer);
        let person = self.exhibition.is_none() && self.team.is_none();
        computer.is_some() && person && self.contest.is_none()
    }

    /// Whether a team has one of the seats.
    pub fn has_team(&self) -> bool {
        self.team.is_some() || self.invited.and_then(Player::team).is_some()
    }

    /// Returns the role whose holders vote, if a team has one. At most one of the teams has.
    pub fn role(&self) -> Option<RoleId> {
        let invited = self.invited.and_then(Player::team);
        let teams = [self.team, invited].into_iter().flatten();
        teams.filter_map(|team| team.role).next()
    }

    /// Returns the player in the challenger's place.
    pub const fn challenging(&self) -> Player {
        match (self.exhibition, self.team) {
            (Some(exhibition), _) => Player::Computer(exhibition.level),
            (None, Some(team)) => Player::Team(team),
            (None, None) => Player::Person(self.challenger),
        }
    }

    /// Whether the player of a seat is a team, before and after the challenge is accepted.
    pub(crate) fn is_teams(&self, seat: Seat) -> bool {
        match seat == self.seat {
            true => self.team.is_some(),
            false => self.invited.and_then(Player::team).is_some(),
        }
    }

    /// Whether the channel has a card of the match. A table shows the matches of a contest, and practice matters to one
    /// person.
    pub fn has_card(&self) -> bool {
        self.contest.is_none() && !self.is_practice()
    }

    /// Whether an event of the match is announced where it is played.
    ///
    /// The card is the challenge. The table of a contest also says which matches have begun, so they have no post until
    /// their first turn.
    pub fn announces(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Proposed(_) => self.has_card(),
            Fact::Accepted { .. } => self.contest.is_none(),
            fact => fact.is_news(),
        }
    }

    /// Returns the first events of a challenge. A computer accepts at once, and matches of a contest need no answer.
    pub fn events(self, at: Moment) -> Vec<Event> {
        let accepted = self
            .invited
            .filter(|invited| self.contest.is_some() || invited.computer().is_some())
            .map(|by| Fact::Accepted { by });
        std::iter::once(Fact::Proposed(self))
            .chain(accepted)
            .map(|fact| Event { at, fact })
            .collect()
    }
}

impl Fact {
    /// Returns the fact's name in the log: `draw-offered`.
    pub fn into_str(&self) -> &'static str {
        self.into()
    }

    /// Returns the turn as one that a team voted for.
    #[must_use]
    pub(crate) fn voted(mut self, by: &Ballot) -> Self {
        if let Fact::Turn { ballot, .. } = &mut self {
            *ballot = Some(Box::new(by.clone()));
        }
        self
    }

    /// Returns the people whose ids the fact contains.
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
            | Fact::Recorded { .. }
            | Fact::Flagged { .. }
            | Fact::Adjudicated { .. } => [None, None],
        };
        named.into_iter().flatten()
    }

    /// Whether the fact gets a post of its own. Other facts show on the match card only.
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
            | Fact::Recorded { .. }
            | Fact::Abandoned => false,
            // Automatic time off comes without a request, so both players are notified.
            Fact::TimeOff { off, .. } => off.automatic,
            _ => true,
        }
    }

    /// Whether the post about this fact also covers the fact before it: a computer's answer to a person.
    ///
    /// `computers` tells which seats belong to a computer that plays against a person.
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

/// An act of a moderator on a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moderation {
    /// Stops the clocks and blocks all turns.
    Pause,
    /// Resumes a paused match.
    Resume,
    /// Ends the match, with or without a result.
    End(Option<Verdict>),
    /// Takes back the last turn of a person, and the turns after it.
    Undo {
        /// The length of the record afterwards.
        ply: u32,
    },
    /// Restores the turns that were undone last.
    Redo,
    /// Ends the match without a result because this player leaves it.
    LetOut(Seat),
    /// Reopens a match that was over.
    Reopen,
}

impl Moderation {
    /// Returns the word by which the database stores the act.
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

// The stored form of what is stored otherwise than it stands above.
stored! {
    exhibition: Option<Exhibition> as Exhibited, Exhibited::of, Exhibited::read;
    act: Moderation as Act, Act::of, Act::read;
}

/// An exhibition or none.
#[derive(Serialize, Deserialize)]
struct Exhibited {
    /// The level of the computer that plays in the challenger's place.
    #[serde(skip_serializing_if = "Option::is_none")]
    exhibited: Option<u8>,
    /// The time between two turns, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<u64>,
}

impl Exhibited {
    fn of(exhibition: &Option<Exhibition>) -> Self {
        Self {
            exhibited: exhibition.map(|exhibition| exhibition.level.number()),
            interval: exhibition.map(|exhibition| exhibition.every.as_secs()),
        }
    }

    fn read(self) -> Result<Option<Exhibition>, String> {
        match (self.exhibited, self.interval) {
            (None, None) => Ok(None),
            (Some(level), Some(interval)) => Ok(Some(Exhibition {
                level: numbered(level)?,
                every: Duration::from_secs(interval),
            })),
            _ => Err(String::from("half an exhibition")),
        }
    }
}

/// A moderator's act: its word, and what some acts have.
#[derive(Serialize, Deserialize)]
struct Act {
    act: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Verdict>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
}

impl Act {
    fn of(act: &Moderation) -> Self {
        let (winner, ply, seat) = match *act {
            Moderation::End(verdict) => (verdict, None, None),
            Moderation::Undo { ply } => (None, Some(ply), None),
            Moderation::LetOut(seat) => (None, None, Some(seat)),
            Moderation::Pause | Moderation::Resume | Moderation::Redo | Moderation::Reopen => {
                (None, None, None)
            }
        };
        Self {
            act: act.word().to_owned(),
            winner,
            ply,
            seat,
        }
    }

    fn read(self) -> Result<Moderation, String> {
        match (self.act.as_str(), self.ply, self.seat) {
            ("pause", ..) => Ok(Moderation::Pause),
            ("resume", ..) => Ok(Moderation::Resume),
            ("undo", Some(ply), _) => Ok(Moderation::Undo { ply }),
            ("redo", ..) => Ok(Moderation::Redo),
            ("let-out", _, Some(seat)) => Ok(Moderation::LetOut(seat)),
            ("reopen", ..) => Ok(Moderation::Reopen),
            ("end", ..) => Ok(Moderation::End(self.winner)),
            (other, ..) => Err(format!("unknown act of a moderator \"{other}\"")),
        }
    }
}
