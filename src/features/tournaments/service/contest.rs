//! A tournament in the kernel: its matches, what falls due, and what it posts.

use std::collections::{BTreeMap, BTreeSet};

use crate::contests::{
    self, GameEnd, GameId, Patience, RequestCommand, Requests, have_moved, turns,
};
use crate::db::alarms::About;
use crate::db::journal;
use crate::db::journal::{Entry, Journal, JournalPost};
use crate::db::{Connection, Result, StoreError, ratings};
use crate::features::leagues::service::contest::PLAY_OFFS;
use crate::features::tournaments::messages::view::View;
use crate::features::tournaments::messages::{news, post};
use crate::features::tournaments::model::{
    Command, Event, Facts, Moved, Pairing, PairingId, Part, Refusal, State, TABLE_PART, Tournament,
    parts,
};
use crate::features::tournaments::service::queries;
use crate::kernel::contests::{
    Contest, News, NewsSlot, Removal, Table, ToEnd, folded, replayed, terms, to_move, unmoved,
};
use crate::matches::{self as played, Match, MatchId, Proposal, UserId};
use crate::people::Moment;

/// The slot of the news of the start. Slot 0 is the post of the tournament, and those after it are the parts of a large
/// bracket.
const START_NEWS: u32 = 1000;

impl Contest for Tournament {
    const KIND: &'static str = "tournament";
    const TITLE: &'static str = "Tournament";
    const OWN_CHANNEL: bool = false;
    const NEWS: &'static str = "tournament-news";
    const TABLE: &'static str = "tournament-table";
    const OLD_TABLE: &'static str = "tournament-old-table";
    type Event = Event;
    type Command = Command;
    type Refusal = Refusal;
    type View = View;

    const CLOSED: Refusal = Refusal::Closed;

    fn fault(refusal: &Refusal) -> Option<String> {
        match refusal {
            Refusal::Broken(why) => Some(why.clone()),
            _ => None,
        }
    }

    fn view(db: &Connection, journal: Journal, _: Option<Moment>) -> Result<View> {
        let loaded = folded(db, journal)?;
        queries::with_names(db, loaded.journal, loaded.contest)
    }

    fn replay(events: Vec<Entry<Event>>) -> Result<Self, String> {
        let events = events.iter().map(|entry| (entry.at, &entry.event));
        Tournament::replay(events).map_err(|unfit| unfit.to_string())
    }

    fn apply(&mut self, at: Moment, event: &Event) -> Result<(), String> {
        Tournament::apply(self, at, event).map_err(|unfit| unfit.to_string())
    }

    fn informed(&self, db: &Connection, mut command: Command, _: Moment) -> Result<Command> {
        if let Command::Act { moved, .. } | Command::Undo { moved, .. } = &mut command {
            *moved = self.moved(db)?;
        }
        Ok(command)
    }

    fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        Tournament::decide(self, command, now)
    }

    fn due(&self, db: &Connection, _: &Journal, now: Moment) -> Result<Vec<Command>> {
        Ok(vec![Command::Due(self.facts(db, now)?)])
    }

    fn next_due(&self) -> Option<Moment> {
        Tournament::next_due(self)
    }

    fn looks_from(&self) -> Option<Moment> {
        Tournament::looks_from(self)
    }

    fn next_look(&self, db: &Connection, _: &Journal, now: Moment) -> Result<Option<Moment>> {
        Ok(Tournament::next_look(self, &self.facts(db, now)?, now))
    }

    fn is_busy(&self) -> bool {
        !self.pending().is_empty() || !Tournament::to_end(self).is_empty()
    }

    fn to_begin(&self, db: &Connection, journal: &Journal, most: usize) -> Result<Vec<Proposal>> {
        let rules = self.rules();
        let game = (rules.game.as_str(), &rules.options);
        let mut all = Vec::new();
        for one in self.pending().into_iter().take(most) {
            let Some(terms) = terms(journal, game, one.clock, true) else {
                break;
            };
            let contest = played::Contest {
                kind: Self::KIND.to_owned(),
                journal: journal.id,
                game: one.game,
                round: Some(one.round),
                event: journal.name.clone(),
                host: None,
            };
            let mut proposal = terms.proposal(one.people, contest);
            if let Some(before) = one.continues {
                proposal.opening = turns(&replayed(db, before)?);
            }
            all.push(proposal);
        }
        Ok(all)
    }

    fn to_end(&self) -> Vec<ToEnd<Command>> {
        let end = |one: contests::ToEnd| {
            let last = self
                .game(one.game)
                .and_then(|(pairing, _)| self.ends(pairing.round));
            ToEnd::of(one, last, |game, match_id, end| Command::GameEnded {
                game,
                match_id,
                end,
            })
        };
        Tournament::to_end(self).into_iter().map(end).collect()
    }

    fn is_played_in(&self, game: GameId, id: MatchId) -> bool {
        self.game(game)
            .is_some_and(|(_, game)| game.running() == Some(id))
    }

    fn began(game: GameId, match_id: MatchId) -> Command {
        Command::GameBegan { game, match_id }
    }

    fn ended(&self, _: &Connection, game: GameId, over: &Match) -> Result<Command> {
        let mut end = GameEnd::of(over);
        // Who has moved in the match from which this one goes on was not silent.
        for (last, moved) in end.last_moves.iter_mut().zip(have_moved(over)) {
            if moved {
                last.get_or_insert(over.changed_at());
            }
        }
        Ok(Command::GameEnded {
            game,
            match_id: over.id(),
            end,
        })
    }

    fn out(user: UserId, removal: Removal) -> Command {
        let why = removal.into();
        Command::Gone { user, why }
    }

    fn without_role(users: Vec<UserId>) -> Command {
        Command::WithoutRole { users }
    }

    fn requests(&self) -> &Requests {
        Tournament::requests(self)
    }

    fn request(command: RequestCommand) -> Command {
        Command::Request(command)
    }

    fn let_in(_: UserId) -> Command {
        Command::LetIn
    }

    fn members(&self) -> Vec<UserId> {
        let players = self.players().iter().map(|player| player.user);
        // It must hear if somebody goes who would come back if an act was undone.
        let playing = players.filter(|user| self.is_playing(*user) || self.can_return(*user));
        let asking = Tournament::requests(self).people().iter();
        let members = self.members().iter().chain(asking).copied();
        members.chain(playing).collect()
    }

    fn slots(&self, events: &[Event]) -> Vec<u32> {
        let mut slots = Vec::new();
        for event in events {
            match event {
                Event::GameBegan { .. } | Event::RoundEnding { .. } | Event::Warned { .. } => {}
                Event::Joined { .. } | Event::Left { .. } | Event::Request(_) => slots.push(0),
                // In the table of a Swiss tournament, a result can move anybody.
                _ if self.is_swiss() => return self.current_slots(),
                Event::GameEnded { game, .. } => {
                    slots.extend(self.slots_from(Pairing::of_game(*game)));
                }
                Event::SideChosen { pairing, .. } => slots.extend(self.slots_from(*pairing)),
                Event::Opened { pairings } => {
                    // The first post says which round is being played.
                    slots.push(0);
                    for pairing in pairings {
                        slots.extend(self.slots_from(*pairing));
                    }
                }
                _ => return self.current_slots(),
            }
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }

    fn news(
        &self,
        db: &Connection,
        journal: &Journal,
        before: &Self,
        event: &Event,
    ) -> Result<Option<News>> {
        if !news::is_told(event) {
            return Ok(None);
        }
        let view = queries::with_names(db, journal.clone(), self.clone())?;
        let slot = match event {
            Event::StartSet { .. } => Some(NewsSlot {
                slot: START_NEWS,
                // A start that is moved is one post.
                edits: before.starts().is_some(),
            }),
            _ => None,
        };
        Ok(news::news(&view, before, event).map(|news| News {
            message: Box::new(news),
            slot,
        }))
    }

    fn content(db: &Connection, journal: &Journal, own: &JournalPost) -> Result<Option<Table>> {
        let view = Self::view(db, journal.clone(), None)?;
        let part = usize::try_from(own.slot).unwrap_or(usize::MAX);
        let message = post::post(&view, part);
        Ok(message.map(|message| Table {
            message: Box::new(message),
            head: post::head(&view, part),
        }))
    }

    fn current_slots(&self) -> Vec<u32> {
        let parts = match self.began() {
            Some(_) if self.is_swiss() => self.players().len().div_ceil(TABLE_PART),
            Some(_) => parts(self.players().len()).len(),
            None => 1,
        };
        (0..u32::try_from(parts).unwrap_or(1)).collect()
    }

    fn is_closed(&self) -> bool {
        let over = self.state() == State::Over;
        // A match that an organiser has decided is still ended.
        over && Tournament::to_end(self).is_empty()
    }

    fn sets_off(&self, _: &Journal, events: &[Event]) -> Option<(&'static str, About)> {
        let ends = |event: &Event| matches!(event, Event::Over { .. } | Event::Closed { .. });
        let of = self.rules().play_offs.filter(|_| events.iter().any(ends))?;
        Some((PLAY_OFFS, About::journal(of.league)))
    }
}

impl Tournament {
    /// Returns the slots of the posts that show a pairing, and those into which it leads.
    fn slots_from(&self, pairing: PairingId) -> Vec<u32> {
        let fed = self.fed_by(pairing).into_iter().chain([pairing]);
        let shown: BTreeSet<PairingId> = fed.collect();
        let parts = parts(self.players().len());
        let shows = |part: &Part| {
            let mut own = part.columns.iter().flatten();
            own.any(|index| {
                let one = self.pairings().get(*index);
                one.is_some_and(|one| shown.contains(&one.id))
            })
        };
        let slots = (0..).zip(&parts).filter(|(_, part)| shows(part));
        // The pairing for third place stands on the first post, with the final.
        slots.map(|(slot, _)| slot).chain([0]).collect()
    }

    /// Returns who has moved in the running games. A match that cannot be read is left out: nobody knows.
    fn moved(&self, db: &Connection) -> Result<Moved> {
        let mut moved = Moved::new();
        for (game, id) in self.running() {
            match replayed(db, id) {
                Ok(state) => drop(moved.insert(game, have_moved(&state))),
                Err(StoreError::Event { .. } | StoreError::Replay(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(moved)
    }

    /// Collects what a start and a reminder need.
    pub(super) fn facts(&self, db: &Connection, now: Moment) -> Result<Facts> {
        let mut rated = BTreeMap::new();
        if self.starts().is_some_and(|starts| starts <= now) {
            for user in self.members() {
                if let Some(standing) = ratings::standing_in(db, *user, &self.rules().game)? {
                    let rating = standing.now(now);
                    if !rating.is_provisional() {
                        rated.insert(*user, i32::from(rating.rounded()));
                    }
                }
            }
        }
        let reminded = self.is_reminder_due(now);
        let games = self.running().filter(|_| reminded);
        let looks = self.looks_from().is_some_and(|from| from <= now);
        let people = if looks {
            self.replaceable()
        } else {
            Vec::new()
        };
        Ok(Facts {
            ratings: rated,
            unmoved: unmoved(db, Patience::with(self.rules().clock), people)?,
            to_move: to_move(db, games, now)?,
            seed: journal::lot_seed(db)?,
        })
    }
}
