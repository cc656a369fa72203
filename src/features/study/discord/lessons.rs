//! Lessons, in a message that only the learner sees.

use std::sync::Arc;

use crate::board::Seat;
use crate::db::Places;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result};
use crate::features::play;
use crate::features::play::discord::practice;
use crate::features::play::discord::session_message::show;
use crate::features::play::model::lesson::FoundLesson;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::study::messages;
use crate::features::study::press::Press;
use crate::games::find;
use crate::games::lessons::LessonId;
use crate::kernel;
use crate::matches::{Challenge, Level, Match, Place, Player, Refusal, SeatChoice, TimeControl};

/// Shows the games with lessons, or the lessons of one game.
pub async fn list(app: &App, reply: &mut Reply<'_>, game: Option<&str>) -> Result<Composed> {
    let user = reply.interaction.user();
    let done = reply.while_doing(app.arbiter.lessons_done(user)).await?;
    let Some(game) = game else {
        return Ok(messages::games_to_learn(&done));
    };
    let game = find(game).ok_or(PlayRefusal::NoSuchLesson)?;
    if game.card.lessons.is_none() {
        return Ok(messages::no_lessons(game));
    }
    let lessons = game
        .lessons()
        .map_err(|error| CommandError::Internal(error.to_string()))?;
    Ok(messages::lessons(game, &lessons, &done))
}

/// Shows the lessons of a game, or starts the lesson chosen from their menu.
pub async fn of_game(app: &App, reply: &mut Reply<'_>, game: &str) -> Result {
    match reply.interaction.chosen() {
        [chosen] => {
            let id: LessonId = chosen.parse().map_err(|_| PlayRefusal::NoSuchLesson)?;
            begin(app, reply, &id).await
        }
        _ => {
            let list = list(app, reply, Some(game)).await?;
            app.whisper_here(reply, list).await
        }
    }
}

/// Shows the games with lessons.
pub async fn games(app: &App, reply: &mut Reply<'_>) -> Result {
    let list = list(app, reply, None).await?;
    app.whisper_here(reply, list).await
}

/// Starts or restarts a lesson.
pub async fn begin(app: &App, reply: &mut Reply<'_>, id: &LessonId) -> Result {
    let user = reply.interaction.user();
    let opened = app.arbiter.open(user, About::Lesson(id.clone()));
    let opened = reply.while_doing(opened).await?;
    show(app, reply, &opened).await
}

/// Opens the text field for a turn.
pub async fn ask(app: &App, reply: &mut Reply<'_>, id: &LessonId) -> Result {
    let found = found(id)?;
    let again = Press::LessonType(id.clone());
    app.open_form(reply, &messages::lesson_modal(&found), again)
        .await
}

/// Plays a typed turn in a lesson.
pub async fn answer(app: &App, reply: &mut Reply<'_>, id: &LessonId, typed: &str) -> Result {
    let user = reply.interaction.user();
    let answered = reply
        .while_doing(app.arbiter.answer_lesson(user, id, typed))
        .await;
    match answered {
        Err(kernel::Error::Refused(refusal)) => {
            let done: &[String] = match &refusal {
                Refusal::Illegal(illegal) => &illegal.done,
                _ => &[],
            };
            let found = Arc::new(found(id)?);
            let shown = BoardView::with_steps(&found, done)?;
            let refused = messages::lesson_refused(&shown, &found, &refusal, typed);
            app.whisper_here(reply, refused).await
        }
        answered => show(app, reply, &answered?).await,
    }
}

/// Shows a turn that solves the lesson.
pub async fn solve(app: &App, reply: &mut Reply<'_>, id: &LessonId) -> Result {
    let found = Arc::new(found(id)?);
    let solved = found.solved().ok_or(PlayRefusal::NoSuchLesson)?;
    let shown = BoardView::with_steps(&found, &solved.steps)?;
    let shown = messages::lesson_shown(&shown, &found, &solved);
    app.whisper_here(reply, shown).await
}

/// Starts the last lesson's match against the computer in public. The learner has the first turn.
pub async fn play_here(app: &App, reply: &mut Reply<'_>, id: &LessonId) -> Result {
    let found = found(id)?;
    let place = play::discord::start_rules::place(app, reply).await?;
    let rules = play::discord::start_rules::rules(app, reply).await?;
    play::discord::start_rules::check(reply, &rules, place.channel, found.game.card.key)?;
    let time = rules.time.unwrap_or(app.default_time);
    let first = first_match(&found, reply, place, time);
    let update = reply.while_doing(app.acting(reply).propose(first)).await?;
    let begun = |begun: &Match, places: &Places| {
        let sentence = play::messages::challenged(begun, places);
        messages::lesson_match_begun(&found, &sentence)
    };
    play::discord::challenge_pages::post(app, reply, update, begun).await
}

/// Starts the last lesson's match in the private channel of the learner and the bot.
pub async fn play(app: &App, reply: &mut Reply<'_>, id: &LessonId) -> Result {
    if play::discord::start_rules::is_alone(reply) {
        return play_here(app, reply, id).await;
    }
    let found = found(id)?;
    let here = play::discord::start_rules::here(reply);
    let first = first_match(&found, reply, here, app.default_time);
    let greeting = messages::lesson_match_greeting(&found);
    let Some(update) = practice::begin(app, reply, first, greeting).await? else {
        let unsent = messages::lesson_match_unsent(&found);
        return app.whisper_here(reply, unsent).await;
    };
    let channel = update.view.state.proposal().place.channel;
    update.leave_to_arbiter();
    let begun = messages::lesson_match_begun(&found, &messages::lesson_match_in_private(channel));
    app.whisper_here(reply, begun).await
}

fn first_match(
    found: &FoundLesson,
    reply: &Reply<'_>,
    place: Place,
    time: TimeControl,
) -> Challenge {
    let user = reply.interaction.user();
    Challenge {
        options: found.lesson.options.clone(),
        invited: Some(Player::Computer(Level::Beginner)),
        seat: SeatChoice::Seat(Seat::First),
        ..Challenge::new(place, found.game.card.key, time, user)
    }
}

fn found(id: &LessonId) -> Result<FoundLesson> {
    Ok(FoundLesson::of(id)?)
}
