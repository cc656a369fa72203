//! What messages of several features ask for.

use super::part::turn;
use super::words::words;
use super::{OpponentChoice, Read};
use crate::matches::MatchId;

/// What pressing a component asks for that messages of several features have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common {
    /// Take up a challenge.
    Accept(MatchId),
    /// Take up a challenge from a list of them.
    Take(MatchId),
    /// Turn a challenge down.
    Decline(MatchId),
    /// Turn a challenge down in a list of them.
    DeclineListed(MatchId),
    /// Take one's own challenge back.
    Withdraw(MatchId),
    /// Take one's own challenge back in a list of them.
    WithdrawListed(MatchId),
    /// Open one's own expired challenge again.
    Renew(MatchId),
    EndExhibition(MatchId),
    /// Open a picker for a turn.
    Move {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Open a picker for a turn in the message of one that has ended.
    PickAgain {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Open a picker for a line of planned turns.
    PlanReply(MatchId),
    /// Open the text field for a turn.
    TypeTurn {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// The text field for a turn, filled in.
    MoveText {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Show what a turn would do before it counts, or how it may go on.
    TryTurn {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
        /// The canonical text of the turn, or of its beginning.
        turn: String,
    },
    /// Show what a turn would do that is kept because it is too long to be carried.
    TryOffer {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
        /// Which turn it is: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Make the turn that is the only one.
    PlayOnly {
        id: MatchId,
        /// The number of the board on which it is.
        board: u32,
    },
    /// Show a page of a game's rules.
    Rules {
        /// The game's key.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Ask whether the person really wants to resign.
    Resign {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Play the same again with the sides exchanged.
    Rematch(MatchId),
    /// Play the same again against a stronger computer.
    Harder(MatchId),
    /// Show the games that could be played next.
    ChooseGame {
        /// Against whom.
        with: OpponentChoice,
    },
    /// Offer a draw.
    Draw {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Ask what somebody wants to hear of a match that others play.
    Follow(MatchId),
    /// List one's notes of a match.
    Notes(MatchId),
    /// Open the history of a match.
    History {
        id: MatchId,
        /// The turn that is shown first: how many had been played when the button was shown.
        ply: u32,
    },
    /// Show a match in motion to the person who asks.
    Replay(MatchId),
    /// Ask what of a match to show to everyone.
    AskShare(MatchId),
    /// Take one's last turn back, or ask whether one may.
    TakeBack(MatchId),
    /// Open a board of one's own that begins from a match.
    Explore {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// Try a puzzle again.
    TryPuzzle {
        /// The game's key.
        game: String,
        /// Which of its puzzles, counted from 1.
        number: u32,
    },
    /// Show the solution of a puzzle.
    PuzzleSolution {
        /// The game's key.
        game: String,
        /// Which of its puzzles, counted from 1.
        number: u32,
    },
    /// Open the board of one's own first mistake in a match from a ply on.
    Mistake {
        id: MatchId,
        /// How many turns had been made before it, or fewer.
        ply: u32,
    },
    /// Show what a match came to turn by turn.
    Analysis(MatchId),
    /// Show where to look for a turn.
    Hint(MatchId),
    /// Plan the line that was typed before it was known for which match.
    AddLine {
        id: MatchId,
        /// The number of the board for which it is kept.
        board: u32,
        /// Which line it is: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Look at a board as it stands.
    Board(MatchId),
    /// Read a board in words.
    Describe(MatchId),
    /// Write all of one's own finished matches down as files.
    ExportAll,
    /// Ask as what to write a match down.
    AskExport(MatchId),
    /// Show a page of a panel, in the message that shows another one.
    Page {
        /// The page's key.
        page: String,
    },
    /// Show the page of a panel that was chosen from a menu.
    Pages,
    /// Do something on a page of a panel.
    Set {
        /// The page's key.
        page: String,
        /// What, in a word that the page reads.
        act: String,
    },
    /// Show the lessons of a game, or one of them where it was chosen from a menu.
    LessonsOf {
        /// The game's key.
        game: String,
    },
}

impl Common {
    /// Reads a text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        Self::read(&parts)
    }

    /// Show what a turn would do; `None` if the turn's text does not fit.
    #[must_use]
    pub fn try_turn(id: MatchId, board: u32, text: &str) -> Option<Self> {
        turn(text).map(|turn| Self::TryTurn { id, board, turn })
    }
}

words! {
    Common;
    "accept" => Accept(id);
    "take" => Take(id);
    "decline" => Decline(id);
    "decline-listed" => DeclineListed(id);
    "withdraw" => Withdraw(id);
    "withdraw-listed" => WithdrawListed(id);
    "renew" => Renew(id);
    "end" => EndExhibition(id);
    "move" => Move { id, board };
    "pick-again" => PickAgain { id, board };
    "plan" => PlanReply(id);
    "type" => TypeTurn { id, board };
    "turn" => MoveText { id, board };
    "try" => TryTurn { id, board, turn };
    "offer" => TryOffer { id, board, mark };
    "only" => PlayOnly { id, board };
    "rules" => Rules { game by game, page };
    "resign" => Resign { id, board };
    "rematch" => Rematch(id);
    "harder" => Harder(id);
    "choose" => ChooseGame { with };
    "draw" => Draw { id, board };
    "follow" => Follow(id);
    "notes" => Notes(id);
    "history" => History { id, ply };
    "replay" => Replay(id);
    "share" => AskShare(id);
    "take-back" => TakeBack(id);
    "explore" => Explore { id, ply };
    "puzzle-again" => TryPuzzle { game by game, number };
    "solution" => PuzzleSolution { game by game, number };
    "mistake" => Mistake { id, ply };
    "analysis" => Analysis(id);
    "hint" => Hint(id);
    "line" => AddLine { id, board, mark };
    "board" => Board(id);
    "describe" => Describe(id);
    "export-all" => ExportAll;
    "export-of" => AskExport(id);
    "panel" => Page { page by word };
    "pages" => Pages;
    "set" => Set { page by word, act by word };
    "lessons" => LessonsOf { game by game };
}
