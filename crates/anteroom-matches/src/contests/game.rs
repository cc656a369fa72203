//! A game of a contest, and how its match must end.

use std::time::Duration;

use anteroom_games::Verdict;

use super::GameId;
use super::result::{GameEnd, How, by_thinking_time};
use super::score::Score;
use crate::matches::{Adjudication, MatchId};
use crate::people::Moment;

/// A game of a contest, from before its match to its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestGame {
    /// Its number in the contest.
    pub id: GameId,
    /// Its round, from 1.
    pub round: u32,
    /// The seats of the person with the first move and of the other one.
    pub seats: [usize; 2],
    /// How far it is.
    pub state: GameState,
}

/// How far a game is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameState {
    /// Its match must be written.
    ToBegin {
        /// The match that the new one goes on from, with the same turns.
        continues: Option<MatchId>,
    },
    /// Its match is being played.
    Running {
        /// The match.
        match_id: MatchId,
        /// Set if the match must be ended.
        wanted: Option<Wanted>,
        /// Whether such a wish was undone. It may have reached the match all the same.
        withdrawn: bool,
    },
    /// It has a result.
    Over {
        /// The match, if there was one.
        match_id: Option<MatchId>,
        /// When it ended.
        at: Moment,
        /// How it ended.
        end: GameEnd,
    },
}

/// A match that must be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToEnd {
    /// Its game.
    pub game: GameId,
    /// The match.
    pub match_id: MatchId,
    /// How, and why.
    pub wanted: Wanted,
}

/// How a running match must be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What its result is.
    pub rule: AdjudicationRule,
    /// The reason.
    pub why: Why,
}

/// How an interrupted match gets its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjudicationRule {
    /// This one; `None` does not count.
    Given(Option<Verdict>),
    /// By [`by_thinking_time`].
    ByThinkingTime,
}

/// Why a running match must be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The last moment of the season has come.
    SeasonOver,
    /// The last moment of the round has come.
    RoundOver,
    /// A person is out, or the organiser gave the game to the other one.
    Forfeit,
    /// A person is out, and their games count for nothing.
    Annulled,
    /// The organiser decided the result.
    Organiser,
    /// A person of a simul did not make their first move.
    NoFirstMove,
    /// A newcomer has a person's place: the game begins again.
    Replaced,
}

impl AdjudicationRule {
    /// Returns the score, given the milliseconds that the first and the second person thought.
    pub fn score(self, thinking: [u64; 2]) -> Score {
        let [first, second] = thinking.map(Duration::from_millis);
        Score::from(match self {
            AdjudicationRule::Given(verdict) => verdict,
            AdjudicationRule::ByThinkingTime => Some(by_thinking_time(first, second)),
        })
    }
}

impl Why {
    /// Returns what the match says.
    pub const fn adjudication(self) -> Adjudication {
        match self {
            Why::SeasonOver => Adjudication::SeasonOver,
            Why::RoundOver => Adjudication::RoundOver,
            Why::Forfeit => Adjudication::Forfeit,
            Why::Annulled | Why::Replaced => Adjudication::Annulled,
            Why::Organiser => Adjudication::Organiser,
            Why::NoFirstMove => Adjudication::NoFirstMove,
        }
    }

    /// Returns what the end of the match says.
    pub const fn how(self) -> How {
        match self {
            Why::SeasonOver => How::SeasonOver,
            Why::RoundOver => How::RoundOver,
            Why::Forfeit => How::Forfeit,
            Why::Annulled | Why::Replaced => How::Annulled,
            Why::Organiser => How::Organiser,
            Why::NoFirstMove => How::NoFirstMove,
        }
    }
}

impl ContestGame {
    /// Whether it has a result.
    pub const fn is_over(&self) -> bool {
        matches!(self.state, GameState::Over { .. })
    }

    /// Returns the match that is being played.
    pub const fn running(&self) -> Option<MatchId> {
        match self.state {
            GameState::Running { match_id, .. } => Some(match_id),
            GameState::ToBegin { .. } | GameState::Over { .. } => None,
        }
    }

    /// Returns the match that must be ended.
    pub const fn to_end(&self) -> Option<ToEnd> {
        match self.state {
            GameState::Running {
                match_id,
                wanted: Some(wanted),
                ..
            } => Some(ToEnd {
                game: self.id,
                match_id,
                wanted,
            }),
            _ => None,
        }
    }

    /// Folds in that its match was written. Returns whether it had to be.
    pub fn begin(&mut self, match_id: MatchId) -> bool {
        let begins = matches!(self.state, GameState::ToBegin { .. });
        if begins {
            self.state = GameState::Running {
                match_id,
                wanted: None,
                withdrawn: false,
            };
        }
        begins
    }

