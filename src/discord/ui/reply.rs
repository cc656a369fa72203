//! An interaction and its one answer.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{
    ApplicationId, ChannelId as DiscordChannel, LightMethod, MessageId as DiscordMessage,
    Permissions,
};
use serenity::http::{Request, Route};
use tokio::time::Instant;

use super::command_error::{CommandError, Result};
use super::interaction::{Granted, Interaction};
use super::wire::{Callback, EPHEMERAL, Painted};
use super::{permissions, refusals};
use crate::db::people::preferences;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, Outgoing, Rest, code};
use crate::kernel::Arbiter;
use crate::kernel::lock::lock;
use crate::matches::{ChannelId, Effective, MessageId, UserId};
use crate::people::Moment;
use crate::telemetry;

/// The time after the person's action at which the bot defers an answer. Discord waits three seconds
/// for the first answer, the transit included.
pub const PATIENCE: Duration = Duration::from_millis(2000);

/// The time for which the bot retries the first answer. After that the interaction is void.
pub(crate) const FIRST_ANSWER: Duration = Duration::from_millis(2800);

/// The time for which the bot retries the content of a deferred answer. The person sees "thinking…".
const DEFERRED_ANSWER: Duration = Duration::from_secs(10);

/// The wait before the first retry; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_millis(150);

/// The time for which an interaction's messages can be edited. Discord accepts edits for 15 minutes.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60);

/// The maximum assumed transit time of an interaction. A longer time means that the clocks of Discord
/// and of this machine differ; the bot then only defers a little early.
const LONGEST_WAY: Duration = Duration::from_secs(1);

/// Returns the transit time of an interaction, by two clocks that may differ.
fn way(made: Moment, now: Moment) -> Duration {
    let milliseconds = u64::try_from(now.0.saturating_sub(made.0)).unwrap_or(0);
    Duration::from_millis(milliseconds).min(LONGEST_WAY)
}

/// The state of the first answer to an interaction. It is kept outside of the [`Reply`], so that the
/// answer after an error or a panic knows it too.
#[derive(Default)]
pub struct FirstAnswer {
    /// Whether the bot deferred the answer.
    deferred: AtomicBool,
    /// Whether the answer left the message of the pressed button in place.
    kept: AtomicBool,
    /// The outcome of the first answer, and its time after the person's action.
    outcome: Mutex<Option<(&'static str, Duration)>>,
}

impl FirstAnswer {
    /// Returns the first answer's outcome, and its time after the person acted; `None` before any attempt.
    pub fn outcome(&self) -> Option<(&'static str, Duration)> {
        *lock(&self.outcome)
    }
}

/// The answer to an interaction in progress.
#[must_use]
pub struct Reply<'a> {
    pub interaction: Interaction<'a>,
    rest: &'a Rest,
    /// When the person acted.
    since: Instant,
    /// The time after `since` at which the bot defers the answer; `None` for suggestions.
    patience: Option<Duration>,
    first: &'a FirstAnswer,
    /// A cache, filled at the first use.
    preferences: Option<Effective>,
    /// The bot's permissions in channels chosen in a menu.
    granted: Option<&'a Granted>,
}

impl<'a> Reply<'a> {
    /// Begins a reply. The caller must call this as soon as the interaction arrives, at `now`: the three
    /// seconds began when the person acted.
    pub fn new(
        interaction: Interaction<'a>,
        rest: &'a Rest,
        first: &'a FirstAnswer,
        now: Moment,
    ) -> Self {
        let received = Instant::now();
        let way = way(interaction.cause().made_at(), now);
        Self {
            interaction,
            rest,
            since: received.checked_sub(way).unwrap_or(received),
            patience: Some(PATIENCE),
            first,
            preferences: None,
            granted: None,
        }
    }

    /// Makes this a reply with suggestions, which Discord cannot defer.
    pub fn while_typing(self) -> Self {
        Self {
            patience: None,
            ..self
        }
    }

    /// Adds the bot's permissions in channels chosen in a menu.
    pub(crate) fn with_granted(self, granted: &'a Granted) -> Self {
        Self {
            granted: Some(granted),
            ..self
        }
    }

