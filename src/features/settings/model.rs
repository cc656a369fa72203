use strum::{IntoStaticStr, VariantNames};

use crate::games;
use crate::matches::{ChannelId, RoleId, TimeControl};

/// The most channels to which a server may restrict matches.
pub const MOST_CHANNELS: usize = 10;

/// A server's rules for its matches. By default, everyone plays everything everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerRules {
    /// The role that starts matches; `None` for everyone.
    pub starters: Option<RoleId>,
    /// The channels in which matches start; empty for all.
    pub channels: Vec<ChannelId>,
    /// The keys of the games that are switched off.
    pub games_off: Vec<String>,
    /// The default time control; `None` for that of the bot's configuration.
    pub time: Option<TimeControl>,
    /// Whether matches are played in the channel instead of threads.
    pub in_channel: bool,
    /// Whether matches against the computer are played in direct messages, unless a person chooses otherwise.
    pub practice_in_private: bool,
    /// Whether no match of the server has a page.
    pub pages_off: bool,
}

impl ServerRules {
    /// Checks whether a channel may have a league or a ladder of a game. Everybody can join, whatever role starts other
    /// matches.
    pub fn check_contest(&self, channel: ChannelId, game: &str) -> Result<(), SettingsRefusal> {
        let for_everybody = Self {
            starters: None,
            ..self.clone()
        };
        for_everybody.check(&[], channel, game)
    }

    /// Checks whether a person with these roles may start a match of a game in a channel.
    pub fn check(
        &self,
        roles: &[RoleId],
        channel: ChannelId,
        game: &str,
    ) -> Result<(), SettingsRefusal> {
        if let Some(role) = self.starters
            && !roles.contains(&role)
        {
            return Err(SettingsRefusal::NotAStarter { role });
        }
        if !self.channels.is_empty() && !self.channels.contains(&channel) {
            return Err(SettingsRefusal::NotInThisChannel {
                channels: self.channels.clone(),
            });
        }
        if self.games_off.iter().any(|off| off == game) {
            let name = games::find(game).map_or(game, |game| game.card.name);
            return Err(SettingsRefusal::GameOff(name.to_owned()));
        }
        Ok(())
    }
}

/// Why the rules of a server forbid a match.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum SettingsRefusal {
    NotAStarter {
        role: RoleId,
    },
    NotInThisChannel {
        channels: Vec<ChannelId>,
    },
    GameOff(
        /// The game's name.
        String,
    ),
}
