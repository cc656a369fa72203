//! The page's own API, under `/sandbox`.

use std::time::Duration;

use axum::Json;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use axum::routing::{Router, delete, get, post};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::super::clock::timestamp;
use super::super::errors::ApiError;
use super::super::events::{Event, Notice};
use super::super::limits::messages::Body;
use super::super::limits::{self, CONTENT};
use super::super::permissions;
use super::super::posting::Post;
use super::super::server::{App, Server};
use super::super::snowflake::Snowflake;
use super::super::state::ChannelKind;
use super::answer::{Answer, Refused};
use super::{NO_ANSWER, Refusal, sees};

/// The longest time by which the clock is moved at once.
const FARTHEST: Duration = Duration::from_hours(366 * 24);

/// The longest message of a page on its socket in bytes; pages send none.
const LONGEST_SAID: usize = 4 << 10;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/sandbox/state", get(state))
        .route("/sandbox/channels/{id}/messages", get(list).post(say))
        .route(
            "/sandbox/channels/{id}/messages/{message}/dismiss",
            post(dismiss),
        )
        .route(
            "/sandbox/channels/{id}/messages/{message}",
            delete(take_down),
        )
        .route("/sandbox/channels/{id}", delete(close).patch(change))
        .route("/sandbox/interactions", post(interact))
        .route("/sandbox/events", get(events))
        .route("/sandbox/later", post(later))
        .route("/sandbox/reset", post(reset))
        .merge(super::members::routes())
}

#[derive(Debug, Deserialize)]
struct Viewer {
    #[serde(rename = "as")]
    person: Option<String>,
    limit: Option<usize>,
}

impl Viewer {
    /// Returns the person, by default the first.
    fn of(&self, server: &Server) -> Result<Snowflake, Refusal> {
        match &self.person {
            Some(id) => Ok(server.acting(&json!(id))?.id),
            None => server
                .world
                .people
                .first()
                .map(|person| person.id)
                .ok_or_else(|| "Nobody is here.".to_owned()),
        }
    }
}

async fn state(State(app): State<App>, Query(viewer): Query<Viewer>) -> Answer {
    let server = app.lock();
    let person = viewer.of(&server)?;
    Ok(Json(server.state_for(person)))
}

async fn list(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(viewer): Query<Viewer>,
) -> Answer {
    let server = app.lock();
    let person = viewer.of(&server)?;
    let channel = server.channel_for(id.parse().ok(), person)?;
    Ok(Json(Value::Array(server.messages_for(
        channel,
        person,
        viewer.limit.unwrap_or(100),
    ))))
}

async fn say(State(app): State<App>, Path(id): Path<String>, Json(body): Json<Value>) -> Answer {
    let mut server = app.lock();
    let person = server.acting(&body["as"])?.id;
    let channel = server.channel_for(id.parse().ok(), person)?.id;
    Ok(Json(server.say(
        channel,
        person,
        body["content"].as_str().unwrap_or_default(),
    )?))
}

async fn interact(State(app): State<App>, Json(body): Json<Value>) -> Answer {
    let first = super::interact(&app, &body).await?;
    Ok(Json(first.map_or_else(
        || json!({ "result": "failed", "error": NO_ANSWER }),
        super::FirstAnswer::object,
    )))
}

async fn dismiss(
    State(app): State<App>,
    Path((id, message)): Path<(String, String)>,
    Json(body): Json<Value>,
) -> Answer {
    let mut server = app.lock();
    let person = server.acting(&body["as"])?.id;
    let channel = server.channel_for(id.parse().ok(), person)?;
    let message = message
        .parse()
        .ok()
        .and_then(|id| channel.messages.get(&id))
        .filter(|message| message.only_for == Some(person));
    let message = message
        .ok_or_else(|| "There is no such message to dismiss.".to_owned())?
        .id;
    let channel = channel.id;
    server
        .delete(channel, message)
        .map_err(|error| error.message)?;
    Ok(Json(json!({})))
}

