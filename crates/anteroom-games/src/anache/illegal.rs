//! The reasons why a step cannot be made.

use crate::Notation;
use std::fmt;

use super::group::MOST_MEN;
use super::group::{Group, MOST};
use super::squares::{Direction, Square};
use super::{Anache, Ending};
use crate::Refusal;
use crate::quoted::Quoted;
use anteroom_board::{Cell, Seat};

/// The reason why a step cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a step.
    Unreadable {
        /// The text.
        text: String,
    },
    /// A group names a square twice.
    NamedTwice {
        /// The square.
        at: Square,
    },
    /// A group has more than five pieces.
    TooMany {
        /// The number of named squares.
        named: usize,
    },
    /// A square is not on this board.
    OffBoard {
        /// The square.
        at: Square,
        /// The board's size.
        size: u8,
    },
    /// The game is over.
    Over {
        /// The winner.
        winner: Seat,
        /// The way in which it ended.
        ending: Ending,
    },
    /// The square of departure is empty.
    Vacant {
        /// The square.
        at: Square,
    },
    /// The piece belongs to the other seat.
    NotYours {
        /// Its square.
        at: Square,
        /// Its owner.
        owner: Seat,
    },
    /// The pieces of a group are not connected.
    Apart {
        /// A piece of the group.
        one: Square,
        /// A piece without a chain of the group's pieces to the first one.
        other: Square,
    },
    /// A dragon in the group of a standard move.
    DragonApart {
        /// The dragon.
        dragon: Square,
    },
    /// A group of more than three without a knight.
    TooManyMen {
        /// The group.
        group: Group,
    },
    /// Men without a knight go forward only.
    MenGoForward {
        /// The group.
        group: Group,
        /// Its owner.
        seat: Seat,
    },
    /// No group goes back, even with a knight.
    NeverBack {
        /// The group.
        group: Group,
        /// Its owner.
        seat: Seat,
    },
    /// A piece would leave the board.
    OverTheEdge {
        /// The piece.
        at: Square,
        /// The direction of the move.
        direction: Direction,
    },
    /// A piece would enter an own corner.
    OwnCorner {
        /// The piece.
        at: Square,
        /// The corner.
        corner: Square,
        /// The owner of the piece and the corner.
        seat: Seat,
    },
    /// The square ahead is occupied by a piece that stays.
    Blocked {
        /// The piece.
        at: Square,
        /// The square ahead of it.
        by: Square,
        /// The owner of the piece there.
        owner: Seat,
    },
    /// A lone piece with an opposing piece ahead of it.
    Lone {
        /// The lone piece.
        at: Square,
        /// The opposing piece.
        facing: Square,
    },
    /// A second move of pieces that have all moved.
    NothingNew {
        /// The group.
        group: Group,
    },
    /// A move or jump after the last one allowed in the turn.
    MovesAreOver {
        /// A piece of a barrier that must go.
        barrier: Square,
    },
    /// A step of a dragon turn without the dragon in its group.
    WithoutDragon {
        /// The dragon's square.
        dragon: Square,
    },
    /// A jump that does not begin the turn.
    LateJump {
        /// The square of departure.
        at: Square,
    },
    /// A jump of a piece that is not a dragon.
    NoDragon {
        /// The piece.
        at: Square,
        /// Its seat's opposing corners.
        corners: [Square; 2],
    },
    /// A jump onto a corner.
    JumpToCorner {
        /// The corner.
        to: Square,
    },
    /// A jump onto a piece.
    JumpToPiece {
        /// The piece's square.
        to: Square,
        /// Its owner.
        owner: Seat,
    },
    /// A jump into the quarter around the other opposing corner.
    JumpToQuarter {
        /// The square in it.
        to: Square,
        /// The other opposing corner.
        corner: Square,
    },
    /// A removal from a square without an own barrier.
    NoBarrier {
        /// The square.
        at: Square,
    },
    /// A removal of a piece that belongs to no barrier.
    NotInBarrier {
        /// The piece.
        at: Square,
        /// A piece that belongs to a barrier.
        barrier: Square,
    },
    /// A removal before the moves are over.
    RemovalTooEarly {
        /// Whether the turn has had a move.
        moved: bool,
    },
    /// `end` before any move.
    NothingToEnd,
    /// `end` although no move is possible and barriers must come off.
    EndedAlready {
        /// A piece of a barrier.
        barrier: Square,
    },
    /// `end` on a board that has occurred before.
    MayNotEnd {
        /// The number of turns before that board.
        turns: u32,
    },
    /// A step after which the turn could only end on boards that have occurred before.
    Repeats {
        /// The number of turns before the board that this step repeats.
        turns: u32,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Unreadable { text } => {
                write!(f, "{} is no step: write a move as e5,f4,g5-N, a dragon's jump as a12*e3, a removal as !c4, or end.", Quoted(text))
            }
            Illegal::NamedTwice { at } => write!(f, "{at} is named twice."),
            Illegal::TooMany { named } => write!(f, "{named} pieces are too many: a group has at most {MOST}."),
            Illegal::OffBoard { at, size } => {
                write!(f, "{at} is not on this board: it goes from a1 to {}.", Square::at(size - 1, size - 1))
            }
            Illegal::Over { winner, ending } => {
                f.write_str("The game is over: ")?;
                let (winner, loser) = (name(*winner), name(winner.other()));
                match ending {
                    Ending::TwoDragons => write!(f, "{winner} has two dragons."),
                    Ending::LastPiece => write!(f, "{winner} has brought its last piece onto an opposing corner."),
                    Ending::NoPiece => write!(f, "{loser} has no piece left."),
                    Ending::NoTurn => write!(f, "{loser} has no legal turn."),
                }
            }
            Illegal::Vacant { at } => write!(f, "{at} is empty."),
            Illegal::NotYours { at, owner } => write!(f, "The piece on {at} is {}'s.", name(*owner)),
            Illegal::Apart { one, other } => write!(f, "{one} and {other} are not connected: only a connected group moves."),
            Illegal::DragonApart { dragon } => {
                write!(f, "{dragon} is a dragon: it takes no part in a standard move, it can only jump.")
            }
            Illegal::TooManyMen { group } => {
                write!(f, "{group} are {} men: without a knight at most {MOST_MEN} move together.", group.squares().len())
            }
            Illegal::MenGoForward { group, seat } => {
                write!(f, "{group} may only go {}: {} forward.", ways(*seat), if is_one(group) { "a man goes" } else { "men go" })
            }
            Illegal::NeverBack { group, seat } => {
                let [left, right] = Direction::SIDEWAYS;
                write!(f, "{group} may only go {}, {left} or {right}: knights go forward or sideways, never back.", list(*seat))
            }
            Illegal::OverTheEdge { at, direction } => write!(f, "{at} cannot go {direction}: the board ends there."),
            Illegal::OwnCorner { at, corner, seat } => {
                write!(f, "{at} may not go to {corner}: that is one of {}'s own corners.", name(*seat))
            }
            Illegal::Blocked { at, by, owner } => write!(f, "{at} cannot go to {by}: a piece of {} stays there.", name(*owner)),
            Illegal::Lone { at, facing } => {
                write!(f, "{at} may not move: it is a lone piece and {facing} stands on one of its forward squares.")
            }
            Illegal::NothingNew { group } => write!(
                f,
                "{group} {} moved in this turn: the second move must include a piece that has not.",
                if is_one(group) { "has" } else { "have all" }
            ),
            Illegal::MovesAreOver { barrier } => {
                write!(f, "No further move may follow in this turn: take a piece off the barrier, such as !{barrier}.")
            }
            Illegal::WithoutDragon { dragon } => {
                write!(f, "The dragon on {dragon} must be in the group: this is a dragon turn.")
            }
            Illegal::LateJump { at } => write!(f, "{at} cannot jump now: a jump is the first step of a dragon turn."),
            Illegal::NoDragon { at, corners: [one, other] } => {
                write!(f, "{at} cannot jump: it is no dragon. Dragons stand on {one} and {other}.")
            }
            Illegal::JumpToCorner { to } => write!(f, "A dragon may not jump to {to}: that is a corner."),
            Illegal::JumpToPiece { to, owner } => write!(f, "A dragon cannot jump to {to}: a piece of {} stands there.", name(*owner)),
            Illegal::JumpToQuarter { to, corner } => {
                write!(f, "This dragon may not jump to {to}: that is in the quarter of {corner}, the other opposing corner.")
            }
            Illegal::NoBarrier { at } => write!(f, "{at} may not come off: it is in no barrier, and there is none."),
            Illegal::NotInBarrier { at, barrier } => {
                write!(f, "{at} may not come off: it belongs to no barrier, as {barrier} does.")
            }
            Illegal::RemovalTooEarly { moved: false } => f.write_str("A turn begins with a move: pieces come off barriers at its end."),
            Illegal::RemovalTooEarly { moved: true } => {
                f.write_str("A further move is on offer: write end first, then the pieces that come off the barrier.")
            }
            Illegal::NothingToEnd => f.write_str("There is no turn to end yet: it begins with a move."),
            Illegal::EndedAlready { barrier } => {
                write!(f, "No further move could follow anyway: take a piece off the barrier, such as !{barrier}.")
            }
            Illegal::MayNotEnd { turns } => {
                f.write_str("The turn may not end here: the board stood like this ")?;
                write!(f, "{}, and no board may come again.", When(*turns))
            }
            Illegal::Repeats { turns } => {
                write!(f, "That leads back to the board as it stood {}, and no board may come again.", When(*turns))
            }
        }
    }
}

