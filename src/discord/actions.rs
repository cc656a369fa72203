//! What commands and buttons have in common: one function for each thing that a person can do with a match.

use super::app::App;
use super::command_error::CommandError;
use super::custom_id::CustomId;
use super::drafts;
use super::messages::{self, Composed};
use super::permissions;
use super::picker_message;
use super::reply::Reply;
use super::rest::Failure;
use crate::arbiter::{self, Announced, Answer, Conditional, Update, View};
use crate::games::Game;
use crate::matches::{ChannelId, Confirm, MatchId, Refusal, Status};

/// Refuses a button whose board is not the latest any more, to those who play.
pub(super) fn current(view: &View, reply: &Reply<'_>, board: u32) -> Result<(), CommandError> {
    let state = &view.state;
    let plays = state.seat_of(reply.asked.user()).is_some() && *state.status() == Status::Playing;
    if plays && state.board() != board {
        return Err(CommandError::says(format!(
            "That board is old. {}",
            latest_board(view, reply)
        )));
    }
    Ok(())
}

/// Where the latest board of a match is.
fn latest_board(view: &View, reply: &Reply<'_>) -> String {
    // What was pressed is not the latest one: that is on its way.
    let known = view
        .places
        .board
        .filter(|board| reply.asked.message() != Some(*board));
    messages::latest_board(&view.state, &view.places, known)
}

/// Takes up a challenge, in the message that is the challenge.
pub async fn accept(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    App::allowed(reply.asked, permissions::FOR_A_MATCH)?;
    let user = reply.asked.user();
    let Update { view, news, card } =
        match reply.while_doing(app.acting(reply).accept(id, user)).await {
            Ok(update) => update,
            Err(error) => return Err(app.explain(reply, id, error).await),
        };
    // The thread is opened from this message, and has its number then.
    let thread = view
        .places
        .thread
        .or_else(|| Some(ChannelId(view.places.card.or(reply.asked.message())?.0)));
    let answer = match card {
        Some(card) if !reply.is_deferred() => {
            app.recall_players(&view.state).await;
            let answer = app
                .turn_into(reply, messages::card(&view.state, thread))
                .await;
            if let Ok(Some(_)) = answer {
                card.done().await;
            }
            answer.map(drop)
        }
        _ => {
            app.whisper(
                reply,
                Composed::text(format!(
                    "You accepted match {id}. Its thread opens in a moment."
                )),
            )
            .await
        }
    };
    if let Some(announcement) = news {
        announcement.hand_over();
    }
    answer
}

/// Turns a challenge down, in the message that is the challenge.
pub async fn decline(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let done = reply.while_doing(app.acting(reply).decline(id, user)).await;
    close(app, reply, id, done, "You declined the challenge.").await
}

/// Takes a challenge back, in the message that is the challenge.
pub async fn withdraw(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let done = reply
        .while_doing(app.acting(reply).withdraw(id, user))
        .await;
    close(app, reply, id, done, "You withdrew the challenge.").await
}

/// Opens an expired challenge again, in the message that was the challenge.
pub async fn renew(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let done = reply.while_doing(app.arbiter.renew(id, user)).await;
    close(
        app,
        reply,
        id,
        done,
        "Your challenge is open for 14 more days.",
    )
    .await
}

