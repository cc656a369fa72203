//! Board sessions: boards on which a person picks turns step by step.

use std::fmt;
use std::time::Duration;

use super::picks::{Act, Picked};
use crate::board::Seat;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::session_press::SessionId;
use crate::games::lessons::LessonId;
use crate::games::{AnyPosition, DynPosition, Effect, read_turn, written_turns};
use crate::kernel::{Error, Result};
use crate::matches::conditional::MOST_TURNS;
use crate::matches::{Match, MatchId, Refusal, UserId};
use crate::people::Moment;

/// The most turns of an exploration.
pub const MOST_EXPLORED: usize = 200;

/// The purpose of a board session. `Display` writes its stored form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The turn that is due in a match.
    Turn {
        id: MatchId,
        /// The [number of the board](crate::matches::Match::board) of that turn.
        board: u32,
    },
    /// The turn for which a person votes as a member of a team.
    Vote {
        id: MatchId,
        /// The number of the board of that turn.
        board: u32,
    },
    /// A line of planned turns, which begins with a turn of the other player.
    Line {
        id: MatchId,
        /// The number of the board on which the line begins.
        board: u32,
    },
    /// An exploration of a match from its board at this ply.
    Match {
        id: MatchId,
        /// The number of turns before it.
        ply: u32,
    },
    /// An exploration from the start of a game with default options.
    Game(
        /// The game's key.
        String,
    ),
    Puzzle {
        /// The game's key.
        game: String,
        /// The puzzle's number in its game, counted from 1.
        number: u32,
    },
    /// A mistake of the player in a finished match, to be answered with a better turn.
    Mistake {
        id: MatchId,
        /// The number of turns before it.
        ply: u32,
    },
    Lesson(LessonId),
}

impl About {
    /// Returns the purpose of a board for the turn that is due: to play it, or to vote on it.
    pub fn due(state: &Match, user: UserId) -> Self {
        let (id, board) = (state.id(), state.board());
        match state.may_vote(user) {
            true => Self::Vote { id, board },
            false => Self::Turn { id, board },
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = text.split_once('/')?;
        let numbered = || {
            let (what, number) = rest.split_once('/')?;
            Some((what, number.parse().ok()?))
        };
        let in_match = || {
            let (id, number): (_, u32) = numbered()?;
            Some((MatchId(id.parse().ok()?), number))
        };
        Some(match kind {
            "turn" => in_match().map(|(id, board)| Self::Turn { id, board })?,
            "vote" => in_match().map(|(id, board)| Self::Vote { id, board })?,
            "line" => in_match().map(|(id, board)| Self::Line { id, board })?,
            "match" => in_match().map(|(id, ply)| Self::Match { id, ply })?,
            "mistake" => in_match().map(|(id, ply)| Self::Mistake { id, ply })?,
            "game" => Self::Game(rest.to_owned()),
            "puzzle" => numbered().map(|(game, number)| Self::Puzzle {
                game: game.to_owned(),
                number,
            })?,
            "lesson" => Self::Lesson(rest.parse().ok()?),
            _ => return None,
        })
    }

    /// Returns the slot: a person has one session per slot, the latest.
    pub fn slot(&self) -> String {
        match self {
            Self::Turn { id, .. } | Self::Line { id, .. } => format!("turn/{id}"),
            Self::Vote { id, .. } => format!("vote/{id}"),
            other => other.to_string(),
        }
    }

    /// Whether whole turns of both sides are played at once.
    pub const fn is_explored(&self) -> bool {
        matches!(self, Self::Match { .. } | Self::Game(_))
    }

    /// Whether the session asks for an answer, and so starts empty each time.
    pub const fn is_task(&self) -> bool {
        matches!(
            self,
            Self::Puzzle { .. } | Self::Mistake { .. } | Self::Lesson(_) | Self::Vote { .. }
        )
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn { id, board } => write!(f, "turn/{id}/{board}"),
            Self::Vote { id, board } => write!(f, "vote/{id}/{board}"),
            Self::Line { id, board } => write!(f, "line/{id}/{board}"),
            Self::Match { id, ply } => write!(f, "match/{id}/{ply}"),
            Self::Game(game) => write!(f, "game/{game}"),
            Self::Puzzle { game, number } => write!(f, "puzzle/{game}/{number}"),
            Self::Mistake { id, ply } => write!(f, "mistake/{id}/{ply}"),
            Self::Lesson(id) => write!(f, "lesson/{id}"),
        }
    }
}

/// The part of a session that *Next* opened: the player goes from match to match in one message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// When the message changed to this match.
    pub since: Moment,
    /// The match that was played in the message before.
    pub played: Option<MatchId>,
}

