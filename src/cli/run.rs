use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use clap::Args;
use tokio::sync::watch;
use tracing::Level;

use crate::bot::{Bot, ConnectError, Settings};
use crate::config::{Config, FILE_VARIABLE, Shards};
use crate::db::{OpenError, Retention, Store, keep_backups};
use crate::discord::ui::Operator;
use crate::discord::{GatewaySettings, Network, RunError, ShardStatus};
use crate::features;
use crate::features::computers::service::engine::Engine;
use crate::features::pages::web::{WebServer, WebSettings};
use crate::kernel;
use crate::kernel::fair::aside;
use crate::kernel::{Arbiter, Clock, Setup, SystemClock};
use crate::ops::failure::Failure;
use crate::ops::monitor::{Monitor, Sources};
use crate::ops::service;
use crate::render::Painter;

/// The maximum time for announcements in progress after everything else has stopped.
const ANNOUNCING_TIME: Duration = Duration::from_millis(1_500);

/// The maximum time for work in other threads after that.
pub(super) const LEFTOVER_TIME: Duration = Duration::from_millis(500);

/// The stack size of a thread. Handlers are long chains of futures, which need more than the default of
/// two megabytes without optimisation. Unused stack takes no memory.
const STACK: usize = 8 << 20;

/// The interval of checks whether another process has released the database.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The number of checks after which the service manager is asked for more time: every ten seconds.
const ASK_FOR_TIME: u32 = 100;

/// The time for which another program may lock the database before the bot exits with an error.
const LOCKED_FOR: Duration = Duration::from_mins(5);

/// The wait before the first backup after the start.
const BACKUP_PAUSE: Duration = Duration::from_secs(5);

/// The wait after a failed backup.
const BACKUP_AGAIN: Duration = Duration::from_mins(5);

/// The error for a configuration without a token.
pub(super) const NO_TOKEN: &str = "There is no Discord token: set discord.token in config.toml or ANTEROOM_DISCORD_TOKEN, or try `anteroom sandbox`, which needs none.";

/// The arguments of `anteroom run`.
#[derive(Debug, Default, Args)]
pub(super) struct Arguments {
    /// The configuration file. By default config.toml, if it exists
    #[arg(long, value_name = "FILE", env = FILE_VARIABLE)]
    config: Option<PathBuf>,
    /// Trust the computer's clock at the start, even if the last turn was long ago: overdue matches end at once
    #[arg(long)]
    trust_clock: bool,
}

impl Arguments {
    /// Runs the bot until a stop signal.
    pub(super) fn run(self) -> Result<(), Failure> {
        let config = Config::load(self.config.as_deref()).map_err(Failure::of)?;
        let Some(token) = config.token else {
            return Err(Failure::of(NO_TOKEN));
        };
        log_to_stderr(config.log_level);
        let web = config.web_address.map(|address| {
            WebServer::new(WebSettings {
                listen: config.web_listen,
                address: address.into(),
                behind_proxy: config.behind_proxy,
                theme: config.theme,
                privacy: config.operator_privacy.clone(),
            })
        });
        let settings = Settings {
            token,
            api_url: config.api_url,
            theme: config.theme,
            default_time: config.time,
            operator: Operator {
                name: config.operator_name,
                contact: config.operator_contact,
                privacy: config.operator_privacy,
                terms: config.operator_terms,
                backup_days: config
                    .backups
                    .as_ref()
                    .map(|_| config.backup_days.max(config.backup_hours.div_ceil(24))),
            },
            pages: web.as_ref().map(WebServer::address),
            network: Network::default(),
            gateway: GatewaySettings {
                shards: config.shards,
                ..GatewaySettings::default()
            },
        };
        let play = kernel::Settings {
            takeback_grace: config.takeback_grace,
            trust_clock: self.trust_clock,
            private_messages: config.shards.is_none_or(|shards| shards.hear(None)),
            ..kernel::Settings::default()
        };
        let runtime = runtime()?;
        let retention = Retention {
            hours: config.backup_hours,
            days: config.backup_days,
        };
        let monitor = config.monitor.map(Monitor::install).transpose()?;
        let served = Served {
            clock: Arc::new(SystemClock::default()),
            settings,
            play,
            database: &config.database,
            backups: config.backups.map(|folder| (folder, retention)),
            searches: config.searches,
            monitor,
            web,
            waits: true,
        };
        let outcome = runtime.block_on(serve(served, stop_signal()));
        // Unfinished pictures are not needed any more.
        runtime.shutdown_timeout(LEFTOVER_TIME);
        outcome
    }
}

