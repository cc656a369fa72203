//! What people and organisers do to ladders.

use crate::db::journal::Journal;
use crate::features;
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::{Command, GameId, Ladder, Refusal, Rules};
use crate::features::moderation::store::blocks;
use crate::kernel::{Arbiter, Error};
use crate::matches::{self, ChannelId, GuildId, JournalId, UserId};

/// The most open ladders of a server: as many as a menu holds.
pub(crate) const MOST_LADDERS: usize = 25;

/// Why a ladder is not created. Its `Display` is the message to the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCreated {
    #[error(transparent)]
    Rules(#[from] Refusal),
    #[error("This server has an open ladder with this name. Choose another name.")]
    Name,
    #[error("This server has {MOST_LADDERS} open ladders, the most allowed. Close one first.")]
    TooMany,
}

/// The result of a command: the ladder after it, or the refusal.
type Done = Result<Result<Ladder, Refusal>, Error>;

impl Arbiter {
    /// Creates a ladder whose posts are in a channel.
    pub async fn create_ladder(
        &self,
        (guild, channel): (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<Result<JournalId, NotCreated>, Error> {
        if self.contests_in::<Ladder>(guild).await?.len() >= MOST_LADDERS {
            return Ok(Err(NotCreated::TooMany));
        }
        let name = rules.name.as_str().to_owned();
        let first = match Ladder::create(by, rules) {
            Ok(first) => first,
            Err(refusal) => return Ok(Err(refusal.into())),
        };
        let made = self.create_contest::<Ladder>((guild, channel), name, first);
        let Some(id) = made.await? else {
            return Ok(Err(NotCreated::Name));
        };
        Ok(Ok(id))
    }

    /// Gives a command to a ladder.
    pub async fn change_ladder(&self, id: JournalId, command: Command) -> Done {
        let done = self.change_contest::<Ladder>(id, command).await?;
        let changed = done.unwrap_or(Err(Refusal::Closed));
        Ok(changed.map(|loaded| loaded.contest))
    }

    /// Puts a person on a ladder, unless moderators keep them from playing in the server.
    pub(crate) async fn join_ladder(&self, journal: &Journal, user: UserId) -> Done {
        self.not_kept_out(journal.guild, user).await?;
        self.change_ladder(journal.id, Command::Join { user }).await
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
