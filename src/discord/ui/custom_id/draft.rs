//! What an organiser chooses for a new contest, as the ids of its page hold it.

use std::fmt;

use strum::{Display, EnumString};

use super::{Part, printed, printed_parts};
#[cfg(test)]
use crate::games::CATALOGUE;
use crate::matches::TimeControl;

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

printed_parts!(Want);

/// The text form: `connect-n.0.5d+12h.1234.`, and then the contest's own part.
impl<Own: Part> Part for Draft<Own> {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.splitn(5, '.').collect();
        let [game, setup, clock, channel, own] = parts[..] else {
            return None;
        };
        Some(Self {
            game: super::game(game)?,
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
    Press: super::Read + fmt::Display + fmt::Debug + PartialEq,
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
