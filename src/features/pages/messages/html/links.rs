//! The addresses of what belongs to a page.

use crate::board::Seat;
use crate::features::pages::model::{Asked, Look, Picture, Shown, mark};

impl Shown {
    fn asks(&self, turn: Option<u32>, look: Look) -> Asked {
        let name = self.name.clone();
        Asked::Match { name, turn, look }
    }

    /// Returns the address of the page at a turn.
    pub(super) fn at_turn(&self, ply: u32) -> Asked {
        self.asks(Some(ply), self.look)
    }

    /// Returns the address of the page that always shows the newest turn.
    pub(super) fn newest(&self) -> Asked {
        let look = Look {
            from_start: false,
            ..self.look
        };
        self.asks(None, look)
    }

    /// Returns the address of this page with the board turned round.
    pub(super) fn turned(&self) -> Asked {
        let side = self.look.seen_from().other();
        let look = Look {
            side: (side != Seat::First).then_some(side),
            ..self.look
        };
        self.asks(self.is_named.then(|| self.stage.ply()), look)
    }

    /// Returns the address of a picture of the turn. The mark makes it another one if the turn is taken back.
    pub(super) fn picture(&self, picture: Picture) -> Asked {
        let turn = self.stage.ply();
        Asked::Picture {
            name: self.name.clone(),
            turn,
            picture,
            seen_from: self.look.seen_from(),
            mark: Some(mark(&self.whole, turn)),
        }
    }
}
