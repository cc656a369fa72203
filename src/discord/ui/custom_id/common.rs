//! Actions for buttons in messages of several features.

use super::part::turn;
use super::words::words;
use super::{OpponentChoice, Read};
use crate::matches::MatchId;

words! {
    /// An action for buttons in messages of several features.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Common {
        /// Accept a challenge.
        "accept" => Accept(id: MatchId);
        /// Accept a challenge from a list.
        "take" => Take(id: MatchId);
        /// Decline a challenge.
        "decline" => Decline(id: MatchId);
        /// Decline a challenge from a list.
        "decline-listed" => DeclineListed(id: MatchId);
        /// Withdraw one's own challenge.
        "withdraw" => Withdraw(id: MatchId);
        /// Withdraw the person's own challenge from a list.
        "withdraw-listed" => WithdrawListed(id: MatchId);
        /// Reopen one's own expired challenge.
        "renew" => Renew(id: MatchId);
        /// Open a picker for a turn.
        "move" => Move { id: MatchId, board: u32 };
        /// Open a picker for a turn, in the message of a picker that has ended.
        "pick-again" => PickAgain { id: MatchId, board: u32 };
        /// Open a picker for a line of planned turns.
        "plan" => PlanReply(id: MatchId);
        /// Open the text field for a turn.
        "type" => TypeTurn { id: MatchId, board: u32 };
        /// Submit the text field for a turn.
        "turn" => MoveText { id: MatchId, board: u32 };
        /// Preview a turn, or show how to continue the beginning of one. `turn` is its canonical text.
        "try" => TryTurn { id: MatchId, board: u32, turn: String };
        /// Preview a stored turn that is too long for an id. `mark` is its [`turn_mark`](crate::matches::turn_mark).
        "offer" => TryOffer { id: MatchId, board: u32, mark: u32 };
        /// Make the only legal turn.
        "only" => PlayOnly { id: MatchId, board: u32 };
        /// Show a page of a game's rules.
        "rules" => Rules { game: String as game, page: u32 };
        /// Ask whether the person really wants to resign.
        "resign" => Resign { id: MatchId, board: u32 };
        /// Play the same match again with the sides exchanged, unless there is a handicap.
        "rematch" => Rematch(id: MatchId);
        /// Play the same match again against a stronger computer.
        "harder" => Harder(id: MatchId);
        /// Show the games for the next match.
        "choose" => ChooseGame { with: OpponentChoice };
        /// Offer a draw.
        "draw" => Draw { id: MatchId, board: u32 };
        /// Ask what a spectator wants to be notified of in a match.
        "follow" => Follow(id: MatchId);
        /// List the person's notes on a match.
        "notes" => Notes(id: MatchId);
        /// Open the history of a match at a turn: the latest one when the button was posted.
        "history" => History { id: MatchId, ply: u32 };
        /// Show the animation of a match to the person who asks.
        "replay" => Replay(id: MatchId);
        /// Ask what of a match to show to everyone.
        "share" => AskShare(id: MatchId);
        /// Take back the person's last turn, or ask the opponent for it.
        "take-back" => TakeBack(id: MatchId);
        /// Open a private board that begins from a match.
        "explore" => Explore { id: MatchId, ply: u32 };
        /// Try a puzzle again. `number` is its number in its game, counted from 1.
        "puzzle-again" => TryPuzzle { game: String as game, number: u32 };
        /// Show the solution of a puzzle.
        "solution" => PuzzleSolution { game: String as game, number: u32 };
        /// Open a private board with the person's first mistake in a match from a ply on.
        "mistake" => Mistake { id: MatchId, ply: u32 };
        /// Show the evaluation of a match turn by turn.
        "analysis" => Analysis(id: MatchId);
        /// Show a hint for a turn.
        "hint" => Hint(id: MatchId);
        /// Plan a line that was typed before its match was known. `mark` is its
        /// [`turn_mark`](crate::matches::turn_mark).
        "line" => AddLine { id: MatchId, board: u32, mark: u32 };
        /// Show the current board.
        "board" => Board(id: MatchId);
        /// Describe a board in words.
        "describe" => Describe(id: MatchId);
        /// Export all of the person's finished matches as files.
        "export-all" => ExportAll;
        /// Ask for the format in which to export a match.
        "export-of" => AskExport(id: MatchId);
        /// Show a page of a panel, by its key, in place of another one.
        "panel" => Page { page: String as word };
        /// Show the page of a panel chosen in a menu.
        "pages" => Pages;
        /// Perform an act on a page of a panel. `act` is a word that the page reads.
        "set" => Set { page: String as word, act: String as word };
        /// Show the lessons of a game, or the one chosen in a menu.
        "lessons" => LessonsOf { game: String as game };
    }
}

impl Common {
    /// Reads the text of an id.
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        Self::read(&parts)
    }

    /// Returns a [`TryTurn`](Self::TryTurn); `None` if the turn's text does not fit.
    pub fn try_turn(id: MatchId, board: u32, text: &str) -> Option<Self> {
        turn(text).map(|turn| Self::TryTurn { id, board, turn })
    }
}
