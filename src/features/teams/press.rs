//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use crate::board::Seat;
use crate::discord::ui::custom_id::{OpponentChoice, Part, printed, words};
use crate::matches::{MatchId, RoleId, TimeControl};

words! {
    /// The request of a pressed component or a sent form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Open a picker for a vote on the turn of a team.
        "vote" => Vote { id: MatchId, board: u32 };
        /// Show the person's team and its vote.
        "team" => Show(id: MatchId);
        /// Show what a member does more rarely.
        "team-more" => More(id: MatchId);
        /// Show what somebody else has proposed, chosen in a menu.
        "team-other" => Other { id: MatchId, board: u32 };
        /// Vote for a proposal. `mark` is the [`turn_mark`](crate::matches::turn_mark) of its text.
        "team-support" => Support { id: MatchId, board: u32, mark: u32 };
        "team-withdraw" => Withdraw { id: MatchId, board: u32 };
        /// Keep the vote from ending early, or no longer. `on` is 1 or 0.
        "team-wait" => Wait { id: MatchId, board: u32, on: u32 };
        /// Want a draw, or no longer.
        "team-draw" => Draw { id: MatchId, board: u32, on: u32 };
        /// Be mentioned on each new board, or no longer.
        "team-call" => Call { id: MatchId, on: u32 };
        /// Join the team of a seat.
        "team-join" => Join { id: MatchId, seat: Side };
        "team-leave" => Leave(id: MatchId);
        /// Ask whether the person really asks their team to resign.
        "team-resign" => AskResign(id: MatchId);
        "team-resign-ask" => Resign(id: MatchId);
        /// Answer whether the team resigns.
        /// `asked` is when the question was asked, in Unix milliseconds.
        "team-yes" => Yes { id: MatchId, asked: u64 };
        "team-no" => No { id: MatchId, asked: u64 };
        /// Lead to the thread in which the person's team discusses.
        "team-talk" => Talk(id: MatchId);
        /// Show the members of the teams.
        "team-players" => Players(id: MatchId);
        /// Show the page on which a match with a team is set up.
        "team-new" => New { game: String as game, with: OpponentChoice, set_up: SetUp };
        /// Set the role whose holders vote to the one chosen in a menu.
        "team-role" => Role { game: String as game, with: OpponentChoice, set_up: SetUp };
        /// Set the board and the rules to those chosen in a menu.
        "team-kind" => Setup { game: String as game, with: OpponentChoice, set_up: SetUp };
        /// Ask for the names of the teams, or post the challenge.
        "team-make" => Create { game: String as game, with: OpponentChoice, set_up: SetUp };
    }
}

/// The seat of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side(pub Seat);

impl Part for Side {
    fn read(text: &str) -> Option<Self> {
        match text {
            "1" => Some(Self(Seat::First)),
            "2" => Some(Self(Seat::Second)),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seat::First => f.write_str("1"),
            Seat::Second => f.write_str("2"),
        }
    }
}

/// A new match with a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetUp {
    /// Whether the person plays against the team, and not for it.
    pub against: bool,
    /// The role whose holders vote; `None`: all who join.
    pub role: Option<RoleId>,
    /// The clock; `None` for the usual one.
    pub time: Option<TimeControl>,
    /// The seat of the person or their team; `None`: drawn at random.
    pub seat: Option<Side>,
    /// The index among the setups of the game.
    pub setup: u8,
}

/// The text form: `for` or `vs`, then what is not usual: `for.r12.t7d+12h.s2.k1`.
impl Part for SetUp {
    fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let against = match parts.next()? {
            "for" => false,
            "vs" => true,
            _ => return None,
        };
        let mut read = Self {
            against,
            ..Self::default()
        };
        for part in parts {
            let (kind, value) = part.split_at_checked(1)?;
            match kind {
                "r" => read.role = Some(RoleId(printed(value)?)),
                "t" => read.time = Some(value.parse().ok()?),
                "s" => read.seat = Some(Side::read(value)?),
                "k" => read.setup = printed(value)?,
                _ => return None,
            }
        }
        // Only the canonical text is valid.
        (read.to_string() == text).then_some(read)
    }
}

impl fmt::Display for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.against { "vs" } else { "for" })?;
        if let Some(role) = self.role {
            write!(f, ".r{role}")?;
        }
        if let Some(time) = self.time {
            write!(f, ".t{time}")?;
        }
        if let Some(seat) = self.seat {
            write!(f, ".s{seat}")?;
        }
        match self.setup {
            0 => Ok(()),
            setup => write!(f, ".k{setup}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ui::custom_id::Read;
    use crate::games::CATALOGUE;
    use crate::matches::UserId;

    #[test]
    fn longest_set_up_fits_an_id() {
        for game in CATALOGUE {
            let clock = "59d23h59m59s+23h59m59s".parse().expect("a clock");
            let press = Press::Create {
                game: game.card.key.to_owned(),
                with: OpponentChoice::Person(UserId((1 << 63) - 1)),
                set_up: SetUp {
                    against: false,
                    role: Some(RoleId((1 << 63) - 1)),
                    time: Some(clock),
                    seat: Some(Side(Seat::Second)),
                    setup: u8::try_from(game.card.setups.len()).expect("few setups"),
                },
            };
            let id = press.to_string();
            assert!(id.len() <= 100, "{id}");
            let parts: Vec<&str> = id.split('/').collect();
            assert_eq!(Press::read(&parts), Some(press));
        }
    }
}