impl Sitting {
    /// How long a press only shows the result of a turn, after the message changed to another match.
    ///
    /// A second tap on the same place would otherwise play a turn in a match that the player has not seen.
    const GUARD: Duration = Duration::from_secs(1);

    /// Whether the message has just changed to this match.
    pub fn is_fresh(&self, now: Moment) -> bool {
        now < self.since.after(Self::GUARD)
    }
}

/// The stored state of a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// 0 until it is stored.
    pub id: SessionId,
    pub about: About,
    /// The canonical texts of the turns made in it.
    pub turns: Vec<String>,
    /// The keys picked so far in the current turn.
    pub picks: Vec<String>,
    /// The number of its changes. A press is valid only for the generation in its custom id.
    pub generation: u32,
    /// How *Next* opened it; `None` if it was opened for its own match.
    pub sitting: Option<Sitting>,
}

/// The position and picks of a board session.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The position after the turns.
    pub position: AnyPosition,
    /// The effects of the last turn; empty before the first.
    pub last: Vec<Effect>,
    /// The seat of each turn.
    pub seats: Vec<Seat>,
    /// The result of the picks in this position; `None` if the game is over.
    pub picked: Option<Picked>,
}

impl Standing {
    /// Returns the current turn if it is whole.
    pub fn whole(&self) -> Option<&Picked> {
        self.picked
            .as_ref()
            .filter(|picked| picked.choice.is_none())
    }
}

/// The context of a planned line.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The seat of the player who plans.
    pub seat: Seat,
    /// The remaining turns of the player's stored lines. A board cannot have two answers.
    pub kept: Vec<Vec<String>>,
}

impl Planned {
    /// Returns the next turn of a stored line that begins with these turns.
    fn answer(&self, turns: &[String]) -> Option<String> {
        let mut after = self.kept.iter().map(|line| line.strip_prefix(turns));
        after.find_map(|rest| rest?.first().cloned())
    }
}

impl Session {
    /// Returns a session without turns and picks.
    pub const fn new(about: About) -> Self {
        Self {
            id: SessionId(0),
            about,
            turns: Vec::new(),
            picks: Vec::new(),
            generation: 1,
            sitting: None,
        }
    }

    /// Replays the session from a position; `None` if its turns or picks are illegal there.
    pub fn stand(&self, from: &dyn DynPosition) -> Option<Standing> {
        let mut position = from.boxed_clone();
        let (mut last, mut seats) = (Vec::new(), Vec::new());
        for text in &self.turns {
            seats.push(position.to_move()?);
            let turn = read_turn(&*position, text).ok()?;
            (position, last) = (turn.after, turn.effects);
        }
        let picked = match position.to_move() {
            Some(_) => Some(Picked::on(&*position, &self.picks)?),
            None => None,
        };
        Some(Standing {
            position,
            last,
            seats,
            picked,
        })
    }

    /// Returns the session after an action. `planned` is the context of a planned line.
    pub fn after(
        mut self,
        from: &dyn DynPosition,
        act: Act,
        planned: Option<&Planned>,
    ) -> Result<Self> {
        let now = self.stand(from).ok_or(PlayRefusal::NotOnOffer)?;
        match (act, now.picked) {
            (Act::StartOver, _) => {
                self.turns.clear();
                self.picks.clear();
            }
            (Act::Back, _) if self.picks.is_empty() => {
                self.turns.pop().ok_or(PlayRefusal::NotOnOffer)?;
                // Turns made automatically would be made again at once, so they are undone too.
                while let Some(now) = self.stand(from)
                    && self.made_by_itself(&now, planned).is_some()
                    && self.turns.pop().is_some()
                {}
            }
            (Act::GoOn, Some(picked)) if planned.is_some() && picked.choice.is_none() => {
                self.make(picked.text());
            }
            (act, Some(picked)) => {
                self.picks = picked
                    .after(self.picks, act)
                    .ok_or(PlayRefusal::NotOnOffer)?;
            }
            (_, None) => return Err(PlayRefusal::NotOnOffer.into()),
        }
        self.settled(from, planned)
    }

