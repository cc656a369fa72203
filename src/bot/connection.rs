use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use serde_json::Value;
use serenity::all::{ApplicationId, Http, LightMethod};
use serenity::http::{HttpBuilder, Request, Route};
use tokio::runtime::Handle;
use tokio::sync::{RwLock, mpsc};

use super::announcer::Announcer;
use super::commands;
use super::interactions::Interactions;
use super::panels;
use crate::config::{Shards, Token};
use crate::discord::transport::gateway::{Gateway, Heard, Limit, Setup as GatewaySetup, Starts};
use crate::discord::transport::outbox::Outbox;
use crate::discord::transport::registration;
use crate::discord::transport::rest::{Failure, Rest};
use crate::discord::ui::Operator;
use crate::discord::ui::active_messages::ActiveMessages;
use crate::discord::ui::app::{App, store_name};
use crate::discord::ui::brush::Brush;
use crate::discord::ui::names::{AskedFor, Names};
use crate::discord::ui::reply::{PATIENCE, number};
use crate::discord::{GatewaySettings, Network, RunError, Vitals};
use crate::kernel::fair::Workshop;
use crate::kernel::{Arbiter, Clock};
use crate::matches::{TimeControl, UserId};
use crate::render::{Painter, Theme};

/// Where Discord is.
pub const DISCORD: &str = "https://discord.com";

/// How long interactions that are under way may take after the shutdown. With what follows it is less than the five
/// seconds in which a process that is told to end should have ended.
const FAREWELL: Duration = Duration::from_millis(2_500);

/// What an operator decides about the connection.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The bot's token.
    pub token: Token,
    /// Scheme and host of Discord's API: [`DISCORD`], or another server that speaks it.
    pub api_url: String,
    /// The theme of the boards.
    pub theme: Theme,
    /// The clock of a match when none is asked for.
    pub default_time: TimeControl,
    /// The operator of the bot.
    pub operator: Operator,
    /// How hosts are reached.
    pub network: Network,
    /// How patient the gateway is.
    pub gateway: GatewaySettings,
}

/// Why the bot cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address is invalid, or has a user name or a password, which are not shown.
    #[error("discord.api_url must be an address such as {DISCORD}, without a user name")]
    Address,
    /// Discord does not know the token.
    #[error(
        "Discord does not accept the token: check discord.token, or reset it in the developer portal"
    )]
    WrongToken,
    /// Discord refused something else.
    #[error("Discord refuses the bot: {0}")]
    Refused(String),
    /// Nobody answered.
    #[error("cannot reach Discord at {address}: {why}")]
    Unreachable {
        /// Where.
        address: String,
        /// What happened.
        why: String,
    },
}

/// A bot that Discord knows, not yet listening.
pub struct Bot {
    rest: Rest,
    brush: Brush,
    names: Arc<Names>,
    active: Arc<ActiveMessages>,
    asked_for: mpsc::Receiver<AskedFor>,
    me: UserId,
    gateway: GatewaySetup,
    default_time: TimeControl,
    operator: Operator,
    patience: Duration,
}

impl Bot {
    /// Introduces the bot to Discord: finds out who it is and where to listen. Waits as long as rate limits ask for.
    ///
    /// # Errors
    ///
    /// A token that Discord does not accept, an address that cannot be right, or no answer.
    pub async fn connect(settings: Settings, painter: Arc<Painter>) -> Result<Self, ConnectError> {
        let Settings {
            token,
            api_url,
            theme,
            default_time,
            operator,
            network,
            gateway: patience,
        } = settings;
        let address = api_url.trim_end_matches('/').to_owned();
        let client = network.client(&address).ok_or(ConnectError::Address)?;
        let rest = Rest::new(Arc::new(http(&token, &address, &client)), client.clone());
        let explain = |failure: Failure| match failure {
            Failure::Refused { status: 401, .. } => ConnectError::WrongToken,
            Failure::Refused { .. } => ConnectError::Refused(failure.to_string()),
            other => ConnectError::Unreachable {
                address: address.clone(),
                why: other.to_string(),
            },
        };
        let me = ask(&rest, Route::UserMe).await.map_err(explain)?;
        let gateway = ask(&rest, Route::GatewayBot).await.map_err(explain)?;
        let odd = |what: &str| ConnectError::Unreachable {
            address: address.clone(),
            why: format!("the answer holds no {what}"),
        };
        let limit = Limit::read(&gateway).ok_or_else(|| odd("session_start_limit"))?;
        let asking = rest.clone();
        let renew = move || -> Pin<Box<dyn Future<Output = Option<Limit>> + Send>> {
            let rest = asking.clone();
            Box::pin(async move {
                let request = Request::new(Route::GatewayBot, LightMethod::Get);
                Limit::read(&rest.send(request).await.ok()?)
            })
        };
        let advised = gateway["shards"]
            .as_u64()
            .and_then(|shards| u32::try_from(shards).ok());
        let shards = patience
            .shards
            .unwrap_or_else(|| Shards::all(advised.unwrap_or(1)));
        let gateway = GatewaySetup {
            token: token.reveal().to_owned(),
            url: gateway["url"]
                .as_str()
                .ok_or_else(|| odd("gateway"))?
                .to_owned(),
            shards,
            starts: Starts::new(limit, patience.between_starts, Box::new(renew)),
            network,
            settings: patience,
            vitals: Vitals::new(shards.range()),
        };
        let (names, asked_for) = Names::new();
        let names = Arc::new(names);
        Ok(Self {
            me: UserId(number(&me["id"]).ok_or_else(|| odd("user"))?),
            brush: Brush::new(painter, theme, Arc::clone(&names)),
            names,
            active: Arc::default(),
            asked_for,
            rest,
            gateway,
            default_time,
            operator,
            patience: PATIENCE,
        })
    }

