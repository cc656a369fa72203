//! What people and organisers do to ladders.

use crate::db::journal::Journal;
use crate::features;
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::{Command, GameId, Ladder, Refusal, Rules};
use crate::features::moderation::store::blocks;
use crate::kernel::{Arbiter, NotCreated, Result};
use crate::matches::{self, ChannelId, GuildId, JournalId, UserId};

/// The result of a command: the ladder after it, or the refusal.
type Done = Result<Result<Ladder, Refusal>>;

impl Arbiter {
    /// Creates a ladder whose posts are in a channel.
    pub async fn create_ladder(
        &self,
        place: (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<Result<JournalId, NotCreated>> {
        let name = rules.name.as_str().to_owned();
        match Ladder::create(by, rules) {
            Ok(first) => self.create_contest::<Ladder>(place, name, first).await,
            Err(refusal) => Ok(Err(NotCreated::Rules(refusal.to_string()))),
        }
    }

    /// Gives a command to a ladder.
    pub async fn change_ladder(&self, id: JournalId, command: Command) -> Done {
        self.change_contest::<Ladder>(id, command).await
    }

    /// Gives a person's command to a ladder. People whom moderators keep from playing in the server cannot join.
    pub(crate) async fn act_on_ladder(&self, journal: &Journal, command: Command) -> Done {
        if let Command::Join { user } = &command {
            self.not_kept_out(journal.guild, *user).await?;
        }
        self.change_ladder(journal.id, command).await
    }

    /// Challenges a person. Somebody who has left the server is taken off the ladder.
    pub(crate) async fn challenge_on_ladder(&self, view: &View, by: UserId, to: UserId) -> Done {
        let candidates = self.ladder_candidates(view, by).await?;
        let (away, blocked) = match candidates.iter().find(|one| one.user == to) {
            None => return Ok(Err(Refusal::TheyAreNot)),
            Some(one) => match one.may {
                Ok(()) => (None, false),
                Err(why) => return Ok(Err(why.into())),
            },
        };
        let (id, guild) = (view.journal.id, view.journal.guild);
        if features::has_left(&self.kernel, guild, to).await? {
            return Ok(Err(Refusal::TheyLeft));
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
    pub(crate) async fn accept_on_ladder(&self, view: &View, game: GameId, by: UserId) -> Done {
        let id = view.journal.id;
        let open = view.ladder.game(game).filter(|game| game.to == by);
        if let Some(challenger) = open.map(|game| game.by) {
            let read = self.read(move |db| {
                Ok([(by, challenger), (challenger, by)].map(|both| blocks::has_blocked(db, both)))
            });
            let [own, theirs] = read.await?;
            if own? {
                return Err(matches::Refusal::BlockedYourself.into());
            }
            if theirs? {
                let by = challenger;
                let done = self.change_ladder(id, Command::Withdraw { game, by });
                return Ok(done.await?.and(Err(Refusal::NotOpen)));
            }
        }
        self.change_ladder(id, Command::Accept { game, by }).await
    }
}