    /// Returns the bot's permissions in a chosen channel or in the person's; `None` if Discord sent none.
    pub(crate) fn granted_in(&self, channel: u64) -> Option<Permissions> {
        if self.interaction.channel().0 == channel {
            return self.interaction.app_permissions();
        }
        self.granted.and_then(|granted| granted.of(channel))
    }

    /// Returns the number, clock or the like that was chosen from a menu.
    pub(crate) fn chosen<T: FromStr>(&self) -> Result<T> {
        let chosen = self.interaction.chosen_one();
        let read = chosen.and_then(|chosen| chosen.parse().ok());
        read.ok_or_else(|| refusals::unknown_component().into())
    }

    /// Returns the person who was chosen from a menu of options, or from one that Discord fills.
    pub(crate) fn chosen_user(&self) -> Result<UserId> {
        match self.interaction.chosen_ids()[..] {
            [person] => Ok(UserId(person)),
            _ => self.chosen(),
        }
    }

    /// Returns the channel that was chosen from a menu.
    pub(crate) fn chosen_channel(&self, needed: Permissions) -> Result<ChannelId> {
        let [id] = self.interaction.chosen_ids()[..] else {
            return Err(refusals::unknown_component().into());
        };
        let missing = permissions::missing(self.granted_in(id), needed);
        if missing.is_empty() {
            return Ok(ChannelId(id));
        }
        let sentence = permissions::missing_in_sentence(missing, ChannelId(id));
        Err(CommandError::says(sentence))
    }

    /// Sets the time at which the bot defers the answer, in place of [`PATIENCE`].
    pub fn with_patience(self, patience: Duration) -> Self {
        Self {
            patience: Some(patience),
            ..self
        }
    }

    /// Returns the time until which Discord waits for the first answer.
    pub fn answer_due(&self) -> Instant {
        self.since + FIRST_ANSWER
    }

    /// Counts the first answer and stores its outcome.
    pub(crate) fn report(&self, outcome: &'static str) {
        let after = self.since.elapsed();
        let kind = match self.patience {
            Some(_) => self.interaction.kind(),
            None => "autocomplete",
        };
        telemetry::callback(kind, outcome, after);
        let noted = &self.first.outcome;
        *lock(noted) = Some((outcome, after));
    }

    /// Whether the first answer was given. Either the bot deferred it, and the answer can only fill the
    /// waiting message, which is private unless [prepared](Self::while_preparing) for everyone; or the message [was
    /// left](Self::leave_message), and the answer is private.
    pub fn is_deferred(&self) -> bool {
        self.first.deferred.load(Ordering::Relaxed) || self.first.kept.load(Ordering::Relaxed)
    }