async fn close(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    done: Result<Update, arbiter::Error>,
    words: &str,
) -> Result<(), CommandError> {
    let Update { view, news, card } = match done {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    if let Some(announcement) = news {
        announcement.hand_over();
    }
    match card {
        Some(card) if !reply.is_deferred() => {
            let shown = app
                .turn_into(reply, messages::card(&view.state, None))
                .await?;
            if shown.is_some() {
                card.done().await;
            }
            Ok(())
        }
        _ => app.whisper(reply, Composed::text(words)).await,
    }
}

/// Opens the text field for a turn.
pub async fn ask_turn(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), CommandError> {
    let view = app.view(reply, id).await?;
    current(&view, reply, board)?;
    if let Err(refusal) = view.state.complete(reply.asked.user(), "", 1) {
        return Err(messages::refusal(&refusal, app.elsewhere(reply, id).await).into());
    }
    let form = messages::turn_modal(&view.state, "");
    app.open_form(reply, &form, CustomId::TypeTurn { id, board })
        .await
}

/// Makes a turn that somebody has typed, or shows it first to those who want that. `seen` is the number of the board that
/// the player looked at, where it is known.
pub async fn play(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    text: &str,
    seen: Option<u32>,
) -> Result<(), CommandError> {
    if reply.preferences(&app.arbiter).await.own.confirm == Confirm::Always {
        return drafts::preview(app, reply, id, text, seen, drafts::type_again(id)).await;
    }
    let user = reply.asked.user();
    let update = match reply
        .while_doing(app.acting(reply).play(id, user, text, seen))
        .await
    {
        Ok(update) => update,
        Err(error) => return Err(picker_message::explain_turn(app, reply, id, text, error).await),
    };
    // A form that was opened from a picker leaves its answer there.
    if reply.asked.on_private_message() {
        app.conclude_in_place(reply, update).await?;
    } else {
        let private = messages::played_elsewhere(&update.view.state, &update.view.places);
        app.conclude(reply, update, private).await?;
    }
    app.announce_dropped(reply, id).await
}

/// Makes the only turn that the rules leave.
pub async fn play_only(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), CommandError> {
    let view = app.view(reply, id).await?;
    current(&view, reply, board)?;
    // The board is the latest, which had the button because there is such a turn.
    let Some(turn) = messages::only_turn(&view.state) else {
        tracing::error!(match_id = %id, board, "a button of the only turn stands where there are several");
        return Err(messages::unknown_component().into());
    };
    play(app, reply, id, &turn, Some(board)).await
}

/// Shows what a turn would do, or the board so far if it is not whole, in the message that offered it.
pub async fn try_turn(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    turn: &str,
) -> Result<(), CommandError> {
    match drafts::preview(app, reply, id, turn, Some(board), drafts::type_again(id)).await {
        Err(CommandError::User(refused)) => app.whisper_here(reply, *refused).await,
        other => other,
    }
}

/// The same with a turn that was offered and is kept, because a button cannot carry it.
pub async fn try_offer(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply
        .while_doing(app.arbiter.offered(id, user, board, mark))
        .await
    {
        Ok(turn) => try_turn(app, reply, id, board, &turn).await,
        Err(error) => match app.explain(reply, id, error).await {
            CommandError::User(refused) => app.whisper_here(reply, *refused).await,
            error => Err(error),
        },
    }
}

/// Offers a draw. `seen` is the number of the board whose button was pressed.
pub async fn offer_draw(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    seen: Option<u32>,
) -> Result<(), CommandError> {
    if let Some(board) = seen {
        let view = app.view(reply, id).await?;
        current(&view, reply, board)?;
    }
    let user = reply.asked.user();
    let update = match reply
        .while_doing(app.acting(reply).offer_draw(id, user))
        .await
    {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let words = if update.view.state.ending().is_some() {
        "You accepted the draw"
    } else {
        "You offered a draw"
    };
    let private = Composed::text(format!(
        "{words} in match {id}.{}",
        messages::at(update.view.places.thread)
    ));
    app.conclude(reply, update, private).await
}

/// Answers an offer of a draw that was made on this board.
pub async fn answer_draw(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    answer: Answer,
) -> Result<(), CommandError> {
    still_open(
        &app.view(reply, id).await?,
        reply,
        board,
        "This offer has lapsed.",
    )?;
    let user = reply.asked.user();
    let update = match reply
        .while_doing(app.acting(reply).answer_draw(id, user, answer))
        .await
    {
        Ok(update) => update,
        Err(arbiter::Error::Refused(Refusal::NoOffer)) => {
            return Err(CommandError::says("This offer was declined."));
        }
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    answered(app, reply, update, answer, "the draw").await
}

/// Takes back the player's last turn, or asks whether it may be taken back.
pub async fn take_back(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let update = match reply
        .while_doing(app.acting(reply).take_back(id, user))
        .await
    {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let asked = update.view.state.takeback_asked().is_some();
    let words = if asked {
        "You asked for a take-back"
    } else {
        "You took back your turn"
    };
    let private = Composed::text(format!(
        "{words} in match {id}.{}",
        messages::at(update.view.places.thread)
    ));
    app.conclude(reply, update, private).await
}

/// Answers the wish to take turns back that was uttered on this board.
pub async fn answer_takeback(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    answer: Answer,
) -> Result<(), CommandError> {
    still_open(
        &app.view(reply, id).await?,
        reply,
        board,
        "This request has lapsed.",
    )?;
    let user = reply.asked.user();
    let update = match reply
        .while_doing(app.acting(reply).answer_takeback(id, user, answer))
        .await
    {
        Ok(update) => update,
        Err(arbiter::Error::Refused(Refusal::NoTakebackAsked)) => {
            return Err(CommandError::says("This request was declined."));
        }
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    answered(app, reply, update, answer, "the take-back").await
}

/// Lays down a line of turns.
pub async fn add_line(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    typed: &str,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply
        .while_doing(app.arbiter.add_line(id, user, typed))
        .await
    {
        Ok(lines) => show_lines(app, reply, lines).await,
        Err(arbiter::Error::Refused(refusal)) => {
            Err(messages::refused_line(&refusal, typed, app.elsewhere(reply, id).await).into())
        }
        Err(error) => Err(CommandError::from_arbiter(&error)),
    }
}

/// Shows the lines that a player has laid down to that player.
pub async fn list_lines(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply.while_doing(app.arbiter.lines(id, user)).await {
        Ok(lines) => show_lines(app, reply, lines).await,
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}

pub(super) async fn show_lines(
    app: &App,
    reply: &mut Reply<'_>,
    lines: Conditional,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    app.whisper_here(reply, messages::lines(&lines, user))
        .await?;
    if let Err(error) = app
        .arbiter
        .dropped_told(lines.view.state.id(), user, &lines.dropped)
        .await
    {
        tracing::warn!(%error, "dropped lines will be told once more");
    }
    Ok(())
}

/// Clears one line of a player, or all.
pub async fn clear_lines(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    number: Option<u32>,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply
        .while_doing(app.arbiter.clear_lines(id, user, number))
        .await
    {
        Ok(count) => {
            app.whisper(reply, messages::lines_cleared(id, count))
                .await?;
            app.announce_dropped(reply, id).await
        }
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}

/// Refuses the answer to an offer or a question that was made on another board, to those who play.
fn still_open(view: &View, reply: &Reply<'_>, board: u32, ended: &str) -> Result<(), CommandError> {
    let state = &view.state;
    if state.seat_of(reply.asked.user()).is_some()
        && *state.status() == Status::Playing
        && state.board() != board
    {
        return Err(CommandError::says(format!(
            "{ended} {}",
            latest_board(view, reply)
        )));
    }
    Ok(())
}

/// Tells what came of an answer. What was accepted is news of its own; what was declined turns into the answer to it.
async fn answered(
    app: &App,
    reply: &mut Reply<'_>,
    update: Update,
    answer: Answer,
    what: &str,
) -> Result<(), CommandError> {
    if answer == Answer::Accept {
        let id = update.view.state.id();
        // The question says so itself; what came of it is news of its own.
        let words = if reply.is_deferred() {
            format!("You accepted {what} in match {id}.")
        } else {
            app.living.answered(id);
            format!("{} accepted {what}.", messages::mention(reply.asked.user()))
        };
        let answer = app.turn_into(reply, Composed::text(words)).await.map(drop);
        if let Some(announcement) = update.news {
            announcement.hand_over();
        }
        return answer;
    }
    let announcement = match update.news {
        Some(announcement) if !reply.is_deferred() => announcement,
        news => {
            if let Some(announcement) = news {
                announcement.hand_over();
            }
            return app
                .whisper(reply, Composed::text(format!("You declined {what}.")))
                .await;
        }
    };
    let news = announcement.news();
    app.living.answered(news.view.state.id());
    match app
        .turn_into(reply, messages::news(&news.view.state, &news.event))
        .await
    {
        Ok(Some(_)) => announcement.done(Announced::default()).await,
        Ok(None) => announcement.hand_over(),
        Err(error) => {
            if !matches!(error, CommandError::NotDelivered(Failure::Unanswered(_))) {
                announcement.hand_over();
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Asks whether the player really wants to resign. `seen` is the number of the board whose button was pressed.
pub async fn ask_resign(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    seen: Option<u32>,
) -> Result<(), CommandError> {
    let view = app.view(reply, id).await?;
    let user = reply.asked.user();
    let refusal = match view.state.status() {
        Status::Playing if view.state.seat_of(user).is_some() => {
            let mut question = messages::resign_question(&view.state, user);
            // Whoever looks at an old board may not know how it stands.
            if let Some(Err(CommandError::User(old))) =
                seen.map(|board| current(&view, reply, board))
            {
                question.content = format!("{}\n{}", old.content, question.content);
            }
            return app.whisper(reply, question).await;
        }
        Status::Playing => Refusal::NotYourMatch(id),
        Status::Finished(_) => Refusal::Finished {
            id,
            result: messages::result(&view.state),
        },
        Status::Open => Refusal::NotBegun(id),
        Status::Declined => Refusal::NeverPlayed {
            id,
            why: "the challenge was declined",
        },
        Status::Withdrawn => Refusal::NeverPlayed {
            id,
            why: "the challenge was withdrawn",
        },
        Status::Expired => Refusal::NeverPlayed {
            id,
            why: "nobody answered the challenge for 14 days",
        },
    };
    Err(messages::refusal(&refusal, app.elsewhere(reply, id).await).into())
}

/// Resigns, in the message that asked.
pub async fn resign(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), CommandError> {
    let view = app.view(reply, id).await?;
    if view.state.seat_of(reply.asked.user()).is_some()
        && *view.state.status() == Status::Playing
        && view.state.board() != board
    {
        return Err(CommandError::says(format!(
            "{} If you still want to resign, ask again.",
            messages::moved_on(view.state.ply())
        )));
    }
    let user = reply.asked.user();
    let update = match reply.while_doing(app.acting(reply).resign(id, user)).await {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let elsewhere = update
        .view
        .places
        .thread
        .filter(|thread| *thread != reply.asked.channel());
    let words = Composed::text(format!(
        "You resigned match {id}.{}",
        messages::at(elsewhere)
    ));
    let answer = app.turn_into(reply, words).await.map(drop);
    if let Some(announcement) = update.news {
        announcement.hand_over();
    }
    answer
}

/// Shows a match's board to one person.
pub async fn show_board(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let seen_from = app.seen_from(reply, &view.state).await;
    let elsewhere = view
        .places
        .thread
        .filter(|thread| *thread != reply.asked.channel());
    let user = reply.asked.user();
    let board = messages::board(&view.state, elsewhere, user, seen_from);
    app.whisper(reply, board).await
}

/// Tells one person a match's board in words, or a part of it.
pub async fn describe(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    what: &str,
) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let description = messages::description(&view.state, what)
        .map_err(|error| CommandError::says(messages::escaped(&error.to_string())))?;
    app.whisper(reply, description).await
}

/// A page of the matches and challenges of whoever asks.
pub async fn games(app: &App, reply: &mut Reply<'_>, page: u32) -> Result<Composed, CommandError> {
    let user = reply.asked.user();
    let mine = reply
        .while_doing(app.arbiter.games_of(user))
        .await
        .map_err(|error| CommandError::from_arbiter(&error))?;
    Ok(messages::games(&mine, user, page))
}

/// A page of the matches that are played in the server, as far as whoever asks can surely see where.
pub async fn games_here(
    app: &App,
    reply: &mut Reply<'_>,
    page: u32,
) -> Result<Composed, CommandError> {
    let Some(guild) = reply.asked.guild() else {
        return Err(CommandError::says(
            "This is a conversation and no server: *Mine* lists your matches.",
        ));
    };
    let channel = permissions::channel_in_sight(reply.asked);
    let played = app.arbiter.played_in(guild, channel, messages::MOST_HERE);
    let (there, count) = reply
        .while_doing(played)
        .await
        .map_err(|error| CommandError::from_arbiter(&error))?;
    Ok(messages::games_here(&there, count, channel.is_some(), page))
}

/// Shows a page of a game's rules to one person.
pub async fn show_rules(
    app: &App,
    reply: &mut Reply<'_>,
    game: Option<&Game>,
    page: u32,
) -> Result<(), CommandError> {
    let Some(game) = game else {
        return Err(CommandError::says("I do not know this game any more."));
    };
    app.whisper(reply, messages::rules(game, page)).await
}