/// The parts of a bot to run.
pub(super) struct Served<'a> {
    pub settings: Settings,
    pub play: kernel::Settings,
    pub clock: Arc<dyn Clock>,
    pub database: &'a Path,
    /// The folder of the hourly backups, and the ones to keep.
    pub backups: Option<(PathBuf, Retention)>,
    /// The number of concurrent searches for computers; `None` for the default of an [`Engine`].
    pub searches: Option<NonZeroUsize>,
    pub monitor: Option<Monitor>,
    /// The server of the pages.
    pub web: Option<WebServer>,
    /// Whether to wait for another bot on the database and then take over.
    pub waits: bool,
}

/// Runs the bot on a database until `stop` resolves or the connection is lost for good.
pub(super) async fn serve(
    served: Served<'_>,
    stop: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let Served {
        clock,
        settings,
        play,
        database,
        backups,
        searches,
        monitor,
        web,
        waits,
    } = served;
    tokio::pin!(stop);
    let opened = tokio::select! {
        opened = open(database, waits) => opened,
        () = &mut stop => return Ok(()),
    };
    let store = opened.map_err(|error| match error {
        // A later attempt may find the database unlocked.
        OpenError::Busy(_) => Failure::fault(error),
        error => Failure::of(error),
    })?;
    if let Some(shards) = settings.gateway.shards {
        belongs_to(&store, database, shards).await?;
    }
    if let Some((folder, retention)) = backups {
        // This comes after the lock is acquired: another process on the database makes its own backups.
        tokio::spawn(back_up(database.to_owned(), folder, retention));
    }
    let connecting = Bot::connect(settings, Arc::new(Painter::new()));
    tokio::pin!(connecting);
    let connected = loop {
        tokio::select! {
            connected = &mut connecting => break connected,
            () = &mut stop => return Ok(()),
            // Discord may ask for a long wait.
            () = tokio::time::sleep(LOOK_AGAIN * ASK_FOR_TIME) => service::starting("connecting to Discord"),
        }
    };
    let bot = connected.map_err(|error| match error {
        ConnectError::Address | ConnectError::WrongToken => Failure::of(error),
        ConnectError::Refused(_) | ConnectError::Unreachable { .. } => Failure::fault(error),
    })?;
    let setup = Setup {
        store: store.clone(),
        announcer: bot.announcer(),
        clock,
        computer: Some(Arc::new(
            searches.map_or_else(Engine::default, Engine::with_concurrency),
        )),
        rng: kernel::os_random(),
        workers: bot.workers(),
        settings: play,
    };
    // The arbiter continues until the bot has answered the interactions in progress, so that their news is announced.
    let (stopped, mut stopping) = watch::channel(false);
    let ended = async move {
        // A dropped sender counts as a signal.
        let _ = stopping.wait_for(|stopped| *stopped).await;
    };
    let (arbiter, running) = Arbiter::start(setup, ended).await.map_err(Failure::fault)?;
    let shard_status = bot.shard_status();
    let (readers, workers) = (arbiter.clone(), bot.workers());
    let pages = tokio::spawn(async move {
        if let Some(web) = web {
            web.serve(readers, workers).await;
        }
    });
    let attending = tokio::spawn(attend(
        store.clone(),
        arbiter.clone(),
        shard_status,
        monitor,
    ));
    // Without its database the bot cannot work, so the service manager must restart it.
    let mut lost = None;
    let failed = running.failed();
    let mut broken = None;
    let stop = async {
        tokio::select! {
            () = stop => {}
            what = failed => broken = Some(what),
            why = store.lost(LOCKED_FOR) => {
                tracing::error!(error = %why, "the database is lost");
                lost = Some(why);
            }
        }
    };
    let outcome = bot.run(arbiter, stop).await;
    tracing::info!("stopping");
    service::stopping();
    // The database stays locked while a task holds it.
    attending.abort();
    pages.abort();
    let _ = tokio::join!(attending, pages);
    let _ = stopped.send(true);
    // The bot makes the remaining announcements after its next start.
    if tokio::time::timeout(ANNOUNCING_TIME, running.finished())
        .await
        .is_err()
    {
        tracing::warn!("some announcements were not finished in time");
    }
    if let Some(lost) = lost {
        return Err(Failure::fault(lost));
    }
    if let Some(what) = broken {
        return Err(Failure::fault(format!(
            "a task without which matches stand still cannot be kept going: {what}"
        )));
    }
    if let Err(error) = store.checkpoint().await {
        tracing::warn!(%error, "the last turns are in the -wal file beside the database: keep it");
    }
    outcome.map_err(|error| match error {
        RunError::WrongToken => Failure::of(error),
        RunError::Lost(_) | RunError::Stalled => Failure::fault(error),
    })
}