async fn take_down(
    State(app): State<App>,
    Path((id, message)): Path<(String, String)>,
    Json(body): Json<Value>,
) -> Answer {
    let mut server = app.lock();
    let person = server.acting(&body["as"])?.id;
    let channel = server.channel_for(id.parse().ok(), person)?;
    let message = message
        .parse()
        .ok()
        .and_then(|id| channel.messages.get(&id))
        .filter(|message| sees(message, person));
    let message = message
        .ok_or_else(|| "There is no such message.".to_owned())?
        .id;
    let channel = channel.id;
    server
        .delete(channel, message)
        .map_err(|error| error.message)?;
    Ok(Json(json!({})))
}

async fn change(State(app): State<App>, Path(id): Path<String>, Json(body): Json<Value>) -> Answer {
    let mut server = app.lock();
    let person = server.acting(&body["as"])?.id;
    let channel = server.channel_for(id.parse().ok(), person)?;
    let archived = channel
        .thread()
        .ok_or_else(|| "This is no thread.".to_owned())?
        .archived;
    let id = channel.id;
    let archived = body["archived"].as_bool().unwrap_or(archived);
    if !archived {
        let may = server.may_wake(id).map_err(ApiError::from);
        may.map_err(|error| error.message)?;
    }
    server.set_archived(id, archived, body["locked"].as_bool());
    let channel = server.channel_for(Some(id), person)?;
    Ok(Json(server.channel_for_page(channel)))
}

async fn close(
    State(app): State<App>,
    Path(id): Path<String>,
    body: Option<Json<Value>>,
) -> Answer {
    let mut server = app.lock();
    let person = body.map_or(Value::Null, |Json(body)| body["as"].clone());
    let person = if person.is_null() {
        server.world.home.owner
    } else {
        server.acting(&person)?.id
    };
    let channel = server.channel_for(id.parse().ok(), person)?;
    if channel.thread().is_none() {
        return Err("This is no thread.".to_owned().into());
    }
    let id = channel.id;
    server.delete_channel(id);
    Ok(Json(json!({})))
}

async fn later(State(app): State<App>, Json(body): Json<Value>) -> Answer {
    let seconds = body["seconds"].as_u64().unwrap_or_default();
    app.lock().move_clock(Duration::from_secs(seconds))?;
    Ok(Json(json!({})))
}

async fn reset(State(app): State<App>, Json(_): Json<Value>) -> Json<Value> {
    app.lock().start_afresh();
    Json(json!({}))
}

async fn events(
    State(app): State<App>,
    Query(viewer): Query<Viewer>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let person = viewer.of(&app.lock())?;
    Ok(upgrade
        .max_message_size(LONGEST_SAID)
        .on_upgrade(move |socket| stream(app, socket, person)))
}

/// Sends a page its events until it disconnects.
/// A page that lags too far behind is disconnected and reloads everything.
async fn stream(app: App, mut socket: WebSocket, person: Snowflake) {
    let mut notices = app.notices.subscribe();
    let closed = app.closed();
    tokio::pin!(closed);
    let code = loop {
        tokio::select! {
            notice = notices.recv() => match notice {
                Ok(notice) => {
                    let frame = app.lock().frame_for(&notice, person);
                    if let Some(frame) = frame
                        && socket.send(Frame::text(frame.to_string())).await.is_err()
                    {
                        return;
                    }
                }
                Err(RecvError::Lagged(_)) => break 1013,
                Err(RecvError::Closed) => break 1001,
            },
            message = socket.recv() => if !matches!(message, Some(Ok(_))) { return },
            () = &mut closed => break 1001,
        }
    };
    // The page may have disconnected already.
    let _ = socket
        .send(Frame::Close(Some(CloseFrame {
            code,
            reason: "".into(),
        })))
        .await;
}

