use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use clap::Args;
use loopback_discord::{FirstStep, Layout, Sandbox, SandboxConfig};
use tokio::net::TcpListener;
use tracing::Level;

use super::rules::print_lines;
use super::run::{LEFTOVER_TIME, Served, log_to_stderr, runtime, serve, stop_signal};
use crate::board::Theme;
use crate::bot::Settings;
use crate::config::Token;
use crate::discord::ui::Operator;
use crate::discord::{GatewaySettings, Network};
use crate::features::pages::web::{WebServer, WebSettings};
use crate::games::CATALOGUE;
use crate::kernel::{Clock, ClockReading};
use crate::matches::TimeControl;
use crate::ops::failure::Failure;
use crate::people::Moment;
use crate::{kernel, matches};

/// The arguments of `anteroom sandbox`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The port of the page, on this machine only; 0 for any free port
    #[arg(long, default_value_t = 8484)]
    port: u16,
    /// The folder for the sandbox and its matches, created if needed
    #[arg(long, value_name = "FOLDER", default_value = "sandbox-data")]
    data: PathBuf,
    /// The colours of boards: light, dark, high-contrast, greyscale or wood
    #[arg(long, default_value_t = Theme::default())]
    theme: Theme,
    /// The time control of a match if /play names none
    #[arg(long, default_value_t = TimeControl::default())]
    time: TimeControl,
    /// The log level: error, warn, info, debug or trace
    #[arg(long, default_value_t = Level::WARN)]
    log: Level,
}

/// The clock of the sandbox, which people can move forward on the page.
struct SandboxClock {
    clock: loopback_discord::Clock,
    begin: Instant,
    /// The milliseconds by which the clock was ahead at the start.
    ahead: u64,
}

impl SandboxClock {
    fn new(clock: loopback_discord::Clock) -> Self {
        Self {
            begin: Instant::now(),
            ahead: clock.ahead(),
            clock,
        }
    }

    /// Returns the time since the start, skipped time included.
    fn steady(&self) -> Duration {
        let skipped = self.clock.ahead().saturating_sub(self.ahead);
        self.begin.elapsed() + Duration::from_millis(skipped)
    }
}

#[async_trait]
impl Clock for SandboxClock {
    fn read(&self) -> ClockReading {
        ClockReading {
            wall: Moment(i64::try_from(self.clock.now()).unwrap_or(i64::MAX)),
            steady: self.steady(),
        }
    }

    async fn wait_until(&self, steady: Duration) {
        let left = steady.saturating_sub(self.steady());
        let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let moment = self.clock.now().saturating_add(left).saturating_add(1);
        self.clock.reached(moment).await;
    }
}

impl Arguments {
    /// Runs the sandbox and the bot in it until a stop signal.
    pub(super) fn run(self) -> Result<(), Failure> {
        log_to_stderr(self.log);
        let runtime = runtime()?;
        let outcome = runtime.block_on(self.serve());
        // Unfinished pictures and searches are not needed any more.
        runtime.shutdown_timeout(LEFTOVER_TIME);
        outcome
    }

    /// Makes the server of the pages, beside the sandbox's own page.
    async fn web(&self) -> Result<WebServer, Failure> {
        let port = if self.port == 0 { 0 } else { self.port + 1 };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
        let listener = match listener {
            Err(_) if port > 0 => TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await,
            listener => listener,
        };
        let listener = listener.map_err(Failure::fault)?;
        let listen = listener.local_addr().map_err(Failure::fault)?;
        let settings = WebSettings {
            listen,
            address: format!("http://{listen}").into(),
            behind_proxy: false,
            theme: self.theme,
            privacy: None,
        };
        Ok(WebServer::listening(settings, listener))
    }

    async fn serve(self) -> Result<(), Failure> {
        std::fs::create_dir_all(&self.data).map_err(|why| {
            Failure::Refused(format!(
                "the folder {} cannot be made: {why}",
                self.data.display()
            ))
        })?;
        let mut config = SandboxConfig::default();
        config.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        config.state_file = Some(self.data.join("discord.json"));
        config.bot_name = String::from("Anteroom");
        config.moves_clock = true;
        // A team against a team needs some people.
        config.layout = Layout::default().person("Eve");
        // The log tells of a refused form.
        config.strict_forms = false;
        // The first game is the easiest, here against the weakest computer.
        config.first_step = CATALOGUE.first().map(|game| FirstStep {
            label: format!("Play {}", game.card.name),
            command: String::from("play"),
            options: vec![
                (String::from("game"), game.card.key.into()),
                (
                    String::from("computer"),
                    matches::Level::Beginner.number().into(),
                ),
                (String::from("colour"), game.card.seats[0].into()),
            ],
        });
        let sandbox = Sandbox::start(config).await.map_err(|error| {
            Failure::Refused(format!(
                "{error}. Is another sandbox running? --port and --data choose another place."
            ))
        })?;
        let token = Token::new(&sandbox.token())
            .ok_or_else(|| Failure::fault("the sandbox has no token"))?;
        let web = self.web().await?;
        let settings = Settings {
            token,
            api_url: sandbox.base_url().to_owned(),
            theme: self.theme,
            default_time: self.time,
            operator: Operator {
                name: Some(String::from("you, on your own machine")),
                ..Operator::default()
            },
            pages: Some(web.address()),
            network: Network::default(),
            gateway: GatewaySettings::default(),
        };
        print_lines(&[format!(
            "Open {} in a browser and type /play: its option \"computer\" gives you somebody to play against at once. \
             The menu beside the server's name moves the clock. Ctrl-C stops the sandbox; it goes on from here next time.",
            sandbox.base_url()
        )])?;
        // The bot stops first, so that the sandbox stores its last messages.
        let served = Served {
            clock: Arc::new(SandboxClock::new(sandbox.clock())),
            settings,
            play: kernel::Settings::default(),
            database: &self.data.join("anteroom.db"),
            backups: None,
            searches: None,
            monitor: None,
            web: Some(web),
            waits: false,
        };
        let outcome = serve(served, stop_signal()).await;
        sandbox.stop().await;
        outcome
    }
}
