//! What people and organisers do to tournaments.

use crate::contests::{ActId, RequestCommand};
use crate::db::journal::Journal;
use crate::features::tournaments::model::{Command, OrganiserAct, Rules, Tournament};
use crate::kernel::contests;
use crate::kernel::{Arbiter, Result};
use crate::matches::{ChannelId, GuildId, JournalId, UserId};

impl Arbiter {
    /// Creates a tournament whose posts are in a channel.
    pub async fn create_tournament(
        &self,
        place: (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<JournalId> {
        let name = rules.name.as_str().to_owned();
        let first = Tournament::create(rules, by);
        self.create_contest::<Tournament>(place, name, first).await
    }

    /// Gives a person's command to a tournament. People whom moderators keep from playing in the server cannot come in.
    pub async fn act_in_tournament(
        &self,
        journal: &Journal,
        command: Command,
    ) -> Result<Tournament> {
        if let Command::Join { user } | Command::Request(RequestCommand::Ask { user }) = &command {
            self.not_kept_out(journal.guild, *user).await?;
        }
        let newcomer = match &command {
            Command::Act {
                action: OrganiserAct::Replace { newcomer, .. },
                ..
            } => Some(*newcomer),
            Command::Undo { act, .. } => self.comes_back(journal.id, *act).await?,
            _ => None,
        };
        if let Some(user) = newcomer {
            self.newcomer_not_kept_out(journal.guild, user).await?;
        }
        self.change_contest::<Tournament>(journal.id, command).await
    }

    /// Returns the person who has a place again if an act is undone.
    async fn comes_back(&self, id: JournalId, act: ActId) -> Result<Option<UserId>> {
        let read = self.read(move |db| contests::load_open::<Tournament>(db, id));
        let loaded = read.await?;
        let act = loaded.and_then(|loaded| {
            let mut acts = loaded.contest.acts().iter();
            acts.find(|known| known.id == act).cloned()
        });
        Ok(act.and_then(|act| match act.action {
            OrganiserAct::Replace { user, .. } | OrganiserAct::Exclude { user } => Some(user),
            OrganiserAct::Pause | OrganiserAct::Decide { .. } => None,
        }))
    }
}
