//! The requests of this feature's buttons, menus and forms.

pub mod options;

pub use options::{ChallengeOption, ChallengeOptions, Want};

use crate::discord::ui::custom_id::{OpponentChoice, turn, words};
use crate::matches::MatchId;

words! {
    /// The request of a pressed component or a sent form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Ask for confirmation before resigning, from a message without a board.
        "resign" => ResignUnseen(id: MatchId);
        "resign-yes" => ResignConfirm { id: MatchId, board: u32 };
        /// Do not resign.
        "resign-no" => ResignKeep(id: MatchId);
        /// Abort a match, so that it does not count.
        "abort" => Abort(id: MatchId);
        /// Show one game, in the message with all games.
        "game" => GamePage { game: String as game, with: OpponentChoice };
        /// Post a challenge to a game with default options.
        "challenge" => Challenge { game: String as game, with: OpponentChoice };
        /// Post a challenge with other options.
        "challenge-so" => ChallengeSo {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions
        };
        /// Begin a match against the computer in direct messages, with default options.
        "in-private" => InPrivate { game: String as game, with: OpponentChoice };
        /// Begin one there with other options.
        "in-private-so" => InPrivateSo {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions
        };
        /// Change an option from a menu, in the message of the challenge being set up.
        "wish" => SetOption {
            want: Want, game: String as game, with: OpponentChoice, wanted: ChallengeOptions
        };
        /// Show one game with the chosen options.
        "game-so" => GameSo {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions
        };
        /// Show the rare options of a challenge.
        "more" => MoreTerms {
            game: String as game, with: OpponentChoice, wanted: ChallengeOptions
        };
        /// Agree to a take-back.
        "takeback-yes" => TakebackAccept { id: MatchId, board: u32 };
        /// Decline a take-back.
        "takeback-no" => TakebackDecline { id: MatchId, board: u32 };
        /// Accept a draw offer.
        "draw-yes" => DrawAccept { id: MatchId, board: u32 };
        /// Decline a draw offer.
        "draw-no" => DrawDecline { id: MatchId, board: u32 };
        /// List the person's conditional lines.
        "lines" => Lines(id: MatchId);
        /// Clear all of them.
        "clear" => ClearLines(id: MatchId);
        /// Clear one of them, counted from 1.
        "clear" => ClearLine { id: MatchId, number: u32 };
        /// Ask the player how much time to give to the other player.
        "gift" => AskGift(id: MatchId);
        /// Give the other player this many seconds more.
        "give-time" => GiveTime { id: MatchId, seconds: u64 };
        /// Accept a challenge.
        "accept" => Accept(id: MatchId);
        /// Decline a challenge.
        "decline" => Decline(id: MatchId);
        /// Withdraw one's own challenge.
        "withdraw" => Withdraw(id: MatchId);
        /// Reopen one's own expired challenge.
        "renew" => Renew(id: MatchId);
        /// Open a picker for a turn.
        "move" => Move { id: MatchId, board: u32 };
        /// Open a picker for a turn, in the message of a picker that has ended.
        "pick-again" => PickAgain { id: MatchId, board: u32 };
        /// Open a picker for the most urgent match that waits for the person.
        "next" => Next;
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
        /// Take back the person's last turn, or ask the opponent for it.
        "take-back" => TakeBack(id: MatchId);
        /// Plan a line that was typed before its match was known. `mark` is its
        /// [`turn_mark`](crate::matches::turn_mark).
        "line" => AddLine { id: MatchId, board: u32, mark: u32 };
        /// Show the current board.
        "board" => Board(id: MatchId);
    }
}

impl Press {
    /// Returns [`TryTurn`](Self::TryTurn); `None` if the turn's text does not fit.
    pub fn try_turn(id: MatchId, board: u32, text: &str) -> Option<Self> {
        turn(text).map(|turn| Self::TryTurn { id, board, turn })
    }
}
