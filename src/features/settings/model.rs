use crate::games;
use crate::matches::{ChannelId, Refusal, RoleId, TimeControl};

/// How many channels a server may name in which matches begin.
pub const MOST_CHANNELS: usize = 10;

/// What a server has chosen for matches in it. The default is what counts where nothing was chosen: everybody plays
/// everything everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerRules {
    /// Only people with this role start matches; `None`: everybody.
    pub starters: Option<RoleId>,
    /// Matches begin in these channels only; if there are none, in all.
    pub channels: Vec<ChannelId>,
    /// The keys of games that are not played.
    pub games_off: Vec<String>,
    /// The clock of a match when none is asked for; `None`: that of the bot's configuration.
    pub time: Option<TimeControl>,
    /// Whether matches are played in the channel, and have no threads.
    pub in_channel: bool,
    /// Whether no computers play each other.
    pub no_exhibitions: bool,
}

impl ServerRules {
    /// Whether somebody with these roles may begin a match of a game in a channel. An exhibition is one of two computers.
    pub fn check(
        &self,
        roles: &[RoleId],
        channel: ChannelId,
        game: &str,
        exhibition: bool,
    ) -> Result<(), Refusal> {
        if let Some(role) = self.starters
            && !roles.contains(&role)
        {
            return Err(Refusal::NotAStarter { role });
        }
        if !self.channels.is_empty() && !self.channels.contains(&channel) {
            return Err(Refusal::NotInThisChannel {
                channels: self.channels.clone(),
            });
        }
        if self.games_off.iter().any(|off| off == game) {
            let name = games::find(game).map_or(game, |game| game.card.name);
            return Err(Refusal::GameOff(name.to_owned()));
        }
        if exhibition && self.no_exhibitions {
            return Err(Refusal::NoExhibitionsHere);
        }
        Ok(())
    }
}
