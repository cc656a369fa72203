//! What the page of a contest for one person shows beside the contest.

use crate::db::Listed;
use crate::db::journal::Journal;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::Result;
use crate::discord::ui::contests::words::game_line;
use crate::discord::ui::reply::Reply;
use crate::kernel::contests::Contest;
use crate::matches::{MatchId, UserId};

/// What the page of a league or a tournament shows beside it.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub organises: bool,
    /// Whether the bot serves web pages.
    pub has_pages: bool,
    /// A sentence about what the person has just done; may be empty.
    pub said: String,
    /// The person's running matches, those of other contests too.
    pub games: Vec<Listed>,
    /// Whether the server has other contests of this kind.
    pub others: bool,
    /// Whether moderators keep the person from playing in the server.
    pub kept_out: bool,
}

impl Page {
    /// Reads what the page shows the person who asked. Whether moderators keep them from playing is for the caller to say.
    pub(crate) async fn of<C: Contest>(
        app: &App,
        reply: &mut Reply<'_>,
        journal: &Journal,
        said: &str,
    ) -> Result<Self> {
        let (user, guild) = (reply.interaction.user(), journal.guild);
        let all = app.arbiter.contests_in::<C>(guild);
        let all = reply.while_doing(all).await?;
        let games = app.arbiter.store().games_of(user);
        Ok(Self {
            organises: app.organises(reply, guild).await?,
            has_pages: app.pages.is_some(),
            said: said.to_owned(),
            games: reply.while_doing(games).await?,
            others: all.iter().any(|one| one.id != journal.id),
            kept_out: false,
        })
    }

    /// Words the person's running games in a contest, those first in which it is their turn, as the flag says. `is_own` tells
    /// which matches are of the contest.
    pub(crate) fn own_games(
        &self,
        user: UserId,
        is_own: impl Fn(MatchId) -> bool,
    ) -> Vec<(bool, String)> {
        let own = self.games.iter().filter(|one| is_own(one.id));
        let lines = own.map(|one| {
            let theirs = one.player_to_move() == Some(user.into());
            (theirs, game_line(one, user))
        });
        let mut lines: Vec<_> = lines.collect();
        lines.sort_by_key(|(theirs, _)| !theirs);
        lines
    }
}
