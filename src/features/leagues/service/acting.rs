//! What people and organisers do to leagues.

use std::time::Duration;

use crate::db::journal::Journal;
use crate::db::{Connection, StoreError};
use crate::features::leagues::model::{
    ActId, Asks, Command, Deed, GameId, League, Refusal, Rules, Score, SeasonId,
};
use crate::features::leagues::service::contest::last_move_of;
use crate::kernel::contests::{Contest, change, load};
use crate::kernel::{Arbiter, Error};
use crate::matches::{ChannelId, GuildId, JournalId, UserId};
use crate::people::Moment;

/// The most open leagues of a server: as many as a menu holds.
pub(crate) const MOST_LEAGUES: usize = 25;

/// Why a league is not created. Its `Display` is the message to the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCreated {
    #[error("This server has an open league with this name. Choose another name.")]
    Name,
    #[error(
        "<#{0}> has a league already, and each needs a channel of its own. Choose another channel."
    )]
    Channel(ChannelId),
    #[error("This server has {MOST_LEAGUES} open leagues, the most allowed. Close one first.")]
    TooMany,
}

/// What an organiser does, without what only the database knows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrganiserAct {
    Pause,
    Close,
    /// Forfeits the games in which a person has not moved.
    Forfeit(UserId),
    Replace {
        user: UserId,
        newcomer: UserId,
    },
    Decide {
        game: GameId,
        score: Score,
    },
    /// Ends a season in some hours.
    End {
        season: SeasonId,
        hours: u16,
    },
    Undo(ActId),
}

/// The result of a command: the league after it, or the refusal.
type Done = Result<Result<League, Refusal>, Error>;

impl Arbiter {
    /// Creates a league whose posts are in a channel.
    pub async fn create_league(
        &self,
        (guild, channel): (GuildId, ChannelId),
        by: UserId,
        rules: Rules,
    ) -> Result<Result<JournalId, NotCreated>, Error> {
        let others = self.contests_in::<League>(guild).await?;
        if others.len() >= MOST_LEAGUES {
            return Ok(Err(NotCreated::TooMany));
        }
        if others.iter().any(|other| other.channel == channel) {
            return Ok(Err(NotCreated::Channel(channel)));
        }
        let name = rules.name.as_str().to_owned();
        let first = League::create(rules, by);
        let made = self.create_contest::<League>((guild, channel), name, first);
        let Some(id) = made.await? else {
            return Ok(Err(NotCreated::Name));
        };
        Ok(Ok(id))
    }

    /// Gives a command to a league.
    pub async fn change_league(&self, id: JournalId, command: Command) -> Done {
        let done = self.change_contest::<League>(id, command).await?;
        let changed = done.unwrap_or(Err(Refusal::Closed));
        Ok(changed.map(|loaded| loaded.contest))
    }

    /// Lets a person take part, unless moderators keep them from playing in the server.
    pub(crate) async fn join_league(&self, journal: &Journal, user: UserId) -> Done {
        self.not_kept_out(journal.guild, user).await?;
        self.change_league(journal.id, Command::Join { user }).await
    }

    /// Carries out what an organiser asked for.
    pub(crate) async fn organise_league(
        &self,
        id: JournalId,
        guild: GuildId,
        by: UserId,
        (act, reason): (OrganiserAct, String),
    ) -> Done {
        if let OrganiserAct::Replace { newcomer, .. } = act {
            self.not_kept_out(guild, newcomer).await?;
        }
        let now = self.now();
        let write = self.write(move |db| {
            let Some(loaded) = load::<League>(db, id)? else {
                return Ok(Err(Refusal::Closed));
            };
            let command = command(db, &loaded.contest, by, (act, reason), now)?;
            let done = change::<League>(db, id, &command, now)?;
            let done = done.unwrap_or(Err(Refusal::Closed));
            Ok(done.map(|loaded| loaded.contest))
        });
        let done = write.await?;
        <League as Contest>::POSTS.queue(&self.kernel, id).await?;
        self.kernel.alarms.look_again();
        Ok(done)
    }
}

/// Returns the command for an act.
fn command(
    db: &Connection,
    league: &League,
    by: UserId,
    (act, reason): (OrganiserAct, String),
    now: Moment,
) -> Result<Command, StoreError> {
    let asks = match act {
        OrganiserAct::Close => return Ok(Command::Close { by, reason }),
        OrganiserAct::Undo(act) => {
            let found = league.acts().iter().find(|one| one.id == act);
            let unmoved = match found.map(|act| &act.deed) {
                Some(Deed::Replace { newcomer, .. }) => unmoved(db, league, *newcomer)?,
                _ => Vec::new(),
            };
            return Ok(Command::Undo {
                by,
                act,
                reason,
                unmoved,
            });
        }
        OrganiserAct::Pause => Asks::Pause,
        OrganiserAct::Forfeit(user) => Asks::Forfeit {
            user,
            unmoved: unmoved(db, league, user)?,
        },
        OrganiserAct::Replace { user, newcomer } => Asks::Replace {
            user,
            newcomer,
            unmoved: unmoved(db, league, user)?,
        },
        OrganiserAct::Decide { game, score } => Asks::Adjudicate { game, score },
        OrganiserAct::End { season, hours } => Asks::EndSeason {
            season,
            ends: now.after(Duration::from_hours(u64::from(hours))),
        },
    };
    Ok(Command::Act { by, reason, asks })
}

/// Returns the running games in which a person has not moved.
fn unmoved(db: &Connection, league: &League, user: UserId) -> Result<Vec<GameId>, StoreError> {
    let mut games = Vec::new();
    for (game, id) in league.running_of(user) {
        if last_move_of(db, id, user)?.is_none() {
            games.push(game);
        }
    }
    Ok(games)
}
