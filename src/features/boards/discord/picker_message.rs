//! The message of a picker, which also answers a typed turn that stops too early.

use crate::db::drafts;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::refusals;
use crate::discord::ui::reply::Reply;
use crate::features::boards::messages;
use crate::features::boards::service::picking::PickerView;
use crate::kernel;
use crate::matches::{Match, MatchId, Refusal, Viewpoint};

/// A picker as its player sees it. Where a line has come true up to its player's move, that is what the line has for it.
pub async fn compose(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    picker: &PickerView,
) -> Result<Composed, CommandError> {
    let user = reply.asked.user();
    let now = &picker.view.state;
    let Some(answer) = &picker.answer else {
        let seen_from = match reply.preferences(&app.arbiter).await.own.viewpoint {
            // It would turn round with every turn of the line.
            Viewpoint::Mover if picker.picker.line.is_some() => Viewpoint::Own.seat(now, user),
            viewpoint => viewpoint.seat(now, user),
        };
        return Ok(messages::picker(picker, user, seen_from));
    };
    let board = picker.picker.board;
    let prepared = match reply
        .while_doing(app.arbiter.prepare(id, user, answer, Some(board)))
        .await
    {
        Ok(prepared) => prepared,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let preview = messages::preview(
        &prepared,
        app.seen_from(reply, now).await,
        CustomId::PickAnew { id, board },
    );
    let note = messages::caught_up(picker).unwrap_or_default();
    Ok(Composed {
        content: format!("{note}\n{}", preview.content),
        ..preview
    })
}

/// What the person reads whose typed turn was not made. One that only stops too early goes on in a picker.
pub async fn explain_turn(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    typed: &str,
    error: kernel::Error,
) -> CommandError {
    if let kernel::Error::Refused(Refusal::Unfinished { steps, .. }) = &error {
        let user = reply.asked.user();
        let opened = reply
            .while_doing(app.arbiter.open_picker_after(id, user, steps))
            .await;
        // If there is none to be had any more, the refusal says what is missing.
        if let Ok(picker) = opened
            && let Ok(message) = compose(app, reply, id, &picker).await
        {
            return messages::unfinished(typed, message).into();
        }
    }
    app.explain_turn(reply, id, typed, error).await
}

impl App {
    /// What the person reads whose turn was not made.
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
                self.keep_offers(reply, &view.state, &refusal).await;
                let seen_from = self.seen_from(reply, &view.state).await;
                let refused =
                    refusals::refused_turn(&view.state, seen_from, &refusal, typed, thread);
                match refusal {
                    Refusal::NotYourTurn { .. } => {
                        messages::waiting(refused, &view.state, reply.asked.user()).into()
                    }
                    _ => refused.into(),
                }
            }
            Err(error) => error.into(),
        }
    }

    /// Keeps the turns that are offered in place of a refused one and that are too long for their buttons.
    async fn keep_offers(&self, reply: &Reply<'_>, now: &Match, refusal: &Refusal) {
        let (id, user, board) = (now.id(), reply.asked.user(), now.board());
        let turns = refusals::offered(refusal).into_iter();
        let turns: Vec<_> = turns
            .filter(|turn| CustomId::try_turn(id, board, turn).is_none())
            .collect();
        if turns.is_empty() {
            return;
        }
        if let Err(error) = self
            .arbiter
            .write(move |db| drafts::keep_offers(db, id, user, board, &turns))
            .await
        {
            tracing::warn!(%error, "turns that were offered are not kept: their buttons will say so");
        }
    }
}
