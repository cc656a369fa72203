//! The analysis of a finished match, turn by turn.

use std::time::Duration;

use tokio::sync::watch;

use crate::discord::ui::wire::Painted;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result};
use crate::features::play::discord::sessions::is_silence;
use crate::features::play::messages::try_again;
use crate::features::study::messages;
use crate::features::study::model::analysis::AnalysisProgress;
use crate::features::study::model::hints::NoAdvice;
use crate::features::study::press::Press;
use crate::features::study::service::analysis::Analysed;
use crate::kernel::View;
use crate::kernel::fair::Full;
use crate::matches::{Effective, GuildId, MatchId, UserId};

/// How long the first answer waits for a short analysis.
const MOMENT: Duration = Duration::from_millis(1_200);

/// Shows the analysis of a match, or its progress first and the analysis once it is ready.
pub async fn show(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    app.may_know(reply, id).await?;
    let user = reply.interaction.user();
    let found = reply.while_doing(app.arbiter.analysis(id, user)).await;
    let (view, mut receiver) = match found {
        Ok((view, Analysed::Whole(analysis))) => {
            let shown = messages::analysis(&view.state, &analysis, user);
            return app.whisper_here(reply, shown).await;
        }
        Ok((view, Analysed::UnderWay(receiver))) => (view, receiver),
        Err(error) if is_silence(&error) => {
            let why = app.explain(reply, id, error).await;
            return app.whisper_here(reply, again(id, why)?).await;
        }
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let ended = tokio::time::timeout(MOMENT, until_ended(&mut receiver));
    if reply.while_doing(ended).await.is_ok() {
        let shown = result(app, &view, user).await?;
        return app.whisper_here(reply, shown).await;
    }
    let progress = *receiver.borrow();
    app.whisper_here(reply, messages::analysing(&view.state, progress))
        .await?;
    let preferences = reply.preferences(&app.arbiter).await;
    let (later, guild) = (reply.later(None), reply.interaction.guild());
    let app = app.clone();
    tokio::spawn(async move {
        let ended = tokio::time::timeout_at(later.until(), until_ended(&mut receiver));
        if ended.await.is_err() {
            return;
        }
        let shown = match result(&app, &view, user).await {
            Ok(shown) => shown,
            Err(error) => {
                tracing::warn!(%error, "an analysis cannot be shown");
                return;
            }
        };
        let painted = match paint(&app, shown, preferences, guild, user).await {
            Ok(painted) => painted,
            Err(full) => return tracing::warn!(%full, "an analysis is not shown by itself"),
        };
        if let Err(failure) = later.edit(&painted).await {
            tracing::warn!(%failure, "an analysis is not shown by itself");
        }
    });
    Ok(())
}

async fn paint(
    app: &App,
    shown: Composed,
    preferences: Effective,
    guild: Option<GuildId>,
    user: UserId,
) -> Result<Painted, Full> {
    let shown = if preferences.own.text_only {
        shown.in_words()
    } else {
        shown
    };
    let theme = preferences.theme();
    app.brush.show(shown, theme, guild, user).await
}

/// Waits until an analysis has finished or stopped early.
async fn until_ended(receiver: &mut watch::Receiver<AnalysisProgress>) {
    while receiver.changed().await.is_ok() {}
}

/// Returns the message of a finished analysis, or a retry button if it stopped early.
async fn result(app: &App, view: &View, user: UserId) -> Result<Composed> {
    let id = view.state.id();
    match app.arbiter.analysis_known(id, user).await {
        Ok(Some(analysis)) => Ok(messages::analysis(&view.state, &analysis, user)),
        Ok(None) => again(id, NoAdvice::Nothing.into()),
        Err(error) => Err(error.into()),
    }
}

/// Adds a retry button to the reason why an analysis is missing.
fn again(id: MatchId, why: CommandError) -> Result<Composed> {
    match why {
        CommandError::User(why) => Ok(try_again(*why, Press::Analysis(id))),
        other => Err(other),
    }
}
