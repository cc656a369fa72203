//! The choices for a new contest. The ids of its page hold them, so nothing is stored before the contest is created.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::command_options::known_game;
use crate::discord::ui::custom_id::draft::{Draft, Want};
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