    /// With another time than two seconds after which Discord is asked for patience for an answer. A test on a slow
    /// machine has more of it.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Waits that Discord asks for end by this clock too, which should be the arbiter's.
    #[must_use]
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        self.rest.set_clock(clock);
        self
    }

    /// How the connections to Discord's gateway stand, from now on.
    #[must_use]
    pub fn vitals(&self) -> Arc<Vitals> {
        Arc::clone(&self.gateway.vitals)
    }

    /// The threads for work that keeps a core busy.
    #[must_use]
    pub fn workshop(&self) -> Workshop {
        self.brush.workshop().clone()
    }

    /// What the arbiter tells things through.
    #[must_use]
    pub fn announcer(&self) -> Arc<Announcer> {
        Arc::new(Announcer::new(
            Outbox::new(self.rest.clone()),
            self.brush.clone(),
            Arc::clone(&self.names),
            Arc::clone(&self.active),
            self.me,
        ))
    }

    /// Listens, and does what people ask for, until `shutdown` is ready. What is under way then is finished, if it can
    /// be within some seconds.
    ///
    /// # Errors
    ///
    /// When the connection cannot be kept.
    pub async fn run(
        self,
        arbiter: Arbiter,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), RunError> {
        let Self {
            rest,
            brush,
            names,
            active,
            mut asked_for,
            gateway,
            default_time,
            operator,
            patience,
            ..
        } = self;
        let keeper = arbiter.clone();
        let known = Arc::clone(&names);
        let keeping = tokio::spawn(async move {
            while let Some((user, name)) = asked_for.recv().await {
                store_name(&keeper, &known, None, user, name).await;
            }
        });
        let app = Arc::new(App {
            arbiter,
            default_time,
            operator,
            patience,
            names,
            rest,
            brush,
            active,
            tabs: panels::tabs(),
            command_ids: OnceLock::new(),
        });
        let busy = Arc::new(RwLock::new(()));
        let interactions = Interactions::new(Arc::clone(&app), Arc::clone(&busy));
        let runtime = Handle::current();
        let registered = AtomicBool::new(false);
        let mut gateway = Gateway::start(gateway, move |heard| match heard {
            Heard::Interaction(payload) => interactions.hear(payload),
            Heard::Ready(bot) => {
                tracing::info!(name = bot.name, guilds = bot.guilds, "connected to Discord");
                // The first of all shards that is connected registers the commands.
                if !registered.swap(true, Ordering::Relaxed) {
                    let (rest, app) = (app.rest.clone(), Arc::downgrade(&app));
                    runtime.spawn(register(rest, app, bot.application));
                }
            }
        })?;
        let failed = {
            tokio::pin!(shutdown);
            tokio::select! {
                error = gateway.failed() => Some(error),
                () = &mut shutdown => None,
            }
        };
        // Each interaction under way holds the lock for reading.
        let farewell = tokio::time::timeout(FAREWELL, busy.write());
        let unfinished = match failed {
            None => tokio::join!(farewell, gateway.stop()).0.is_err(),
            // Its thread has ended, or hangs, which is not waited for.
            Some(_) => farewell.await.is_err(),
        };
        if unfinished {
            tracing::warn!("some interactions were not finished in time");
        }
        keeping.abort();
        failed.map_or(Ok(()), Err)
    }
}

/// Holds the app only once it is done: an outage must not keep what the app holds alive.
async fn register(rest: Rest, app: Weak<App>, application: u64) {
    let application = ApplicationId::new(application.max(1));
    let registered =
        registration::register_at_last(&rest, application, &commands::definitions()).await;
    tracing::info!(
        changed = registered.changed,
        commands = registered.ids.len(),
        "commands are registered"
    );
    if let Some(app) = app.upgrade() {
        // Set once only: a process registers once.
        let _ = app.command_ids.set(HashMap::from_iter(registered.ids));
    }
}

/// Asks Discord for something that the bot cannot begin without, and waits as long as Discord asks for: a process that ended
/// over a 429 would only be started again and ask again.
async fn ask(rest: &Rest, route: Route<'_>) -> Result<Value, Failure> {
    loop {
        match rest.send(Request::new(route, LightMethod::Get)).await {
            Err(Failure::RateLimited(wait, _)) => {
                tracing::warn!(?wait, "rate limited at the start");
                tokio::time::sleep(wait).await;
            }
            answer => return answer,
        }
    }
}

/// The library's own rate limiter is always off: [`Rest`] minds the limits.
fn http(token: &Token, address: &str, client: &reqwest::Client) -> Http {
    HttpBuilder::new(token.reveal())
        .client(client.clone())
        .proxy(address)
        .ratelimiter_disabled(true)
        .build()
}
