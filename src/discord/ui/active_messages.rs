//! Which messages of a match still ask for something: its newest board, and a question that was not answered yet. When
//! something newer is posted they lose their buttons.
//!
//! A board that answered an interaction, and one whose *Move…* was pressed, can be edited through that interaction for a
//! quarter of an hour, which does not count against the rate limit. Any other board is edited by a request of its own: the
//! bot posted it, its interaction is too old, or the bot has restarted since. In a slow match that is one request for a typed
//! turn; a picked turn was opened from its board. Only the ways to edit for nothing are kept in memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
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
use crate::matches::{ChannelId, Fact, Match, MatchId, MessageId, Moderation};

/// How many boards and questions are remembered. Those that can still be changed for nothing are far fewer.
const MOST: usize = 4_000;

/// The messages that still ask for something, by their match.
#[derive(Default)]
pub struct ActiveMessages {
    boards: Mutex<HashMap<MatchId, Board>>,
    questions: Mutex<HashMap<MatchId, Question>>,
}

struct Board {
    channel: ChannelId,
    message: MessageId,
    /// How it can be changed for nothing; `None`: it answered nothing.
    later: Option<Later>,
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

impl ActiveMessages {
    /// A piece of news is in a message now; `later` is how that can be changed for nothing, if it can. What the match asked for
    /// before is asked no more.
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
        if asks || leaves_board(fact) {
            return;
        }
        let old = if now.to_move().is_some() {
            self.remember(now, channel, message, later)
        } else {
            lock(&self.boards).remove(&id)
        };
        // After a restart only the database knows the board before.
        let old = old.or_else(|| {
            Some(Board {
                channel,
                message: news.view.places.board?,
                later: None,
                kept: board::looking_buttons(now),
            })
        });
        if let Some(board) = old.filter(|board| board.message != message) {
            tokio::spawn(retire(rest.clone(), board));
        }
    }

    fn remember(
        &self,
        now: &Match,
        channel: ChannelId,
        message: MessageId,
        later: Option<Later>,
    ) -> Option<Board> {
        let mut boards = lock(&self.boards);
        make_room(&mut boards, |board: &Board| {
            board.later.as_ref().is_none_or(is_live)
        });
        let board = Board {
            channel,
            message,
            later,
            kept: board::looking_buttons(now),
        };
        boards.insert(now.id(), board)
    }

    /// Whether the newest board of a match, which is this message, can be changed for nothing.
    #[must_use]
    pub fn is_free(&self, id: MatchId, message: MessageId) -> bool {
        let boards = lock(&self.boards);
        let board = boards.get(&id).filter(|board| board.message == message);
        board.is_some_and(|board| board.later.as_ref().is_some_and(is_live))
    }

    /// The newest board of a match, which is this message, can be changed for nothing from now on.
    pub fn set_free(&self, now: &Match, channel: ChannelId, message: MessageId, later: Later) {
        self.remember(now, channel, message, Some(later));
    }

    /// The question of a match says itself what came of it.
    pub fn answered(&self, id: MatchId) {
        lock(&self.questions).remove(&id);
    }
}

/// Whether news of this come without a board, so that the one before stays the newest.
fn leaves_board(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::DrawDeclined { .. }
            | Fact::TakebackDeclined { .. }
            | Fact::TimeGiven { .. }
            | Fact::TimeOff { .. }
            | Fact::Moderated {
                act: Moderation::Pause,
                ..
            }
    )
}

fn is_live(later: &Later) -> bool {
    later.until() > Instant::now()
}

/// Takes the buttons away with which a board asks for a turn.
async fn retire(rest: Rest, board: Board) {
    let parts = buttons_only(&board.kept);
    let mut retired = Err(Failure::Unanswered(String::from("not tried")));
    if let Some(later) = board.later.filter(is_live) {
        retired = later.edit_with(&parts).await;
    }
    // Discord decides when an interaction is too old.
    if retired.is_err() {
        retired = edit(&rest, board.channel, board.message, &parts).await;
    }
    if let Err(failure) = retired {
        tracing::debug!(%failure, "an old board keeps its buttons");
    }
}

/// Changes these parts of a message by a request of its own.
async fn edit(
    rest: &Rest,
    channel: ChannelId,
    message: MessageId,
    parts: &Value,
) -> Result<(), Failure> {
    let route = Route::ChannelMessage {
        channel_id: DiscordChannel::new(channel.0.max(1)),
        message_id: DiscordMessage::new(message.0.max(1)),
    };
    let request = json_request(route, LightMethod::Patch, parts);
    rest.send(request).await.map(drop)
}

/// Makes a question say what became of it.
async fn close(rest: Rest, question: Question, words: Composed) {
    let words = Painted::new(words, Vec::new());
    let live = question.later.filter(is_live);
    let closed = match live {
        Some(later) => later.edit(&words).await,
        None => edit(&rest, question.channel, question.message, &words.json()).await,
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
