use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::config::{Config, FILE_VARIABLE};

/// The arguments of `anteroom check-config`.
#[derive(Debug, Default, Args)]
pub(super) struct Arguments {
    /// The configuration file; config.toml, if it is there, when none is named
    #[arg(long, value_name = "FILE", env = FILE_VARIABLE)]
    pub config: Option<PathBuf>,
}

impl Arguments {
    /// Prints every setting as it would be used, but for the token.
    pub(super) fn run(self) -> Result<(), Failure> {
        let config = Config::load(self.config.as_deref()).map_err(Failure::of)?;
        println!(
            "discord.token: {}",
            if config.token.is_some() {
                "given"
            } else {
                "none: the bot cannot run on Discord without one"
            }
        );
        println!("discord.api_url: {}", config.api_url);
        match config.shards {
            Some(shards) => println!("discord.shards: {shards}"),
            None => println!("discord.shards: all"),
        }
        println!("database.path: {}", config.database.display());
        match &config.backups {
            Some(folder) => println!("backup.folder: {}", folder.display()),
            None => println!("backup.folder: none: the bot makes no backups by itself"),
        }
        println!("backup.hours: {}", config.backup_hours);
        println!("backup.days: {}", config.backup_days);
        match config.monitor {
            Some(address) => println!("monitor.listen: {address}"),
            None => println!("monitor.listen: none: there are no /healthz and no /metrics"),
        }
        match config.searches {
            Some(searches) => println!("computers.searches: {searches}"),
            None => println!("computers.searches: one fewer than there are cores"),
        }
        println!("log.level: {}", config.log_level.as_str().to_lowercase());
        println!("defaults.theme: {}", config.theme);
        println!("defaults.time: {}", config.time);
        println!(
            "defaults.takeback_grace: {}",
            humantime::format_duration(config.takeback_grace)
        );
        let unsaid = "none: /about and /privacy cannot say it";
        for (key, value) in [
            ("operator.name", &config.operator_name),
            ("operator.contact", &config.operator_contact),
            ("operator.privacy", &config.operator_privacy),
            ("operator.terms", &config.operator_terms),
        ] {
            println!("{key}: {}", value.as_deref().unwrap_or(unsaid));
        }
        Ok(())
    }
}
