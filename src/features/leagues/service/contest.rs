//! A league in the kernel: its matches, what falls due, and what it posts.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::board::Seat;
use crate::contests::{self, Patience, RequestCommand, Requests, have_moved, last_moves, turns};
use crate::db::alarms::About;
use crate::db::journal::{self, Entry, Journal, JournalPost};
use crate::db::people::time_settings;
use crate::db::{Connection, Result, ratings};
use crate::features::leagues::messages::view::View;
use crate::features::leagues::messages::{news, post, view};
use crate::features::leagues::model::{
    Command, Event, Facts, GameEnd, GameId, How, Kind, League, OrganiserAct, OrganiserRequest,
    Pending, Phase, Refusal, Season, SeasonId, State, Unmoved,
};
use crate::features::leagues::service::queries;
use crate::kernel::contests::{
    Contest, News, NewsSlot, Removal, START_HOUR, Table, ToEnd, folded, replayed, terms, to_move,
    unmoved,
};
use crate::matches::{self as played, Match, MatchId, Proposal, UserId};
use crate::people::Moment;

/// The time for which it must be a person's turn before an organiser can forfeit a game in which they have not moved.
const FORFEIT_AFTER: Duration = Duration::from_hours(24);

/// The kind of alarm at which the play-offs of a league are looked at: some must begin, or are over. A later feature
/// handles it, since they are tournaments.
pub(crate) const PLAY_OFFS: &str = "play-offs";

/// The post that says who has joined and when the next season starts.
pub(crate) const GATHERING: u32 = 0;

/// The number of slots of a season: more than it can have divisions.
const SLOTS: u32 = 1000;

/// Returns the slot of the post of a division.
pub(crate) fn slot_of(season: SeasonId, division: usize) -> u32 {
    let division = u32::try_from(division).unwrap_or(SLOTS);
    season
        .saturating_mul(SLOTS)
        .saturating_add(division.min(SLOTS - 2))
}

/// Returns the slot of the news of a season's start, which is no post of a division.
const fn start_slot(season: SeasonId) -> u32 {
    season.saturating_mul(SLOTS).saturating_add(SLOTS - 1)
}

/// Returns the season and the index of the division of a slot; `None` for [`GATHERING`].
pub(crate) fn division_of(slot: u32) -> Option<(SeasonId, usize)> {
    let season = slot / SLOTS;
    (season > 0).then_some((season, usize::try_from(slot % SLOTS).unwrap_or(0)))
}

