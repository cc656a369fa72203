use super::command::Command;
use super::draft::Draft;
use super::event::{Departure, Event, Outcome, Rise};
use super::game::{GameId, LadderGame, Side, Stage};
use super::idle::OUT_AFTER;
use super::ladder::{Condition, Ladder, pair, place_on_return};
use super::refusal::Refusal;
use super::rules::Rules;
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

impl Ladder {
    /// Decides the first event of a ladder.
    pub fn create(by: UserId, rules: Rules) -> Result<Event, Refusal> {
        rules.check()?;
        Ok(Event::Created { by, rules })
    }

    /// Returns the events that a command causes at a moment, in the order in which they are applied.
    ///
    /// A command that was carried out before has no events or is refused, so the service can repeat it after a crash.
    pub fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        // A clock that was set back does not make time run backwards.
        let now = now.max(self.counted);
        let one = |event| Ok(vec![event]);
        match command {
            Command::Join { user } => self.join(*user).and_then(one),
            Command::Leave { user, why } => self.leave(*user, why, now),
            Command::Request(command) => {
                let join = |user| self.join(user).and_then(one);
                let requests = &self.requests;
                requests.decide_joining(*command, Event::Request, join)
            }
            Command::LetIn { user } => Ok(self.let_in(*user, now).into_iter().collect()),
            Command::Challenge {
                by,
                to,
                away,
                blocked,
            } => {
                self.may_challenge(*by, *to, now, *away, *blocked)?;
                let game = self.next_game();
                let (by, to) = (*by, *to);
                one(Event::Challenged { game, by, to })
            }
            Command::Accept { game, by } => {
                self.answerable(*game, *by, now)?;
                if self.condition != Condition::Open {
                    return Err(Refusal::Paused);
                }
                let first = self.first_of(self.waiting(*game)?);
                let game = *game;
                one(Event::Accepted { game, first })
            }
            Command::Decline { game, by } => {
                self.answerable(*game, *by, now)?;
                let rise = self.rise_after(self.waiting(*game)?);
                let game = *game;
                one(Event::Declined { game, rise })
            }
            Command::Withdraw { game, by } => {
                if self.waiting(*game)?.by != *by {
                    return Err(Refusal::NotChallenger);
                }
                one(Event::Withdrawn { game: *game })
            }
            Command::GameBegan { game, match_id } => self.game_began(*game, *match_id),
            Command::GameEnded { game, result } => self.game_ended(*game, *result),
            Command::Due { time_off } => self.due(now, time_off),
            Command::Remove { by, user, reason } => self.remove(*by, *user, reason, now),
            Command::Cancel { by, game, reason } => self.cancel(*by, *game, reason).and_then(one),
            Command::Pause { by, reason } => self.pause(*by, reason).and_then(one),
            Command::Resume { by, reason } => self.resume(*by, reason).and_then(one),
            Command::Close { by, reason } => self.close(*by, reason, now),
        }
    }

    fn join(&self, user: UserId) -> Result<Event, Refusal> {
        if self.condition == Condition::Closed {
            return Err(Refusal::Closed);
        }
        if let Some(place) = self.place(user) {
            return Err(Refusal::Joined { place });
        }
        let last = self.size().saturating_add(1);
        Ok(match self.past.get(&user) {
            Some(past) => Event::Returned {
                user,
                old: past.place,
                place: place_on_return(past.place, last),
            },
            None => Event::Joined { user, place: last },
        })
    }

    /// Decides the return of a person whom moderators kept out, within the time after which everybody idle is out.
    fn let_in(&self, user: UserId, now: Moment) -> Option<Event> {
        let past = self.past.get(&user)?;
        let lately = past.kept_out?.until(now) <= OUT_AFTER;
        let old = past.place;
        (lately && self.condition != Condition::Closed).then(|| Event::Returned {
            user,
            old,
            place: old.min(self.size().saturating_add(1)),
        })
    }

    /// A person who is gone is no longer on the ladder; only one who presses *Leave* hears that they are not.
    fn leave(&self, user: UserId, why: &Departure, now: Moment) -> Result<Vec<Event>, Refusal> {
        if let Some(event) = self.requests.withdrawn(user) {
            return Ok(vec![Event::Request(event)]);
        }
        if self.place(user).is_none() {
            return match why {
                Departure::Pressed => Err(Refusal::NotOnLadder),
                _ => Ok(Vec::new()),
            };
        }
        let mut draft = Draft::new(self, now);
        draft.leave(user, why.clone())?;
        Ok(draft.events)
    }

    /// Returns a challenge that was not answered yet.
    fn waiting(&self, id: GameId) -> Result<&LadderGame, Refusal> {
        match self.games.get(&id) {
            Some(game) if matches!(game.stage, Stage::Waiting { .. }) => Ok(game),
            Some(_) => Err(Refusal::NotOpen),
            None => Err(self.not_going_on(id, Refusal::NotOpen)),
        }
    }

    /// Returns an error unless a person can answer a challenge.
    fn answerable(&self, id: GameId, by: UserId, now: Moment) -> Result<(), Refusal> {
        let game = self.waiting(id)?;
        if game.to != by {
            return Err(Refusal::NotChallenged);
        }
        match game.stage {
            // While the ladder is paused, this time stands.
            Stage::Waiting { answer_by }
                if answer_by <= now && self.condition == Condition::Open =>
            {
                Err(Refusal::TooLate)
            }
            _ => Ok(()),
        }
    }

    /// Returns the refusal for a game that goes on no longer, or never existed.
    pub(super) fn not_going_on(&self, id: GameId, over: Refusal) -> Refusal {
        if self.people_of(id).is_some() {
            over
        } else {
            Refusal::NoGame(id)
        }
    }

    /// Returns the person who makes the first turn: the challenged, and after that the two take turns.
    fn first_of(&self, game: &LadderGame) -> UserId {
        let last = self.pairs.get(&pair(game.by, game.to));
        match last.and_then(|pair| pair.first) {
            Some(first) if first == game.to => game.by,
            _ => game.to,
        }
    }

    fn game_began(&self, id: GameId, match_id: MatchId) -> Result<Vec<Event>, Refusal> {
        let game = self.games.get(&id);
        let game = game.ok_or_else(|| self.not_going_on(id, Refusal::NotOpen))?;
        match game.stage {
            Stage::Waiting { .. } => Err(Refusal::NotOpen),
            Stage::Accepted => Ok(vec![Event::GameBegan { game: id, match_id }]),
            Stage::Running(known) | Stage::Ending(known, _) if known == match_id => Ok(Vec::new()),
            Stage::Running(_) | Stage::Ending(..) => Err(Refusal::BegunBefore),
        }
    }

    fn game_ended(&self, id: GameId, result: Outcome) -> Result<Vec<Event>, Refusal> {
        let Some(game) = self.games.get(&id) else {
            return match self.not_going_on(id, Refusal::NotOpen) {
                Refusal::NotOpen => Ok(Vec::new()),
                refusal => Err(refusal),
            };
        };
        let counts = match game.stage {
            Stage::Waiting { .. } | Stage::Accepted => return Err(Refusal::NotBegun),
            Stage::Running(_) => self.condition != Condition::Closed,
            Stage::Ending(..) => false,
        };
        let rise = if counts && self.wins_by(game, result) {
            self.rise_after(game)
        } else {
            None
        };
        Ok(vec![Event::GameEnded {
            game: id,
            result,
            counts,
            rise,
        }])
    }

    /// Whether a result is a win of the challenger on the ladder.
    fn wins_by(&self, game: &LadderGame, result: Outcome) -> bool {
        match result {
            Outcome::Won(side) => side == Side::Challenger,
            Outcome::Aborted(side) => side == Side::Challenged && self.has_aborted(game.to),
            Outcome::Draw | Outcome::NoResult => false,
        }
    }

    /// Whether a person has ended a match before both had moved: the next time counts as declining.
    pub fn has_aborted(&self, user: UserId) -> bool {
        self.member(user).is_some_and(|member| member.has_aborted)
    }

    /// Returns what changes if an event takes the last change of place back.
    pub(super) fn fall_of(&self, id: GameId) -> Option<Rise> {
        let (game, rise) = self.last_rise?;
        (game == id).then(|| rise.back())
    }
}
