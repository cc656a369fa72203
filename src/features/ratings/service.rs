//! Ratings: what is at stake in a match, who leads, and what does not count.

use crate::db::people::preferences;
use crate::db::ratings;
use crate::db::ratings::punctuality;
use crate::db::{Results, results};
use crate::kernel::{Arbiter, Error};
use crate::matches::{Figures, GuildId, Match, UserId};
use crate::ratings::{Ranked, Stakes, Standing, table};

/// The leaderboard of a game, and the place of the asking person.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// Everybody who is listed, the best first.
    pub listed: Vec<Ranked<UserId>>,
    /// The rating of the asking person; `None`: no rated match.
    pub own: Option<Standing>,
    /// Whether the asking person is unlisted.
    pub unlisted: bool,
}

/// What is known of a player.
#[derive(Clone, Debug)]
pub struct Profile {
    pub user: UserId,
    /// Where they stand, by game, with the ratings after their latest matches, the oldest first.
    pub standings: Vec<(String, Standing, Vec<Standing>)>,
    /// What became of their matches.
    pub results: Results,
    /// How punctual they are.
    pub figures: Figures,
}

/// This many matches make the course of a rating in a profile.
const COURSE: u32 = 24;

impl Arbiter {
    /// What a match has to do with ratings as it stands.
    pub async fn stakes(&self, state: &Match) -> Result<Stakes, Error> {
        let (state, now) = (state.clone(), self.now());
        Ok(self
            .read(move |db| ratings::stakes(db, &state, now))
            .await?)
    }

    /// Loads the leaderboard of a game: in a server, of the people who were seen there.
    pub async fn leaders(
        &self,
        game: &'static str,
        guild: Option<GuildId>,
        user: UserId,
    ) -> Result<Leaders, Error> {
        let now = self.now();
        let leaders = self.read(move |db| {
            let standings = ratings::standings_of(db, user)?;
            let own = standings.into_iter().find(|(key, _)| key == game);
            Ok(Leaders {
                listed: table(ratings::rated_players(db, game, guild, now)?),
                own: own.map(|(_, standing)| standing),
                unlisted: preferences::of_user(db, user)?.unlisted,
            })
        });
        Ok(leaders.await?)
    }

    /// What is known of a player, for themselves (`None`) or for others in a server: then opponents who were not seen there
    /// or want to be in no list are left out.
    pub async fn profile(&self, user: UserId, guild: Option<GuildId>) -> Result<Profile, Error> {
        let profile = self.read(move |db| {
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
            })
        });
        Ok(profile.await?)
    }

    /// Whether others in a server may see somebody's profile, and whether they were seen there at all.
    pub async fn shows_profile(&self, user: UserId, guild: GuildId) -> Result<(bool, bool), Error> {
        let shows = self.read(move |db| {
            let unlisted = preferences::of_user(db, user)?.unlisted;
            Ok((!unlisted, ratings::is_known_in(db, guild, user)?))
        });
        Ok(shows.await?)
    }
}
