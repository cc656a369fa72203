//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{OpponentChoice, Part, printed, turn, words};
use crate::matches::{DaysOff, MatchId, Terms, TimeControl};

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

/// The options that a person chooses before a challenge by button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeOptions {
    /// The clock; `None` for the default.
    pub time: Option<TimeControl>,
    /// Whether the match counts for ratings, if it can.
    pub rated: bool,
    /// The days off; `None` for the clock's default.
    pub days_off: Option<DaysOff>,
    /// The terms for the players who may accept.
    pub terms: Terms,
}

impl ChallengeOptions {
    /// The default options.
    pub const USUAL: Self = Self {
        time: None,
        rated: true,
        days_off: None,
        terms: Terms {
            punctual: false,
            quick: false,
            finished: 0,
            rating: None,
        },
    };
}

/// A part of a [`ChallengeOptions`] that is chosen from a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Want {
    Time,
    Rated,
    DaysOff,
    /// Whether only punctual or quick players may accept.
    Only,
    Finished,
    Range,
    /// The level of the computer that plays against the person.
    Level,
}

/// The text form: `usual-rated`, `7d+12h-unrated`, `usual-rated.weekends.pq.5.1400-1700`.
impl Part for ChallengeOptions {
    fn read(text: &str) -> Option<Self> {
        let mut rare = text.split('.');
        let (time, rated) = rare.next()?.split_once('-')?;
        let time = match time {
            "usual" => None,
            time => Some(printed(time)?),
        };
        let rated = match rated {
            "rated" => true,
            "unrated" => false,
            _ => return None,
        };
        let mut wanted = Self {
            time,
            rated,
            ..Self::USUAL
        };
        for part in rare {
            let terms = &mut wanted.terms;
            match part {
                "p" => terms.punctual = true,
                "q" => terms.quick = true,
                "pq" => (terms.punctual, terms.quick) = (true, true),
                part => match (printed(part), printed(part), printed(part)) {
                    (Some(days_off), ..) => wanted.days_off = Some(days_off),
                    (_, Some(finished), _) => terms.finished = finished,
                    (.., Some(rating)) => terms.rating = Some(rating),
                    _ => return None,
                },
            }
        }
        // Only the canonical text is valid.
        (wanted.to_string() == text).then_some(wanted)
    }
}

impl fmt::Display for ChallengeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            Some(time) => write!(f, "{time}")?,
            None => f.write_str("usual")?,
        }
        f.write_str(if self.rated { "-rated" } else { "-unrated" })?;
        if let Some(days_off) = self.days_off {
            write!(f, ".{days_off}")?;
        }
        let terms = &self.terms;
        f.write_str(match (terms.punctual, terms.quick) {
            (true, true) => ".pq",
            (true, false) => ".p",
            (false, true) => ".q",
            (false, false) => "",
        })?;
        if terms.finished > 0 {
            write!(f, ".{}", terms.finished)?;
        }
        match terms.rating {
            Some(range) => write!(f, ".{range}"),
            None => Ok(()),
        }
    }
}

impl Part for Want {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }
}