impl Contest for League {
    const KIND: &'static str = "league";
    const TITLE: &'static str = "League";
    const OWN_CHANNEL: bool = true;
    const NEWS: &'static str = "league-news";
    const TABLE: &'static str = "league-table";
    const OLD_TABLE: &'static str = "league-old-table";
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
        League::replay(events).map_err(|unfit| unfit.to_string())
    }

    fn apply(&mut self, at: Moment, event: &Event) -> Result<(), String> {
        League::apply(self, at, event).map_err(|unfit| unfit.to_string())
    }

    fn informed(&self, db: &Connection, mut command: Command, now: Moment) -> Result<Command> {
        match &mut command {
            Command::Act {
                request: OrganiserRequest::Forfeit { user, waiting },
                ..
            } => *waiting = self.games_unmoved(db, *user, Some(now))?,
            Command::Act {
                request: OrganiserRequest::Replace { user, unmoved, .. },
                ..
            } => *unmoved = self.games_unmoved(db, *user, None)?,
            // Time has passed since the organiser asked for an end at once.
            Command::Act {
                request: OrganiserRequest::EndSeason { ends, .. },
                ..
            } => *ends = now.max(*ends),
            Command::Undo { act, unmoved, .. } => {
                let undone = self.acts().iter().find(|one| one.id == *act);
                if let Some(OrganiserAct::Replace { newcomer, .. }) = undone.map(|act| &act.action)
                {
                    *unmoved = self.games_unmoved(db, *newcomer, None)?;
                }
            }
            _ => {}
        }
        Ok(command)
    }

    fn decide(&self, command: &Command, now: Moment) -> Result<Vec<Event>, Refusal> {
        League::decide(self, command, now)
    }

    fn due(&self, db: &Connection, journal: &Journal, now: Moment) -> Result<Vec<Command>> {
        let zone = time_settings::of_user(db, self.organiser())?.zone();
        let monday = zone.next_monday(now, START_HOUR);
        // A Monday like that of the first season, once there was one.
        let again = |first| zone.next_same_time(zone.next_monday(now, 0)?, first);
        let start = self
            .first_start()
            .map_or(monday, again)
            .filter(|_| self.wants_start())
            .map(|starts| Command::SetStart { starts });
        let due = Command::Due(self.facts(db, journal, now)?);
        Ok(start.into_iter().chain([due]).collect())
    }

    fn next_due(&self) -> Option<Moment> {
        League::next_due(self)
    }

    fn looks_from(&self) -> Option<Moment> {
        let open = self.seasons_with_vacancies();
        open.map(|(_, from)| from).min()
    }

    fn next_look(&self, db: &Connection, journal: &Journal, now: Moment) -> Result<Option<Moment>> {
        Ok(League::next_look(self, &self.facts(db, journal, now)?, now))
    }

    fn is_busy(&self) -> bool {
        self.wants_start() || !self.pending().is_empty() || !League::to_end(self).is_empty()
    }

    fn to_begin(&self, db: &Connection, journal: &Journal, most: usize) -> Result<Vec<Proposal>> {
        let rules = self.rules();
        let game = (rules.game.as_str(), &rules.options);
        let Some(terms) = terms(journal, game, rules.clock, true) else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for one in self.pending().into_iter().take(most) {
            let contest = played::Contest {
                kind: Self::KIND.to_owned(),
                journal: journal.id,
                game: one.game,
                round: Some(one.round),
                event: event_name(journal, &one, rules.kind),
                host: None,
            };
            let mut proposal = terms.clone().proposal(one.people, contest);
            if let Some(before) = one.continues {
                proposal.opening = turns(&replayed(db, before)?);
            }
            all.push(proposal);
        }
        Ok(all)
    }

    fn to_end(&self) -> Vec<ToEnd<Command>> {
        let end = |one: contests::ToEnd| {
            let last = self.game(one.game).map(|(season, ..)| season.ends);
            ToEnd::of(one, last, |game, match_id, end| Command::GameEnded {
                game,
                match_id,
                end,
            })
        };
        League::to_end(self).into_iter().map(end).collect()
    }

    fn is_played_in(&self, game: GameId, id: MatchId) -> bool {
        self.game(game)
            .is_some_and(|(_, _, game)| game.running() == Some(id))
    }

    fn began(game: GameId, match_id: MatchId) -> Command {
        Command::GameBegan { game, match_id }
    }

    fn ended(&self, db: &Connection, game: GameId, over: &Match) -> Result<Command> {
        let mut end = GameEnd::of(over);
        // Only who loses on time or without a move is asked whether they have moved elsewhere.
        if matches!(end.how, How::Time | How::Forfeit) {
            for (seat, last) in Seat::BOTH.into_iter().zip(&mut end.last_moves) {
                let Some(user) = over.person(seat) else {
                    continue;
                };
                for (_, id) in self.running_of(user) {
                    *last = (*last).max(last_move_of(db, id, user)?);
                }
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
        League::requests(self)
    }

    fn request(command: RequestCommand) -> Command {
        Command::Request(command)
    }

    fn let_in(user: UserId) -> Command {
        Command::LetIn { user }
    }

    fn members(&self) -> Vec<UserId> {
        let mut people = self.playing();
        people.extend(self.members().iter().map(|member| member.user));
        // Who asks is told of no more if they are gone.
        people.extend(League::requests(self).people());
        people.into_iter().collect()
    }

    fn slots(&self, events: &[Event]) -> Vec<u32> {
        let mut slots = Vec::new();
        for event in events {
            match event {
                Event::GameEnded { game, .. } => slots.extend(self.slot_of_game(*game)),
                Event::GameBegan { .. } | Event::SeasonEnding { .. } | Event::Warned { .. } => {}
                Event::Created { .. }
                | Event::Joined { .. }
                | Event::Left { .. }
                | Event::Request(_)
                | Event::StartSet { .. }
                | Event::SeasonOpened { .. }
                | Event::KeptOut { .. }
                | Event::WithoutRole { .. }
                | Event::StartMissed => slots.push(GATHERING),
                Event::PlayOffsSet { .. } | Event::PlayOffsBegan { .. } => slots.push(GATHERING),
                // The table of the highest division names the champion.
                Event::PlayOffsOver { season, .. } => {
                    slots.extend([GATHERING, slot_of(*season, 0)]);
                }
                Event::SeasonBegan { season, .. } | Event::SeasonOver { season, .. } => {
                    slots.push(GATHERING);
                    slots.extend(self.slots_of(*season));
                }
                Event::Out { .. }
                | Event::SeasonClosing { .. }
                | Event::Acted { .. }
                | Event::Undone { .. }
                | Event::Settled { .. }
                | Event::LetIn { .. }
                | Event::Closed { .. } => {
                    slots.push(GATHERING);
                    let running = self.current().map(|season| season.id);
                    slots.extend(running.flat_map(|season| self.slots_of(season)));
                }
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
        let mut events = vec![event.clone()];
        if let Event::Out { .. } = event {
            // Several people who are out at once are one post, that of the first of them.
            let at = self.last_out();
            if before.last_out() == at {
                return Ok(None);
            }
            events = together(db, journal, event, at)?;
        }
        let view = queries::with_names(db, journal.clone(), self.clone())?;
        let slot = match event {
            Event::StartSet { .. } | Event::SeasonOpened { .. } => Some(NewsSlot {
                slot: start_slot(self.next_season()),
                // A start that is moved is one post.
                edits: before.starts().is_some(),
            }),
            _ => None,
        };
        Ok(news::news(&view, &events).map(|news| News {
            message: Box::new(news),
            slot,
        }))
    }

    fn content(db: &Connection, journal: &Journal, own: &JournalPost) -> Result<Option<Table>> {
        let view = Self::view(db, journal.clone(), None)?;
        let (message, head) = match division_of(own.slot) {
            None => (Some(post::gathering(&view)), post::gathering_head(&view)),
            Some((season, division)) => (
                post::division(&view, season, division),
                post::division_head(&view, season, division),
            ),
        };
        Ok(message.map(|message| Table {
            message: Box::new(message),
            head,
        }))
    }

    fn current_slots(&self) -> Vec<u32> {
        let seasons = self.current().map(|season| season.id);
        let tables = seasons.flat_map(|season| self.slots_of(season));
        std::iter::once(GATHERING).chain(tables).collect()
    }

    fn is_closed(&self) -> bool {
        self.state() == State::Over
    }

    fn sets_off(&self, journal: &Journal, _: &[Event]) -> Option<(&'static str, About)> {
        let due = self.play_offs_to_begin();
        due.map(|_| (PLAY_OFFS, About::journal(journal.id)))
    }
}

impl League {
    /// Returns the running games in which a person has not moved.
    ///
    /// With a moment, only those in which it has been their turn for 24 hours by then. Time off does not count.
    fn games_unmoved(
        &self,
        db: &Connection,
        user: UserId,
        now: Option<Moment>,
    ) -> Result<Vec<GameId>> {
        let mut games = Vec::new();
        for (game, id) in self.running_of(user) {
            let state = replayed(db, id)?;
            let Some(seat) = state.seat_of(user) else {
                continue;
            };
            let moved = have_moved(&state)[seat.index()];
            let waits = now.is_none_or(|now| {
                state.person_to_move() == Some(user)
                    && state.clocks().thought(seat, now) >= FORFEIT_AFTER
            });
            if !moved && waits {
                games.push(game);
            }
        }
        Ok(games)
    }

    /// Returns who has moved in no game of the seasons in which they may be replaced by now.
    fn unmoved_people(
        &self,
        db: &Connection,
        now: Moment,
    ) -> Result<BTreeMap<SeasonId, Vec<Unmoved>>> {
        let open = self.seasons_with_vacancies();
        let open = open.filter(|(_, from)| *from <= now);
        open.map(|(season, _)| {
            let people = self.replaceable(season);
            Ok((
                season.id,
                unmoved(db, Patience::with(self.rules().clock), people)?,
            ))
        })
        .collect()
    }

    fn slots_of(&self, id: SeasonId) -> Vec<u32> {
        let divisions = self.season(id).map_or(0, |season| season.divisions.len());
        (0..divisions).map(|index| slot_of(id, index)).collect()
    }

    fn slot_of_game(&self, game: GameId) -> Option<u32> {
        let (season, division, _) = self.game(game)?;
        let index = season.divisions.iter().position(|one| one == division)?;
        Some(slot_of(season.id, index))
    }

    /// Returns the ratings of those who have joined in the league's game.
    pub(super) fn ratings(&self, db: &Connection, now: Moment) -> Result<BTreeMap<UserId, i32>> {
        let mut rated = BTreeMap::new();
        for member in self.members() {
            if let Some(standing) = ratings::standing_in(db, member.user, &self.rules().game)? {
                rated.insert(member.user, i32::from(standing.now(now).rounded()));
            }
        }
        Ok(rated)
    }

    /// Collects what a start of a season and a reminder of its end need.
    pub(super) fn facts(&self, db: &Connection, journal: &Journal, now: Moment) -> Result<Facts> {
        let (mut rated, mut elsewhere) = (BTreeMap::new(), BTreeMap::new());
        let begins = self.rules().kind == Kind::Quick
            || self.starts().is_some_and(|starts| starts <= now)
            || self
                .current()
                .any(|season| season.phase != Phase::Over && season.all_over());
        if begins {
            rated = self.ratings(db, now)?;
            let quick = self.rules().kind == Kind::Quick;
            for member in self.members().iter().filter(|_| quick) {
                let games = games_elsewhere(db, journal, member.user)?;
                elsewhere.insert(member.user, games);
            }
        }
        let reminded = |season: &&Season| season.reminder_due().is_some_and(|due| due <= now);
        let games = self.running().filter(reminded).flat_map(Season::games);
        let games = games.filter_map(|(_, game)| Some((game.id, game.running()?)));
        Ok(Facts {
            ratings: rated,
            elsewhere,
            unmoved: self.unmoved_people(db, now)?,
            to_move: to_move(db, games, now)?,
            seed: journal::lot_seed(db)?,
            zone: time_settings::of_user(db, self.organiser())?.zone(),
        })
    }
}

/// Returns the event with which a person went out, and those that follow it of people who went out at the same moment.
fn together(
    db: &Connection,
    journal: &Journal,
    event: &Event,
    at: Option<Moment>,
) -> Result<Vec<Event>> {
    let all = journal::events::<Event>(db, journal.id)?.into_iter();
    let same =
        |entry: &Entry<Event>| Some(entry.at) == at && matches!(entry.event, Event::Out { .. });
    let out = all
        .skip_while(|entry| !(same(entry) && entry.event == *event))
        .take_while(same);
    Ok(out.map(|entry| entry.event).collect())
}

/// Counts the league games that a person has running in other leagues.
fn games_elsewhere(db: &Connection, own: &Journal, user: UserId) -> Result<u32> {
    let mut games = 0;
    for other in journal::of_person(db, League::KIND, user)? {
        if other.id != own.id {
            let league: League = folded(db, other)?.contest;
            games += league.games_running(user);
        }
    }
    Ok(u32::try_from(games).unwrap_or(u32::MAX))
}

/// Returns the name of a game's division: `Berlin Open, Season 2, Division A`.
fn event_name(journal: &Journal, game: &Pending, kind: Kind) -> String {
    let (name, season) = (&journal.name, game.season);
    match kind {
        Kind::Quick => format!("{name}, Division {season}"),
        Kind::Seasonal => {
            let division = view::division_name(game.division);
            format!("{name}, Season {season}, {division}")
        }
    }
}

fn last_move_of(db: &Connection, id: MatchId, user: UserId) -> Result<Option<Moment>> {
    let state = replayed(db, id)?;
    let moved = state
        .seat_of(user)
        .map(|seat| last_moves(&state)[seat.index()]);
    Ok(moved.flatten())
}
