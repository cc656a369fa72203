//! The leaderboard, profiles, and the effect of a match on ratings.

use crate::db::people::preferences;
use crate::db::ratings;
use crate::db::ratings::punctuality;
use crate::db::results;
use crate::features;
use crate::features::ratings::model::{Leaders, Profile};
use crate::kernel::{Arbiter, Result};
use crate::matches::{GuildId, Match, UserId};
use crate::ratings::{Stakes, table};

/// The number of matches in the course of a rating.
const COURSE: u32 = 24;

impl Arbiter {
    /// Returns the current effect of a match on ratings.
    pub async fn stakes(&self, state: &Match) -> Result<Stakes> {
        let (state, now) = (state.clone(), self.now());
        self.read(move |db| ratings::stakes(db, &state, now)).await
    }

    /// Loads a game's leaderboard; in a server, with the people seen there.
    pub async fn leaders(
        &self,
        game: &'static str,
        guild: Option<GuildId>,
        user: UserId,
    ) -> Result<Leaders> {
        let now = self.now();
        self.read(move |db| {
            let standings = ratings::standings_of(db, user)?;
            let own = standings.into_iter().find(|(key, _)| key == game);
            Ok(Leaders {
                listed: table(ratings::rated_players(db, game, guild, now)?),
                own: own.map(|(_, standing)| standing),
                unlisted: preferences::of_user(db, user)?.unlisted,
            })
        })
        .await
    }

    /// Loads a player's profile: for the player (`None`), or for other people in a server.
    ///
    /// Other people do not see opponents who are unlisted or were never seen in the server.
    pub async fn profile(&self, user: UserId, guild: Option<GuildId>) -> Result<Profile> {
        self.read(move |db| {
            let mut standings = Vec::new();
            for (game, standing) in ratings::standings_of(db, user)? {
                let course = ratings::rating_course(db, user, &game, COURSE)?;
                standings.push((game, standing, course));
            }
            Ok(Profile {
                user,
                standings,
                results: results::of_user(db, user, guild)?,
                figures: punctuality::figures(db, user)?,
                achievements: features::achievements(db, user, guild)?,
            })
        })
        .await
    }

    /// Returns whether a player is listed, and whether they were seen in the server.
    pub async fn shows_profile(&self, user: UserId, guild: GuildId) -> Result<(bool, bool)> {
        self.read(move |db| {
            let unlisted = preferences::of_user(db, user)?.unlisted;
            Ok((!unlisted, ratings::is_known_in(db, guild, user)?))
        })
        .await
    }
}
