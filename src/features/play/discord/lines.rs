//! Planned lines of turns.

use crate::discord::ui::wire::Painted;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result};
use crate::features::play::messages::conditional;
use crate::features::play::model::conditional::Conditional;
use crate::kernel;
use crate::matches::MatchId;

/// Plans a line of turns.
pub async fn add_line(app: &App, reply: &mut Reply<'_>, id: MatchId, typed: &str) -> Result {
    let user = reply.interaction.user();
    match reply
        .while_doing(app.arbiter.add_line(id, user, typed))
        .await
    {
        Ok(lines) => show_lines(app, reply, lines).await,
        Err(error) => Err(match app.explain(reply, id, error).await {
            CommandError::User(why) => conditional::refused_line(*why, typed).into(),
            other => other,
        }),
    }
}

/// Plans a line that was typed before its match was known.
pub async fn add_kept(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result {
    let user = reply.interaction.user();
    let typed = app.arbiter.typed(id, user, board, mark);
    let added = match app.in_match(reply, id, typed).await {
        Ok(typed) => add_line(app, reply, id, &typed).await,
        Err(error) => Err(error),
    };
    match added {
        Err(CommandError::User(refused)) => app.whisper_here(reply, *refused).await,
        other => other,
    }
}

/// Shows a player's planned lines to that player.
pub async fn list_lines(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let lines = app.arbiter.lines(id, user);
    let lines = app.in_match(reply, id, lines).await?;
    show_lines(app, reply, lines).await
}

pub(crate) async fn show_lines(app: &App, reply: &mut Reply<'_>, lines: Conditional) -> Result {
    let shown = conditional::lines(&lines, reply.interaction.user());
    tell(app, reply, lines, shown).await
}

/// Shows lines to their player and deletes the dropped ones, which the player has now seen.
async fn tell(app: &App, reply: &mut Reply<'_>, lines: Conditional, shown: Composed) -> Result {
    let user = reply.interaction.user();
    app.whisper_here(reply, shown).await?;
    if let Err(error) = app
        .arbiter
        .dropped_told(lines.view.state.id(), user, &lines.dropped)
        .await
    {
        tracing::warn!(%error, "dropped lines will be told once more");
    }
    Ok(())
}

/// Clears one line or all lines of a player.
pub async fn clear_lines(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    number: Option<u32>,
) -> Result {
    let user = reply.interaction.user();
    let clearing = app.arbiter.clear_lines(id, user, number);
    let count = app.in_match(reply, id, clearing).await?;
    let left = reply.while_doing(app.arbiter.lines(id, user)).await?;
    let cleared = conditional::cleared(&left, user, count);
    tell(app, reply, left, cleared).await
}

impl App {
    /// Sends a follow-up that names the player's dropped lines in a match, each line once.
    ///
    /// # Errors
    ///
    /// If Discord refuses the message; the lines stay stored and are reported later.
    pub async fn announce_dropped(&self, reply: &Reply<'_>, id: MatchId) -> Result {
        let user = reply.interaction.user();
        let told = async {
            let dropped = self.arbiter.dropped_lines(id, user).await?;
            if dropped.is_empty() {
                return Ok(Ok(()));
            }
            let painted = Painted::new(conditional::dropped_lines(id, &dropped), Vec::new());
            let posted = reply.follow_up(&painted, true).await;
            if posted.is_ok() {
                self.arbiter.dropped_told(id, user, &dropped).await?;
            }
            Ok::<_, kernel::Error>(posted.map(drop))
        };
        match told.await {
            Ok(posted) => Ok(posted?),
            Err(error) => {
                tracing::warn!(%error, "dropped lines will be told another time");
                Ok(())
            }
        }
    }
}
