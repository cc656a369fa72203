//! Draw offers and take-back requests, and the answers to them.

use super::actions::{conclude_by_edit, current, latest_board};
use crate::db::Announced;
use crate::discord::transport::rest::Failure;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result};
use crate::features::play::messages::{self, Done, Question};
use crate::kernel::{self, Answer, Update, View};
use crate::matches::{MatchId, Refusal, Status};

/// Offers a draw. `seen` is the number of the board whose button was pressed.
pub async fn offer_draw(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    seen: Option<u32>,
) -> Result {
    if let Some(board) = seen {
        let view = app.view(reply, id).await?;
        current(&view, reply, board).await?;
    }
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let update = app.in_match(reply, id, acting.offer_draw(id, user)).await?;
    let what = if update.view.state.ending().is_some() {
        Done::AcceptedDraw
    } else {
        Done::OfferedDraw
    };
    asked(app, reply, update, what).await
}

/// Posts a question, or its result, in the match's thread; elsewhere confirms it privately.
async fn asked(app: &App, reply: &mut Reply<'_>, update: Update, what: Done) -> Result {
    let private = messages::done(what, update.view.state.id(), update.view.places.thread);
    app.conclude(reply, update, private).await
}

/// Takes back the player's last turn, or requests a take-back.
pub async fn take_back(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let (acting, user) = (app.acting(reply), reply.interaction.user());
    let update = app.in_match(reply, id, acting.take_back(id, user)).await?;
    let what = if update.view.state.takeback_asked().is_some() {
        Done::AskedTakeBack
    } else {
        Done::TookBack
    };
    asked(app, reply, update, what).await
}

/// Answers the draw offer or the take-back request on this board.
pub async fn answer(
    app: &App,
    reply: &mut Reply<'_>,
    (id, board): (MatchId, u32),
    question: Question,
    answer: Answer,
) -> Result {
    let view = app.view(reply, id).await?;
    if let Some(ended) = lapsed(&view, reply, board, question) {
        return close_question(app, reply, id, ended).await;
    }
    let user = reply.interaction.user();
    let acting = app.acting(reply);
    let answering = async {
        match question {
            Question::Draw => acting.answer_draw(id, user, answer).await,
            Question::TakeBack => acting.answer_takeback(id, user, answer).await,
        }
    };
    match reply.while_doing(answering).await {
        Ok(update) => answered(app, reply, update, answer, question).await,
        Err(kernel::Error::Refused(Refusal::NoOffer | Refusal::NoTakebackAsked)) => {
            close_question(app, reply, id, question.was_declined()).await
        }
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}

/// Returns the reason why a player can no longer answer the question on this board.
fn lapsed(view: &View, reply: &Reply<'_>, board: u32, question: Question) -> Option<String> {
    let state = &view.state;
    state.seat_of(reply.interaction.user())?;
    if *state.status() != Status::Playing {
        return Some(question.has_lapsed(None));
    }
    (state.board() != board).then(|| question.has_lapsed(Some(&latest_board(view, reply))))
}

/// Replaces a lapsed question and its buttons with its result.
async fn close_question(app: &App, reply: &mut Reply<'_>, id: MatchId, ended: String) -> Result {
    if !reply.is_deferred() {
        app.active.answered(id);
    }
    app.turn_into(reply, Composed::text(ended)).await.map(drop)
}

/// Answers a question in its message. An accepted draw or take-back is also posted as news.
async fn answered(
    app: &App,
    reply: &mut Reply<'_>,
    update: Update,
    answer: Answer,
    question: Question,
) -> Result {
    if answer == Answer::Accept {
        let id = update.view.state.id();
        // The message shows the answer; the result is posted separately.
        let words = if reply.is_deferred() {
            question.you_accepted(id)
        } else {
            app.active.answered(id);
            question.accepted_by(reply.interaction.user())
        };
        return conclude_by_edit(app, reply, update, Composed::text(words)).await;
    }
    let announcement = match update.news {
        Some(announcement) if !reply.is_deferred() => announcement,
        news => {
            if let Some(announcement) = news {
                announcement.hand_over();
            }
            let declined = Composed::text(question.you_declined());
            return app.whisper(reply, declined).await;
        }
    };
    let news = announcement.news();
    app.active.answered(news.view.state.id());
    let words = messages::news(&news.view.state, &news.event);
    let answer = app.turn_into(reply, words).await;
    match &answer {
        Ok(Some(_)) => announcement.done(Announced::default()).await,
        // The arbiter looks for it first.
        Err(CommandError::NotDelivered(Failure::Unanswered(_))) => drop(announcement),
        Ok(None) | Err(_) => announcement.hand_over(),
    }
    answer.map(drop)
}
