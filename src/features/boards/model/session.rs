//! Board sessions: boards on which somebody puts turns together pick by pick.

use std::fmt;

use super::picks::{Act, Picked};
use crate::board::Seat;
use crate::games::lessons::LessonId;
use crate::games::{AnyPosition, DynPosition, Effect, read_turn, written_turns};
use crate::matches::conditional::MOST_TURNS;
use crate::matches::{MatchId, Refusal};

/// The most turns of an exploration.
pub const MOST_EXPLORED: usize = 200;

/// What a board session is for. Its `Display` is how it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// The turn that is due in a match.
    Turn {
        id: MatchId,
        /// The [number of the board](crate::matches::Match::board) that the turn is for.
        board: u32,
    },
    /// A line of planned turns, which begins with the other player's.
    Line {
        id: MatchId,
        /// The number of the board on which the line begins.
        board: u32,
    },
    /// An exploration of a match, from the board as it stood at this ply.
    Match {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// An exploration from the start of a game with its usual settings.
    Game(
        /// The game's key.
        String,
    ),
    Puzzle {
        /// The game's key.
        game: String,
        /// Which of the game's puzzles, counted from 1.
        number: u32,
    },
    /// A turn of one's own that was a mistake, to be made better.
    Mistake {
        id: MatchId,
        /// How many turns had been made before it.
        ply: u32,
    },
    Lesson(LessonId),
}

impl About {
    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
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

    /// A person has one session of each slot, the one that they opened last.
    #[must_use]
    pub fn slot(&self) -> String {
        match self {
            Self::Turn { id, .. } | Self::Line { id, .. } => format!("turn/{id}"),
            other => other.to_string(),
        }
    }

    /// Whether turns of both sides are made as soon as they are whole.
    #[must_use]
    pub const fn is_explored(&self) -> bool {
        matches!(self, Self::Match { .. } | Self::Game(_))
    }

    /// Whether it asks for a solution: then it begins again each time that it is opened.
    #[must_use]
    pub const fn is_task(&self) -> bool {
        matches!(
            self,
            Self::Puzzle { .. } | Self::Mistake { .. } | Self::Lesson(_)
        )
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turn { id, board } => write!(f, "turn/{id}/{board}"),
            Self::Line { id, board } => write!(f, "line/{id}/{board}"),
            Self::Match { id, ply } => write!(f, "match/{id}/{ply}"),
            Self::Game(game) => write!(f, "game/{game}"),
            Self::Puzzle { game, number } => write!(f, "puzzle/{game}/{number}"),
            Self::Mistake { id, ply } => write!(f, "mistake/{id}/{ply}"),
            Self::Lesson(id) => write!(f, "lesson/{id}"),
        }
    }
}

/// What is kept of a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// By which buttons know it: each opening has its own. 0 until it is stored.
    pub number: u64,
    pub about: About,
    /// The canonical texts of the turns made on it.
    pub turns: Vec<String>,
    /// The keys of the picks of the turn that is being put together.
    pub picks: Vec<String>,
    /// Counts the changes: every message's buttons know the one that they show.
    pub generation: u32,
}

/// Where a board session stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The position after the turns.
    pub position: AnyPosition,
    /// What the last of these turns did; empty before the first.
    pub last: Vec<Effect>,
    /// The seat that made each of them.
    pub seats: Vec<Seat>,
    /// Where the picks lead from there; `None`: the game is over.
    pub picked: Option<Picked>,
}

impl Standing {
    /// The turn that was picked, once it is whole.
    #[must_use]
    pub fn whole(&self) -> Option<&Picked> {
        self.picked
            .as_ref()
            .filter(|picked| picked.choice.is_none())
    }
}

/// What a planned line has to follow.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Whose line it is.
    pub seat: Seat,
    /// What is still to come of the lines that the player has kept: no board has two answers.
    pub kept: Vec<Vec<String>>,
}

impl Planned {
    /// The turn that some kept line has after these turns.
    fn answer(&self, turns: &[String]) -> Option<String> {
        let mut after = self.kept.iter().map(|line| line.strip_prefix(turns));
        after.find_map(|rest| rest?.first().cloned())
    }
}

impl Session {
    /// A session in which nothing is picked yet.
    #[must_use]
    pub const fn new(about: About) -> Self {
        Self {
            number: 0,
            about,
            turns: Vec::new(),
            picks: Vec::new(),
            generation: 1,
        }
    }

    /// Where it stands if it began from this position; `None` when what is kept does not fit it.
    #[must_use]
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

    /// It after its person has done this. `planned` is what a planned line has to follow.
    ///
    /// # Errors
    ///
    /// When there is nothing of that kind to be done, or those of [`settled`](Self::settled).
    pub fn after(
        mut self,
        from: &dyn DynPosition,
        act: Act,
        planned: Option<&Planned>,
    ) -> Result<Self, Refusal> {
        let now = self.stand(from).ok_or(Refusal::NotOnOffer)?;
        match (act, now.picked) {
            (Act::StartOver, _) => {
                self.turns.clear();
                self.picks.clear();
            }
            (Act::Back, _) if self.picks.is_empty() => {
                self.turns.pop().ok_or(Refusal::NotOnOffer)?;
                // What is made by itself would only be made again.
                while let Some(now) = self.stand(from)
                    && self.made_by_itself(&now, planned).is_some()
                    && self.turns.pop().is_some()
                {}
            }
            (Act::GoOn, Some(picked)) if planned.is_some() && picked.choice.is_none() => {
                self.make(picked.text());
            }
            (act, Some(picked)) => {
                self.picks = picked.after(self.picks, act).ok_or(Refusal::NotOnOffer)?;
            }
            (_, None) => return Err(Refusal::NotOnOffer),
        }
        self.settled(from, planned)
    }

    /// It with every turn made that is made by itself.
    ///
    /// # Errors
    ///
    /// When its turns or picks lead nowhere; or when a planned line is too long, or the game is over at its end.
    pub fn settled(
        mut self,
        from: &dyn DynPosition,
        planned: Option<&Planned>,
    ) -> Result<Self, Refusal> {
        loop {
            let now = self.stand(from).ok_or(Refusal::NotOnOffer)?;
            if let Some(planned) = planned {
                let Some(mover) = now.position.to_move() else {
                    let last = written_turns(from, &self.turns).into_iter().next_back();
                    let nothing = |turn| Refusal::NothingToAnswer { turn };
                    return Err(last.map_or(Refusal::NoTurn, nothing));
                };
                // There must be room for an answer.
                if self.turns.len() + usize::from(mover != planned.seat) >= MOST_TURNS {
                    return Err(Refusal::LineTooLong { most: MOST_TURNS });
                }
            }
            match self.made_by_itself(&now, planned) {
                Some(turn) => self.make(turn),
                None => return Ok(self),
            }
        }
    }

    /// The turn that follows without a word of the person: both sides' in an exploration; in a planned line the other
    /// player's, and the answers that are kept already.
    fn made_by_itself(&self, now: &Standing, planned: Option<&Planned>) -> Option<String> {
        match planned {
            Some(planned) if now.position.to_move() == Some(planned.seat) => planned
                .answer(&self.turns)
                .filter(|_| self.picks.is_empty()),
            Some(_) => now.whole().map(Picked::text),
            None => {
                // At the beginning of an exploration nothing is made for anybody.
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
                // Where a turn takes several pieces, the choices may be the next piece only.
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
