//! From a league, ladder, tournament or simul to what its page and its feed show.

mod ladder;
mod league;
mod simul;
mod tournament;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::contests::{ContestGame, GameState};
use crate::db::journal::Journal;
use crate::features::ladders::model::Ladder;
use crate::features::leagues::model::League;
use crate::features::pages::model::{Content, GameStage, ListedGame};
use crate::features::simuls::model::Simul;
use crate::features::tournaments::model::Tournament;
use crate::features::{ladders, leagues, simuls, tournaments};
use crate::games::{self, Game};
use crate::kernel::contests::Contest as _;
use crate::matches::UserId;
use crate::people::Moment;
use crate::render::Sheet;

/// A contest with a page.
pub enum Contest {
    League(leagues::messages::view::View),
    Ladder(ladders::messages::view::View),
    Tournament(tournaments::messages::view::View),
    Simul(simuls::messages::view::View),
}

impl Contest {
    pub const fn journal(&self) -> &Journal {
        match self {
            Self::League(view) => &view.journal,
            Self::Ladder(view) => &view.journal,
            Self::Tournament(view) => &view.journal,
            Self::Simul(view) => &view.journal,
        }
    }

    /// Returns the word for its kind: `League`.
    pub const fn title(&self) -> &'static str {
        match self {
            Self::League(_) => League::TITLE,
            Self::Ladder(_) => Ladder::TITLE,
            Self::Tournament(_) => Tournament::TITLE,
            Self::Simul(_) => Simul::TITLE,
        }
    }

    pub fn game(&self) -> Option<&'static Game> {
        games::find(match self {
            Self::League(view) => &view.contest.rules().game,
            Self::Ladder(view) => &view.ladder.rules().game,
            Self::Tournament(view) => &view.contest.rules().game,
            Self::Simul(view) => &view.simul.rules().game,
        })
    }

    pub fn terms(&self) -> String {
        match self {
            Self::League(view) => view.terms(),
            Self::Ladder(view) => view.terms(),
            Self::Tournament(view) => view.terms(),
            Self::Simul(view) => view.terms(),
        }
    }

    /// Returns everybody whom the page names, in the order in which they came, as far as it is known.
    pub fn people(&self) -> Vec<UserId> {
        match self {
            Self::League(view) => league::people_of(view),
            Self::Ladder(view) => ladder::people_of(view),
            Self::Tournament(view) => tournament::people_of(view),
            Self::Simul(view) => simul::people_of(view),
        }
    }

    pub const fn names(&mut self) -> &mut BTreeMap<UserId, String> {
        match self {
            Self::League(view) => &mut view.names,
            Self::Ladder(view) => &mut view.names,
            Self::Tournament(view) => &mut view.names,
            Self::Simul(view) => &mut view.names,
        }
    }

    /// Returns what the page shows: of a league a season, the latest one if none is named. `None` if there is no such season.
    pub fn content(&self, season: Option<u32>) -> Option<Content> {
        match self {
            Self::League(view) => league::content(view, season),
            Self::Ladder(view) => season.is_none().then(|| ladder::content(view)),
            Self::Tournament(view) => season.is_none().then(|| tournament::content(view)),
            Self::Simul(view) => season.is_none().then(|| simul::content(view)),
        }
    }

    /// Returns all games that are over and count, the latest first, at most `most`.
    pub fn results(&self, most: usize) -> Vec<ListedGame> {
        let mut games = match self {
            Self::League(view) => league::results(view),
            Self::Ladder(view) => ladder::results(view),
            Self::Tournament(view) => tournament::results(view),
            Self::Simul(view) => simul::results(view),
        };
        let counts = |game: &ListedGame| game.ended().is_some();
        games.retain(counts);
        let mut games = in_order(games);
        games.truncate(most);
        games
    }
}

/// Returns a game of a contest as it is listed.
fn listed(game: &ContestGame, part: &str, names: [String; 2]) -> ListedGame {
    let (state, match_id) = match &game.state {
        GameState::ToBegin { .. } => (GameStage::ToBegin, None),
        GameState::Running { match_id, .. } => (GameStage::Running, Some(*match_id)),
        GameState::Over { match_id, at, end } => {
            let over = GameStage::Over {
                at: *at,
                score: end.score,
                how: end.how,
            };
            (over, *match_id)
        }
    };
    ListedGame {
        id: game.id,
        part: part.to_owned(),
        names,
        state,
        match_id,
        page: None,
    }
}

/// Orders games as readers look for them: the latest results first, then what is being played.
fn in_order(mut games: Vec<ListedGame>) -> Vec<ListedGame> {
    games.sort_by_key(|game| match game.state {
        GameStage::Over { at, .. } => (0, Reverse(at)),
        GameStage::Running => (1, Reverse(Moment(0))),
        GameStage::ToBegin => (2, Reverse(Moment(0))),
    });
    games
}

/// Joins the pictures of one long table.
fn joined(pictures: impl IntoIterator<Item = Sheet>) -> Option<Sheet> {
    pictures
        .into_iter()
        .reduce(|whole, part| match (whole, part) {
            (Sheet::Standings(mut whole), Sheet::Standings(part)) => {
                whole.lines.extend(part.lines);
                Sheet::Standings(whole)
            }
            (Sheet::Ladder(mut whole), Sheet::Ladder(part)) => {
                whole.lines.extend(part.lines);
                Sheet::Ladder(whole)
            }
            (whole, _) => whole,
        })
}
