//! An interaction and its one answer.

use std::future::Future;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{ApplicationId, LightMethod, Permissions};
use serenity::http::{Request, Route};
use tokio::time::Instant;

use super::interaction::{Granted, Interaction};
use super::wire::{Callback, EPHEMERAL, Painted};
use crate::db::people::preferences;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, Outgoing, Rest, code};
use crate::kernel::Arbiter;
use crate::matches::{Effective, MessageId};
use crate::people::Moment;
use crate::telemetry;

/// Discord waits three seconds for the first answer, from when the person acted. What is not ready by then minus the way
/// there is deferred.
pub const PATIENCE: Duration = Duration::from_millis(2000);

/// How long the first answer is tried again when it did not get through: after that the interaction is void.
pub(crate) const FIRST_ANSWER: Duration = Duration::from_millis(2800);

/// How long what fills a deferred answer is tried again when it did not get through. Somebody is looking at "thinking…".
const DEFERRED_ANSWER: Duration = Duration::from_secs(10);

/// The first wait before something is tried again; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(150);

/// How long after an interaction its messages are changed at the latest: Discord takes that for 15 minutes.
const TOKEN_LIFE: Duration = Duration::from_secs(14 * 60);

/// How long an interaction is taken to have been under way at most. Where it seems longer, the clocks of Discord and of
/// this machine rather differ, and the answer only becomes a little more hasty.
const LONGEST_WAY: Duration = Duration::from_secs(1);

/// How long an interaction was under way, by two clocks that may differ.
fn way(made: Moment, now: Moment) -> Duration {
    let milliseconds = u64::try_from(now.0.saturating_sub(made.0)).unwrap_or(0);
    Duration::from_millis(milliseconds).min(LONGEST_WAY)
}

/// What the first answer to an interaction was, as far as further ones have to know it. Kept outside of the [`Reply`], so that
/// the last word after an error knows it too.
#[derive(Default)]
pub struct FirstAnswer {
    /// Discord was asked for patience.
    deferred: AtomicBool,
    /// The message whose button was pressed was kept.
    kept: AtomicBool,
    /// What became of it, and how long after the person acted.
    outcome: Mutex<Option<(&'static str, Duration)>>,
}

impl FirstAnswer {
    /// What became of it, and how long after the person acted; `None` if none was tried.
    #[must_use]
    pub fn outcome(&self) -> Option<(&'static str, Duration)> {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The answer to an interaction, while it is being given.
pub struct Reply<'a> {
    /// What is answered.
    pub interaction: Interaction<'a>,
    rest: &'a Rest,
    /// When the person acted.
    since: Instant,
    /// How long after that Discord is asked for patience; never while somebody types, when it has none.
    patience: Option<Duration>,
    first: &'a FirstAnswer,
    /// Looked up once, when it is first asked for.
    preferences: Option<Effective>,
    /// What the bot may do in channels that were chosen.
    granted: Option<&'a Granted>,
}

impl<'a> Reply<'a> {
    /// To be made as soon as the interaction is there: its three seconds are running since it was made, and it is `now`.
    #[must_use]
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

    /// For suggestions while somebody types, which cannot be put off.
    #[must_use]
    pub fn while_typing(self) -> Self {
        Self {
            patience: None,
            ..self
        }
    }

    /// With what the bot may do in channels that were chosen.
    #[must_use]
    pub(crate) fn with_granted(self, granted: &'a Granted) -> Self {
        Self {
            granted: Some(granted),
            ..self
        }
    }

    /// What the bot may do in a channel that was chosen, or where the person is; `None` where Discord has not told.
    pub(crate) fn granted_in(&self, channel: u64) -> Option<Permissions> {
        if self.interaction.channel().0 == channel {
            return self.interaction.app_permissions();
        }
        self.granted.and_then(|granted| granted.of(channel))
    }

    /// With another time after which Discord is asked for patience than [`PATIENCE`].
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self {
            patience: Some(patience),
            ..self
        }
    }

    /// Until when Discord waits for the first answer.
    #[must_use]
    pub fn answer_due(&self) -> Instant {
        self.since + FIRST_ANSWER
    }

    /// Counts the first answer, and notes what became of it.
    pub(crate) fn report(&self, outcome: &'static str) {
        let after = self.since.elapsed();
        let kind = match self.patience {
            Some(_) => self.interaction.kind(),
            None => "autocomplete",
        };
        telemetry::callback(kind, outcome, after);
        let noted = &self.first.outcome;
        *noted.lock().unwrap_or_else(PoisonError::into_inner) = Some((outcome, after));
    }

    /// Whether the first answer is given: Discord was asked for patience, and the answer can only fill the message that stands
    /// there meanwhile, which is a private one unless it was [prepared](Self::while_preparing) for everyone; or the message
    /// [was left](Self::leave_message), and the answer is a private one.
    #[must_use]
    pub fn is_deferred(&self) -> bool {
        self.first.deferred.load(Ordering::Relaxed) || self.first.kept.load(Ordering::Relaxed)
    }

    /// What counts for the person who asked. That it cannot be read must not keep them from their answer: then it is
    /// what counts for everyone.
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

    /// Does something that may take its time. If it takes too long, Discord is asked for patience; from then on the
    /// answer is seen by its addressee only.
    pub fn while_doing<T>(&mut self, work: impl Future<Output = T>) -> impl Future<Output = T> {
        // Boxed at once: handlers hold many of these, one within the other, and must fit on a thread's stack.
        self.patiently(Box::pin(work), EPHEMERAL)
    }

