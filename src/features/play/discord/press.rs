//! What buttons, menus and forms of this feature ask for.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{OpponentChoice, Part, printed, words};
use crate::matches::MatchId;
use crate::matches::{DaysOff, Terms, TimeControl};

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Ask whether the person really wants to resign, where no board was to be seen.
    ResignUnseen(MatchId),
    ResignConfirm {
        id: MatchId,
        /// The number of the board that was to be seen when the person was asked.
        board: u32,
    },
    /// Do not resign after all.
    ResignKeep(MatchId),
    /// End a match so that it counts for nothing.
    Abort(MatchId),
    /// Show one of them, in the message that shows them all.
    GamePage {
        /// The game's key.
        game: String,
        /// Against whom.
        with: OpponentChoice,
    },
    /// Make a challenge to a game with its usual settings.
    Challenge {
        /// The game's key.
        game: String,
        /// Against whom.
        with: OpponentChoice,
    },
    /// Make a challenge to a game with another clock than the usual one, or one that does not count for ratings.
    ChallengeSo {
        /// The game's key.
        game: String,
        /// Against whom.
        with: OpponentChoice,
        /// The clock, and whether it counts.
        wanted: ChallengeOptions,
    },
    /// Choose a part of the wish from a menu, in the message that leads to such a challenge.
    SetOption {
        want: Want,
        /// The game's key.
        game: String,
        /// Against whom.
        with: OpponentChoice,
        /// What was chosen before.
        wanted: ChallengeOptions,
    },
    /// Show one game with what was chosen for a challenge.
    GameSo {
        /// The game's key.
        game: String,
        /// Against whom.
        with: OpponentChoice,
        wanted: ChallengeOptions,
    },
    /// Show what is seldom chosen for a challenge.
    MoreTerms {
        /// The game's key.
        game: String,
        /// Against whom.
        with: OpponentChoice,
        wanted: ChallengeOptions,
    },
    /// Agree to a take-back.
    TakebackAccept {
        id: MatchId,
        /// The number of the board on which it was asked for.
        board: u32,
    },
    /// Let the turns stand.
    TakebackDecline {
        id: MatchId,
        /// The number of the board on which a take-back was asked for.
        board: u32,
    },
    /// Take up an offer of a draw.
    DrawAccept {
        id: MatchId,
        /// The number of the board on which the draw was offered.
        board: u32,
    },
    /// Turn down an offer of a draw.
    DrawDecline {
        id: MatchId,
        /// The number of the board on which the draw was offered.
        board: u32,
    },
    /// Ask how much time a player gives to the other one.
    AskGift(MatchId),
    /// Give the other player more time.
    GiveTime {
        id: MatchId,
        /// How much, in seconds.
        seconds: u64,
    },
}

words! {
    Press;
    "resign" => ResignUnseen(id);
    "resign-yes" => ResignConfirm { id, board };
    "resign-no" => ResignKeep(id);
    "abort" => Abort(id);
    "game" => GamePage { game by game, with };
    "challenge" => Challenge { game by game, with };
    "challenge-so" => ChallengeSo { game by game, with, wanted };
    "wish" => SetOption { want, game by game, with, wanted };
    "game-so" => GameSo { game by game, with, wanted };
    "more" => MoreTerms { game by game, with, wanted };
    "takeback-yes" => TakebackAccept { id, board };
    "takeback-no" => TakebackDecline { id, board };
    "draw-yes" => DrawAccept { id, board };
    "draw-no" => DrawDecline { id, board };
    "gift" => AskGift(id);
    "give-time" => GiveTime { id, seconds };
}

/// What somebody wants of a match to which they are about to challenge by a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeOptions {
    /// The clock; `None`: the usual one.
    pub time: Option<TimeControl>,
    /// Whether it counts for ratings, where it can.
    pub rated: bool,
    /// What stops the clocks; `None`: what is usual with the clock.
    pub days_off: Option<DaysOff>,
    /// Who may accept it.
    pub terms: Terms,
}

impl ChallengeOptions {
    /// What somebody gets who chooses nothing.
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
    /// Which computer has the first seat, and which the second, where two of them play.
    FirstComputer,
    SecondComputer,
}

/// `usual-rated`, `7d+12h-unrated`, `usual-rated.weekends.pq.5.1400-1700`.
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
        // Each has one form, in which it is written.
        (Written(&wanted).to_string() == text).then_some(wanted)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// A part as it is written.
struct Written<'a, P>(&'a P);

impl<P: Part> fmt::Display for Written<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f)
    }
}

impl Part for Want {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
