//! The page of a person's data: view, export, delete.

use serde_json::{Value, json};

use crate::db::people::preferences;
use crate::db::{self, Connection};
use crate::discord::ui::panel::{Page, Panel, Step};
use crate::discord::ui::wire::{File, Painted};
use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result};
use crate::features::pages::messages::{OnPages, Paged};
use crate::features::pages::service::watchers::Watchers;
use crate::features::privacy::messages::{self, LISTED, PRIVACY, UNLISTED};
use crate::features::privacy::store::personal;
use crate::features::{pages, records};
use crate::matches::UserId;

/// The most matches in the exported file, and the most bytes of them.
const MOST_MATCHES: usize = 2000;
const MOST_BYTES: usize = 4_000_000;

/// The number of matches that one read of the database takes.
const AT_ONCE: u32 = 40;

/// The version of the format of `docs/privacy-export.md`.
const FORMAT: u32 = 1;

pub(crate) const PAGE: Page = Page::new(Panel::Settings, PRIVACY, "Privacy", |app, reply, act| {
    Box::pin(turn(app, reply, act))
})
.at(5);

/// Shows a person their stored data and whether they are listed.
async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let user = reply.interaction.user();
    if !act.is_empty() {
        let options = match act {
            "unlisted" => [LISTED, UNLISTED],
            "pages" => [OnPages::SHOWN, OnPages::HIDDEN],
            _ => return Err(ui::unknown_component().into()),
        };
        let value = reply.interaction.chosen_one();
        let chosen = options.iter().position(|one| Some(*one) == value);
        let hidden = chosen.ok_or_else(ui::unknown_component)? == 1;
        let lists = act == "unlisted";
        let write = app.arbiter.write(move |db| match lists {
            true => preferences::change(db, user, |preferences| preferences.unlisted = hidden),
            false => pages::store::set_hidden(db, user, hidden),
        });
        reply.while_doing(write).await?;
        app.arbiter.kernel.part::<Watchers>().tell_all();
    }
    let address = app.pages.as_deref().map(str::to_owned);
    let read = app.arbiter.read(move |db| {
        let on_pages = address
            .map(|address| on_pages(db, user, address))
            .transpose()?;
        Ok((personal::stored_data(db, user)?, on_pages))
    });
    let (kept, on_pages) = reply.while_doing(read).await?;
    let unlisted = reply.preferences(&app.arbiter).await.own.unlisted;
    let page = messages::kept(user, &kept, unlisted, on_pages.as_ref(), &app.operator);
    Ok(Step::after(act, page))
}

/// Returns the pages that show a person.
fn on_pages(db: &Connection, user: UserId, address: String) -> db::Result<OnPages> {
    let contests = pages::store::contests_showing(db, user)?;
    let (matches, all) = pages::store::showing(db, user, OnPages::MOST)?;
    let all = all.saturating_add(contests.len() as u64);
    let contests = contests
        .into_iter()
        .map(|(name, page)| (Paged::Contest(name), format!("/c/{page}")));
    let matches = matches
        .into_iter()
        .map(|(id, page)| (Paged::Match(id), format!("/m/{page}")));
    let latest = contests.chain(matches).take(OnPages::MOST as usize);
    let hidden = pages::store::is_hidden(db, user)?;
    Ok(OnPages {
        address,
        latest: latest.collect(),
        all,
        hidden,
    })
}

/// Sends a person a file with their data, and a file with the records of their matches.
pub async fn export(app: &App, reply: &mut Reply<'_>) -> Result {
    let user = reply.interaction.user();
    let own = app.clone();
    let work = async move { everything_of(&own, user).await };
    let (composed, files) = app.at_length(reply, work).await??;
    Ok(reply.private(&Painted::new(composed, files)).await?)
}

/// Returns a person's latest matches for an export, read a few at a time: other requests read in between.
async fn matches_of(app: &App, user: UserId) -> Result<Vec<Value>> {
    let (mut matches, mut size, mut before) = (Vec::new(), 0, None);
    while matches.len() < MOST_MATCHES {
        let read = app
            .arbiter
            .read(move |db| personal::matches_of(db, user, before, AT_ONCE));
        let some = read.await?;
        let Some((last, _)) = some.last() else {
            break;
        };
        before = Some(*last);
        for (_, one) in some {
            size += one.to_string().len();
            if size > MOST_BYTES {
                return Ok(matches);
            }
            matches.push(one);
        }
    }
    Ok(matches)
}

/// Returns the files of an export and their message.
async fn everything_of(app: &App, user: UserId) -> Result<(Composed, Vec<File>)> {
    let read = app.arbiter.read(move |db| {
        let sections = personal::sections_of(db, user)?;
        Ok((personal::stored_data(db, user)?, sections))
    });
    let (kept, mut everything) = read.await?;
    let matches = matches_of(app, user).await?;
    let records = records::discord::exports::records_of(app, user, MOST_BYTES).await?;
    let written = matches.len();
    everything.insert(String::from("matches"), Value::Array(matches));
    let mut file = json!({
        "format": "anteroom-personal-data",
        "version": FORMAT,
        "written_at": app.arbiter.now().0,
        "user": user.to_string(),
        "matches_kept": kept.matches,
    });
    if let Some(file) = file.as_object_mut() {
        file.extend(everything);
    }
    let text = serde_json::to_vec_pretty(&file)
        .map_err(|error| CommandError::Internal(error.to_string()))?;
    let mut files = vec![File {
        name: String::from("my-data.json"),
        alt: String::from("Everything that is kept of you"),
        bytes: text,
    }];
    files.extend(records::discord::exports::record_files(
        "my-matches",
        &records.text,
    ));
    let composed = messages::personal_file(written, kept.matches, files.len() > 1);
    Ok((composed, files))
}

/// Explains the deletion of a person's data and asks for confirmation.
pub async fn ask(app: &App, reply: &mut Reply<'_>) -> Result {
    let going_on = app.arbiter.going_on_of(reply.interaction.user());
    let going_on = reply.while_doing(going_on).await?;
    let question = messages::delete_question(going_on, &app.operator);
    app.whisper_here(reply, question).await
}

/// Deletes the person's data.
pub async fn delete(app: &App, reply: &mut Reply<'_>) -> Result {
    let user = reply.interaction.user();
    let deleted = reply.while_doing(app.arbiter.delete_person(user)).await?;
    app.turn_into(reply, messages::deleted(deleted))
        .await
        .map(drop)
}
