//! The choices for a new contest. The ids of its page hold them, so nothing is stored before the contest is created.

use std::fmt;

use strum::{Display, EnumString};

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::command_options::known_game;
use crate::discord::ui::custom_id::{self, Part, printed, printed_parts};
use crate::discord::ui::permissions::{for_a_match, in_thread, not_for_matches};
use crate::discord::ui::refusals::unknown_component;
use crate::discord::ui::reply::Reply;
use crate::games::{self, CATALOGUE, Game};
use crate::matches::{ChannelId, ContestName, TimeControl, TimeError};

/// The ids of the text fields of forms.
pub const NAME: &str = "name";
pub const CLOCK: &str = "clock";

/// The clock that most leagues and ladders use.
const USUAL_CLOCK: TimeControl = TimeControl::Bank {
    bank: std::time::Duration::from_hours(5 * 24),
    increment: std::time::Duration::from_hours(12),
};

/// A part of a [`Draft`] that is chosen from a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Want {
    Game,
    Setup,
    Clock,
    Channel,
}

/// What an organiser has chosen for a new contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft<Own> {
    /// The key of the game.
    pub game: String,
    /// The index of one of the game's setups.
    pub setup: u8,
    pub clock: TimeControl,
    /// The channel; 0 for none.
    pub channel: u64,
    /// The settings that only leagues or only ladders have.
    pub own: Own,
}

impl<Own> Draft<Own> {
    /// Returns the usual choices: the first game that the server has not switched off, in this channel.
    pub(crate) fn usual(reply: &Reply<'_>, games_off: &[String], own: Own) -> Result<Self> {
        let on = |game: &&Game| !games_off.iter().any(|off| off == game.card.key);
        let first = CATALOGUE.iter().find(on).or(CATALOGUE.first());
        let first =
            first.ok_or_else(|| CommandError::Internal(String::from("there is no game")))?;
        let here = reply.interaction;
        let fits = !in_thread(here) && not_for_matches(here.partial_channel()).is_none();
        Ok(Self {
            game: first.card.key.to_owned(),
            setup: 0,
            clock: USUAL_CLOCK,
            channel: if fits { here.channel().0 } else { 0 },
            own,
        })
    }

    /// Applies a choice in a menu.
    pub(crate) fn choose(&mut self, reply: &Reply<'_>, want: Want, in_channel: bool) -> Result {
        match want {
            Want::Game => {
                let game = reply.interaction.chosen_one().and_then(games::find);
                self.game = game.ok_or_else(unknown_component)?.card.key.to_owned();
                self.setup = 0;
            }
            Want::Setup => self.setup = reply.chosen()?,
            Want::Clock => self.clock = reply.chosen()?,
            Want::Channel => self.channel = reply.chosen_channel(for_a_match(in_channel))?.0,
        }
        Ok(())
    }

    /// Applies the clock that was typed into a form.
    pub(crate) fn set_clock(&mut self, reply: &Reply<'_>) -> Result {
        let clock = reply.interaction.typed(CLOCK).trim().parse();
        self.clock = clock.map_err(CommandError::quotes::<TimeError>)?;
        Ok(())
    }

    pub(crate) fn known_game(&self) -> Result<&'static Game> {
        known_game(&self.game)
    }

    /// Returns the chosen channel, if the bot has the permissions for matches there, and the name from the form.
    pub(crate) fn place_and_name(
        &self,
        reply: &Reply<'_>,
        in_channel: bool,
    ) -> Result<(ChannelId, ContestName)> {
        let channel = ChannelId(self.channel);
        if channel == reply.interaction.channel() {
            App::allowed(reply.interaction, for_a_match(in_channel))?;
        }
        let name = ContestName::new(reply.interaction.typed(NAME));
        Ok((channel, name.map_err(CommandError::says_why)?))
    }
}

printed_parts!(Want);

/// The text form: `connect-n.0.5d+12h.1234.`, and then the contest's own part.
impl<Own: Part> Part for Draft<Own> {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.splitn(5, '.').collect();
        let [game, setup, clock, channel, own] = parts[..] else {
            return None;
        };
        Some(Self {
            game: custom_id::game(game)?,
            setup: printed(setup)?,
            clock: printed(clock)?,
            channel: printed(channel)?,
            own: Own::read(own)?,
        })
    }
}

impl<Own: fmt::Display> fmt::Display for Draft<Own> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, setup) = (&self.game, self.setup);
        write!(
            f,
            "{game}.{setup}.{}.{}.{}",
            self.clock, self.channel, self.own
        )
    }
}

/// Checks that presses with the longest drafts fit an id, and are read again.
#[cfg(test)]
pub(crate) fn longest_fit<Own: Clone, Press>(own: &Own, presses: [fn(Draft<Own>) -> Press; 4])
where
    Press: custom_id::Read + fmt::Display + fmt::Debug + PartialEq,
{
    for game in CATALOGUE {
        let draft = Draft {
            game: game.card.key.to_owned(),
            setup: 24,
            clock: "59d23h59m59s+23h59m59s".parse().expect("a clock"),
            channel: u64::MAX,
            own: own.clone(),
        };
        for press in presses {
            let press = press(draft.clone());
            let id = press.to_string();
            assert!(id.len() <= 100, "{id}");
            let parts: Vec<&str> = id.split('/').collect();
            assert_eq!(Press::read(&parts), Some(press));
        }
    }
}