impl Server {
    /// Builds an event for a person's page; `None` if it does not concern the person.
    fn frame_for(&self, notice: &Notice, person: Snowflake) -> Option<Value> {
        if !self.may_hear(notice, person) {
            return None;
        }
        let mut frame = notice.event.frame();
        // A person who joins, leaves or gets another role sees other channels, so the page starts again.
        if matches!(notice.event, Event::PeopleUpdate) {
            frame["state"] = self.state_for(person);
        }
        Some(frame)
    }

    /// Builds the state except messages, as a person sees it.
    fn state_for(&self, person: Snowflake) -> Value {
        let of_guild = self.world.channels.values().filter(|channel| {
            self.world.guild_of(channel).is_some() && self.may_see(channel, person)
        });
        let channels: Vec<Value> = of_guild
            .map(|channel| self.channel_for_page(channel))
            .collect();
        let guilds: Vec<Value> = self
            .world
            .guilds()
            .filter(|guild| guild.members.contains_key(&person))
            .map(|guild| {
                let held = permissions::on_server(guild, person).to_string();
                json!({ "id": guild.id, "name": guild.name, "permissions": held, "roles": self.roles(guild) })
            })
            .collect();
        let own = self.world.channels.values().filter(
            |channel| matches!(channel.kind, ChannelKind::Direct { with } if with == person),
        );
        let direct: Vec<Value> = own.map(|channel| self.channel_for_page(channel)).collect();
        let commands: Vec<Value> = self
            .world
            .commands
            .iter()
            .map(|command| self.command(command, true))
            .collect();
        let first_step = self.first_step.as_ref().map(|step| {
            let options: Map<String, Value> = step.options.iter().cloned().collect();
            json!({ "label": step.label, "command": step.command, "options": options })
        });
        json!({
            "first_step": first_step, "moves_clock": self.moves_clock, "ahead": self.clock.ahead(), "users": self.users_for_page(), "bot": super::super::objects::user(&self.world.bot), "bot_online": self.sessions.online(),
            "guilds": guilds, "servers": self.servers_for_page(), "channels": channels, "direct_channels": direct,
            "commands": commands, "permissions": permissions::on_server(&self.world.home, person).to_string(),
            "limits": {
                "content": CONTENT, "text_option": limits::TEXT_OPTION, "text_input": limits::TEXT_INPUT, "first_answer_ms": 3_000,
            },
        })
    }

    /// Moves the clock forward, for all people and permanently.
    fn move_clock(&mut self, by: Duration) -> Result<(), Refusal> {
        if !self.moves_clock {
            return Err("The clock of this sandbox cannot be moved.".to_owned());
        }
        if by.is_zero() || by > FARTHEST {
            return Err("The clock is moved by a second to 366 days at a time.".to_owned());
        }
        self.clock.advance(by);
        self.world.ahead = self.clock.ahead();
        let now = timestamp(self.now());
        tracing::warn!(?by, %now, "the sandbox's clock was moved");
        let ahead = self.world.ahead;
        self.tell(Event::ClockMoved { ahead }, None);
        self.changed();
        Ok(())
    }

    /// Posts a person's message.
    pub fn say(
        &mut self,
        channel: Snowflake,
        person: Snowflake,
        content: &str,
    ) -> Result<Value, Refusal> {
        let content = content.trim();
        if content.is_empty() || content.chars().count() > CONTENT {
            return Err(format!("A message has from 1 to {CONTENT} characters."));
        }
        let place = self.channel_for(Some(channel), person)?;
        let owner = self.world.guild_of(place).map(|guild| guild.owner);
        if place.thread().is_some_and(|thread| thread.locked) && owner != Some(person) {
            return Err("This thread is locked.".to_owned());
        }
        let body = Body {
            content: Some(content.to_owned()),
            ..Body::default()
        };
        let id = self
            .post(Post::plain(channel, person, &body, &[]))
            .map_err(|error| error.message)?;
        let message = self
            .world
            .message(channel, id)
            .ok_or_else(|| "The message is gone.".to_owned())?;
        Ok(self.message_for_page(message))
    }
}
