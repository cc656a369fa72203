//! Typed turns: autocomplete, the preview before a turn counts, and why a turn is refused.

use super::session_message::{compose, show};
use crate::db::offers;
use crate::discord::ui::{self, App, Choices, CommandError, Reply, Result, choices, refusals};
use crate::features::play::messages;
use crate::features::play::model::session::About;
use crate::features::play::press::Press;
use crate::games::Completions;
use crate::kernel;
use crate::matches::{Match, MatchId, Refusal};

/// Returns turns as autocomplete choices, or the reason why no turn can be offered.
pub(crate) fn suggestions(
    app: &App,
    reply: &Reply<'_>,
    found: Result<Completions>,
    typed: &str,
) -> Choices {
    match found {
        Ok(found) => choices(messages::completions(&found, typed)),
        Err(CommandError::User(why)) => {
            // An autocomplete choice is plain text, so only the first line is used.
            let line = why.content.lines().next().unwrap_or_default();
            let guild = reply.interaction.guild();
            let line = ui::in_plain_text(line, |user| app.names.of(guild, user));
            choices([messages::no_completion(&line, typed)])
        }
        Err(error) => {
            tracing::warn!(%error, "no turns could be offered");
            choices([])
        }
    }
}

/// Shows the result of a turn and asks for confirmation.
pub async fn preview(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    text: &str,
    seen: Option<u32>,
) -> Result {
    let opened = app
        .arbiter
        .preview(reply.interaction.user(), id, text, seen);
    match reply.while_doing(opened).await {
        Ok(shown) => show(app, reply, &shown).await,
        Err(error) => Err(explain_turn(app, reply, id, text, error).await),
    }
}

/// Explains why a typed turn was not played. An unfinished turn continues in a picker.
pub async fn explain_turn(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    typed: &str,
    error: kernel::Error,
) -> CommandError {
    if let kernel::Error::Refused(Refusal::Unfinished { steps, .. }) = &error {
        let user = reply.interaction.user();
        let opened = async {
            let state = app.arbiter.view(id).await?.state;
            let about = About::due(&state, user);
            let steps = steps.iter().map(String::as_str);
            app.arbiter.open_after(user, about, steps).await
        };
        // If no picker can be opened, the refusal says what is missing.
        if let Ok(shown) = reply.while_doing(opened).await {
            let message = compose(app, reply, &shown, None).await;
            return messages::unfinished(typed, message).into();
        }
    }
    app.explain_turn(reply, id, typed, error).await
}

impl App {
    /// Explains why a turn was not played.
    pub async fn explain_turn(
        &self,
        reply: &mut Reply<'_>,
        id: MatchId,
        typed: &str,
        error: kernel::Error,
    ) -> CommandError {
        let kernel::Error::Refused(refusal) = error else {
            return error.into();
        };
        let thread = self.elsewhere(reply, id).await;
        match self.arbiter.view(id).await {
            Ok(view) => {
                self.store_offers(reply, &view.state, &refusal).await;
                let seen_from = self.seen_from(reply, &view.state).await;
                let refused =
                    refusals::refused_turn(&view.state, seen_from, &refusal, typed, thread);
                match refusal {
                    Refusal::NotYourTurn { .. } => {
                        messages::waiting(refused, &view.state, reply.interaction.user()).into()
                    }
                    _ => refused.into(),
                }
            }
            Err(error) => error.into(),
        }
    }

    /// Stores the turns offered in place of a refused one if they are too long for their buttons' ids.
    async fn store_offers(&self, reply: &Reply<'_>, now: &Match, refusal: &Refusal) {
        let (id, user, board) = (now.id(), reply.interaction.user(), now.board());
        let turns = refusals::offered(refusal).into_iter();
        let turns: Vec<_> = turns
            .filter(|turn| Press::try_turn(id, board, turn).is_none())
            .collect();
        if turns.is_empty() {
            return;
        }
        if let Err(error) = self
            .arbiter
            .write(move |db| offers::store_offers(db, id, user, board, &turns))
            .await
        {
            tracing::warn!(%error, "turns that were offered are not kept: their buttons will say so");
        }
    }
}