    /// Returns the preferences of the person who asked. If the database cannot be read, the defaults apply,
    /// so that the person still gets an answer.
    pub async fn preferences(&mut self, arbiter: &Arbiter) -> Effective {
        if let Some(preferences) = self.preferences {
            return preferences;
        }
        let (user, guild) = (self.interaction.user(), self.interaction.guild());
        let read = arbiter.read(move |db| preferences::of(db, user, guild));
        let preferences = self.while_doing(read).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the preferences of a person cannot be read");
            Effective::default()
        });
        self.preferences = Some(preferences);
        preferences
    }

    /// Runs work that may be slow. If it takes too long, the bot defers the answer, which is then private.
    pub fn while_doing<T>(&mut self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        // Each future is boxed at once: handlers nest many of them, and they must fit on a thread's stack.
        self.patiently(Box::pin(work), EPHEMERAL)
    }

    /// Runs work that may be slow before a public message, which stays public if the bot defers it.
    pub fn while_preparing<T>(&mut self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        self.patiently(Box::pin(work), 0)
    }

    async fn patiently<T>(&mut self, mut work: Pin<Box<impl Future<Output = T>>>, flags: u64) -> T {
        let Some(patience) = self.patience.filter(|_| !self.is_deferred()) else {
            return work.await;
        };
        let patience = tokio::time::sleep_until(self.since + patience);
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = patience => {}
        }
        let defer = json_request(
            self.route(),
            LightMethod::Post,
            &json!({"type": 5, "data": {"flags": flags}}),
        );
        let deferring = async {
            match self.rest.send(defer).await {
                Ok(_) => {
                    self.first.deferred.store(true, Ordering::Relaxed);
                    self.report("deferred");
                }
                Err(failure) => tracing::warn!(%failure, "cannot ask for patience"),
            }
        };
        // The work continues while Discord answers this request; the answer must know its outcome.
        tokio::join!(deferring, work).1
    }

    /// Sends a public message, or edits the message whose button was pressed. Returns the message's id.
    /// With [`Failure::Unanswered`] Discord may have accepted it.
    pub async fn answer(&mut self, message: &Painted, how: Callback) -> Result<MessageId, Failure> {
        if self.is_deferred() {
            return Err(Failure::Refused {
                status: 400,
                code: code::ALREADY_ANSWERED,
                message: String::from("the answer was deferred"),
            });
        }
        let request = message
            .callback(how, false, self.route())
            .params(vec![("with_response", String::from("true"))]);
        let answer = self.first(request).await?;
        // An answered interaction cannot be deferred.
        self.patience = None;
        if let Some(id) = number(&answer["resource"]["message"]["id"]) {
            return Ok(MessageId(id));
        }
        // An empty answer tells that an earlier attempt got through.
        if let (Callback::Update, Some(id), true) =
            (how, self.interaction.message(), answer.is_null())
        {
            return Ok(id);
        }
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.interaction.application(),
            token: self.interaction.token(),
        };
        // An answer without the message does not prove that it was posted.
        let posted = self.rest.send(Request::new(route, LightMethod::Get)).await;
        posted
            .ok()
            .and_then(|message| number(&message["id"]))
            .map(MessageId)
            .ok_or_else(|| Failure::Unanswered(String::from("the answer has no message")))
    }

    /// Leaves the public message whose button was pressed as it is, or edits these parts of it. The answer
    /// that follows is private. Returns a handle to edit that message later without a counted request; `None` if it
    /// is too late.
    pub async fn leave_message(&mut self, parts: Option<&Value>) -> Option<Later> {
        if self.is_deferred() || self.interaction.on_private_message() {
            return None;
        }
        self.interaction.message()?;
        let answer = match parts {
            None => json!({"type": 6}),
            Some(parts) => json!({"type": 7, "data": parts}),
        };
        let request = json_request(self.route(), LightMethod::Post, &answer);
        if let Err(failure) = self.first(request).await {
            tracing::debug!(%failure, "a message cannot be kept");
            return None;
        }
        self.first.kept.store(true, Ordering::Relaxed);
        Some(self.later(None))
    }

    /// Sends a message that only the person who asked sees.
    pub async fn private(&mut self, message: &Painted) -> Result<(), Failure> {
        if self.first.kept.load(Ordering::Relaxed) {
            let route = Route::WebhookFollowupMessages {
                application_id: self.interaction.application(),
                token: self.interaction.token(),
            };
            let until = Instant::now() + DEFERRED_ANSWER;
            return persist(self.rest, message.follow_up(true, route), until)
                .await
                .map(drop);
        }
        if self.is_deferred() {
            let route = Route::WebhookOriginalInteractionResponse {
                application_id: self.interaction.application(),
                token: self.interaction.token(),
            };
            let until = Instant::now() + DEFERRED_ANSWER;
            return persist(self.rest, message.edit(route), until)
                .await
                .map(drop);
        }
        self.first(message.callback(Callback::Message, true, self.route()))
            .await
            .map(drop)
    }

    /// Sends a further message, public or private, after the first answer. Returns the message's id.
    /// With [`Failure::Unanswered`] Discord may have accepted it.
    pub async fn follow_up(
        &self,
        message: &Painted,
        ephemeral: bool,
    ) -> Result<MessageId, Failure> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.interaction.application(),
            token: self.interaction.token(),
        };
        let posted = self.rest.send(message.follow_up(ephemeral, route)).await?;
        number(&posted["id"])
            .map(MessageId)
            .ok_or_else(|| Failure::Unanswered(String::from("a message without a number")))
    }

    /// Returns the time left until `time` has passed since the person acted.
    pub fn left_of(&self, time: Duration) -> Duration {
        (self.since + time).saturating_duration_since(Instant::now())
    }

    /// Returns a handle to edit the first answer, or a further message with this id.
    pub fn later(&self, further: Option<MessageId>) -> Later {
        Later {
            rest: self.rest.clone(),
            message: Editable::Answer {
                application: self.interaction.application(),
                token: self.interaction.token().to_owned(),
                further,
            },
            until: self.since + TOKEN_LIFE,
        }
    }

    /// Returns a handle to edit a message that the bot has posted in this channel.
    pub(crate) fn later_in_channel(&self, message: MessageId) -> Later {
        Later {
            rest: self.rest.clone(),
            message: Editable::Post(self.interaction.channel(), message),
            until: self.since + TOKEN_LIFE,
        }
    }

    /// Opens a form. Discord refuses it after a deferred answer.
    pub async fn modal(&mut self, modal: &Value) -> Result<(), Failure> {
        self.first(json_request(
            self.route(),
            LightMethod::Post,
            &json!({"type": 9, "data": modal}),
        ))
        .await
        .map(drop)
    }

    /// Sends the first answer and retries it until it is too late.
    async fn first(&self, request: impl Into<Outgoing<'_>>) -> Result<Value, Failure> {
        let answer = persist(self.rest, request, self.since + FIRST_ANSWER).await;
        let outcome = match &answer {
            Ok(_) => "answered",
            Err(Failure::Refused { .. } | Failure::OldEdits(_)) => "refused",
            Err(Failure::RateLimited(..) | Failure::Unanswered(_)) => "unanswered",
        };
        self.report(outcome);
        answer
    }

    fn route(&self) -> Route<'a> {
        Route::InteractionResponse {
            interaction_id: self.interaction.id(),
            token: self.interaction.token(),
        }
    }
}

