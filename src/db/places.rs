use crate::board::Seat;
use crate::matches::{ChannelId, DaysOff, MatchId, MessageId, Pause, Place, Player, Team, UserId};
use crate::people::Moment;

/// The places of a match in Discord. They depend on what was announced, not on events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The thread of the match, after it was opened.
    pub thread: Option<ChannelId>,
    /// The match card: the message in the match's channel that was the challenge.
    pub card: Option<MessageId>,
    /// The last post in the thread that showed a board.
    pub board: Option<MessageId>,
}

/// New places of a match from an announcement; `None` means no change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Announced {
    /// A thread that was opened.
    pub thread: Option<ChannelId>,
    /// The challenge that was posted.
    pub card: Option<MessageId>,
    /// A post that shows a board.
    pub board: Option<MessageId>,
    /// The channel in which Discord says that the thread was opened, if the bot must delete that line.
    pub line_in: Option<ChannelId>,
}

impl Places {
    /// Replaces the places that have changed.
    pub fn learn(&mut self, announced: &Announced) {
        self.thread = announced.thread.or(self.thread);
        self.card = announced.card.or(self.card);
        self.board = announced.board.or(self.board);
    }
}

/// The state of a match in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedStatus {
    /// The challenge waits for an answer.
    Open,
    /// The match is being played.
    Playing,
    /// The match is finished, or was not played.
    Over,
    /// The match cannot be read, whatever its state is.
    Frozen,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: MatchId,
    /// The key of the game.
    pub game: String,
    pub status: ListedStatus,
    /// Where the challenge was made.
    pub place: Place,
    /// The person who made the challenge.
    pub challenger: UserId,
    /// The team for which they made it, until it is accepted; `None`: they play themselves.
    pub team: Option<Team>,
    /// The challenged player; `None` means anyone.
    pub invited: Option<Player>,
    /// The players by seat, after the challenge was accepted.
    pub players: Option<[Player; 2]>,
    /// The seat to move, while the match is played.
    pub to_move: Option<Seat>,
    /// When the time of the seat to move runs out.
    pub deadline: Option<Moment>,
    /// [`Match::board`](crate::matches::Match::board): which board is shown.
    pub board: u32,
    /// How many turns are in the record.
    pub turns: u32,
    /// When the match last changed.
    pub changed_at: Moment,
    pub places: Places,
    /// When the challenge was made.
    pub made_at: Moment,
    /// The days off that stop the match's clocks.
    pub days_off: DaysOff,
    /// Why the clock of the player to move is stopped, if the caller has looked that up.
    pub pause: Option<Pause>,
}

impl Listed {
    /// Returns the order in which running matches wait for their players, the most urgent first.
    ///
    /// That is the time until the flag. The clock of a player who is away stands still, so their matches come last.
    /// [`pause`](Self::pause) must have been looked up.
    pub fn urgency(&self) -> impl Ord + use<> {
        let away = self.pause.as_ref().is_some_and(|pause| !pause.weekend);
        let unlimited = self.deadline.is_none();
        (away, unlimited, self.deadline, self.id)
    }

    /// Returns the player to move, while the match is played.
    pub fn player_to_move(&self) -> Option<Player> {
        Some(self.players?[self.to_move?.index()])
    }
}
