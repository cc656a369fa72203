//! The page on which an organiser sets up a new contest: its menus and the form for the name.

use serde_json::Value;

use super::draft::NAME;
use crate::discord::ui::composed::{MOST_OPTIONS, Menu, MenuOption, Offer};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::custom_id::draft::{Draft, Want};
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::{channel_link, cut, time_words};
use crate::games::{CATALOGUE, Game, GivenOptions, Rateable, Values};
use crate::matches::{ChannelId, MOST_NAME, TimeControl};

impl<Own> Draft<Own> {
    /// Returns the menus of game, setup, clock and channel; see [`Self::match_menus`].
    pub(crate) fn menus(
        &self,
        setups: &[(u8, String)],
        clocks: &[&str],
        set: impl Fn(Want) -> CustomId,
    ) -> Vec<Menu> {
        let channel = Offer::Channels(self.channel().into_iter().collect());
        let channel = Menu::one_of("Channel", set(Want::Channel), channel);
        let mut menus = self.match_menus(setups, clocks, set);
        menus.push(channel);
        menus
    }

    /// Returns the menus of game, setup and clock.
    ///
    /// `setups` are the names of the setups on offer with their indices, `clocks` the clocks that suit the contest.
    pub(crate) fn match_menus(
        &self,
        setups: &[(u8, String)],
        clocks: &[&str],
        set: impl Fn(Want) -> CustomId,
    ) -> Vec<Menu> {
        let games = CATALOGUE.iter().map(|game| {
            let card = &game.card;
            MenuOption::new(card.name, card.key).chosen(card.key == self.game)
        });
        let mut menus = vec![Menu::one("Game", set(Want::Game), games.collect())];
        if setups.len() > 1 {
            let options = setups.iter().take(MOST_OPTIONS).map(|(index, name)| {
                MenuOption::new(cut(name, 100), index.to_string()).chosen(*index == self.setup)
            });
            menus.push(Menu::one("Setup", set(Want::Setup), options.collect()));
        }
        menus.push(Menu::one("Clock", set(Want::Clock), self.clocks(clocks)));
        menus
    }

    fn clocks(&self, usual: &[&str]) -> Vec<MenuOption> {
        let clocks = usual.iter().filter_map(|clock| clock.parse().ok());
        let mut clocks: Vec<TimeControl> = clocks.collect();
        // A clock that was typed stays in the menu while it is chosen.
        if !clocks.contains(&self.clock) {
            clocks.push(self.clock);
        }
        let options = clocks.into_iter().map(|clock| {
            let words = cut(&time_words(clock), 100);
            MenuOption::new(words, clock.to_string()).chosen(clock == self.clock)
        });
        options.collect()
    }

    /// Returns the chosen channel; `None` before one is chosen.
    pub(crate) fn channel(&self) -> Option<ChannelId> {
        Some(ChannelId(self.channel)).filter(|channel| channel.0 != 0)
    }

    /// Words the chosen channel.
    pub(crate) fn channel_words(&self) -> String {
        let none = || String::from("none yet; choose one");
        self.channel().map_or_else(none, channel_link)
    }
}

impl<Own: Clone> Draft<Own> {
    /// Returns those of some clocks with which the contest is possible.
    pub(crate) fn possible_clocks(
        &self,
        clocks: &[&'static str],
        is_possible: impl Fn(&Self) -> bool,
    ) -> Vec<&'static str> {
        let with = |clock| Self {
            clock,
            ..self.clone()
        };
        let possible = |text: &&str| text.parse().is_ok_and(|clock| is_possible(&with(clock)));
        clocks.iter().copied().filter(possible).collect()
    }

    /// Returns the draft with the first of some clocks, or as it is without any.
    pub(crate) fn with_first(self, clocks: &[&str]) -> Self {
        let first = clocks.first().and_then(|clock| clock.parse().ok());
        Self {
            clock: first.unwrap_or(self.clock),
            ..self
        }
    }
}

/// Returns the form for the name of a contest.
pub(crate) fn name_form(id: impl Into<CustomId>, title: &str, hint: &str) -> Value {
    form(
        id,
        title,
        &[Field::required(NAME, "Name", hint, "", MOST_NAME)],
    )
}

/// Clocks that suit leagues and tournaments, the usual one first and then slower ones before faster ones.
pub(crate) const CLOCKS: &[&str] = &[
    "5d+12h", "7d+1d", "3d+8h", "2d+4h", "2d+2h", "1d+2h", "1d+1h", "12h+30m", "3d", "2d", "1d",
    "12h",
];

/// Returns the setups of a game in which both players have equal chances, with their indices among all.
pub(crate) fn setups(game: &Game) -> Vec<(u8, String, Values)> {
    let all: Vec<(String, GivenOptions)> = match game.setups() {
        none if none.is_empty() => vec![(String::from("usual rules"), GivenOptions::new())],
        some => some,
    };
    (0..)
        .zip(all)
        .filter_map(|(index, (name, given))| {
            let values = game.complete_options(&given, || 0).ok()?;
            let even = !matches!((game.card.rateable)(&values), Rateable::Handicap(_));
            even.then_some((index, name, values))
        })
        .collect()
}

/// Returns the names of these setups, with their indices among all.
pub(crate) fn setup_names(game: &Game) -> Vec<(u8, String)> {
    let setups = setups(game).into_iter();
    setups.map(|(index, name, _)| (index, name)).collect()
}

/// Returns the chosen setup, or else the first one.
pub(crate) fn setup(game: &Game, index: u8) -> Option<Values> {
    let mut setups = setups(game);
    let chosen = setups.iter().position(|(one, ..)| *one == index);
    let chosen = chosen.unwrap_or(0);
    (chosen < setups.len()).then(|| setups.swap_remove(chosen).2)
}
