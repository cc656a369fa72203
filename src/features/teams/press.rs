//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use crate::board::Seat;
use crate::discord::ui::custom_id::{OpponentChoice, Part, printed, words};
use crate::features::play::press::ChallengeOptions;
use crate::matches::{MatchId, RoleId};

words! {
    /// The request of a pressed component or a sent form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Open a picker for a vote on the turn of a team.
        "vote" => Vote { id: MatchId, board: u32 };
        /// Show the person's team and its vote.
        "team" => Show(id: MatchId);
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
        "team-new" => New {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions, who: Who
        };
        /// Set the role whose holders vote to the one chosen in a menu.
        "team-role" => Role {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions, who: Who
        };
        /// Ask for the names of the teams, or post the challenge.
        "team-make" => Create {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions, who: Who
        };
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

/// Which team a new match has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Who {
    /// Whether the person plays against the team, and not for it.
    pub against: bool,
    /// The role whose holders vote; `None`: all who join.
    pub role: Option<RoleId>,
}

/// The text form: `for`, `vs`, and with a role `for-12`.
impl Part for Who {
    fn read(text: &str) -> Option<Self> {
        let (side, role) = match text.split_once('-') {
            Some((side, role)) => (side, Some(RoleId(printed(role)?))),
            None => (text, None),
        };
        let against = match side {
            "for" => false,
            "vs" => true,
            _ => return None,
        };
        Some(Self { against, role })
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.against { "vs" } else { "for" })?;
        match self.role {
            Some(role) => write!(f, "-{role}"),
            None => Ok(()),
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
                wanted: ChallengeOptions {
                    time: Some(clock),
                    ..ChallengeOptions::USUAL
                },
                who: Who {
                    against: false,
                    role: Some(RoleId((1 << 63) - 1)),
                },
            };
            let id = press.to_string();
            assert!(id.len() <= 100, "{id}");
            let parts: Vec<&str> = id.split('/').collect();
            assert_eq!(Press::read(&parts), Some(press));
        }
    }
}
