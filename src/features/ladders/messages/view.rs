//! A ladder as messages show it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::db::journal::Journal;
use crate::discord::ui::words::{MOST_ALT, counted, game_words, people};
use crate::discord::ui::{Drawing, cut, mention, relative, time_words};
use crate::features::ladders::model::{Condition, Ladder, LadderGame, Records, Rules, Stage};
use crate::games::{self, Game, Rateable, Values};
use crate::matches::{JournalId, UserId};
use crate::people::Moment;
use crate::render::{LadderLine, LadderSheet, Sheet};

/// The time for which a change of place counts as recent.
pub const LATELY: Duration = Duration::from_hours(7 * 24);

/// The most people in one picture or on one page.
pub(crate) const ON_A_PAGE: usize = 20;

/// A ladder with what messages show of it.
#[derive(Clone, Debug)]
pub struct View {
    pub journal: Journal,
    pub ladder: Ladder,
    pub records: Records,
    /// The names of its people, if they are known.
    pub names: BTreeMap<UserId, String>,
    pub now: Moment,
}

impl View {
    /// Returns the number of the ladder, for ids of buttons.
    pub(crate) fn id(&self) -> JournalId {
        self.journal.id
    }

    pub(crate) fn is_open(&self) -> bool {
        self.ladder.condition() == Condition::Open
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.ladder.condition() == Condition::Closed
    }

    /// Returns the name of the ladder in bold.
    pub(crate) fn title(&self) -> String {
        format!("**{}**", self.journal.name)
    }

    pub(crate) fn game(&self) -> Option<&'static Game> {
        games::find(&self.ladder.rules().game)
    }

    /// Returns the game with its settings: `Connect N, 7×6, four in a row`.
    pub(crate) fn game_words(&self) -> String {
        let rules = self.ladder.rules();
        game_words(&rules.game, &rules.options)
    }

    /// Returns the terms of the matches: `Connect N, 7×6, four in a row · 3 days a turn · rated`.
    pub(crate) fn terms(&self) -> String {
        let rules = self.ladder.rules();
        format!(
            "{} · {} · {}",
            self.game_words(),
            time_words(rules.clock),
            rated_word(rules)
        )
    }

    /// Returns the number of people: `24 people`.
    pub(crate) fn people(&self) -> String {
        people(self.ladder.order().len())
    }

    /// Returns the name of a person in plain text.
    pub(crate) fn name(&self, user: UserId) -> String {
        let deleted = || user.deleted_name();
        let known = self.names.get(&user).cloned();
        known.or_else(deleted).unwrap_or_else(|| String::from("?"))
    }

    /// Returns a sentence about a ladder that is not open, after a line break; else nothing.
    pub(crate) fn condition_line(&self) -> String {
        match self.ladder.condition() {
            Condition::Open => String::new(),
            Condition::Paused { since } => format!(
                "\n**Paused** {}: new challenges are not possible, and time limits are on hold. Running matches go on.",
                relative(since)
            ),
            Condition::Closed => String::from("\n**This ladder is closed.**"),
        }
    }

    /// Returns the place of a person for their profile; `None` if they are not on the ladder.
    pub(crate) fn place_line(&self, user: UserId) -> Option<String> {
        let place = self.ladder.place(user)?;
        Some(format!(
            "{}: place {place} of {}",
            self.title(),
            self.ladder.size()
        ))
    }

    /// Returns the leader of the ladder for the weekly page.
    pub(crate) fn leader_line(&self) -> String {
        let name = self.game().map_or("", |game| game.card.name);
        let who = match self.ladder.order().next() {
            Some(leader) => format!("{} leads, {}", mention(leader), self.people()),
            None => String::from("no players yet"),
        };
        format!("{} ({name}): {who}", self.title())
    }

    /// Returns the number of pages of the order.
    pub(crate) fn pages(&self) -> usize {
        self.ladder.order().len().div_ceil(ON_A_PAGE).max(1)
    }

    /// Returns the page of the order on which a person is; the first one for other people.
    pub(crate) fn page_of(&self, user: UserId) -> usize {
        let index = self.ladder.order().position(|one| one == user);
        index.unwrap_or(0) / ON_A_PAGE
    }

    /// Returns the people of a page with their places.
    pub(crate) fn on_page(&self, page: usize) -> impl Iterator<Item = (u32, UserId)> {
        let order = (1..).zip(self.ladder.order());
        order.skip(page.saturating_mul(ON_A_PAGE)).take(ON_A_PAGE)
    }

    /// Returns the running matches and open challenges.
    pub(crate) fn running(&self) -> impl Iterator<Item = &LadderGame> {
        self.ladder
            .games()
            .map(|(_, game)| game)
            .filter(|game| game.is_open())
    }

    /// Returns the picture of a page of the order; `None` without people.
    pub(crate) fn drawing(&self, page: usize) -> Option<Drawing> {
        let shown: Vec<(u32, UserId)> = self.on_page(page).collect();
        if shown.is_empty() {
            return None;
        }
        let index = |user| shown.iter().position(|(_, one)| *one == user);
        let playing = |game: &&LadderGame| !matches!(game.stage, Stage::Waiting { .. });
        let playing: Vec<&LadderGame> = self.running().filter(playing).collect();
        let running = playing.iter().filter_map(|game| {
            let [by, to] = [index(game.by)?, index(game.to)?];
            Some([by.min(to), by.max(to)])
        });
        let running: Vec<_> = running.collect();
        let said = playing
            .iter()
            .map(|game| format!("{} against {}", self.name(game.by), self.name(game.to)));
        let said: Vec<_> = said.collect();
        let said = if said.is_empty() {
            String::new()
        } else {
            format!(" Playing: {}.", said.join(", "))
        };
        let lines = shown.iter().map(|(_, user)| {
            let record = self.records.of_person(*user);
            LadderLine {
                name: self.name(*user),
                wins: record.wins,
                losses: record.losses,
                moved: record.moved,
            }
        });
        let sheet = LadderSheet {
            title: self.journal.name.clone(),
            subtitle: format!("{}, {}", self.game_words(), self.people()),
            above: page.saturating_mul(ON_A_PAGE),
            lines: lines.collect(),
            running,
        };
        let places = shown.iter().map(|(place, user)| {
            let record = self.records.of_person(*user);
            let moved = match record.moved {
                0 => String::new(),
                up @ 1.. => format!(", up {up}"),
                down => format!(", down {}", down.unsigned_abs()),
            };
            let name = cut(&self.name(*user), 32);
            format!("{place} {name} ({}–{}{moved})", record.wins, record.losses)
        });
        let places: Vec<_> = places.collect();
        Some(Drawing {
            alt: cut(
                &format!(
                    "{}, from the top: {}.{said}",
                    self.journal.name,
                    places.join(", ")
                ),
                MOST_ALT,
            ),
            file: format!("ladder-{}.png", self.id()),
            sheet: Sheet::Ladder(sheet),
        })
    }
}

/// Returns whether the matches of a ladder count for ratings, as a word.
pub(crate) fn rated_word(rules: &Rules) -> &'static str {
    let can = games::find(&rules.game).is_some_and(|game| can_be_rated(game, &rules.options));
    if rules.rated && can {
        "rated"
    } else {
        "not rated"
    }
}

/// Whether matches of a game with these settings can count for ratings.
pub(crate) fn can_be_rated(game: &Game, options: &Values) -> bool {
    !matches!((game.card.rateable)(options), Rateable::No)
}

/// Returns a number of places: `1 place`, `5 places`.
pub(crate) fn places(count: u32) -> String {
    counted(count, "place")
}
