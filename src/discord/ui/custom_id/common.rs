//! Actions for buttons in messages of several features.

use super::part::turn;
use super::words::words;
use super::{OpponentChoice, Read};
use crate::matches::MatchId;

/// An action for buttons in messages of several features.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Common {
    /// Accept a challenge.
    Accept(MatchId),
    /// Accept a challenge from a list.
    Take(MatchId),
    /// Decline a challenge.
    Decline(MatchId),
    /// Decline a challenge from a list.
    DeclineListed(MatchId),
    /// Withdraw one's own challenge.
    Withdraw(MatchId),
    /// Withdraw the person's own challenge from a list.
    WithdrawListed(MatchId),
    /// Reopen one's own expired challenge.
    Renew(MatchId),
    EndExhibition(MatchId),
    /// Open a picker for a turn.
    Move {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
    },
    /// Open a picker for a turn, in the message of a picker that has ended.
    PickAgain {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
    },
    /// Open a picker for a line of planned turns.
    PlanReply(MatchId),
    /// Open the text field for a turn.
    TypeTurn {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
    },
    /// Submit the text field for a turn.
    MoveText {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
    },
    /// Preview a turn, or show how to continue the beginning of one.
    TryTurn {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
        /// The canonical text of the turn or of its beginning.
        turn: String,
    },
    /// Preview a stored turn that is too long for an id.
    TryOffer {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
        /// The mark of the turn: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Make the only legal turn.
    PlayOnly {
        id: MatchId,
        /// The number of the board that the button belongs to.
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
        /// The number of the board that the button belongs to.
        board: u32,
    },
    /// Play the same match again with the sides exchanged.
    Rematch(MatchId),
    /// Play the same match again against a stronger computer.
    Harder(MatchId),
    /// Show the games for the next match.
    ChooseGame {
        with: OpponentChoice,
    },
    /// Offer a draw.
    Draw {
        id: MatchId,
        /// The number of the board that the button belongs to.
        board: u32,
    },
    /// Ask what a spectator wants to be notified of in a match.
    Follow(MatchId),
    /// List the person's notes on a match.
    Notes(MatchId),
    /// Open the history of a match.
    History {
        id: MatchId,
        /// The turn that is shown first: the number of turns when the button was posted.
        ply: u32,
    },
    /// Show the animation of a match to the person who asks.
    Replay(MatchId),
    /// Ask what of a match to show to everyone.
    AskShare(MatchId),
    /// Take back the person's last turn, or ask the opponent for it.
    TakeBack(MatchId),
    /// Open a private board that begins from a match.
    Explore {
        id: MatchId,
        /// The number of turns made.
        ply: u32,
    },
    /// Try a puzzle again.
    TryPuzzle {
        /// The game's key.
        game: String,
        /// The number of the puzzle in its game, counted from 1.
        number: u32,
    },
    /// Show the solution of a puzzle.
    PuzzleSolution {
        /// The game's key.
        game: String,
        /// The number of the puzzle in its game, counted from 1.
        number: u32,
    },
    /// Open a private board with the person's first mistake in a match from a ply on.
    Mistake {
        id: MatchId,
        /// A number of turns, at most the number made before the mistake.
        ply: u32,
    },
    /// Show the evaluation of a match turn by turn.
    Analysis(MatchId),
    /// Show a hint for a turn.
    Hint(MatchId),
    /// Plan a line that was typed before its match was known.
    AddLine {
        id: MatchId,
        /// The number of the board for which the line is stored.
        board: u32,
        /// The mark of the line: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Show the current board.
    Board(MatchId),
    /// Describe a board in words.
    Describe(MatchId),
    /// Export all of the person's finished matches as files.
    ExportAll,
    /// Ask for the format in which to export a match.
    AskExport(MatchId),
    /// Show a page of a panel in place of another one.
    Page {
        /// The page's key.
        page: String,
    },
    /// Show the page of a panel chosen in a menu.
    Pages,
    /// Perform an act on a page of a panel.
    Set {
        /// The page's key.
        page: String,
        /// The act: a word that the page reads.
        act: String,
    },
    /// Show the lessons of a game, or the one chosen in a menu.
    LessonsOf {
        /// The game's key.
        game: String,
    },
}

impl Common {
    /// Reads the text of an id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        Self::read(&parts)
    }

    /// Returns a [`TryTurn`](Self::TryTurn); `None` if the turn's text does not fit.
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
