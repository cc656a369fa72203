//! Imported records: replayed by the rules, shown page by page, and continued as new matches.

use serenity::all::Attachment;

use crate::board::Seat;
use crate::db::Places;
use crate::discord::ui::custom_id::PageStep;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result, permissions};
use crate::features::play;
use crate::features::records::formats::{self, MOST_BYTES, RecordError, RecordFile, Recorded};
use crate::features::records::messages;
use crate::features::records::press::{Import, PlayOn};
use crate::games::{Game, GivenOptions};
use crate::kernel::fair::{Wanted, is_spent};
use crate::matches::{Challenge, Level, Match, Player, ReplayError, SeatChoice};

/// The beginning of the name of a data export's file.
const DATA_EXPORT: &str = "my-data";

/// The level of the computer that continues a record.
const PLAYS_ON: Level = Level::Club;

/// Imports a file for one person, and shows its match, its list of matches, or its error.
/// `said` is the game that the person named.
pub async fn show(
    app: &App,
    reply: &mut Reply<'_>,
    attachment: &Attachment,
    said: Option<&'static Game>,
) -> Result {
    let too_large = || {
        // An export of many matches is larger than a record can be.
        CommandError::says(if attachment.filename.starts_with(DATA_EXPORT) {
            formats::NOT_A_DATA_EXPORT
        } else {
            "A record can have at most 1 MB; this file is larger."
        })
    };
    if usize::try_from(attachment.size).is_ok_and(|size| size > MOST_BYTES) {
        return Err(too_large());
    }
    let fetched = reply
        .while_doing(app.rest.fetch(&attachment.url, MOST_BYTES))
        .await;
    let bytes = match fetched {
        Ok(Some(bytes)) => bytes,
        Ok(None) => return Err(too_large()),
        Err(failure) => {
            tracing::warn!(%failure, "a record could not be fetched");
            return Err(CommandError::says(
                "The bot could not get this file from Discord. Try again in a moment.",
            ));
        }
    };
    let (text, encoding) = formats::text_of(&bytes).map_err(CommandError::says)?;
    // The named game is stored with the file.
    let file = RecordFile::new(None, &text).of_game(said);
    let (user, text) = (reply.interaction.user(), file.to_text());
    let (file, shown) = if file.count() == 1 {
        let (file, read) = read(app, reply, file, 0).await?;
        let read = read.map_err(|error| messages::no_record(&error))?;
        (file, Some(read))
    } else {
        (file, None)
    };
    let number = reply
        .while_doing(app.arbiter.store_import(user, text))
        .await?;
    let mut composed = match shown {
        Some(read) => messages::imported(&read, Import { number, record: 0 }),
        None => messages::import_list(&file, number, 0),
    };
    if let Some(encoding) = encoding {
        composed.content.push_str(&messages::read_as(encoding));
    }
    app.whisper(reply, composed).await
}

/// Shows a page of the records of a file, in the message with the list.
pub async fn list(app: &App, reply: &mut Reply<'_>, number: u32, page: u32) -> Result {
    let file = kept_file(app, reply, number).await?;
    let page = usize::try_from(page).unwrap_or_default();
    let page = messages::import_list(&file, number, page);
    app.turn_into(reply, page).await.map(drop)
}

/// Shows one of the records of a file.
pub async fn open(app: &App, reply: &mut Reply<'_>, import: Import) -> Result {
    let read = kept(app, reply, import).await?;
    app.whisper(reply, messages::imported(&read, import)).await
}

/// Shows another board of a record, relative to this ply, in the record's message.
pub async fn turn_over(
    app: &App,
    reply: &mut Reply<'_>,
    import: Import,
    ply: u32,
    to: PageStep,
) -> Result {
    let read = kept(app, reply, import).await?;
    let ply = to.ply_from(&read.state, ply);
    let (read, stage) = at(app, reply, read, ply).await?;
    let page = messages::import_page(&read, &stage, import);
    app.turn_into(reply, page).await.map(drop)
}

/// Asks for the opponent for a match that continues from a ply of a record.
pub async fn ask(app: &App, reply: &mut Reply<'_>, import: Import, ply: u32) -> Result {
    let read = kept(app, reply, import).await?;
    let (_, stage) = at(app, reply, read, ply).await?;
    let alone = reply.interaction.guild().is_none();
    app.whisper(reply, messages::play_on(&stage, import, alone))
        .await
}

