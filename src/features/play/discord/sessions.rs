//! Board sessions, in messages that only their owner sees.

use super::session_message::{compose, show};
use super::{actions, lines, next};
use crate::db::Denial;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result};
use crate::features;
use crate::features::play::messages;
use crate::features::play::model::picks::Act;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::{About, Session, Sitting};
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::play::press::Press;
use crate::features::play::service::sessions::Finished;
use crate::features::play::session_press::{PickAct, SessionId, SessionPress};
use crate::kernel::Error;
use crate::matches::{Confirm, Match, MatchId, Refusal};

/// Opens a session for the turn that is due. A player who must wait can plan a line instead.
pub async fn open_turn(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let view = app.view(reply, id).await?;
    actions::current(&view, reply, board).await?;
    let user = reply.interaction.user();
    let about = match view.state.may_vote(user) {
        true => {
            app.may_know(reply, id).await?;
            About::Vote { id, board }
        }
        false => About::Turn { id, board },
    };
    let opened = app.arbiter.open(user, about);
    let shown = match reply.while_doing(opened).await {
        Ok(shown) => shown,
        Err(Error::Refused(refusal @ Refusal::NotYourTurn { .. })) => {
            let why = ui::refusal(&refusal, app.elsewhere(reply, id).await);
            app.whisper(reply, messages::waiting(why, &view.state, user))
                .await?;
            return app.announce_dropped(reply, id).await;
        }
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    actions::keep_board(app, &view, reply).await;
    let message = compose(app, reply, &shown, None).await;
    app.whisper(reply, message).await?;
    app.announce_dropped(reply, id).await
}

/// Opens a session for the turn that is due, and returns its message.
pub async fn turn_picker(app: &App, reply: &mut Reply<'_>, now: &Match) -> Result<Composed, Error> {
    let about = About::Turn {
        id: now.id(),
        board: now.board(),
    };
    let opened = app.arbiter.open(reply.interaction.user(), about);
    let shown = reply.while_doing(opened).await?;
    Ok(compose(app, reply, &shown, None).await)
}

/// Opens a session for the turn that is due, in the message of an ended session.
pub async fn open_anew(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let about = About::Turn { id, board };
    let opened = app.arbiter.open(reply.interaction.user(), about.clone());
    match reply.while_doing(opened).await {
        Ok(shown) => turn_into(app, reply, &shown).await,
        Err(error) => {
            let again = Press::PickAgain { id, board }.into();
            explain(app, reply, (&about, None), again, error).await
        }
    }
}

/// Opens a session for a line of planned turns.
pub async fn plan(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let board = app.view(reply, id).await?.state.board();
    let about = About::Line { id, board };
    let opened = app.arbiter.open(reply.interaction.user(), about);
    let shown = app.in_match(reply, id, opened).await?;
    show(app, reply, &shown).await?;
    app.announce_dropped(reply, id).await
}

/// A pressed button or menu of a session.
struct Pressed {
    about: About,
    sitting: Option<Sitting>,
    session: SessionId,
    generation: u32,
    again: CustomId,
}

/// Handles a press in a session and updates its message.
pub async fn press(
    app: &App,
    reply: &mut Reply<'_>,
    session: SessionId,
    generation: u32,
    act: PickAct,
) -> Result {
    let user = reply.interaction.user();
    let found = reply.while_doing(app.arbiter.session(user, session)).await;
    let Session { about, sitting, .. } = match found {
        Ok(session) => session,
        Err(error) if error.denial() == Some(&PlayRefusal::PickerTaken) => {
            let gone = Composed::text(PlayRefusal::PickerTaken.sentence());
            return app.turn_into(reply, gone).await.map(drop);
        }
        Err(error) => return Err(error.into()),
    };
    let again = SessionPress {
        session,
        generation,
        act: act.clone(),
    };
    let mut pressed = Pressed {
        about,
        sitting,
        session,
        generation,
        again: again.into(),
    };
    let ends = matches!(act, PickAct::End(_));
    let just_changed = sitting.is_some_and(|sitting| sitting.is_fresh(app.arbiter.now()));
    let act = match act {
        PickAct::Key(key) | PickAct::End(key) => Act::Pick(key),
        PickAct::From(list) => Act::From {
            list: list.into(),
            keys: reply.interaction.chosen().to_vec(),
        },
        PickAct::Back => Act::Back,
        PickAct::Over => Act::StartOver,
        PickAct::On => Act::GoOn,
        PickAct::Play if just_changed => return show_again(app, reply, &pressed).await,
        PickAct::Play => return finish(app, reply, &pressed).await,
        PickAct::Think => return think(app, reply, &pressed).await,
        PickAct::Type => return type_again(app, reply, &pressed).await,
        PickAct::Skip => return next::skip(app, reply, &pressed.about, sitting).await,
        PickAct::Later => return next::close(app, reply, sitting).await,
    };
    let picked = app.arbiter.pick(user, session, generation, act);
    match reply.while_doing(picked).await {
        Ok(shown) if !just_changed && plays(app, reply, &shown, ends).await => {
            pressed.generation = shown.session.generation;
            finish(app, reply, &pressed).await
        }
        Ok(shown) => turn_into(app, reply, &shown).await,
        Err(error) => end(app, reply, &pressed, error).await,
    }
}

/// Whether to play a whole turn without a preview.
/// The player has seen the result, or wants no confirmation.
async fn plays(app: &App, reply: &mut Reply<'_>, shown: &BoardView, ends: bool) -> bool {
    match &shown.kind {
        BoardKind::Turn {
            whole: Some(_),
            made,
            ..
        } if matches!(shown.session.about, About::Turn { .. } | About::Vote { .. }) => {
            // The player was planning and has not decided to play this turn.
            made.is_empty()
                && (ends || reply.preferences(&app.arbiter).await.own.confirm == Confirm::Never)
        }
        _ => false,
    }
}

/// Shows a session as it is.
async fn show_again(app: &App, reply: &mut Reply<'_>, pressed: &Pressed) -> Result {
    let user = reply.interaction.user();
    let found = app.arbiter.board(user, pressed.session, pressed.generation);
    match reply.while_doing(found).await {
        Ok(shown) => turn_into(app, reply, &shown).await,
        Err(error) => end(app, reply, pressed, error).await,
    }
}

/// Submits the whole turn.
async fn finish(app: &App, reply: &mut Reply<'_>, pressed: &Pressed) -> Result {
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let finished = acting.finish(user, pressed.session, pressed.generation);
    match reply.while_doing(finished).await {
        Ok(Finished::Played(update)) => {
            let id = update.view.state.id();
            // The played board is a public post.
            app.conclude_in_place(reply, *update).await?;
            app.announce_dropped(reply, id).await
        }
        Ok(Finished::Planned(lines)) => lines::show_lines(app, reply, *lines).await,
        Ok(Finished::Answered(shown)) => {
            let purpose = features::purpose(&pressed.about).ok_or_else(ui::unknown_component)?;
            let answered = (purpose.answer)(app, reply, *shown).await;
            next_message(app, reply, pressed, answered).await
        }
        Ok(Finished::CaughtUp(shown)) => turn_into(app, reply, &shown).await,
        Err(error) => end(app, reply, pressed, error).await,
    }
}

/// Asks a computer for its evaluation of the board.
async fn think(app: &App, reply: &mut Reply<'_>, pressed: &Pressed) -> Result {
    let purpose = features::purpose(&pressed.about).ok_or_else(ui::unknown_component)?;
    let user = reply.interaction.user();
    let found = app.arbiter.board(user, pressed.session, pressed.generation);
    let thought = match reply.while_doing(found).await {
        Ok(shown) => (purpose.think)(app, reply, shown).await,
        Err(error) => Err(error),
    };
    next_message(app, reply, pressed, thought).await
}

/// Replaces the board's message with what its purpose says next.
async fn next_message(
    app: &App,
    reply: &mut Reply<'_>,
    pressed: &Pressed,
    next: Result<Composed, Error>,
) -> Result {
    match next {
        Ok(message) => app.turn_into(reply, message).await.map(drop),
        Err(error) => end(app, reply, pressed, error).await,
    }
}

/// Opens the text field with the turn in it.
async fn type_again(app: &App, reply: &mut Reply<'_>, pressed: &Pressed) -> Result {
    let user = reply.interaction.user();
    let found = app.arbiter.board(user, pressed.session, pressed.generation);
    let shown = match reply.while_doing(found).await {
        Ok(shown) => shown,
        Err(error) => return end(app, reply, pressed, error).await,
    };
    let (Some(view), Some(whole)) = (&shown.ground.view, shown.now.whole()) else {
        return Err(ui::unknown_component().into());
    };
    let form = ui::turn_modal(&view.state, &whole.text());
    app.open_form(reply, &form, pressed.again.clone()).await
}

async fn turn_into(app: &App, reply: &mut Reply<'_>, shown: &BoardView) -> Result {
    let message = compose(app, reply, shown, None).await;
    app.turn_into(reply, message).await.map(drop)
}

/// Explains why a pressed session cannot go on.
async fn end(app: &App, reply: &mut Reply<'_>, pressed: &Pressed, error: Error) -> Result {
    let about = (&pressed.about, pressed.sitting);
    explain(app, reply, about, pressed.again.clone(), error).await
}

/// Explains why a session cannot go on.
/// A picker's explanation replaces its message, as its buttons no longer work. Any other board stays; if only a
/// computer did not answer, `again` retries.
async fn explain(
    app: &App,
    reply: &mut Reply<'_>,
    (about, sitting): (&About, Option<Sitting>),
    again: CustomId,
    error: Error,
) -> Result {
    if let (&About::Vote { id, board }, Some(_)) = (about, sitting)
        && error.refusal().is_some()
    {
        let state = app.view(reply, id).await?.state;
        // A vote that is over must not end the sitting.
        if state.voting().is_none_or(|voting| voting.board != board) {
            let CommandError::User(why) = app.explain(reply, id, error).await else {
                return Err(ui::unknown_component().into());
            };
            let ended = next::after_turn(app, reply, id, *why).await;
            return app.turn_into(reply, ended).await.map(drop);
        }
    }
    let (About::Turn { id, .. } | About::Line { id, .. }) = *about else {
        let silent = is_silence(&error);
        return match error.into() {
            CommandError::User(why) if silent => {
                let why = messages::try_again(*why, again);
                app.whisper(reply, why).await
            }
            other => Err(other),
        };
    };
    // The message is still useful if it shows the result of a quicker press, or a line that the player can change.
    let stays = match &error {
        Error::Refused(refusal) => matches!(
            refusal,
            Refusal::LineKept
                | Refusal::OtherAnswer { .. }
                | Refusal::LineTooLong { .. }
                | Refusal::TooManyLines { .. }
        ),
        other => matches!(
            other.denial(),
            Some(PlayRefusal::PickedAlready | PlayRefusal::NothingToAnswer { .. })
        ),
    };
    if stays || error.refusal().is_none() {
        return Err(app.explain(reply, id, error).await);
    }
    let plan_left = matches!(error.denial(), Some(PlayRefusal::PlanLeft { .. }));
    let made = matches!(error.denial(), Some(PlayRefusal::MadeAlready { .. }));
    let (user, view) = (reply.interaction.user(), app.view(reply, id).await?);
    let why = match app.explain(reply, id, error).await {
        CommandError::User(why) => why,
        other => return Err(other),
    };
    let goes_on = plan_left || view.state.person_to_move() == Some(user);
    let mut ended = messages::ended_picker(*why, goes_on.then_some(&*view.state), user);
    // The second press of two quick ones must not hide the match to which the first one led, and a match that no longer
    // waits must not end the sitting.
    if made || sitting.is_some() && !goes_on {
        ended = next::after_turn(app, reply, id, ended).await;
    }
    app.turn_into(reply, ended).await.map(drop)
}

/// Whether a retry may succeed: the computer was busy or did not answer.
pub(crate) fn is_silence(error: &Error) -> bool {
    match error {
        Error::Denied(denial) => denial.passes(),
        other => matches!(other, Error::Full(_)),
    }
}
