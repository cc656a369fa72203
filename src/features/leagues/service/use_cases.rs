//! What people and organisers do to leagues.

use crate::contests::RequestCommand;
use crate::db::journal::Journal;
use crate::features::leagues::model::{Command, League, OrganiserRequest, Rules};
use crate::features::moderation::store::acts;
use crate::kernel::{Arbiter, Result};
use crate::matches::{ChannelId, GuildId, JournalId, UserId};

impl Arbiter {
    /// Creates a league whose posts are in a channel.
    pub async fn create_league(
        &self,
        place: (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<JournalId> {
        let name = rules.name.as_str().to_owned();
        let first = League::create(rules, by);
        self.create_contest::<League>(place, name, first).await
    }

    /// Gives a command to a league.
    pub async fn change_league(&self, id: JournalId, command: Command) -> Result<League> {
        self.change_contest::<League>(id, command).await
    }

    /// Gives a person's command to a league. People whom moderators keep from playing in the server cannot come in.
    pub(crate) async fn act_in_league(
        &self,
        journal: &Journal,
        command: Command,
    ) -> Result<League> {
        let own = match &command {
            Command::Join { user } | Command::Request(RequestCommand::Ask { user }) => Some(*user),
            _ => None,
        };
        let (newcomer, undone) = match &command {
            Command::Act {
                request: OrganiserRequest::Replace { newcomer, .. },
                ..
            } => (Some(*newcomer), None),
            Command::Undo { act, .. } => (None, Some(*act)),
            _ => (None, None),
        };
        let guild = journal.guild;
        self.change_contest_if::<League>(journal.id, command, move |db, league| {
            let back = undone.and_then(|act| league.gets_place_back(act));
            acts::may_come(db, guild, own, newcomer.or(back))
        })
        .await
    }
}