    /// Does something that may take its time, before a message for everyone: that is what it still becomes if Discord
    /// has to be asked for patience.
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
        // Discord may be slow to answer. The work goes on meanwhile; the answer to it has to know what came of the request.
        tokio::join!(deferring, work).1
    }

    /// A message for everyone, or a change of the message whose button was pressed. Returns the message's number.
    ///
    /// # Errors
    ///
    /// When Discord did not take it. [`Failure::Unanswered`] leaves open whether it did.
    pub async fn answer(
        &mut self,
        message: &Painted,
        how: Callback,
    ) -> Result<Option<MessageId>, Failure> {
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
        if let Some(id) = number(&answer["resource"]["message"]["id"]) {
            return Ok(Some(MessageId(id)));
        }
        if let (Callback::Update, Some(id)) = (how, self.interaction.message()) {
            return Ok(Some(id));
        }
        let route = Route::WebhookOriginalInteractionResponse {
            application_id: self.interaction.application(),
            token: self.interaction.token(),
        };
        let answer = self.rest.send(Request::new(route, LightMethod::Get)).await;
        Ok(answer
            .ok()
            .and_then(|message| number(&message["id"]))
            .map(MessageId))
    }

    /// Leaves the public message whose button was pressed as it is, or changes these parts of it; the answer that follows is
    /// private. Returns the handle to change that message later without a counted request. `None` if it is too late for that.
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

    /// A message that only the person sees who asked.
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

    /// A further message, for everyone or for the person who asked, after the first answer. Returns the message's number.
    ///
    /// # Errors
    ///
    /// When Discord did not take it. [`Failure::Unanswered`] leaves open whether it did.
    pub async fn follow_up(
        &self,
        message: &Painted,
        ephemeral: bool,
    ) -> Result<Option<MessageId>, Failure> {
        let route = Route::WebhookFollowupMessages {
            application_id: self.interaction.application(),
            token: self.interaction.token(),
        };
        let posted = self.rest.send(message.follow_up(ephemeral, route)).await?;
        Ok(number(&posted["id"]).map(MessageId))
    }

    /// How long is left until so much time has passed since the person acted.
    #[must_use]
    pub fn left_of(&self, time: Duration) -> Duration {
        (self.since + time).saturating_duration_since(Instant::now())
    }

    /// How the first answer, or a further message of this number, can be changed later.
    #[must_use]
    pub fn later(&self, further: Option<MessageId>) -> Later {
        Later {
            rest: self.rest.clone(),
            application: self.interaction.application(),
            token: self.interaction.token().to_owned(),
            further,
            until: self.since + TOKEN_LIFE,
        }
    }

    /// A modal. Not possible any more once Discord was asked for patience.
    pub async fn modal(&mut self, modal: &Value) -> Result<(), Failure> {
        self.first(json_request(
            self.route(),
            LightMethod::Post,
            &json!({"type": 9, "data": modal}),
        ))
        .await
        .map(drop)
    }

    /// Sends the first answer, a few times if need be, until it is too late.
    async fn first(&self, request: impl Into<Outgoing<'_>>) -> Result<Value, Failure> {
        let answer = persist(self.rest, request, self.since + FIRST_ANSWER).await;
        let outcome = match &answer {
            Ok(_) => "answered",
            Err(Failure::Refused { .. }) => "refused",
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

/// A message of an interaction that can be changed for some minutes after the interaction.
#[derive(Clone)]
pub struct Later {
    rest: Rest,
    application: ApplicationId,
    token: String,
    /// `None`: the first answer.
    further: Option<MessageId>,
    /// When its token ends.
    until: Instant,
}

impl Later {
    /// Until when the message can be changed.
    #[must_use]
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Makes the message say and show something else.
    ///
    /// # Errors
    ///
    /// When Discord did not take it. [`Failure::Unanswered`] leaves open whether it did.
    pub async fn edit(&self, message: &Painted) -> Result<(), Failure> {
        self.send(message.edit(self.route())).await
    }

    /// Changes only these parts of the message.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub async fn edit_with(&self, parts: &Value) -> Result<(), Failure> {
        self.send(json_request(self.route(), LightMethod::Patch, parts))
            .await
    }

    fn route(&self) -> Route<'_> {
        let (application_id, token) = (self.application, self.token.as_str());
        match self.further {
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

/// Sends a request, and when it did not get through a few times more, after longer and longer waits: in an outage everybody's
/// answers wait, and must not make it worse.
pub(crate) async fn persist(
    rest: &Rest,
    request: impl Into<Outgoing<'_>>,
    until: Instant,
) -> Result<Value, Failure> {
    let mut request = request.into();
    let mut in_doubt = false;
    let mut pause = FIRST_WAIT;
    loop {
        // What is on its way is waited for: Discord itself says whether it came too late.
        let failure = match rest.send(request.clone()).await {
            Ok(answer) => return Ok(answer),
            Err(failure) => failure,
        };
        let wait = match &failure {
            // The attempt before got through after all.
            Failure::Refused {
                code: code::ALREADY_ANSWERED,
                ..
            } if in_doubt => return Ok(Value::Null),
            Failure::Refused { .. } => return Err(failure),
            // Its wait counts, but a wait of nothing must not become a flood.
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

/// Adds a jitter of up to a quarter to a wait, so that requests that failed together are not retried together.
fn scattered(time: Duration) -> Duration {
    // The keys of each `RandomState` are its own.
    let chance = RandomState::new().hash_one(0_u8) % 512;
    time * (768 + chance as u32) / 1024
}

/// A number that Discord writes as a string.
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
        // Discord answers once the work is done, and the work is done once Discord was asked.
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
