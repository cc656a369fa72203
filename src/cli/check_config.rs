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
        println!("database.path: {}", config.database.display());
        println!("log.level: {}", config.log_level.as_str().to_lowercase());
        println!("defaults.theme: {}", config.theme);
        println!("defaults.time: {}", config.time);
        println!(
            "defaults.takeback_grace: {}",
            humantime::format_duration(config.takeback_grace)
        );
        Ok(())
    }
}