/// Opens the database. Only the process with the lock is the bot; the next one takes over when it ends.
async fn open(database: &Path, waits: bool) -> Result<Store, OpenError> {
    let mut looks: u32 = 0;
    loop {
        match bring_up_to_date(database).await {
            Err(OpenError::InUse(path)) if waits => {
                if looks == 0 {
                    tracing::warn!(path = %path.display(), "another process works on the database: waiting until it ends, to take over");
                }
                if looks.is_multiple_of(ASK_FOR_TIME) {
                    service::starting("waiting for the bot that has the database to end");
                }
                looks = looks.saturating_add(1);
                tokio::time::sleep(LOOK_AGAIN).await;
            }
            opened => {
                if looks > 0 && opened.is_ok() {
                    tracing::info!("the other process has ended: taking over");
                }
                return opened;
            }
        }
    }
}

/// Opens the database in its own thread, and asks the service manager for time: a new version may have
/// to process all events. A process stopped during a rebuild continues at the next start.
async fn bring_up_to_date(database: &Path) -> Result<Store, OpenError> {
    let (path, runtime) = (database.to_owned(), tokio::runtime::Handle::current());
    let (opened, mut result) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        let _entered = runtime.enter();
        // The receiver may be dropped.
        let _ = opened.send(features::open(&path));
    });
    loop {
        tokio::select! {
            result = &mut result => return result.unwrap_or_else(|_| Err(OpenError::Other {
                path: database.to_owned(),
                why: String::from("opening it has panicked"),
            })),
            () = tokio::time::sleep(LOOK_AGAIN * ASK_FOR_TIME) => service::starting("bringing the database up to date"),
        }
    }
}

/// Refuses a database with matches of servers outside these shards: their buttons would not work.
async fn belongs_to(store: &Store, database: &Path, shards: Shards) -> Result<(), Failure> {
    let guilds = store.guilds().await.map_err(Failure::fault)?;
    let mut others = guilds
        .into_iter()
        .map(|guild| guild.map(|guild| guild.0))
        .filter(|guild| !shards.hear(*guild));
    let Some(other) = others.next() else {
        return Ok(());
    };
    let place = other.map_or_else(
        || String::from("direct messages"),
        |guild| format!("the server {guild}"),
    );
    Err(Failure::Refused(format!(
        "discord.shards is {shards}, but the database {} has matches of {place}, which belong to shard {} of {}: each range of shards keeps its own database.",
        database.display(),
        shards.of(other),
        shards.total()
    )))
}

/// Serves the monitor, and reports to the service manager.
async fn attend(
    store: Store,
    arbiter: Arbiter,
    shard_status: Arc<ShardStatus>,
    monitor: Option<Monitor>,
) {
    service::ready();
    let sources = Sources {
        store: store.clone(),
        arbiter,
        shard_status,
    };
    let serving = async {
        match monitor {
            Some(monitor) => monitor.serve(sources).await,
            None => std::future::pending().await,
        }
    };
    tokio::join!(service::show_life(&store), serving);
}

/// Makes a backup each hour. A failure is logged and retried after some minutes; the bot continues.
async fn back_up(database: PathBuf, folder: PathBuf, retention: Retention) {
    // The database may still have to be created or brought up to date.
    tokio::time::sleep(BACKUP_PAUSE).await;
    loop {
        let (database, folder) = (database.clone(), folder.clone());
        let work = move || keep_backups(&database, &folder, retention, SystemTime::now());
        let until = match aside("backup", work).await {
            Ok(Ok((made, next))) => {
                if let Some(made) = made {
                    tracing::info!(file = %made.display(), "made a backup");
                }
                next.duration_since(SystemTime::now())
                    .unwrap_or_default()
                    .max(Duration::from_secs(1))
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "no backup was made");
                BACKUP_AGAIN
            }
            Err(error) => {
                tracing::error!(%error, "no backup was made");
                BACKUP_AGAIN
            }
        };
        tokio::time::sleep(until).await;
    }
}

/// Returns the runtime of all asynchronous tasks.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_stack_size(STACK)
        .build()
        .map_err(Failure::fault)
}

/// Resolves at the stop signal: Ctrl-C, or SIGTERM from a service manager.
pub(super) async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Without signals, the process can still be killed, which loses nothing.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Logs the bot's events from this level on, and the libraries' warnings.
pub(super) fn log_to_stderr(level: Level) {
    let own = level.as_str().to_lowercase();
    let others = if level <= Level::INFO { "warn" } else { "info" };
    let filter = tracing_subscriber::EnvFilter::new(format!(
        "{others},anteroom={own},loopback_discord={own}"
    ));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // Internal errors would go to the same stderr, by a macro that panics if stderr is closed.
        .log_internal_errors(false)
        // A file or a journal needs no colour codes.
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
}