/// The time at which a board occurred, in words.
pub(super) struct When(
    /// The number of turns before it.
    pub u32,
);

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("at the start"),
            1 => f.write_str("after the first turn"),
            turns => write!(f, "after {turns} turns"),
        }
    }
}

fn is_one(group: &Group) -> bool {
    group.squares().len() == 1
}

/// Returns the forward directions of a seat's men: `NW, N or NE`.
fn ways(seat: Seat) -> String {
    let [left, ahead, right] = Direction::forward(seat);
    format!("{left}, {ahead} or {right}")
}

/// Returns the same directions for a longer list: `NW, N, NE`.
fn list(seat: Seat) -> String {
    Direction::forward(seat)
        .map(|direction| direction.to_string())
        .join(", ")
}

fn name(seat: Seat) -> &'static str {
    Anache::COLOURS[seat.index()]
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        let squares = match self {
            Illegal::Unreadable { .. }
            | Illegal::TooMany { .. }
            | Illegal::OffBoard { .. }
            | Illegal::Over { .. }
            | Illegal::RemovalTooEarly { .. }
            | Illegal::NothingToEnd
            | Illegal::MayNotEnd { .. }
            | Illegal::Repeats { .. } => Vec::new(),
            Illegal::NamedTwice { at }
            | Illegal::Vacant { at }
            | Illegal::NotYours { at, .. }
            | Illegal::OverTheEdge { at, .. }
            | Illegal::LateJump { at }
            | Illegal::NoDragon { at, .. }
            | Illegal::NoBarrier { at }
            | Illegal::NotInBarrier { at, .. }
            | Illegal::DragonApart { dragon: at }
            | Illegal::WithoutDragon { dragon: at }
            | Illegal::MovesAreOver { barrier: at }
            | Illegal::EndedAlready { barrier: at }
            | Illegal::JumpToCorner { to: at }
            | Illegal::JumpToPiece { to: at, .. }
            | Illegal::JumpToQuarter { to: at, .. } => vec![*at],
            Illegal::Apart {
                one: at,
                other: and,
            }
            | Illegal::OwnCorner {
                at, corner: and, ..
            }
            | Illegal::Blocked { at, by: and, .. }
            | Illegal::Lone { at, facing: and } => vec![*at, *and],
            Illegal::TooManyMen { group }
            | Illegal::MenGoForward { group, .. }
            | Illegal::NeverBack { group, .. }
            | Illegal::NothingNew { group } => group.squares().to_vec(),
        };
        squares.into_iter().map(Square::cell).collect()
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable { .. } | Illegal::NamedTwice { .. } => "anache.notation",
            Illegal::OffBoard { .. } => "anache.board",
            Illegal::Over {
                ending: Ending::TwoDragons,
                ..
            } => "anache.two-dragons",
            Illegal::Over {
                ending: Ending::LastPiece,
                ..
            } => "anache.last-piece",
            Illegal::Over {
                ending: Ending::NoPiece,
                ..
            } => "anache.no-piece",
            Illegal::Over {
                ending: Ending::NoTurn,
                ..
            } => "anache.no-turn",
            Illegal::Vacant { .. } | Illegal::NotYours { .. } | Illegal::Apart { .. } => {
                "anache.group"
            }
            Illegal::DragonApart { .. } => "anache.dragon-apart",
            Illegal::TooManyMen { .. } | Illegal::MenGoForward { .. } => "anache.men",
            Illegal::TooMany { .. } | Illegal::NeverBack { .. } => "anache.knights",
            Illegal::OverTheEdge { .. } | Illegal::Blocked { .. } => "anache.target",
            Illegal::OwnCorner { .. } => "anache.own-corner",
            Illegal::Lone { .. } => "anache.lone",
            Illegal::NothingNew { .. } => "anache.new-piece",
            Illegal::MovesAreOver { .. } | Illegal::EndedAlready { .. } | Illegal::NothingToEnd => {
                "anache.turn"
            }
            Illegal::WithoutDragon { .. } => "anache.dragon-step",
            Illegal::LateJump { .. } | Illegal::NoDragon { .. } => "anache.dragon-turn",
            Illegal::JumpToCorner { .. }
            | Illegal::JumpToPiece { .. }
            | Illegal::JumpToQuarter { .. } => "anache.jump",
            Illegal::NoBarrier { .. }
            | Illegal::NotInBarrier { .. }
            | Illegal::RemovalTooEarly { .. } => "anache.barrier",
            Illegal::MayNotEnd { .. } | Illegal::Repeats { .. } => "anache.superko",
        }
    }
}