    /// Whether its result is still open.
    pub const fn is_undecided(&self) -> bool {
        match self.state {
            GameState::ToBegin { .. } => true,
            GameState::Running { wanted, .. } => match wanted {
                None => true,
                Some(wanted) => matches!(wanted.why, Why::Replaced),
            },
            GameState::Over { .. } => false,
        }
    }

    /// Returns the score with which a seat's opponent wins; `None` if the seat is not in the game.
    pub fn win_against(&self, seat: usize) -> Option<Score> {
        let [first, second] = self.seats;
        if seat == first {
            Some(Score::Second)
        } else if seat == second {
            Some(Score::First)
        } else {
            None
        }
    }

    /// Returns when a seat lost the game on time, or by an organiser's act because its person had not moved.
    pub fn lost_in_silence(&self, seat: usize, by_act: bool) -> Option<Moment> {
        match &self.state {
            GameState::Over { at, end, .. }
                if (end.how == How::Time || by_act && end.how == How::Forfeit)
                    && Some(end.score) == self.win_against(seat) =>
            {
                Some(*at)
            }
            _ => None,
        }
    }

    /// Gives the game a result, or has its match ended with it. A game that is over or decided stays as it is.
    pub fn settle(&mut self, score: Score, why: Why, now: Moment) {
        if !self.is_undecided() {
            return;
        }
        match &mut self.state {
            GameState::Running { wanted, .. } => {
                *wanted = Some(Wanted {
                    rule: AdjudicationRule::Given(score.verdict()),
                    why,
                });
            }
            GameState::ToBegin { .. } => {
                self.state = GameState::Over {
                    match_id: None,
                    at: now,
                    end: GameEnd::unplayed(score, why.how()),
                };
            }
            GameState::Over { .. } => {}
        }
    }

    /// Returns the result that an act or a departure gave the game, and why; `None` if it has none or ended by itself.
    pub fn settled(&self) -> Option<(Score, How)> {
        match &self.state {
            GameState::Running {
                wanted:
                    Some(Wanted {
                        rule: AdjudicationRule::Given(verdict),
                        why: why @ (Why::Forfeit | Why::Annulled | Why::Organiser),
                    }),
                ..
            } => Some((Score::from(*verdict), why.how())),
            GameState::Over { end, .. }
                if matches!(end.how, How::Forfeit | How::Annulled | How::Organiser) =>
            {
                Some((end.score, end.how))
            }
            _ => None,
        }
    }

    /// Gives a game that has been decided another result.
    pub fn settle_otherwise(&mut self, score: Score, why: Why, now: Moment) {
        match &mut self.state {
            GameState::Running { wanted, .. } => {
                *wanted = Some(Wanted {
                    rule: AdjudicationRule::Given(score.verdict()),
                    why,
                });
            }
            GameState::Over { end, .. } => {
                end.score = score;
                end.how = why.how();
            }
            GameState::ToBegin { .. } => self.settle(score, why, now),
        }
    }

    /// Lets the game go on, in a new match if the old one has been ended.
    pub fn resume(&mut self) {
        match &mut self.state {
            GameState::Running {
                wanted, withdrawn, ..
            } if wanted.is_some() => {
                *wanted = None;
                *withdrawn = true;
            }
            GameState::Over { match_id, .. } => {
                self.state = GameState::ToBegin {
                    continues: *match_id,
                };
            }
            GameState::Running { .. } | GameState::ToBegin { .. } => {}
        }
    }

    /// Lets the game begin again, with another person.
    pub fn restart(&mut self) {
        if let GameState::Running { wanted, .. } = &mut self.state
            && wanted.is_none()
        {
            *wanted = Some(Wanted {
                rule: AdjudicationRule::Given(None),
                why: Why::Replaced,
            });
        }
    }

    /// Undoes what [`ContestGame::settle`] did for a reason.
    pub fn unsettle(&mut self, why: Why) {
        if self.settled().is_some_and(|(_, how)| how == why.how()) {
            self.resume();
        }
    }

    /// Folds in the end of the match.
    pub fn ended(&mut self, match_id: MatchId, end: GameEnd, at: Moment) {
        let GameState::Running {
            wanted, withdrawn, ..
        } = self.state
        else {
            return;
        };
        let by_itself = matches!(end.how, How::Played | How::Time);
        let over = |end| GameState::Over {
            match_id: Some(match_id),
            at,
            end,
        };
        self.state = match wanted {
            Some(wanted) if wanted.why == Why::Replaced => GameState::ToBegin { continues: None },
            // The match was ended by an older wish, which was undone.
            Some(wanted) if !by_itself && end.how != wanted.why.how() => over(GameEnd {
                score: wanted.rule.score(end.thinking),
                how: wanted.why.how(),
                ..end
            }),
            None if withdrawn && !by_itself => GameState::ToBegin {
                continues: Some(match_id),
            },
            _ => over(end),
        };
    }
}
