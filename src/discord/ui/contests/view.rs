//! A contest as messages show it.

use std::collections::BTreeMap;

use super::words::rated_word;
use crate::db::journal::Journal;
use crate::db::people::names;
use crate::db::{self, Connection};
use crate::discord::ui::composed::{MOST_OPTIONS, Menu, MenuOption};
use crate::discord::ui::words::{cut, game_words, relative, time_words};
use crate::features::watching::press::Press as Watch;
use crate::games::{self, Values};
use crate::matches::{JournalId, MatchId, TimeControl, UserId};
use crate::people::Moment;

/// A contest with what messages show of it.
#[derive(Clone, Debug)]
pub struct ContestView<C> {
    pub journal: Journal,
    pub contest: C,
    /// The names of its people, if they are known.
    pub names: BTreeMap<UserId, String>,
}

impl<C> ContestView<C> {
    /// Adds the names of a contest's people.
    pub(crate) fn with_names(
        db: &Connection,
        journal: Journal,
        contest: C,
        people: impl IntoIterator<Item = UserId>,
    ) -> db::Result<Self> {
        let names = names::names(db, Some(journal.guild), people)?;
        Ok(Self {
            journal,
            contest,
            names: names.into_iter().collect(),
        })
    }

    /// Returns the number of the contest, for ids of buttons.
    pub(crate) fn id(&self) -> JournalId {
        self.journal.id
    }

    /// Returns the name of the contest in bold.
    pub(crate) fn title(&self) -> String {
        format!("**{}**", self.journal.name)
    }

    /// Returns the name of a person in plain text.
    pub(crate) fn name(&self, user: UserId) -> String {
        let deleted = || user.deleted_name();
        let known = self.names.get(&user).cloned();
        known.or_else(deleted).unwrap_or_else(|| String::from("?"))
    }

    /// Returns the menu of those of some running matches that a person can follow; `None` if all are their own.
    pub(crate) fn follow_menu(
        &self,
        matches: impl Iterator<Item = ([UserId; 2], MatchId)>,
        user: UserId,
    ) -> Option<Menu> {
        let others = matches.filter(|(people, _)| !people.contains(&user));
        let options = others.take(MOST_OPTIONS).map(|(people, id)| {
            let [one, other] = people.map(|user| cut(&self.name(user), 32));
            MenuOption::new(format!("{one} vs {other}, match {id}"), id.to_string())
        });
        let options: Vec<_> = options.collect();
        (!options.is_empty()).then(|| Menu::one("Follow a match", Watch::FollowOne, options))
    }
}

/// Says since when a contest is paused, and what that means.
pub(crate) fn paused_words(since: Moment) -> String {
    format!(
        "**Paused** {}: nothing starts or ends automatically. Running games go on.",
        relative(since)
    )
}

/// Returns the terms of games: `Connect N, 7×6, four in a row · 3 days a turn · rated`.
pub(crate) fn terms(game: &str, options: &Values, clock: TimeControl) -> String {
    let terms = format!("{} · {}", game_words(game, options), time_words(clock));
    match games::find(game) {
        Some(game) => format!("{terms} · {}", rated_word(game, options)),
        None => terms,
    }
}
