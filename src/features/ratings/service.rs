//! Ratings: what is at stake in a match, who leads, and what does not count.

use crate::db::Results;
use crate::kernel::{Arbiter, Error, Update};
use crate::matches::{Command, Figures, GuildId, Match, MatchId, UserId};
use crate::ratings::{Ranked, Stakes, Standing, table};

/// Who leads in a game, and where the one who asks stands.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// Everybody who is listed, the best first.
    pub listed: Vec<Ranked<UserId>>,
    /// What the one who asks has; `None`: no rated match.
    pub own: Option<Standing>,
    /// Whether the one who asks wants to be in no list.
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
        Ok(self.kernel.store.stakes(state, self.now()).await?)
    }

    /// Who leads in a game: in a server those who were seen there, else everybody.
    pub async fn leaders(
        &self,
        game: &'static str,
        guild: Option<GuildId>,
        user: UserId,
    ) -> Result<Leaders, Error> {
        let store = &self.kernel.store;
        let players = store.rated_players(game, guild, self.now()).await?;
        let own = store.standings_of(user).await?;
        let own = own.into_iter().find(|(key, _)| key == game);
        Ok(Leaders {
            listed: table(players),
            own: own.map(|(_, standing)| standing),
            unlisted: store.preferences(user, guild).await?.own.unlisted,
        })
    }

    /// What is known of a player, for themselves (`None`) or for others in a server: then opponents who were not seen there
    /// or want to be in no list are left out.
    pub async fn profile(&self, user: UserId, guild: Option<GuildId>) -> Result<Profile, Error> {
        let store = &self.kernel.store;
        let mut standings = Vec::new();
        for (game, standing) in store.standings_of(user).await? {
            let course = store.rating_course(user, game.clone(), COURSE).await?;
            standings.push((game, standing, course));
        }
        Ok(Profile {
            user,
            standings,
            results: store.results_of(user, guild).await?,
            figures: store.figures(user).await?,
        })
    }

    /// Whether others in a server may see somebody's profile, and whether they were seen there at all.
    pub async fn shows_profile(&self, user: UserId, guild: GuildId) -> Result<(bool, bool), Error> {
        let store = &self.kernel.store;
        let known = store.is_known_in(guild, user).await?;
        let unlisted = store.preferences(user, None).await?.own.unlisted;
        Ok((!unlisted, known))
    }

    /// Lets a match count for no rating. Whether the person moderates the server in which it was played is the caller's to
    /// know.
    ///
    /// # Errors
    ///
    /// When they do not, or it does not count, or is not over.
    pub async fn annul(&self, id: MatchId, by: UserId, moderates: bool) -> Result<Update, Error> {
        self.act(id, Command::Annul { by, moderates }).await
    }
}
