//! What people and organisers do to ladders.

use crate::contests::RequestCommand;
use crate::db::journal::Journal;
use crate::features;
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::{Command, GameId, Ladder, Refusal, Rules};
use crate::features::moderation::model::ModerationRefusal;
use crate::features::moderation::store::{acts, blocks};
use crate::kernel::{Arbiter, Result};
use crate::matches::{ChannelId, GuildId, JournalId, UserId};

impl Arbiter {
    /// Creates a ladder whose posts are in a channel.
    pub async fn create_ladder(
        &self,
        place: (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<JournalId> {
        let name = rules.name.as_str().to_owned();
        let first = Ladder::create(by, rules)?;
        self.create_contest::<Ladder>(place, name, first).await
    }

    /// Gives a command to a ladder.
    pub async fn change_ladder(&self, id: JournalId, command: Command) -> Result<Ladder> {
        self.change_contest::<Ladder>(id, command).await
    }

    /// Gives a person's command to a ladder. People whom moderators keep from playing in the server cannot join.
    pub(crate) async fn act_on_ladder(
        &self,
        journal: &Journal,
        command: Command,
    ) -> Result<Ladder> {
        let own = match &command {
            Command::Join { user } | Command::Request(RequestCommand::Ask { user }) => Some(*user),
            _ => None,
        };
        let guild = journal.guild;
        self.change_contest_if::<Ladder>(journal.id, command, move |db, _| {
            acts::may_come(db, guild, own, None)
        })
        .await
    }

    /// Challenges a person. Somebody who has left the server is taken off the ladder.
    pub(crate) async fn challenge_on_ladder(
        &self,
        view: &View,
        by: UserId,
        to: UserId,
    ) -> Result<Ladder> {
        let candidates = self.ladder_candidates(view, by).await?;
        let (away, blocked) = match candidates.iter().find(|one| one.user == to) {
            None => return Err(Refusal::TheyAreNot.into()),
            Some(one) => match one.may {
                Ok(()) => (None, false),
                Err(why) => return Err(Refusal::from(why).into()),
            },
        };
        let (id, guild) = (view.journal.id, view.journal.guild);
        if features::has_left(&self.kernel, guild, to).await? {
            return Err(Refusal::TheyLeft.into());
        }
        let command = Command::Challenge {
            by,
            to,
            away,
            blocked,
        };
        self.change_ladder(id, command).await
    }

    /// Accepts a challenge.
    ///
    /// A challenger who has blocked the other person since loses the challenge: that person cannot play them, and
    /// must not lose by it.
    pub(crate) async fn accept_on_ladder(
        &self,
        view: &View,
        game: GameId,
        by: UserId,
    ) -> Result<Ladder> {
        let id = view.journal.id;
        let open = view.ladder.game(game).filter(|game| game.to == by);
        if let Some(challenger) = open.map(|game| game.by) {
            let read = self.read(move |db| {
                Ok([(by, challenger), (challenger, by)].map(|both| blocks::has_blocked(db, both)))
            });
            let [own, theirs] = read.await?;
            if own? {
                return Err(ModerationRefusal::BlockedYourself.into());
            }
            if theirs? {
                let by = challenger;
                self.change_ladder(id, Command::Withdraw { game, by })
                    .await?;
                return Err(Refusal::NotOpen.into());
            }
        }
        self.change_ladder(id, Command::Accept { game, by }).await
    }
}
