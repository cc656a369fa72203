//! `/moderate`: what moderators of a server do to matches and about people there.

use serenity::all::User;

use super::acts;
use crate::board::Seat;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::named_or_here;
use crate::games::Verdict;
use crate::matches::{MatchId, ModeratorAsks, UserId};

/// For moderators: pause or end a match, undo a turn or an end, keep somebody from playing here
#[poise::command(
    slash_command,
    subcommands(
        "pause", "resume", "undo", "redo", "end", "let_out", "reopen", "keep_out", "let_in", "list"
    ),
    subcommand_required
)]
#[expect(
    clippy::unused_async,
    reason = "Discord calls the subcommands only, but a command is a future"
)]
pub(crate) async fn moderate(_: Context<'_>) -> Result<(), CommandError> {
    Ok(())
}

/// Let a match stand still: clocks stop, and nothing can be played
#[poise::command(slash_command)]
async fn pause(
    context: Context<'_>,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    act(context, which, ModeratorAsks::Pause, &reason).await
}

/// Let a match go on that was paused
#[poise::command(slash_command)]
async fn resume(
    context: Context<'_>,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    act(context, which, ModeratorAsks::Resume, &reason).await
}

/// Undo the last turn of a match; after that the one before it
#[poise::command(slash_command)]
async fn undo(
    context: Context<'_>,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    act(context, which, ModeratorAsks::Undo, &reason).await
}

/// Put back a turn that a moderator has undone, if nothing was played after it
#[poise::command(slash_command)]
async fn redo(
    context: Context<'_>,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    act(context, which, ModeratorAsks::Redo, &reason).await
}

/// End a match, with a winner, as a draw, or without a result
#[poise::command(slash_command)]
async fn end(
    context: Context<'_>,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "Who wins; leave it out for a draw or for no result"] winner: Option<User>,
    #[description = "Whether it is a draw"] draw: Option<bool>,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = meant(app, &mut reply, which.as_deref()).await?;
    let verdict = match (winner, draw.unwrap_or(false)) {
        (Some(_), true) => {
            return Err(CommandError::says(
                "A match has either a winner or is a draw: leave one of them out.",
            ));
        }
        (Some(winner), false) => {
            let view = app.view(&mut reply, id).await?;
            let seat: Option<Seat> = view.state.seat_of(UserId(winner.id.get()));
            let seat = seat.ok_or_else(|| {
                CommandError::says(format!(
                    "The winner must be one of the two people who play match {id}."
                ))
            })?;
            Some(Verdict::Win(seat))
        }
        (None, true) => Some(Verdict::Draw),
        (None, false) => None,
    };
    acts::act(app, &mut reply, id, ModeratorAsks::End(verdict), &reason).await
}

/// Let a player out of a match: it ends without a result, and nobody's rating changes
#[poise::command(slash_command, rename = "let-out")]
async fn let_out(
    context: Context<'_>,
    #[description = "Whom"] person: User,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let person = UserId(person.id.get());
    act(context, which, ModeratorAsks::LetOut(person), &reason).await
}

/// Undo the end of a match: a resignation, an agreed draw, a lost clock, or what a moderator decided
#[poise::command(slash_command)]
async fn reopen(
    context: Context<'_>,
    #[description = "Why; both players read it"]
    #[max_length = 200]
    reason: String,
    #[description = "The match's number; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    act(context, which, ModeratorAsks::Reopen, &reason).await
}

/// Keep somebody from beginning matches in this server; what they play goes on
#[poise::command(slash_command, rename = "keep-out")]
async fn keep_out(
    context: Context<'_>,
    #[description = "Whom"] person: User,
    #[description = "Why; they read it"]
    #[max_length = 200]
    reason: String,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    let user = UserId(person.id.get());
    acts::keep_out(context.data(), &mut reply, user, person.bot, &reason).await
}

/// Let somebody begin matches in this server again
#[poise::command(slash_command, rename = "let-in")]
async fn let_in(
    context: Context<'_>,
    #[description = "Whom"] person: User,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    acts::let_in(context.data(), &mut reply, UserId(person.id.get())).await
}

/// See what moderators did here and whom they keep out; only you see it
#[poise::command(slash_command)]
async fn list(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    acts::list(context.data(), &mut reply).await
}

async fn act(
    context: Context<'_>,
    which: Option<String>,
    asks: ModeratorAsks,
    reason: &str,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = meant(app, &mut reply, which.as_deref()).await?;
    acts::act(app, &mut reply, id, asks, reason).await
}

/// The match that is named, or else the one whose thread this is.
async fn meant(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
) -> Result<MatchId, CommandError> {
    named_or_here(app, reply, named).await?.ok_or_else(|| {
        CommandError::says("Use this command in a match's thread, or name the match by its number.")
    })
}
