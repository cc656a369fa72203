use crate::board::Seat;
use crate::matches::{ChannelId, DaysOff, MatchId, MessageId, Pause, Place, Player, UserId};
use crate::people::Moment;

/// Where a match is shown outside. Not part of the match: it follows from what was announced, not from events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The thread of the match, once it was opened.
    pub thread: Option<ChannelId>,
    /// The message in the match's channel that was the challenge and is the match card.
    pub card: Option<MessageId>,
    /// The last post in the thread that showed a board.
    pub board: Option<MessageId>,
}

/// What became known of a match's places while something was announced; `None` leaves what is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Announced {
    /// A thread that was opened.
    pub thread: Option<ChannelId>,
    /// The challenge that was posted.
    pub card: Option<MessageId>,
    /// A post that shows a board.
    pub board: Option<MessageId>,
}

impl Places {
    /// Takes over what became known.
    pub fn learn(&mut self, announced: &Announced) {
        self.thread = announced.thread.or(self.thread);
        self.card = announced.card.or(self.card);
        self.board = announced.board.or(self.board);
    }
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: MatchId,
    /// The key of its game.
    pub game: String,
    /// [`Status::word`](crate::matches::Status::word): `open`, `playing` … or `frozen`.
    pub status: String,
    /// Where the challenge was made.
    pub place: Place,
    /// The person who made the challenge.
    pub challenger: UserId,
    /// The challenged player; `None`: anyone.
    pub invited: Option<Player>,
    /// The players by seat, once it was accepted.
    pub players: Option<[Player; 2]>,
    /// The seat to move, while it is played.
    pub to_move: Option<Seat>,
    /// When the time of the seat to move runs out.
    pub deadline: Option<Moment>,
    /// [`Match::board`](crate::matches::Match::board): which board is shown.
    pub board: u32,
    /// How many turns stand.
    pub turns: u32,
    /// When something last happened.
    pub changed_at: Moment,
    /// Where it is shown.
    pub places: Places,
    /// When the challenge was made.
    pub made_at: Moment,
    /// What stops its clocks besides a turn.
    pub days_off: DaysOff,
    /// Why the clock of the player to move stands, where somebody has looked that up.
    pub pause: Option<Pause>,
}

impl Listed {
    /// The player to move, while it is played.
    #[must_use]
    pub fn player_to_move(&self) -> Option<Player> {
        Some(self.players?[self.to_move?.index()])
    }
}
