//! What the page of a league, ladder, tournament or simul shows.

use super::PageName;
use crate::contests::{GameId, How, Score};
use crate::games::Game;
use crate::matches::MatchId;
use crate::people::Moment;
use crate::render::Sheet;

/// What the page of a contest shows, of people only their names.
#[derive(Debug)]
pub struct ShownContest {
    /// The name of the page.
    pub name: PageName,
    /// The name of the contest.
    pub title: String,
    /// What kind of contest it is: `League`.
    pub kind: &'static str,
    /// The game, if this version knows it.
    pub game: Option<&'static Game>,
    /// The terms of its games, the game first.
    pub terms: String,
    pub content: Content,
    /// Where the operator says what is kept of people.
    pub privacy: Option<String>,
}

/// What a page shows of a contest, beside its name and terms.
#[derive(Debug)]
pub struct Content {
    pub state: Standing,
    /// Its seasons, if it has several, with their names; the last one first.
    pub seasons: Vec<(u32, String)>,
    /// The season that is shown, if it has any.
    pub season: Option<u32>,
    pub parts: Vec<Part>,
}

/// Where a contest stands, in a few words and in a sentence.
#[derive(Debug, Default)]
pub struct Standing {
    pub short: String,
    pub long: String,
    /// Whether somebody has won.
    pub won: bool,
}

/// A part of a page: a table or a bracket, and games.
#[derive(Debug, Default)]
pub struct Part {
    pub heading: String,
    pub sheet: Option<Sheet>,
    /// The people who have joined, before anything is played.
    pub people: Vec<String>,
    pub games: Vec<ListedGame>,
    /// Sentences beside the games: who has a bye.
    pub notes: Vec<String>,
    /// Whether the games are shown at once, and not only when a reader opens them.
    pub open: bool,
}

/// A game of a contest in a list.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// Its number in the contest.
    pub id: GameId,
    /// What it is part of: `Season 2, Division A`; may be empty.
    pub part: String,
    /// The name of the person with the first move, and that of the other one.
    pub names: [String; 2],
    pub state: GameStage,
    pub match_id: Option<MatchId>,
    /// The page of its match, if that has one.
    pub page: Option<PageName>,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameStage {
    ToBegin,
    Running,
    Over { at: Moment, score: Score, how: How },
}

impl Standing {
    /// Makes one without a winner.
    pub fn says(short: impl Into<String>, long: impl Into<String>) -> Self {
        Self {
            short: short.into(),
            long: long.into(),
            won: false,
        }
    }
}

impl ListedGame {
    /// Returns when the game ended with a result that counts.
    pub fn ended(&self) -> Option<Moment> {
        match self.state {
            GameStage::Over { at, score, .. } if score != Score::Void => Some(at),
            _ => None,
        }
    }
}
