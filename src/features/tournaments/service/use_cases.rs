//! What people and organisers do to tournaments.

use crate::contests::RequestCommand;
use crate::db::journal::Journal;
use crate::features::moderation::store::acts;
use crate::features::tournaments::model::{Command, OrganiserAct, Rules, Tournament};
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
        let own = match &command {
            Command::Join { user } | Command::Request(RequestCommand::Ask { user }) => Some(*user),
            _ => None,
        };
        let (newcomer, undone) = match &command {
            Command::Act {
                action: OrganiserAct::Replace { newcomer, .. },
                ..
            } => (Some(*newcomer), None),
            Command::Undo { act, .. } => (None, Some(*act)),
            _ => (None, None),
        };
        let guild = journal.guild;
        self.change_contest_if::<Tournament>(journal.id, command, move |db, tournament| {
            let back = undone.and_then(|act| tournament.gets_place_back(act));
            acts::may_come(db, guild, own, newcomer.or(back))
        })
        .await
    }
}
