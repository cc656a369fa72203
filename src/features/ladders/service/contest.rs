//! A ladder in the kernel: its matches, what falls due, and what it posts.

use crate::board::Seat;
use crate::contests::{RequestCommand, Requests};
use crate::db::journal::{self, Entry, Journal, JournalPost};
use crate::db::people::names;
use crate::db::{Connection, Result, StoreError};
use crate::features::away;
use crate::features::ladders::messages::view::{LATELY, View};
use crate::features::ladders::messages::{news, post};
use crate::features::ladders::model::{
    Command, Condition, Departure, EndNow, Event, GameId, Ladder, LadderGame, Outcome, Records,
    Refusal, Stage, Why,
};
use crate::games::Verdict;
use crate::kernel::contests::{Contest, News, Removal, Table, ToEnd, terms};
use crate::matches::{self, Adjudication, Ending, Match, MatchId, Proposal, Status, UserId};
use crate::people::Moment;

impl Contest for Ladder {
    const KIND: &'static str = "ladder";
    const TITLE: &'static str = "Ladder";
    const OWN_CHANNEL: bool = false;
    const NEWS: &'static str = "ladder-news";
    const TABLE: &'static str = "ladder-table";
    const OLD_TABLE: &'static str = "ladder-old-table";
    type Event = Event;
    type Command = Command;
    type Refusal = Refusal;
    type View = View;

    const CLOSED: Refusal = Refusal::Closed;

    fn fault(refusal: &Refusal) -> Option<String> {
        match refusal {
            Refusal::Unfit(unfit) => Some(unfit.to_string()),
            _ => None,
        }
    }

    fn view(db: &Connection, journal: Journal, now: Option<Moment>) -> Result<View> {
        let entries = journal::events::<Event>(db, journal.id)?;
        let last = entries.last().map_or(Moment(0), |last| last.at);
        let now = now.unwrap_or(last);
        let events = entries.iter().map(|Entry { at, event, .. }| (*at, event));
        let read = Records::of(events, now.before(LATELY));
        let (ladder, records) = read.map_err(|unfit| StoreError::Journal {
            id: journal.id,
            seq: 0,
            why: unfit.to_string(),
        })?;
        let names = names::names(db, Some(journal.guild), ladder.order())?;
        Ok(View {
            journal,
            ladder,
            records,
            names: names.into_iter().collect(),
            now,
        })
    }

    fn replay(events: Vec<Entry<Event>>) -> Result<Self, String> {
        let events = events.iter().map(|entry| (entry.at, &entry.event));
        Ladder::replay(events).map_err(|unfit| unfit.to_string())
    }

    fn apply(&mut self, at: Moment, event: &Event) -> Result<(), String> {
        Ladder::apply(self, at, event).map_err(|unfit| unfit.to_string())
    }

    fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        Ladder::decide(self, command, now)
    }

    fn due(&self, db: &Connection, _: &Journal, _: Moment) -> Result<Vec<Command>> {
        let mut time_off = Vec::new();
        for user in self.order() {
            let taken = away::store::time_off(db, user)?;
            time_off.extend(taken.into_iter().map(|off| (user, off)));
        }
        Ok(vec![Command::Due { time_off }])
    }

    fn next_due(&self) -> Option<Moment> {
        Ladder::next_due(self)
    }

    fn is_busy(&self) -> bool {
        !self.pending().is_empty() || !Ladder::to_end(self).is_empty()
    }

    fn to_begin(&self, _: &Connection, journal: &Journal, most: usize) -> Result<Vec<Proposal>> {
        let rules = self.rules();
        let game = (rules.game.as_str(), &rules.options);
        let Some(terms) = terms(journal, game, rules.clock, rules.rated) else {
            return Ok(Vec::new());
        };
        let begin = |(game, one): (GameId, &LadderGame)| {
            let second = if one.first == one.by { one.to } else { one.by };
            let contest = matches::Contest {
                kind: Self::KIND.to_owned(),
                journal: journal.id,
                game,
                round: None,
                event: journal.name.clone(),
                host: None,
            };
            terms.clone().proposal([one.first, second], contest)
        };
        Ok(self.pending().into_iter().take(most).map(begin).collect())
    }

    fn to_end(&self) -> Vec<ToEnd<Command>> {
        let end = |one: EndNow| ToEnd {
            id: one.match_id,
            unreadable: Command::GameEnded {
                game: one.game,
                result: Outcome::NoResult,
            },
            adjudicator: Box::new(move |_, _| one.verdict),
            why: match one.why {
                Why::Forfeit { .. } => Adjudication::Forfeit,
                Why::Annulled => Adjudication::Organiser,
            },
        };
        Ladder::to_end(self).into_iter().map(end).collect()
    }

    fn is_played_in(&self, game: GameId, id: MatchId) -> bool {
        self.game(game).is_some_and(|game| match game.stage {
            Stage::Running(match_id) | Stage::Ending(match_id, _) => match_id == id,
            Stage::Waiting { .. } | Stage::Accepted => false,
        })
    }

    fn began(game: GameId, match_id: MatchId) -> Command {
        Command::GameBegan { game, match_id }
    }

    fn ended(&self, _: &Connection, game: GameId, over: &Match) -> Result<Command> {
        let result = self.outcome(game, over);
        Ok(Command::GameEnded { game, result })
    }

    fn out(user: UserId, removal: Removal) -> Command {
        let why = match removal {
            Removal::Banned(_) => Departure::Banned,
            Removal::LeftServer(_) => Departure::LeftServer,
            Removal::DataDeleted => Departure::DataDeleted,
        };
        Command::Leave { user, why }
    }

    // A ladder never begins with people.
    fn without_role(_: Vec<UserId>) -> Command {
        Command::Due {
            time_off: Vec::new(),
        }
    }

    fn requests(&self) -> &Requests {
        Ladder::requests(self)
    }

    fn request(command: RequestCommand) -> Command {
        Command::Request(command)
    }

    fn let_in(user: UserId) -> Command {
        Command::LetIn { user }
    }

    fn members(&self) -> Vec<UserId> {
        let asking = Ladder::requests(self).people().iter().copied();
        self.order().chain(asking).collect()
    }

    fn slots(&self, _: &[Event]) -> Vec<u32> {
        vec![0]
    }

    fn news(
        &self,
        _: &Connection,
        journal: &Journal,
        before: &Self,
        event: &Event,
    ) -> Result<Option<News>> {
        let news = news::news(journal, Some(before), self, event);
        Ok(news.map(|news| News {
            message: Box::new(news),
            slot: None,
        }))
    }

    fn content(db: &Connection, journal: &Journal, _: &JournalPost) -> Result<Option<Table>> {
        let view = Self::view(db, journal.clone(), None)?;
        Ok(Some(Table {
            message: Box::new(post::order(&view)),
            head: post::head(&view),
        }))
    }

    fn current_slots(&self) -> Vec<u32> {
        vec![0]
    }

    fn is_closed(&self) -> bool {
        // A match that a leaver has lost is still ended.
        self.condition() == Condition::Closed && Ladder::to_end(self).is_empty()
    }
}

impl Ladder {
    /// Returns how the match of a game ended.
    fn outcome(&self, game: GameId, over: &Match) -> Outcome {
        let Some(game) = self.game(game) else {
            return Outcome::NoResult;
        };
        let seat_of = |user| over.seat_of(user).unwrap_or(Seat::First);
        match over.status() {
            Status::Aborted(by) => Outcome::Aborted(game.side_in(seat_of(*by))),
            _ => match over.ending().and_then(Ending::verdict) {
                Some(Verdict::Win(seat)) => Outcome::Won(game.side_in(seat)),
                Some(Verdict::Draw) => Outcome::Draw,
                None => Outcome::NoResult,
            },
        }
    }
}
