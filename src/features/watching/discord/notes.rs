//! Players' notes on their matches.

use crate::discord::ui::{self, App, Composed, Reply, Result};
use crate::features::watching::messages;
use crate::features::watching::press::Press;
use crate::features::watching::store::notes;
use crate::matches::MatchId;

/// Opens the form for a note on a turn, filled with the existing note.
pub async fn form(app: &App, reply: &mut Reply<'_>, id: MatchId, ply: u32) -> Result {
    let user = reply.interaction.user();
    let notes = app.arbiter.read(move |db| notes::notes(db, id, user));
    let notes = reply.while_doing(notes).await?;
    let old = notes
        .iter()
        .find(|note| note.owner == user && note.ply == ply);
    let form = messages::note_form(id, ply, old.map_or("", |note| &note.text));
    app.open_form(reply, &form, Press::NoteForm { id, ply })
        .await
}

/// Saves a note on a turn.
pub async fn save(app: &App, reply: &mut Reply<'_>, id: MatchId, ply: u32, text: &str) -> Result {
    let text = ui::undirected(text.trim());
    if text.is_empty() {
        return show(app, reply, id).await;
    }
    let user = reply.interaction.user();
    let noting = app.arbiter.note(id, user, ply, text);
    let kept = app.in_match(reply, id, noting).await?;
    let view = app.view(reply, id).await?;
    let words = messages::noted(&view.state, ply, kept);
    // The message with the page stays unchanged.
    app.whisper(reply, Composed::text(words)).await
}

/// Lists a player's own notes in an ephemeral message.
pub async fn show(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let own = own(app, reply, id).await?;
    app.whisper(reply, own).await
}

async fn own(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<Composed> {
    let view = app.watched(reply, id).await?;
    let user = reply.interaction.user();
    let notes = reply
        .while_doing(app.arbiter.read(move |db| notes::notes(db, id, user)))
        .await?;
    Ok(messages::notes(&view.state, &notes, user))
}

/// Publishes a player's notes.
pub async fn publish(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let publishing = app.arbiter.publish_notes(id, user);
    app.in_match(reply, id, publishing).await?;
    let own = own(app, reply, id).await?;
    app.whisper_here(reply, own).await
}

/// Deletes a player's notes.
pub async fn clear(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let user = reply.interaction.user();
    let clearing = app.arbiter.clear_notes(id, user);
    app.in_match(reply, id, clearing).await?;
    let words = format!("Your notes in match {id} are deleted.");
    app.whisper_here(reply, Composed::text(words)).await
}
