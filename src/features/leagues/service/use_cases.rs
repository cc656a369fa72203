//! What people and organisers do to leagues.

use crate::contests::{ActId, RequestCommand};
use crate::db::journal::Journal;
use crate::features::leagues::model::{Command, League, OrganiserAct, OrganiserRequest, Rules};
use crate::kernel::{Arbiter, Result, contests};
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
        if let Command::Join { user } | Command::Request(RequestCommand::Ask { user }) = &command {
            self.not_kept_out(journal.guild, *user).await?;
        }
        let newcomer = match &command {
            Command::Act {
                request: OrganiserRequest::Replace { newcomer, .. },
                ..
            } => Some(*newcomer),
            Command::Undo { act, .. } => self.gets_place_back(journal.id, *act).await?,
            _ => None,
        };
        if let Some(user) = newcomer {
            self.newcomer_not_kept_out(journal.guild, user).await?;
        }
        self.change_league(journal.id, command).await
    }

    /// Returns the person who has a place again if an act is undone.
    async fn gets_place_back(&self, id: JournalId, act: ActId) -> Result<Option<UserId>> {
        let read = self.read(move |db| contests::load_open::<League>(db, id));
        let loaded = read.await?;
        let act = loaded.and_then(|loaded| {
            let mut acts = loaded.contest.acts().iter();
            acts.find(|known| known.id == act).cloned()
        });
        Ok(act.and_then(|act| match act.action {
            OrganiserAct::Replace { user, .. } => Some(user),
            _ => None,
        }))
    }
}