/// Proposes a match that continues from a ply of a record, against the computer or anyone.
pub async fn play_on(
    app: &App,
    reply: &mut Reply<'_>,
    import: Import,
    ply: u32,
    how: PlayOn,
) -> Result {
    let read = kept(app, reply, import).await?;
    let (_, stage) = at(app, reply, read, ply).await?;
    if stage.position().outcome().is_some() {
        return Err(CommandError::says(
            "The game is over in this position: go back to an earlier turn.",
        ));
    }
    let place = play::discord::start_rules::place(app, reply).await?;
    App::allowed(reply.interaction, permissions::FOR_A_MATCH)?;
    let (invited, seat) = match how {
        PlayOn::First => (
            Some(Player::Computer(PLAYS_ON)),
            SeatChoice::Seat(Seat::First),
        ),
        PlayOn::Second => (
            Some(Player::Computer(PLAYS_ON)),
            SeatChoice::Seat(Seat::Second),
        ),
        PlayOn::Anyone if reply.interaction.guild().is_none() => {
            return Err(CommandError::says(
                "In a direct message you can continue against the computer.",
            ));
        }
        PlayOn::Anyone => (None, SeatChoice::Random),
    };
    let options = stage.proposal().options.iter();
    let challenge = Challenge {
        options: options
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect::<GivenOptions>(),
        invited,
        seat,
        ..Challenge::new(
            place,
            stage.game().card.key,
            app.default_time,
            reply.interaction.user(),
        )
    };
    let before = stage.proposal().opening.iter().cloned();
    let turns = stage.record().iter().filter_map(|entry| entry.text.clone());
    let opening = before.chain(turns).collect();
    let position = stage.proposal().position.clone();
    let update = reply
        .while_doing(app.acting(reply).propose_from(challenge, position, opening))
        .await?;
    let words =
        |made: &Match, places: &Places| Composed::text(play::messages::challenged(made, places));
    play::discord::challenge_pages::post(app, reply, update, words).await
}

/// Returns a person's imported file, unless it was replaced or has expired.
async fn kept_file(app: &App, reply: &mut Reply<'_>, number: u32) -> Result<RecordFile> {
    let user = reply.interaction.user();
    let text = reply
        .while_doing(app.arbiter.import(user, number))
        .await?
        .ok_or_else(|| {
            CommandError::says(
                "This record is gone: the bot keeps your last import for 30 days. Use `/import` again.",
            )
        })?;
    Ok(RecordFile::new(None, &text))
}

/// Returns an imported record, unless its file was replaced or has expired.
async fn kept(app: &App, reply: &mut Reply<'_>, import: Import) -> Result<Recorded> {
    let file = kept_file(app, reply, import.number).await?;
    let (_, read) = read(app, reply, file, import.record).await?;
    read.map_err(|error| messages::no_record(&error).into())
}

/// Replays a record, and returns it with its file.
async fn read(
    app: &App,
    reply: &mut Reply<'_>,
    file: RecordFile,
    record: u32,
) -> Result<(RecordFile, Result<Recorded, RecordError>)> {
    let index = usize::try_from(record).unwrap_or(usize::MAX);
    // The replay of a long match keeps a core busy for a while.
    let wanted = Wanted::asked(reply.interaction.user());
    let reading = app.brush.workers().long(wanted, move || {
        let read = file.read(index);
        (file, read)
    });
    let read = reply.while_doing(reading).await;
    read.map_err(|why| CommandError::not_done(why, "a record could not be read"))
}

/// Returns a record with its match at a ply.
async fn at(
    app: &App,
    reply: &mut Reply<'_>,
    read: Recorded,
    ply: u32,
) -> Result<(Recorded, Match)> {
    let wanted = Wanted::asked(reply.interaction.user());
    let work = app.brush.workers().long(wanted, move || {
        let stage = stage(&read.state, ply);
        (read, stage)
    });
    let (read, stage) = reply
        .while_doing(work)
        .await
        .map_err(|why| CommandError::not_done(why, "a record could not be gone through"))?;
    Ok((read, stage?))
}

/// Replays a match to a ply, as far as the allowance of processor time reaches.
fn stage(whole: &Match, ply: u32) -> Result<Match> {
    let broken = |error: ReplayError| CommandError::Internal(error.to_string());
    if ply >= whole.ply() {
        return Ok(whole.clone());
    }
    let mut retrace = whole.retrace().map_err(broken)?;
    while retrace.stage().ply() < ply && retrace.forward().map_err(broken)? {
        if is_spent() {
            return Err(messages::no_record(&RecordError::too_long()).into());
        }
    }
    Ok(retrace.stage().clone())
}
