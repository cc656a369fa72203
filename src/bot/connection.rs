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
use super::interactions::Interactions;
use super::{commands, panels};
use crate::config::{Shards, Token};
use crate::discord::transport::gateway::{
    Gateway, GatewayEvent, ReportedLimit, SessionStartLimit, Setup as GatewaySetup,
};
use crate::discord::transport::outbox::Outbox;
use crate::discord::transport::registration;
use crate::discord::transport::rest::{Failure, Rest};
use crate::discord::ui::active_messages::ActiveMessages;
use crate::discord::ui::app::store_name;
use crate::discord::ui::brush::Brush;
use crate::discord::ui::names::{AskedFor, Names};
use crate::discord::ui::reply::{PATIENCE, number};
use crate::discord::ui::{App, Operator};
use crate::discord::{GatewaySettings, Network, RunError, ShardStatus};
use crate::kernel::fair::WorkerPools;
use crate::kernel::{Arbiter, Clock};
use crate::matches::{TimeControl, UserId};
use crate::render::{Painter, Theme};

/// Discord's address.
pub const DISCORD: &str = "https://discord.com";

/// The maximum time for interactions in progress after the shutdown signal. With the steps that follow,
/// the process ends within five seconds.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(2_500);

/// The operator's settings of the connection.
#[derive(Clone, Debug)]
pub struct Settings {
    pub token: Token,
    /// The scheme and host of Discord's API: [`DISCORD`], or another server with the same API.
    pub api_url: String,
    /// The default theme of boards.
    pub theme: Theme,
    /// The default time control of a match.
    pub default_time: TimeControl,
    pub operator: Operator,
    /// The scheme and host of the pages that the bot serves, without a slash at the end; `None` if it serves none.
    pub pages: Option<Arc<str>>,
    /// The network to connect through.
    pub network: Network,
    /// The timeouts and the shards of the gateway.
    pub gateway: GatewaySettings,
}

/// The reason why the bot cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// The address is invalid, or has a user name or a password, which are not shown.
    #[error("discord.api_url must be an address such as {DISCORD}, without a user name")]
    Address,
    /// Discord refused the token.
    #[error(
        "Discord does not accept the token: check discord.token, or reset it in the developer portal"
    )]
    WrongToken,
    /// Discord refused another request.
    #[error("Discord refuses the bot: {0}")]
    Refused(String),
    /// Discord did not answer.
    #[error("cannot reach Discord at {address}: {why}")]
    Unreachable {
        /// The address of the request.
        address: String,
        /// The error.
        why: String,
    },
}

/// A bot that is logged in and not listening yet.
#[must_use]
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
    pages: Option<Arc<str>>,
    patience: Duration,
}

impl Bot {
    /// Logs in: fetches the bot's identity and the gateway's address. Waits as long as rate limits ask.
    pub async fn connect(settings: Settings, painter: Arc<Painter>) -> Result<Self, ConnectError> {
        let Settings {
            token,
            api_url,
            theme,
            default_time,
            operator,
            pages,
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
        let limit = ReportedLimit::read(&gateway).ok_or_else(|| odd("session_start_limit"))?;
        let asking = rest.clone();
        let renew = move || -> Pin<Box<dyn Future<Output = Option<ReportedLimit>> + Send>> {
            let rest = asking.clone();
            Box::pin(async move {
                let request = Request::new(Route::GatewayBot, LightMethod::Get);
                ReportedLimit::read(&rest.send(request).await.ok()?)
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
            start_limit: SessionStartLimit::new(limit, patience.between_starts, Box::new(renew)),
            network,
            settings: patience,
            shard_status: ShardStatus::new(shards.range()),
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
            pages,
            patience: PATIENCE,
        })
    }

    /// Sets the time after which the bot defers an answer. The default is two seconds; slow tests use more.
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// Sets a clock that also ends the waits of rate limits. It should be the arbiter's.
    pub fn with_clock(self, clock: Arc<dyn Clock>) -> Self {
        self.rest.set_clock(clock);
        self
    }

    /// Returns the state of the gateway's connections, updated from now on.
    pub fn shard_status(&self) -> Arc<ShardStatus> {
        Arc::clone(&self.gateway.shard_status)
    }

    /// Returns the threads for work that keeps a core busy.
    pub fn workers(&self) -> WorkerPools {
        self.brush.workers().clone()
    }

    /// Returns the announcer for the arbiter.
    pub fn announcer(&self) -> Arc<Announcer> {
        Arc::new(Announcer {
            outbox: Outbox::new(self.rest.clone()),
            brush: self.brush.clone(),
            names: Arc::clone(&self.names),
            active: Arc::clone(&self.active),
            me: self.me,
            thread_kinds: Default::default(),
        })
    }

    /// Listens until `shutdown` resolves. Interactions in progress then get some seconds to finish.
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
            pages,
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
            pages,
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
        let mut gateway = Gateway::start(gateway, move |event| match event {
            GatewayEvent::Interaction(payload) => interactions.hear(payload),
            GatewayEvent::Ready(bot) => {
                tracing::info!(name = bot.name, guilds = bot.guilds, "connected to Discord");
                // The first connected shard registers the commands.
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
        // Each interaction in progress holds the lock for reading.
        let finishing = tokio::time::timeout(SHUTDOWN_GRACE, busy.write());
        let unfinished = match failed {
            None => tokio::join!(finishing, gateway.stop()).0.is_err(),
            // The gateway's thread has ended or hangs, so the bot does not wait for it.
            Some(_) => finishing.await.is_err(),
        };
        if unfinished {
            tracing::warn!("some interactions were not finished in time");
        }
        keeping.abort();
        failed.map_or(Ok(()), Err)
    }
}

/// Registers the commands. It holds the app only at the end, so that an outage does not keep it alive.
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
        // A process registers once.
        let _ = app.command_ids.set(HashMap::from_iter(registered.ids));
    }
}

/// Asks Discord for data that the bot needs to start, and waits as long as Discord asks: a process that
/// ended at a 429 would be restarted and ask again.
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

/// Builds serenity's client. Its own rate limiter is always off, because [`Rest`] keeps to the limits.
fn http(token: &Token, address: &str, client: &reqwest::Client) -> Http {
    HttpBuilder::new(token.reveal())
        .client(client.clone())
        .proxy(address)
        .ratelimiter_disabled(true)
        .build()
}
