//! Boards on which people play by themselves: explorations of a match or of a game, and puzzles.

use std::fmt;

use super::picker::{Picked, PickerAct};
use crate::board::Seat;
use crate::games::{AnyPosition, DynPosition, Effect, read_turn};
use crate::matches::MatchId;

/// The most turns on such a board.
pub const MOST_PRACTISED: usize = 200;

/// What a board of practice begins from. Its `Display` is how it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum About {
    /// A match, as it stood at this ply.
    Match {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// The start of a game with its usual settings.
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
}

impl About {
    /// Reads what [`Display`](fmt::Display) writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        Some(match *parts.as_slice() {
            ["match", id, ply] => Self::Match {
                id: MatchId(id.parse().ok()?),
                ply: ply.parse().ok()?,
            },
            ["game", game] => Self::Game(game.to_owned()),
            ["puzzle", game, number] => Self::Puzzle {
                game: game.to_owned(),
                number: number.parse().ok()?,
            },
            ["mistake", id, ply] => Self::Mistake {
                id: MatchId(id.parse().ok()?),
                ply: ply.parse().ok()?,
            },
            _ => return None,
        })
    }

    /// Whether there is something to be solved: then one turn is made on it, and only when it is confirmed.
    #[must_use]
    pub const fn is_task(&self) -> bool {
        matches!(self, Self::Puzzle { .. } | Self::Mistake { .. })
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match { id, ply } => write!(f, "match/{id}/{ply}"),
            Self::Game(game) => write!(f, "game/{game}"),
            Self::Puzzle { game, number } => write!(f, "puzzle/{game}/{number}"),
            Self::Mistake { id, ply } => write!(f, "mistake/{id}/{ply}"),
        }
    }
}

/// What is kept of a board of practice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practice {
    /// By which buttons know it.
    pub number: u64,
    /// What it begins from.
    pub about: About,
    /// The canonical texts of the turns made on it.
    pub turns: Vec<String>,
    /// The keys of the picks of the turn that is being put together.
    pub picks: Vec<String>,
    /// Counts the changes.
    pub generation: u32,
}

/// Where a board of practice stands.
#[derive(Clone, Debug)]
pub struct Practised {
    /// The position after the turns.
    pub position: AnyPosition,
    /// What the last of these turns did; empty before the first.
    pub last: Vec<Effect>,
    /// Who made each of them.
    pub seats: Vec<Seat>,
    /// Where the picks lead from there; `None`: the game is over.
    pub picked: Option<Picked>,
}

impl Practice {
    /// Where it stands if it began from this position; `None` when what is kept does not fit it.
    #[must_use]
    pub fn stand(&self, from: &dyn DynPosition) -> Option<Practised> {
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
        Some(Practised {
            position,
            last,
            seats,
            picked,
        })
    }

    /// It after somebody has done this; `None` when there is nothing of that kind to be done. Where nothing is to be solved,
    /// turns that have become whole are made at once, and so are those that have no alternative.
    #[must_use]
    pub fn after(mut self, from: &dyn DynPosition, act: PickerAct) -> Option<Self> {
        let now = self.stand(from)?;
        match (&act, &now.picked) {
            (PickerAct::StartOver, _) => {
                self.turns.clear();
                self.picks.clear();
            }
            (PickerAct::Back, _) if self.picks.is_empty() => {
                self.turns.pop()?;
                // What was made because there was no other turn would only be made again.
                while let Some(Practised {
                    picked: Some(picked),
                    ..
                }) = self.stand(from)
                    && picked.choice.is_none()
                    && self.turns.pop().is_some()
                {}
            }
            (_, Some(picked)) => self.picks = picked.after(self.picks, act)?,
            (_, None) => return None,
        }
        self.settle(from)
    }

    /// It with everything made that is whole.
    fn settle(mut self, from: &dyn DynPosition) -> Option<Self> {
        loop {
            let now = self.stand(from)?;
            match now.picked {
                Some(picked)
                    if picked.choice.is_none()
                        && !self.about.is_task()
                        && self.turns.len() < MOST_PRACTISED =>
                {
                    // At the beginning of a line nothing is made for anybody.
                    if self.turns.is_empty() && self.picks.is_empty() {
                        return Some(self);
                    }
                    self.turns.push(picked.text());
                    self.picks.clear();
                }
                _ => return Some(self),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, Chosen, GivenOptions};

    fn board(about: About) -> Practice {
        Practice {
            number: 1,
            about,
            turns: Vec::new(),
            picks: Vec::new(),
            generation: 1,
        }
    }

    #[test]
    fn what_it_is_about_is_written_and_read() {
        for about in [
            About::Match {
                id: MatchId(12),
                ply: 3,
            },
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
        for text in ["", "match/1", "match/x/1", "game/a/b", "lesson/1"] {
            assert_eq!(About::parse(text), None, "{text}");
        }
    }

    #[test]
    fn one_plays_both_sides_of_every_game_and_goes_back() {
        for game in CATALOGUE {
            let options = game.settle(&GivenOptions::new(), || 0).unwrap();
            let start = game.start(&options).unwrap();
            let mut board = board(About::Game(game.card.key.to_owned()));
            for number in 0..60 {
                let Some(picked) = board.stand(&*start).unwrap().picked else {
                    break;
                };
                let choice = picked.choice.unwrap();
                let lists = choice.lists.iter().flat_map(|list| &list.picks);
                let picks: Vec<_> = lists.chain(&choice.words).collect();
                // Where several pieces are to be picked there may be nothing else: the next one of them.
                let act = if picks.is_empty() {
                    let pieces = &choice.group.as_ref().unwrap().lists[0].picks;
                    PickerAct::From {
                        list: 0,
                        keys: vec![pieces[number % pieces.len()].key.clone()],
                    }
                } else {
                    PickerAct::Pick(picks[number * 5 % picks.len()].key.clone())
                };
                board = board.after(&*start, act).unwrap();
            }
            assert!(
                board.turns.len() > 3,
                "{}: {:?}",
                game.card.key,
                board.turns
            );
            let made = board.turns.len();
            while !board.turns.is_empty() || !board.picks.is_empty() {
                board = board.after(&*start, PickerAct::Back).unwrap();
            }
            assert!(made > 3 && board.after(&*start, PickerAct::Back).is_none());
        }
    }

    #[test]
    fn a_turn_of_a_task_waits_for_its_word() {
        let game = crate::games::find("connect-n").unwrap();
        let options = game.settle(&GivenOptions::new(), || 0).unwrap();
        let start = game.start(&options).unwrap();
        let board = board(About::Puzzle {
            game: String::from("connect-n"),
            number: 1,
        });
        let Some(Chosen::Open(choice)) = start.choose(&[]) else {
            panic!("nothing to choose")
        };
        let key = choice.lists[0].picks[0].key.clone();
        let board = board.after(&*start, PickerAct::Pick(key)).unwrap();
        assert!(board.turns.is_empty());
        let picked = board.stand(&*start).unwrap().picked.unwrap();
        assert_eq!((picked.text().as_str(), picked.choice), ("a", None));
    }
}
