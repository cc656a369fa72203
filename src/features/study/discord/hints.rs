//! Hints in running matches.

use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result};
use crate::features::play::discord::session_message;
use crate::features::play::discord::sessions::is_silence;
use crate::features::play::messages::try_again;
use crate::features::study::messages;
use crate::features::study::model::hints::Hint;
use crate::features::study::model::hints::NoAdvice;
use crate::features::study::press::Press;
use crate::features::study::service::hints::HintsAsked;
use crate::kernel;
use crate::kernel::Answer;
use crate::matches::MatchId;

/// Shows the first half of a hint: where to look.
pub async fn show(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    match reply.while_doing(app.arbiter.hint(id, user)).await {
        Ok(hint) => {
            let seen_from = app.seen_from(reply, &hint.prepared.view.state).await;
            let shown = messages::where_to_look(&hint, seen_from);
            app.whisper_here(reply, shown).await
        }
        Err(error) if is_not_agreed(&error) => ask(app, reply, id).await,
        Err(error) => whisper_why(app, reply, id, error).await,
    }
}

/// Shows the second half of a hint: the turn.
pub async fn show_turn(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let user = reply.interaction.user();
    let hint: Hint = match reply.while_doing(app.arbiter.hint(id, user)).await {
        Ok(hint) => hint,
        Err(error) => return whisper_why(app, reply, id, error).await,
    };
    let now = &hint.prepared.view.state;
    if now.board() != board {
        return Err(CommandError::says(
            "That hint is for an older board. Press *Hint* in `/board` for a new one.",
        ));
    }
    let (turn, board) = (hint.prepared.turn.as_str(), Some(board));
    let opened = app.arbiter.preview(user, id, turn, board);
    let shown = match reply.while_doing(opened).await {
        Ok(shown) => shown,
        Err(error) => return whisper_why(app, reply, id, error).await,
    };
    let message = session_message::compose(app, reply, &shown, None).await;
    app.whisper_here(reply, messages::hinted_turn(message, hint.proven))
        .await
}

/// Explains why no hint is available, with a retry button if the computer was busy.
async fn whisper_why(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    error: kernel::Error,
) -> Result {
    let again = is_silence(&error);
    match app.explain(reply, id, error).await {
        CommandError::User(why) if again => {
            let answer = try_again(*why, Press::Hint(id));
            app.whisper_here(reply, answer).await
        }
        other => Err(other),
    }
}

/// Asks the other player for consent to hints, in the match's thread.
async fn ask(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let view = app.view(reply, id).await?;
    if view.places.thread != Some(reply.interaction.channel()) {
        return Err(CommandError::says(format!(
            "You get hints in match {id} if the other player agrees. To ask them, use `/board` in its thread and press *Hint*.{}",
            ui::at(view.places.thread)
        )));
    }
    let asked = app.arbiter.ask_for_hints(id, user);
    match app.in_match(reply, id, asked).await? {
        HintsAsked::Asked { other } => {
            let question = messages::hints_question(id, user, other);
            app.publish(reply, question).await
        }
        HintsAsked::Agreed => {
            let words =
                format!("Both of you agree: *Hint* in `/board` gives hints in match {id} now.");
            app.whisper(reply, Composed::text(words)).await
        }
    }
}

/// Stores the other player's answer to that question, and updates its message.
pub async fn answer(app: &App, reply: &mut Reply<'_>, id: MatchId, answer: Answer) -> Result {
    let user = reply.interaction.user();
    let answered = app.arbiter.answer_hints(id, user, answer);
    let name = ui::mention(user);
    let words = match reply.while_doing(answered).await {
        Ok(()) if answer == Answer::Accept => {
            format!(
                "{name} agreed. Both players now get hints in match {id}: press *Hint* in `/board`."
            )
        }
        Ok(()) => format!("{name} declined. There are no hints in match {id}."),
        // Only the other player can answer, not the asking player or a spectator.
        Err(error) if is_not_agreed(&error) => {
            return Err(CommandError::says(
                "Only the other player can answer this, or it is already answered.",
            ));
        }
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    app.turn_into(reply, Composed::text(words)).await.map(drop)
}

/// Whether the other player has not agreed to hints.
fn is_not_agreed(error: &kernel::Error) -> bool {
    matches!(error.denial(), Some(NoAdvice::NotAgreed(_)))
}