    /// Makes all turns that follow automatically.
    pub fn settled(mut self, from: &dyn DynPosition, planned: Option<&Planned>) -> Result<Self> {
        loop {
            let now = self.stand(from).ok_or(PlayRefusal::NotOnOffer)?;
            if let Some(planned) = planned {
                let Some(mover) = now.position.to_move() else {
                    let last = written_turns(from, &self.turns).into_iter().next_back();
                    let nothing = |turn| PlayRefusal::NothingToAnswer { turn }.into();
                    return Err(last.map_or(Error::from(Refusal::NoTurn), nothing));
                };
                // The line needs room for the player's answer.
                if self.turns.len() + usize::from(mover != planned.seat) >= MOST_TURNS {
                    return Err(Refusal::LineTooLong { most: MOST_TURNS }.into());
                }
            }
            match self.made_by_itself(&now, planned) {
                Some(turn) => self.make(turn),
                None => return Ok(self),
            }
        }
    }

    /// Returns the turn that is made without confirmation.
    /// In an exploration that is each whole turn; in a planned line, the other player's whole turns and the answers of
    /// stored lines.
    fn made_by_itself(&self, now: &Standing, planned: Option<&Planned>) -> Option<String> {
        match planned {
            Some(planned) if now.position.to_move() == Some(planned.seat) => planned
                .answer(&self.turns)
                .filter(|_| self.picks.is_empty()),
            Some(_) => now.whole().map(Picked::text),
            None => {
                // An exploration starts with an empty board: not even a forced turn is made.
                let begun = !self.turns.is_empty() || !self.picks.is_empty();
                let made = begun && self.about.is_explored() && self.turns.len() < MOST_EXPLORED;
                now.whole().filter(|_| made).map(Picked::text)
            }
        }
    }

    fn make(&mut self, turn: String) {
        self.turns.push(turn);
        self.picks.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, Chosen, GivenOptions};

    #[test]
    fn what_it_is_about_is_written_and_read() {
        for about in [
            About::Turn {
                id: MatchId(12),
                board: 3,
            },
            About::Vote {
                id: MatchId(12),
                board: 3,
            },
            About::Line {
                id: MatchId(12),
                board: 3,
            },
            About::Match {
                id: MatchId(12),
                ply: 3,
            },
            About::Lesson("connect-n.drop".parse().unwrap()),
            About::Game(String::from("connect-n")),
            About::Puzzle {
                game: String::from("anache"),
                number: 7,
            },
            About::Mistake {
                id: MatchId(1),
                ply: 0,
            },
        ] {
            assert_eq!(About::parse(&about.to_string()), Some(about));
        }
        for text in ["", "match/1", "match/x/1", "turn/1", "lesson/1"] {
            assert_eq!(About::parse(text), None, "{text}");
        }
    }

    #[test]
    fn one_plays_both_sides_of_every_game_and_goes_back() {
        for game in CATALOGUE {
            let options = game.complete_options(&GivenOptions::new(), || 0).unwrap();
            let start = game.start(&options).unwrap();
            let mut board = Session::new(About::Game(game.card.key.to_owned()));
            for number in 0..60 {
                let Some(picked) = board.stand(&*start).unwrap().picked else {
                    break;
                };
                let choice = picked.choice.unwrap();
                let lists = choice.lists.iter().flat_map(|list| &list.picks);
                let picks: Vec<_> = lists.chain(&choice.words).collect();
                // If a turn moves several pieces, the next piece may be the only choice.
                let act = if picks.is_empty() {
                    let pieces = &choice.group.as_ref().unwrap().lists[0].picks;
                    Act::From {
                        list: 0,
                        keys: vec![pieces[number % pieces.len()].key.clone()],
                    }
                } else {
                    Act::Pick(picks[number * 5 % picks.len()].key.clone())
                };
                board = board.after(&*start, act, None).unwrap();
            }
            assert!(
                board.turns.len() > 3,
                "{}: {:?}",
                game.card.key,
                board.turns
            );
            let made = board.turns.len();
            while !board.turns.is_empty() || !board.picks.is_empty() {
                board = board.after(&*start, Act::Back, None).unwrap();
            }
            assert!(made > 3 && board.after(&*start, Act::Back, None).is_err());
        }
    }

    #[test]
    fn a_turn_of_a_task_waits_for_its_word() {
        let game = crate::games::find("connect-n").unwrap();
        let options = game.complete_options(&GivenOptions::new(), || 0).unwrap();
        let start = game.start(&options).unwrap();
        let board = Session::new(About::Puzzle {
            game: String::from("connect-n"),
            number: 1,
        });
        let Some(Chosen::Open(choice)) = start.choose(&[]) else {
            panic!("nothing to choose")
        };
        let key = choice.lists[0].picks[0].key.clone();
        let board = board.after(&*start, Act::Pick(key), None).unwrap();
        assert!(board.turns.is_empty());
        let picked = board.stand(&*start).unwrap().picked.unwrap();
        assert_eq!((picked.text().as_str(), picked.choice), ("a", None));
    }
}
