//! Export of matches as files.

use crate::discord::ui::wire::{File, Painted};
use crate::discord::ui::{self, App, Composed, Reply, Result};
use crate::features::lists::store::ArchiveFilter;
use crate::features::records::formats::{self, Format, Noted, Source};
use crate::features::records::messages;
use crate::features::{lists, watching};
use crate::kernel;
use crate::matches::{Event, GuildId, Match, MatchId, Player, UserId};
use crate::people::Moment;

/// The most matches in one export, and the most bytes.
const MOST_EXPORTED: u32 = 2000;
const MOST_BYTES: usize = 8_000_000;

/// Asks for the format of an export.
pub async fn ask(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let view = app.watched(reply, id).await?;
    app.whisper(reply, messages::ask_export(&view.state)).await
}

/// Exports a match as a file to one person.
pub async fn export(app: &App, reply: &mut Reply<'_>, id: MatchId, format: Format) -> Result {
    // A person who may see the match may export it.
    app.watched(reply, id).await?;
    let (own, user) = (app.clone(), reply.interaction.user());
    let work = async move { written(&own, user, id, format).await };
    let (composed, text) = app.at_length(reply, work).await??;
    let name = format!("match-{id}.{}", format.extension());
    let file = File {
        name,
        alt: String::from("The record of a match"),
        bytes: text.into_bytes(),
    };
    Ok(reply.private(&Painted::new(composed, vec![file])).await?)
}

/// Returns a match's record with the message to send.
async fn written(
    app: &App,
    user: UserId,
    id: MatchId,
    format: Format,
) -> Result<(Composed, String)> {
    let (state, events) = app.arbiter.kernel.ledger.whole(id).await?;
    let guild = state.proposal().place.guild;
    app.recall(guild, state.people().collect()).await;
    let source = Source {
        state: &state,
        events: &events,
        names: names(app, guild, &state),
        now: app.arbiter.now(),
        notes: &notes(app, &state, user).await?,
        extras: None,
    };
    match formats::write(format, &source) {
        Ok(text) => Ok((messages::exported(&state, format), text)),
        Err(error) => {
            let buttons = messages::export_buttons(&state);
            Err(Composed::text(ui::escaped(&error.to_string()))
                .with_row(buttons)
                .into())
        }
    }
}

/// Exports all finished matches of the person in private.
pub async fn export_all(app: &App, reply: &mut Reply<'_>) -> Result {
    let user = reply.interaction.user();
    let own = app.clone();
    let work = async move { records_of(&own, user, MOST_BYTES).await };
    let records = app.at_length(reply, work).await??;
    let composed = messages::exported_all(records.written, records.all, &records.failed);
    if records.written == 0 {
        return app.whisper(reply, composed).await;
    }
    let files = record_files("matches", &records.text);
    Ok(reply.private(&Painted::new(composed, files)).await?)
}

/// Splits records, one per line, into files that are small enough for an import.
pub fn record_files(name: &str, text: &str) -> Vec<File> {
    let mut files: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match files.last_mut() {
            Some(file) if file.len() + line.len() <= formats::MOST_BYTES => file.push_str(line),
            _ => files.push(line.to_owned()),
        }
    }
    let files = (1..).zip(files).map(|(number, text)| File {
        name: match number {
            1 => format!("{name}.jsonl"),
            number => format!("{name}-{number}.jsonl"),
        },
        alt: String::from("The records of your matches"),
        bytes: text.into_bytes(),
    });
    files.collect()
}

/// A person's finished matches as records.
pub struct Records {
    /// The number of finished matches.
    pub all: u64,
    /// The records of the latest ones, one per line.
    pub text: String,
    /// The number of records.
    pub written: usize,
    /// The matches that cannot be read.
    pub failed: Vec<MatchId>,
}

/// Writes a person's latest finished matches as records, as many as fit into this many bytes.
pub async fn records_of(
    app: &App,
    user: UserId,
    most_bytes: usize,
) -> Result<Records, kernel::Error> {
    let filter = ArchiveFilter {
        user,
        game: None,
        score: None,
        after: None,
        place: None,
    };
    let read = app.arbiter.read(move |db| {
        Ok((
            lists::store::archive(db, &filter, MOST_EXPORTED)?,
            lists::store::count_finished(db, user)?,
        ))
    });
    let (found, all) = read.await?;
    let people = found.iter().flat_map(|one| one.players).flatten();
    app.recall(None, people.filter_map(Player::person).collect())
        .await;
    let mut records = Records {
        all,
        text: String::new(),
        written: 0,
        failed: Vec::new(),
    };
    for one in found {
        let Ok((state, events)) = app.arbiter.kernel.ledger.whole(one.id).await else {
            records.failed.push(one.id);
            continue;
        };
        let names = names(app, None, &state);
        let notes = notes(app, &state, user).await?;
        match line(&state, &events, names, app.arbiter.now(), &notes) {
            Some(line) if records.text.len() + line.len() <= most_bytes => {
                records.text.push_str(&line);
            }
            Some(_) => break,
            None => continue,
        }
        records.written += 1;
    }
    Ok(records)
}

/// Writes a match on one line; `None` if it has no result.
fn line(
    state: &Match,
    events: &[Event],
    names: [String; 2],
    now: Moment,
    notes: &[Noted],
) -> Option<String> {
    let source = Source {
        state,
        events,
        names,
        now,
        notes,
        extras: None,
    };
    formats::line(&source).ok()
}

/// Returns the notes of a match that a person may read: their own and published ones.
async fn notes(app: &App, state: &Match, viewer: UserId) -> Result<Vec<Noted>, kernel::Error> {
    let id = state.id();
    let notes = app
        .arbiter
        .read(move |db| watching::store::notes::notes(db, id, viewer))
        .await?;
    let noted = notes.into_iter().map(|note| Noted {
        ply: note.ply,
        seat: state.seat_of(note.owner),
        text: note.text,
    });
    Ok(noted.collect())
}

/// Returns the players' names; their ids if the names are unknown.
fn names(app: &App, guild: Option<GuildId>, state: &Match) -> [String; 2] {
    crate::board::Seat::BOTH.map(|seat| match state.player(seat) {
        Some(Player::Person(user)) => app
            .names
            .of(guild, user)
            .unwrap_or_else(|| user.to_string()),
        Some(Player::Computer(level)) => crate::matches::computer_name(level),
        Some(Player::Team(team)) => team.name.to_string(),
        None => String::new(),
    })
}