/// A message of an interaction that can be edited for some minutes after the interaction.
#[derive(Clone)]
pub struct Later {
    rest: Rest,
    message: Editable,
    /// The time at which the token expires.
    until: Instant,
}

/// The way to edit a message.
#[derive(Clone)]
enum Editable {
    /// With the token of an interaction, which costs no counted request.
    Answer {
        application: ApplicationId,
        token: String,
        /// The id of the message; `None` for the first answer.
        further: Option<MessageId>,
    },
    /// As a message of the bot in this channel.
    Post(ChannelId, MessageId),
}

impl Later {
    /// Returns the time until which the message can be edited.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Replaces the content of the message.
    /// With [`Failure::Unanswered`] Discord may have accepted it.
    pub async fn edit(&self, message: &Painted) -> Result<(), Failure> {
        self.send(message.edit(self.route())).await
    }

    /// Edits only these parts of the message.
    pub async fn edit_with(&self, parts: &Value) -> Result<(), Failure> {
        self.send(json_request(self.route(), LightMethod::Patch, parts))
            .await
    }

    fn route(&self) -> Route<'_> {
        let (application_id, token, further) = match &self.message {
            Editable::Answer {
                application,
                token,
                further,
            } => (*application, token.as_str(), *further),
            Editable::Post(channel, message) => return message_route(*channel, *message),
        };
        match further {
            None => Route::WebhookOriginalInteractionResponse {
                application_id,
                token,
            },
            Some(message) => Route::WebhookFollowupMessage {
                application_id,
                token,
                message_id: serenity::all::MessageId::new(message.0.max(1)),
            },
        }
    }

    async fn send(&self, request: impl Into<Outgoing<'_>>) -> Result<(), Failure> {
        let until = self.until.min(Instant::now() + DEFERRED_ANSWER);
        persist(&self.rest, request, until).await.map(drop)
    }
}

/// Converts a channel's id. Serenity panics at an id of 0, which Discord never uses.
pub(crate) fn discord_channel(channel: ChannelId) -> DiscordChannel {
    DiscordChannel::new(channel.0.max(1))
}

/// Returns the route of a message.
pub(crate) fn message_route(channel: ChannelId, message: MessageId) -> Route<'static> {
    Route::ChannelMessage {
        channel_id: discord_channel(channel),
        message_id: DiscordMessage::new(message.0.max(1)),
    }
}

