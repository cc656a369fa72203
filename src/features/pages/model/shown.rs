use std::sync::Arc;

use super::{Look, PageName, TurnLine};
use crate::board::{Seat, Theme};
use crate::features::study::model::analysis::Analysis;
use crate::matches::Match;
use crate::people::Moment;

/// What a page shows of a match.
#[derive(Clone, Debug)]
pub struct Shown {
    pub name: PageName,
    /// The scheme and host of all pages, without a slash at the end.
    pub address: Arc<str>,
    /// The match as it is now.
    pub whole: Arc<Match>,
    /// The match after the turn that the page shows.
    pub stage: Match,
    /// Whether the address names the turn.
    pub is_named: bool,
    pub turns: Arc<Vec<TurnLine>>,
    /// The players' names; the colour of a player whose name is hidden or unknown.
    pub names: [String; 2],
    /// The theme of the board.
    pub theme: Theme,
    /// The width and height of the board's picture in pixels.
    pub size: (u32, u32),
    pub look: Look,
    /// The moment of the answer.
    pub at: Moment,
    /// The analysis of a match that is over, if a player has asked for it.
    pub analysis: Option<Analysis>,
    /// Whether the two sides see the board differently.
    pub turns_round: bool,
    /// Where the operator says what is kept of people.
    pub privacy: Option<String>,
}

impl Shown {
    /// Whether the page shows the match as it is now.
    pub fn is_newest(&self) -> bool {
        self.stage.ply() == self.whole.ply()
    }

    /// Whether the page may show how the match goes on and ends.
    pub fn tells_all(&self) -> bool {
        !self.look.from_start || self.is_newest()
    }

    /// Returns the name of the player of a seat.
    pub fn called(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// Returns the turns that the page lists.
    pub fn listed(&self) -> &[TurnLine] {
        if self.tells_all() {
            return &self.turns;
        }
        let ply = self.stage.ply();
        let end = self.turns.partition_point(|turn| turn.ply <= ply);
        &self.turns[..end]
    }
}
