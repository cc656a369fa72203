//! A simul in the kernel: its matches, what falls due, and what it posts.

use crate::board::Seat;
use crate::contests::{self, GameEnd, GameId, RequestCommand, Requests};
use crate::db::journal::{self, Entry, Journal, JournalPost};
use crate::db::{Connection, Result};
use crate::db::{lists, matches};
use crate::features::moderation::store::blocks;
use crate::features::simuls::messages::view::View;
use crate::features::simuls::messages::{news, post};
use crate::features::simuls::model::{
    Command, Event, HostPlayer, NOTICE, Refusal, Simul, State, WhyDropped,
};
use crate::features::simuls::service::queries;
use crate::kernel::contests::{
    Contest, News, Removal, Table, ToEnd, folded, load, load_open, terms, unmoved,
};
use crate::matches::{self as played, ContestTerms, GuildId, Match, MatchId, Proposal, UserId};
use crate::people::Moment;

/// The slot of the only post.
const POST: u32 = 0;

impl Contest for Simul {
    const KIND: &'static str = "simul";
    const TITLE: &'static str = "Simul";
    const OWN_CHANNEL: bool = false;
    const NEWS: &'static str = "simul-news";
    const TABLE: &'static str = "simul-table";
    const OLD_TABLE: &'static str = "simul-old-table";
    /// Nobody chooses one from a list, and each may last for months.
    const MOST: usize = 100;
    const SHOWS_TURNS: Option<u32> = Some(POST);
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

    fn view(db: &Connection, journal: Journal, _: Option<Moment>) -> Result<View> {
        let loaded = folded(db, journal)?;
        queries::seen(db, loaded.journal, loaded.contest)
    }

    fn replay(events: Vec<Entry<Event>>) -> Result<Self, String> {
        let events = events.iter().map(|entry| (entry.at, &entry.event));
        Simul::replay(events).map_err(|unfit| unfit.to_string())
    }

    fn apply(&mut self, at: Moment, event: &Event) -> Result<(), String> {
        Simul::apply(self, at, event).map_err(|unfit| unfit.to_string())
    }

    fn may_create(db: &Connection, guild: GuildId, first: &Event) -> Result {
        let Event::Created { by, .. } = first else {
            return Ok(());
        };
        for own in journal::of_person(db, Self::KIND, *by)? {
            let loaded = load_open::<Self>(db, own.id)?.filter(|_| own.guild == guild);
            let simul = loaded.map(|loaded| loaded.contest);
            if simul
                .is_some_and(|one| one.state() == State::Gathering && one.organiser() == Some(*by))
            {
                return Err(Refusal::HostsAnother.into());
            }
        }
        Ok(())
    }

    fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        Simul::decide(self, command, now)
    }

    fn due(&self, db: &Connection, _: &Journal, now: Moment) -> Result<Vec<Command>> {
        let mut dropped = Vec::new();
        for one in self.pending() {
            let Some(host) = one.player.person() else {
                continue;
            };
            // The bot begins no match of two people of whom one has blocked the other.
            if blocks::has_blocked(db, (host, one.guest))?
                || blocks::has_blocked(db, (one.guest, host))?
            {
                dropped.push((one.game, WhyDropped::Apart));
            }
        }
        let mut warned = Vec::new();
        if self.looks_from().is_some_and(|from| from <= now) {
            for (game, waits) in self.first_moves(db)? {
                match waits {
                    Some(until) if until <= now => dropped.push((game, WhyDropped::NoFirstMove)),
                    Some(until) if until.before(NOTICE) <= now => warned.push((game, until)),
                    _ => {}
                }
            }
        }
        Ok(vec![Command::Due { dropped, warned }])
    }

    fn next_due(&self) -> Option<Moment> {
        Simul::next_due(self)
    }

    fn looks_from(&self) -> Option<Moment> {
        Simul::looks_from(self)
    }

    fn next_look(&self, db: &Connection, _: &Journal, now: Moment) -> Result<Option<Moment>> {
        let Some(from) = Simul::looks_from(self) else {
            return Ok(None);
        };
        if from > now {
            return Ok(Some(from));
        }
        // The turn of a person who waits for the host may begin at any moment, and time off may end early.
        let later = now.after(NOTICE);
        let next = |(game, until): (GameId, Option<Moment>)| {
            let until = until?;
            Some(match self.was_warned(game) {
                true => until,
                false => until.before(NOTICE),
            })
        };
        let moves = self.first_moves(db)?;
        let open = !moves.is_empty();
        let first = moves.into_iter().filter_map(next).min();
        Ok(open.then(|| first.map_or(later, |first| first.min(later))))
    }

    fn is_busy(&self) -> bool {
        !self.pending().is_empty() || !Simul::to_end(self).is_empty()
    }

    fn to_begin(&self, _: &Connection, journal: &Journal, most: usize) -> Result<Vec<Proposal>> {
        let rules = self.rules();
        let game = (rules.game.as_str(), &rules.options);
        let Some(terms) = terms(journal, game, rules.clock, rules.rated) else {
            return Ok(Vec::new());
        };
        let pending = self.pending().into_iter().take(most);
        let proposals = pending.map(|one| {
            let contest = played::Contest {
                kind: Self::KIND.to_owned(),
                journal: journal.id,
                game: one.game,
                round: None,
                event: journal.name.clone(),
                host: Some(one.host),
            };
            let terms = ContestTerms {
                rated: one.rated,
                ..terms.clone()
            };
            match (one.player, one.host.seat) {
                (HostPlayer::Person(host), Seat::First) => {
                    terms.proposal([host, one.guest], contest)
                }
                (HostPlayer::Person(host), Seat::Second) => {
                    terms.proposal([one.guest, host], contest)
                }
                (HostPlayer::Computer(level), seat) => {
                    terms.against_computer((one.guest, seat.other()), level, contest)
                }
            }
        });
        Ok(proposals.collect())
    }

    fn to_end(&self) -> Vec<ToEnd<Command>> {
        let ended = |game, match_id, end| Command::GameEnded {
            game,
            match_id,
            end,
        };
        let all = Simul::to_end(self).into_iter();
        all.map(|one: contests::ToEnd| ToEnd::of(one, None, ended))
            .collect()
    }

    fn is_played_in(&self, game: GameId, id: MatchId) -> bool {
        self.game(game)
            .is_some_and(|game| game.running() == Some(id))
    }

    fn began(game: GameId, match_id: MatchId) -> Command {
        Command::GameBegan { game, match_id }
    }

    fn ended(&self, _: &Connection, game: GameId, over: &Match) -> Result<Command> {
        Ok(Command::GameEnded {
            game,
            match_id: over.id(),
            end: GameEnd::of(over),
        })
    }

    fn out(user: UserId, removal: Removal) -> Command {
        let why = removal.into();
        Command::Gone { user, why }
    }

    // A simul needs no roles.
    fn without_role(_: Vec<UserId>) -> Command {
        Command::Nothing
    }

    fn requests(&self) -> &Requests {
        Simul::requests(self)
    }

    // Nobody decides who may take a seat.
    fn request(_: RequestCommand) -> Command {
        Command::Nothing
    }

    fn let_in(_: UserId) -> Command {
        Command::Nothing
    }

    fn members(&self) -> Vec<UserId> {
        let seats = self.seats().iter().copied();
        match self.state() {
            State::Gathering => self.organiser().into_iter().chain(seats).collect(),
            State::Running => {
                let all = self.host().person().into_iter().chain(seats);
                all.filter(|user| self.is_playing(*user)).collect()
            }
            State::Over | State::Cancelled(_) => Vec::new(),
        }
    }

    fn slots(&self, _: &[Event]) -> Vec<u32> {
        vec![POST]
    }

    fn news(
        &self,
        db: &Connection,
        journal: &Journal,
        _: &Self,
        event: &Event,
    ) -> Result<Option<News>> {
        if !news::is_told(event) {
            return Ok(None);
        }
        let view = queries::seen(db, journal.clone(), self.clone())?;
        Ok(news::news(&view, event).map(|news| News {
            message: Box::new(news),
            slot: None,
        }))
    }

    fn content(db: &Connection, journal: &Journal, _: &JournalPost) -> Result<Option<Table>> {
        let view = Self::view(db, journal.clone(), None)?;
        let view = queries::with_positions(db, view)?;
        Ok(Some(Table {
            message: Box::new(post::post(&view)),
            head: post::head(&view),
        }))
    }

    fn current_slots(&self) -> Vec<u32> {
        vec![POST]
    }

    fn shows(db: &Connection, journal: &Journal) -> Result<u64> {
        let Some(loaded) = load::<Self>(db, journal.id)? else {
            return Ok(0);
        };
        let mut shown = 0;
        for (_, id) in loaded.contest.running() {
            // The post links to the thread of each board.
            let thread = lists::one(db, id)?.and_then(|one| one.places.thread);
            shown += u64::from(matches::last_seq(db, id)?) + u64::from(thread.is_some());
        }
        Ok(shown)
    }

    fn is_closed(&self) -> bool {
        matches!(self.state(), State::Over | State::Cancelled(_))
    }
}

impl Simul {
    /// Returns the boards whose person has made no first move, each with the moment at which that ends the board; `None` if
    /// it is the host's turn.
    fn first_moves(&self, db: &Connection) -> Result<Vec<(GameId, Option<Moment>)>> {
        let mut all = Vec::new();
        for (game, match_id) in self.running() {
            let people = vec![(self.guest(game), vec![match_id])];
            let unmoved = unmoved(db, self.patience(), people)?;
            let first = unmoved.first();
            all.extend(first.map(|one| (game.id, one.waits.map(|waits| waits.replace))));
        }
        Ok(all)
    }
}