/// Sends a request with retries and exponential back-off, to add no load in an outage.
pub(crate) async fn persist(
    rest: &Rest,
    request: impl Into<Outgoing<'_>>,
    until: Instant,
) -> Result<Value, Failure> {
    let mut request = request.into();
    let mut in_doubt = false;
    let mut pause = FIRST_WAIT;
    loop {
        // A request in flight is awaited past `until`: Discord itself refuses it if it is too late.
        let failure = match rest.send(request.clone()).await {
            Ok(answer) => return Ok(answer),
            Err(failure) => failure,
        };
        let wait = match &failure {
            // The previous attempt got through.
            Failure::Refused {
                code: code::ALREADY_ANSWERED,
                ..
            } if in_doubt => return Ok(Value::Null),
            Failure::Refused { .. } | Failure::OldEdits(_) => return Err(failure),
            // The wait of a rate limit counts, but a wait of zero must not cause a flood.
            Failure::RateLimited(wait, _) => (*wait).max(pause),
            Failure::Unanswered(_) => {
                in_doubt = true;
                scattered(pause)
            }
        };
        if Instant::now() + wait >= until {
            return Err(failure);
        }
        tokio::time::sleep(wait).await;
        request.tries += 1;
        pause *= 2;
    }
}

/// Adds a jitter of up to a quarter to a wait, so that failed requests are not retried together.
fn scattered(time: Duration) -> Duration {
    // Each `RandomState` has its own keys.
    let chance = RandomState::new().hash_one(0_u8) % 512;
    time * (768 + chance as u32) / 1024
}

/// Returns an id that Discord writes as a string.
pub fn number(value: &Value) -> Option<u64> {
    value.as_str()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serenity::all::CommandInteraction;
    use serenity::http::HttpBuilder;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_goes_on_while_discord_is_slow_to_take_a_deferral() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let client = reqwest::Client::builder().no_proxy().build();
        let client = client.expect("a client");
        let http = HttpBuilder::new("token")
            .client(client.clone())
            .proxy(format!("http://{address}"))
            .ratelimiter_disabled(true)
            .build();
        let rest = Rest::new(Arc::new(http), client);
        let command: CommandInteraction = serde_json::from_value(json!({
            "id": "1", "application_id": "2", "type": 2, "token": "secret", "version": 1,
            "data": {"id": "3", "name": "move", "type": 1}, "channel_id": "4",
            "user": {"id": "5", "username": "ana", "discriminator": "0"},
            "locale": "en-US", "entitlements": [], "attachment_size_limit": 1,
        }))
        .expect("a command");
        let first = FirstAnswer::default();
        let mut reply = Reply::new(Interaction::Command(&command), &rest, &first, Moment(0))
            .with_patience(Duration::ZERO);
        // Discord answers once the work is done, and the work ends once Discord was asked.
        let (asked, asking) = oneshot::channel();
        let (done, doing) = oneshot::channel();
        let discord = async {
            let (mut stream, _) = listener.accept().await.expect("a request");
            let mut request = [0; 4096];
            let read = stream.read(&mut request).await.expect("a request");
            assert!(request[..read].starts_with(b"POST /"));
            asked.send(()).expect("somebody waits");
            doing.await.expect("the work is done");
            let answer = b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(answer).await.expect("an answer");
        };
        let work = reply.while_doing(async {
            asking.await.expect("Discord is asked");
            done.send(()).expect("Discord waits");
            7
        });
        let both = async { tokio::join!(work, discord).0 };
        let worked = tokio::time::timeout(Duration::from_secs(20), both).await;
        assert_eq!(worked, Ok(7));
        assert!(first.deferred.load(Ordering::Relaxed));
    }

    #[test]
    fn clocks_that_differ_cost_a_second_at_most() {
        let made = Moment(1_700_000_000_000);
        let after = |milliseconds| way(made, Moment(made.0 + milliseconds));
        for (passed, expected) in [
            (0, 0),
            (250, 250),
            (1_000, 1_000),
            (2_500, 1_000),
            (86_400_000, 1_000),
            // Discord's clock is ahead.
            (-1, 0),
            (-86_400_000, 0),
        ] {
            assert_eq!(after(passed), Duration::from_millis(expected), "{passed}");
        }
        assert_eq!(way(Moment(i64::MIN), Moment(i64::MAX)), LONGEST_WAY);
    }

    #[test]
    fn waits_are_scattered_around_what_they_should_be() {
        let waits: Vec<_> = (0..200)
            .map(|_| scattered(FIRST_WAIT).as_micros())
            .collect();
        assert!(
            waits.iter().all(|wait| (112_000..188_000).contains(wait)),
            "{waits:?}"
        );
        let (least, most) = (waits.iter().min(), waits.iter().max());
        assert!(least < Some(&130_000) && most > Some(&170_000), "{waits:?}");
    }
}
