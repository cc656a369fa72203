//! Which messages of a match still ask for something: its newest board, and a question that was not answered yet. When
//! something newer is posted they lose their buttons.
//!
//! A board that answered a command or a button can be changed through that interaction for a quarter of an hour, which
//! counts for nothing; an older one keeps its buttons, and whoever presses them gets a link to the newest. A question
//! is rare enough to be changed by a request of its own where it must be. All of this is kept in memory only: what is
//! lost with it costs nothing but a button that says so.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serenity::all::{ChannelId as DiscordChannel, LightMethod, MessageId as DiscordMessage};
use serenity::http::Route;
use tokio::time::Instant;

use super::composed::{Button, Composed};
use super::reply::Later;
use super::wire::{Painted, buttons_only};
use super::{board, match_words};
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, Rest};
use crate::kernel::News;
use crate::matches::{ChannelId, Fact, MatchId, MessageId};

/// How many boards and questions are remembered. Those that can still be changed for nothing are far fewer.
const MOST: usize = 4_000;

/// The messages that still ask for something, by their match.
#[derive(Default)]
pub struct Living {
    boards: Mutex<HashMap<MatchId, Board>>,
    questions: Mutex<HashMap<MatchId, Question>>,
}

struct Board {
    message: MessageId,
    later: Later,
    /// The buttons that it keeps.
    kept: Vec<Vec<Button>>,
}

struct Question {
    /// Whether it offers a draw; else it asks for a take-back.
    draw: bool,
    channel: ChannelId,
    message: MessageId,
    later: Option<Later>,
}

impl Living {
    /// A piece of news stands in a message now; `later` is how that can be changed for nothing, if it can. What the
    /// match asked for before is asked no more.
    pub fn posted(
        &self,
        rest: &Rest,
        news: &News,
        channel: ChannelId,
        message: MessageId,
        later: Option<Later>,
    ) {
        let (now, fact) = (&news.view.state, &news.event.fact);
        let id = now.id();
        let asks = matches!(fact, Fact::DrawOffered { .. } | Fact::TakebackAsked { .. });
        let old = {
            let mut questions = lock(&self.questions);
            let old = questions.remove(&id);
            if asks {
                make_room(&mut questions, |_| true);
                let later = later.clone();
                questions.insert(
                    id,
                    Question {
                        draw: matches!(fact, Fact::DrawOffered { .. }),
                        channel,
                        message,
                        later,
                    },
                );
            }
            old
        };
        if let Some(question) = old.filter(|question| question.message != message) {
            let words = match_words::ended_question(question.draw, fact);
            tokio::spawn(close(rest.clone(), question, words));
        }
        if asks {
            return;
        }
        let old = {
            let mut boards = lock(&self.boards);
            let old = boards.remove(&id);
            if let Some(later) = later.filter(|_| now.to_move().is_some()) {
                make_room(&mut boards, |board: &Board| {
                    board.later.until() > Instant::now()
                });
                let kept = board::looking_buttons(now);
                boards.insert(
                    id,
                    Board {
                        message,
                        later,
                        kept,
                    },
                );
            }
            old
        };
        if let Some(board) = old.filter(|board| board.message != message) {
            tokio::spawn(retire(board));
        }
    }

    /// The question of a match says itself what came of it.
    pub fn answered(&self, id: MatchId) {
        lock(&self.questions).remove(&id);
    }
}

/// Takes the buttons away with which a board asks for a turn, if that costs nothing.
async fn retire(board: Board) {
    if board.later.until() <= Instant::now() {
        return;
    }
    if let Err(failure) = board.later.edit_with(&buttons_only(&board.kept)).await {
        tracing::debug!(%failure, "an old board keeps its buttons");
    }
}

/// Makes a question say what became of it.
async fn close(rest: Rest, question: Question, words: Composed) {
    let words = Painted::new(words, Vec::new());
    let live = question
        .later
        .filter(|later| later.until() > Instant::now());
    let closed: Result<(), Failure> = match live {
        Some(later) => later.edit(&words).await,
        None => {
            let route = Route::ChannelMessage {
                channel_id: DiscordChannel::new(question.channel.0.max(1)),
                message_id: DiscordMessage::new(question.message.0.max(1)),
            };
            let request = json_request(route, LightMethod::Patch, &words.json());
            rest.send(request).await.map(drop)
        }
    };
    if let Err(failure) = closed {
        tracing::debug!(%failure, "an old question keeps its buttons");
    }
}

/// Forgets what is of no use any more, and everything where that is not enough.
fn make_room<T>(kept: &mut HashMap<MatchId, T>, useful: impl Fn(&T) -> bool) {
    if kept.len() >= MOST {
        kept.retain(|_, one| useful(one));
    }
    if kept.len() >= MOST {
        kept.clear();
    }
}

fn lock<T>(kept: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}
