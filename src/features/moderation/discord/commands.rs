//! `/referee`: what moderators of a server do to matches and about people there.

use serenity::all::Permissions;

use super::acts;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Command, Parameter, Run};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::given::{Given, needed};
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{MATCH, named_or_here};
use crate::games::Verdict;
use crate::matches::{MatchId, ModeratorAsks, UserId};

const REASON: &str = "reason";
const PERSON: &str = "person";
const WINNER: &str = "winner";
const DRAW: &str = "draw";

pub(crate) fn all() -> Vec<Command> {
    let subcommands = vec![
        about_match(
            "pause",
            "Let a match stand still: clocks stop, and nothing can be played",
            |app, reply, given| Box::pin(act(app, reply, given, ModeratorAsks::Pause)),
        ),
        about_match(
            "resume",
            "Let a match go on that was paused",
            |app, reply, given| Box::pin(act(app, reply, given, ModeratorAsks::Resume)),
        ),
        about_match(
            "undo",
            "Undo the last turn of a match; after that the one before it",
            |app, reply, given| Box::pin(act(app, reply, given, ModeratorAsks::Undo)),
        ),
        about_match(
            "redo",
            "Put back a turn that a moderator has undone, if nothing was played after it",
            |app, reply, given| Box::pin(act(app, reply, given, ModeratorAsks::Redo)),
        ),
        Command::new(
            "end",
            "End a match, with a winner, as a draw, or without a result",
            |app, reply, given| Box::pin(end(app, reply, given)),
        )
        .with(reason("Why; both players read it"))
        .with(Parameter::person(
            WINNER,
            "Who wins; leave it out for a draw or for no result",
        ))
        .with(Parameter::flag(DRAW, "Whether it is a draw"))
        .with(number()),
        Command::new(
            "let-out",
            "Let a player out of a match: it ends without a result, and nobody's rating changes",
            |app, reply, given| Box::pin(let_out(app, reply, given)),
        )
        .with(person())
        .with(reason("Why; both players read it"))
        .with(number()),
        about_match(
            "reopen",
            "Undo the end of a match: a resignation, an agreed draw, a lost clock, or what a moderator decided",
            |app, reply, given| Box::pin(act(app, reply, given, ModeratorAsks::Reopen)),
        ),
        Command::new(
            "keep-out",
            "Keep somebody from beginning matches in this server; what they play goes on",
            |app, reply, given| Box::pin(keep_out(app, reply, given)),
        )
        .with(person())
        .with(reason("Why; they read it")),
        Command::new(
            "let-in",
            "Let somebody begin matches in this server again",
            |app, reply, given| Box::pin(let_in(app, reply, given)),
        )
        .with(person()),
        Command::new(
            "list",
            "See what moderators did here and whom they keep out; only you see it",
            |app, reply, _| Box::pin(acts::list(app, reply)),
        ),
    ];
    let moderate = Command::group(
        "referee",
        "For moderators: pause or end a match, undo a turn or an end, keep somebody from playing here",
        subcommands,
    );
    vec![moderate.in_servers().only_for(Permissions::MANAGE_THREADS)]
}

/// What is done to a match, for a reason.
fn about_match(name: &'static str, description: &str, run: Run) -> Command {
    Command::new(name, description, run)
        .with(reason("Why; both players read it"))
        .with(number())
}

fn reason(description: &str) -> Parameter {
    Parameter::text(REASON, description).required().at_most(200)
}

fn person() -> Parameter {
    Parameter::person(PERSON, "Whom").required()
}

fn number() -> Parameter {
    let description = "The match's number; needed only outside of its thread";
    Parameter::text(MATCH, description)
}

async fn act(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
    asks: ModeratorAsks,
) -> Result<(), CommandError> {
    let reason = needed(given.text(REASON)?)?;
    let id = meant(app, reply, given).await?;
    acts::act(app, reply, id, asks, reason).await
}

async fn end(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let id = meant(app, reply, given).await?;
    let verdict = match (given.person(WINNER)?, given.flag(DRAW)?.unwrap_or(false)) {
        (Some(_), true) => {
            return Err(CommandError::says(
                "A match has either a winner or is a draw: leave one of them out.",
            ));
        }
        (Some(winner), false) => {
            let view = app.view(reply, id).await?;
            let seat = view.state.seat_of(UserId(winner.id.get()));
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
    let reason = needed(given.text(REASON)?)?;
    acts::act(app, reply, id, ModeratorAsks::End(verdict), reason).await
}

async fn let_out(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let person = UserId(needed(given.person(PERSON)?)?.id.get());
    act(app, reply, given, ModeratorAsks::LetOut(person)).await
}

async fn keep_out(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let person = needed(given.person(PERSON)?)?;
    let reason = needed(given.text(REASON)?)?;
    acts::keep_out(app, reply, UserId(person.id.get()), person.bot, reason).await
}

async fn let_in(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let person = needed(given.person(PERSON)?)?;
    acts::let_in(app, reply, UserId(person.id.get())).await
}

/// The match that is named, or else the one whose thread this is.
async fn meant(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<MatchId, CommandError> {
    let named = given.text(MATCH)?;
    named_or_here(app, reply, named).await?.ok_or_else(|| {
        CommandError::says("Use this command in a match's thread, or name the match by its number.")
    })
}
