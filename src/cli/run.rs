use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::sync::watch;
use tracing::Level;

use super::Failure;
use crate::arbiter::{self, Arbiter, Setup, SystemClock};
use crate::config::{Config, FILE_VARIABLE};
use crate::discord::{Bot, ConnectError, GatewaySettings, Network, RunError, Settings, Token};
use crate::render::Painter;
use crate::store::Store;

/// How long announcements under way may take after everything else has stopped.
const ANNOUNCING_TIME: Duration = Duration::from_millis(1_500);

/// How long work in other threads may take after that.
pub(super) const LEFTOVER_TIME: Duration = Duration::from_millis(500);

/// The arguments of `anteroom run`.
#[derive(Debug, Default, Args)]
pub(super) struct Arguments {
    /// The configuration file; config.toml, if it is there, when none is named
    #[arg(long, value_name = "FILE", env = FILE_VARIABLE)]
    config: Option<PathBuf>,
    /// Trust the computer's clock at the start, however far from now the last turn was: times run out at once
    #[arg(long)]
    trust_clock: bool,
}

impl Arguments {
    /// Runs the bot until the process is told to stop.
    pub(super) fn run(self) -> Result<(), Failure> {
        let config = Config::load(self.config.as_deref()).map_err(Failure::of)?;
        let Some(token) = &config.token else {
            return Err(Failure::Refused(String::from(
                "There is no Discord token: set discord.token in config.toml or ANTEROOM_DISCORD_TOKEN, or try `anteroom sandbox`, which needs none.",
            )));
        };
        log_to_stderr(config.log_level);
        let settings = Settings {
            token: Token::new(token.reveal()),
            api_url: config.api_url,
            theme: config.theme,
            default_time: config.time,
            network: Network::default(),
            gateway: GatewaySettings::default(),
        };
        let play = arbiter::Settings {
            takeback_grace: config.takeback_grace,
            trust_clock: self.trust_clock,
            ..arbiter::Settings::default()
        };
        let runtime = runtime()?;
        let outcome = runtime.block_on(serve(settings, play, &config.database, stop_signal()));
        // What is still being painted is for nobody any more.
        runtime.shutdown_timeout(LEFTOVER_TIME);
        outcome
    }
}

/// Runs the bot on a database until `stop` is ready or the connection is lost for good.
pub(super) async fn serve(
    settings: Settings,
    play: arbiter::Settings,
    database: &Path,
    stop: impl Future<Output = ()>,
) -> Result<(), Failure> {
    tokio::pin!(stop);
    let store = Store::open(database).map_err(Failure::of)?;
    let connected = tokio::select! {
        connected = Bot::connect(settings, Arc::new(Painter::new())) => connected,
        () = &mut stop => return Ok(()),
    };
    let bot = connected.map_err(|error| match error {
        ConnectError::NoToken | ConnectError::Address(_) | ConnectError::WrongToken => {
            Failure::of(error)
        }
        ConnectError::Refused(_) | ConnectError::Unreachable { .. } => Failure::fault(error),
    })?;
    let setup = Setup {
        store: store.clone(),
        announcer: bot.announcer(),
        clock: Arc::new(SystemClock::default()),
        computer: Some(Arc::new(arbiter::Engine::default())),
        rng: arbiter::os_random(),
        settings: play,
    };
    // The arbiter goes on until the bot has answered what was under way, so that its news are still told.
    let (stopped, mut stopping) = watch::channel(false);
    let ended = async move {
        // A sender that is gone is as good as a word from it.
        let _ = stopping.wait_for(|stopped| *stopped).await;
    };
    let (arbiter, running) = Arbiter::start(setup, ended).await.map_err(Failure::fault)?;
    // Without its database the bot can do nothing: the service manager is to start it anew.
    let mut lost = None;
    let failed = running.failed();
    let mut broken = None;
    let stop = async {
        tokio::select! {
            () = stop => {}
            what = failed => broken = Some(what),
            why = store.lost() => {
                tracing::error!(error = %why, "the database is lost");
                lost = Some(why);
            }
        }
    };
    let outcome = bot.run(arbiter, stop).await;
    tracing::info!("stopping");
    let _ = stopped.send(true);
    // What is not announced by then is when the bot is started again.
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

/// The runtime of everything that waits.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(Failure::fault)
}

/// Ready when the process is told to stop: Ctrl-C, or SIGTERM from a service manager.
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
    // Without a signal to wait for, the process can still be ended the hard way, which loses nothing.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Logs our own events from this level on, and the libraries' warnings.
pub(super) fn log_to_stderr(level: Level) {
    let own = level.as_str().to_lowercase();
    let others = if level <= Level::INFO { "warn" } else { "info" };
    let filter = tracing_subscriber::EnvFilter::new(format!(
        "{others},anteroom={own},loopback_discord={own}"
    ));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        // In a file or a journal, codes for colours are only in the way.
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
}
