//! The messages of a match with live buttons: its newest board, and an open question. A newer message
//! removes these buttons.
//!
//! The bot can edit a board for 15 minutes through an interaction: the one that the board answers, or a press of its
//! *Move…*. Such an edit does not count against the rate limit. The bot edits any other board by a counted request: a
//! board that it posted by itself, one with an expired interaction, or one from before a restart. In a slow match
//! that is one request for each typed turn; a picked turn was opened from its board. Only the uncounted ways to edit
//! are kept in memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;
use serenity::all::LightMethod;
use serenity::http::Request;
use tokio::time::Instant;

use super::composed::{Button, Composed};
use super::reply::Later;
use super::reply::message_route;
use super::wire::{Painted, edited_text, without_deadlines};
use super::{board, match_words};
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, Rest};
use crate::kernel::lock::lock;
use crate::kernel::{EditRank, News};
use crate::matches::{ChannelId, Fact, Match, MatchId, MessageId, Moderation};

/// The maximum number of boards and questions in memory. Far fewer can still be edited uncounted.
const MOST: usize = 4_000;

/// The maximum time that an edit of an old message waits for its turn. Nothing is lost without it.
const PATIENCE: Duration = Duration::from_mins(10);

/// The messages that still have buttons for a turn or an answer, by match.
#[derive(Default)]
pub struct ActiveMessages {
    boards: Mutex<HashMap<MatchId, Board>>,
    questions: Mutex<HashMap<MatchId, Question>>,
}

struct Board {
    channel: ChannelId,
    message: MessageId,
    /// The handle for edits without a counted request; `None` if the board answered no interaction.
    later: Option<Later>,
    /// The buttons that stay when a newer board is posted.
    kept: Vec<Vec<Button>>,
    /// The text that was posted; `None` if this process does not know it.
    text: Option<String>,
}

struct Question {
    /// Whether the question is a draw offer; otherwise it is a request for a take-back.
    draw: bool,
    channel: ChannelId,
    message: MessageId,
    later: Option<Later>,
}

impl ActiveMessages {
    /// Records that `message` shows a piece of news, and closes the older question and board of the match.
    /// `later` edits the message without a counted request, if that is possible.
    pub fn posted(
        &self,
        rest: &Rest,
        news: &News,
        channel: ChannelId,
        message: MessageId,
        later: Option<Later>,
        text: &str,
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
        let pauses = matches!(
            fact,
            Fact::Moderated {
                act: Moderation::Pause,
                ..
            }
        );
        let old = if now.to_move().is_some() && !pauses {
            let text = Some(text.to_owned());
            self.remember(now, channel, message, later, text)
        } else {
            lock(&self.boards).remove(&id)
        };
        // After a restart only the database knows the previous board.
        let old = old.or_else(|| {
            Some(Board {
                channel,
                message: news.view.places.board?,
                later: None,
                kept: board::looking_buttons(now),
                text: None,
            })
        });
        if let Some(board) = old.filter(|board| board.message != message) {
            // A paused match has no deadline, and its board asks for no turn.
            let paused = pauses.then(|| edited_text(board::paused(now)));
            tokio::spawn(retire(rest.clone(), board, paused));
        }
    }

    fn remember(
        &self,
        now: &Match,
        channel: ChannelId,
        message: MessageId,
        later: Option<Later>,
        text: Option<String>,
    ) -> Option<Board> {
        let mut boards = lock(&self.boards);
        make_room(&mut boards, |board: &Board| {
            board.later.as_ref().is_some_and(is_live)
        });
        let board = Board {
            channel,
            message,
            later,
            kept: board::looking_buttons(now),
            text,
        };
        boards.insert(now.id(), board)
    }

    /// Whether `message` is the newest board of a match and can be edited without a counted request.
    pub fn is_free(&self, id: MatchId, message: MessageId) -> bool {
        let boards = lock(&self.boards);
        let board = boards.get(&id).filter(|board| board.message == message);
        board.is_some_and(|board| board.later.as_ref().is_some_and(is_live))
    }

    /// Records that `message`, the newest board of a match, can be edited without a counted request.
    pub fn set_free(&self, now: &Match, channel: ChannelId, message: MessageId, later: Later) {
        let known = lock(&self.boards).remove(&now.id());
        let text = known.filter(|board| board.message == message);
        let text = text.and_then(|board| board.text);
        self.remember(now, channel, message, Some(later), text);
    }

    /// Records that the newest board of a match was edited and has another text.
    pub fn retold(&self, id: MatchId, text: &str) {
        if let Some(board) = lock(&self.boards).get_mut(&id) {
            board.text = Some(text.to_owned());
        }
    }

    /// Drops the question of a match, whose message already shows the answer.
    pub fn answered(&self, id: MatchId) {
        lock(&self.questions).remove(&id);
    }
}

/// Whether news of this fact has no board, so that the previous board stays the newest.
fn leaves_board(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::DrawDeclined { .. }
            | Fact::TakebackDeclined { .. }
            | Fact::TimeGiven { .. }
            | Fact::TimeOff { .. }
    )
}

fn is_live(later: &Later) -> bool {
    later.until() > Instant::now()
}

/// Takes what asks for a turn from a board, or makes it that of a paused match.
async fn retire(rest: Rest, board: Board, paused: Option<Value>) {
    let place = (board.channel, board.message);
    let parts = match (paused, board.text) {
        (Some(paused), _) => paused,
        (None, Some(text)) => without_deadlines(&text, &board.kept),
        (None, None) => {
            let text = posted_text(&rest, place).await.unwrap_or_default();
            without_deadlines(&text, &board.kept)
        }
    };
    let mut retired = Err(Failure::Unanswered(String::from("not tried")));
    if let Some(later) = board.later.filter(is_live) {
        retired = later.edit_with(&parts).await;
    }
    // Discord decides when an interaction is too old.
    if retired.is_err() {
        retired = edit(&rest, place, EditRank::Card, &parts).await;
    }
    if let Err(failure) = retired {
        tracing::debug!(%failure, "an old board keeps its buttons");
    }
}

/// Returns the text of a message as Discord has it.
async fn posted_text(rest: &Rest, (channel, message): (ChannelId, MessageId)) -> Option<String> {
    let request = Request::new(message_route(channel, message), LightMethod::Get);
    let posted = rest.send(request).await.ok()?;
    posted["content"].as_str().map(str::to_owned)
}

/// Edits these parts of a message by a counted request.
async fn edit(
    rest: &Rest,
    place: (ChannelId, MessageId),
    rank: EditRank,
    parts: &Value,
) -> Result<(), Failure> {
    let request = json_request(message_route(place.0, place.1), LightMethod::Patch, parts);
    rest.edit(place, rank, PATIENCE, request).await
}

/// Replaces the text of a question with its outcome.
async fn close(rest: Rest, question: Question, words: Composed) {
    let words = Painted::new(words, Vec::new());
    let live = question.later.filter(is_live);
    let closed = match live {
        Some(later) => later.edit(&words).await,
        None => {
            let place = (question.channel, question.message);
            edit(&rest, place, EditRank::Question, &words.json()).await
        }
    };
    if let Err(failure) = closed {
        tracing::debug!(%failure, "an old question keeps its buttons");
    }
}

/// Evicts entries that are not useful any more, or all entries if that is not enough.
fn make_room<T>(kept: &mut HashMap<MatchId, T>, useful: impl Fn(&T) -> bool) {
    if kept.len() >= MOST {
        kept.retain(|_, one| useful(one));
    }
    if kept.len() >= MOST {
        kept.clear();
    }
}
