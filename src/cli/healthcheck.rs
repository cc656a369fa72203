use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use super::rules::print_lines;
use super::run::runtime;
use crate::config::{Config, FILE_VARIABLE};
use crate::ops::failure::Failure;

/// The timeout of the bot's answer, for which the bot may wait 10 seconds for its database.
const PATIENCE: Duration = Duration::from_secs(13);

/// The arguments of `anteroom healthcheck`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The configuration file. By default config.toml, if it exists
    #[arg(long, value_name = "FILE", env = FILE_VARIABLE)]
    config: Option<PathBuf>,
}

impl Arguments {
    /// Asks the bot on this machine. Exit code 0: healthy; 1: unhealthy or not running; 2: cannot ask.
    pub(super) fn run(self) -> Result<(), Failure> {
        let config = Config::load(self.config.as_deref()).map_err(Failure::of)?;
        let Some(address) = config.monitor else {
            return Err(Failure::of(
                "The bot cannot be asked how it is: set monitor.listen in config.toml or ANTEROOM_MONITOR_LISTEN, for the bot and for this command.",
            ));
        };
        let asked = runtime()?.block_on(async {
            let client = reqwest::Client::builder()
                .no_proxy()
                .timeout(PATIENCE)
                .build()?;
            let answer = client
                .get(format!("http://{address}/healthz"))
                .send()
                .await?;
            let well = answer.status().is_success();
            Ok::<_, reqwest::Error>((well, answer.bytes().await?))
        });
        let (well, body) = asked.map_err(|error| {
            Failure::Fault(format!(
                "There is no answer at {address}: {}",
                error.without_url()
            ))
        })?;
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        let sentences = |of: &str| -> Vec<String> {
            let list = body[of].as_array().into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        if well {
            let mut lines = vec![String::from("The bot is well.")];
            lines.extend(sentences("pending"));
            return print_lines(&lines);
        }
        let problems = sentences("problems");
        Err(Failure::Fault(if problems.is_empty() {
            format!("What answers at {address} is no bot of this kind.")
        } else {
            problems.join(" ")
        }))
    }
}
