use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use clap::Args;

use super::rules::print_lines;
use super::run::NO_TOKEN;
use crate::config::{Config, FILE_VARIABLE};
use crate::db::file::lock::only_name;
use crate::db::file::place::resolve;
use crate::ops::failure::Failure;

/// The arguments of `anteroom check-config`.
#[derive(Debug, Default, Args)]
pub(super) struct Arguments {
    /// The configuration file. By default config.toml, if it exists
    #[arg(long, value_name = "FILE", env = FILE_VARIABLE)]
    pub config: Option<PathBuf>,
}

impl Arguments {
    /// Prints every setting in effect, except the token. Exit code 0: `run` can start; 2: it cannot.
    pub(super) fn run(self) -> Result<(), Failure> {
        let config = Config::load(self.config.as_deref()).map_err(Failure::of)?;
        print_lines(&settings(&config))?;
        let problems = problems(&config);
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Failure::Refused(problems.join(" ")))
        }
    }
}

/// Returns a line for every setting. [`Config`] shows no secrets.
fn settings(config: &Config) -> Vec<String> {
    let token = match config.token {
        Some(_) => "given",
        None => "none: the bot cannot run on Discord without one",
    };
    let shards = match config.shards {
        Some(shards) => shards.to_string(),
        None => String::from("all"),
    };
    let backups = match &config.backups {
        Some(folder) => folder.display().to_string(),
        None => String::from("none: the bot makes no backups by itself"),
    };
    let monitor = match config.monitor {
        Some(address) => address.to_string(),
        None => String::from("none: there are no /healthz and no /metrics"),
    };
    let pages = match &config.web_address {
        Some(address) => address.as_str(),
        None => "none: the bot serves no pages of matches",
    };
    let searches = match config.searches {
        Some(searches) => searches.to_string(),
        None => String::from("one fewer than there are cores"),
    };
    let grace = humantime::format_duration(config.takeback_grace);
    let mut lines = vec![
        format!("discord.token: {token}"),
        format!("discord.api_url: {}", config.api_url),
        format!("discord.shards: {shards}"),
        format!("database.path: {}", config.database.display()),
        format!("backup.folder: {backups}"),
        format!("backup.hours: {}", config.backup_hours),
        format!("backup.days: {}", config.backup_days),
        format!("monitor.listen: {monitor}"),
        format!("web.listen: {}", config.web_listen),
        format!("web.address: {pages}"),
        format!("web.behind_proxy: {}", config.behind_proxy),
        format!("computers.searches: {searches}"),
        format!("log.level: {}", config.log_level.as_str().to_lowercase()),
        format!("defaults.theme: {}", config.theme),
        format!("defaults.time: {}", config.time),
        format!("defaults.takeback_grace: {grace}"),
    ];
    let unsaid = "none: /help and /privacy cannot say it";
    for (key, value) in [
        ("operator.name", &config.operator_name),
        ("operator.contact", &config.operator_contact),
        ("operator.privacy", &config.operator_privacy),
        ("operator.terms", &config.operator_terms),
    ] {
        lines.push(format!("{key}: {}", value.as_deref().unwrap_or(unsaid)));
    }
    lines
}

/// Returns the reasons why `run` would not start or not follow the configuration, a sentence each.
fn problems(config: &Config) -> Vec<String> {
    let token = config.token.is_none().then(|| String::from(NO_TOKEN));
    let database = database(&config.database)
        .err()
        .map(|why| ("database.path", &config.database, why));
    let backups = config.backups.as_ref().and_then(|path| {
        let why = folder(path).err()?;
        Some(("backup.folder", path, why))
    });
    let paths = [database, backups].into_iter().flatten();
    let paths = paths.map(|(key, path, why)| format!("{key} cannot be {}: {why}.", path.display()));
    token.into_iter().chain(paths).collect()
}

/// Checks that a database can be opened or created at a path. Creates nothing.
fn database(path: &Path) -> Result<(), String> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => return Err(String::from("it is no file")),
        Ok(_) => {
            let opened = OpenOptions::new().read(true).write(true).open(path);
            opened.map_err(|why| why.to_string())?;
        }
        Err(why) if why.kind() == ErrorKind::NotFound => {}
        Err(why) => return Err(why.to_string()),
    }
    only_name(path).map_err(|why| why.to_string())?;
    // SQLite creates more files beside it while the bot runs, if it is a link beside the file that it leads to.
    let real = resolve(path).map_err(|why| why.to_string())?;
    let parent = or_here(real.parent().unwrap_or(path));
    match fs::metadata(parent) {
        Ok(there) if there.is_dir() => writable(parent).map_err(|why| why.to_string()),
        Ok(_) => Err(format!("{} is no folder", parent.display())),
        Err(why) => Err(format!("{}: {why}", parent.display())),
    }
}

/// Checks that a folder exists or can be created. Creates nothing.
fn folder(path: &Path) -> Result<(), String> {
    for place in path.ancestors().map(or_here) {
        match fs::metadata(place) {
            Ok(there) if there.is_dir() => {
                return writable(place).map_err(|why| format!("{}: {why}", place.display()));
            }
            Ok(_) => return Err(format!("{} is no folder", place.display())),
            Err(why) if why.kind() == ErrorKind::NotFound => {}
            Err(why) => return Err(format!("{}: {why}", place.display())),
        }
    }
    Ok(())
}

/// Returns the folder, or the current folder for an empty path.
fn or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Checks that the operator may create files in a folder.
fn writable(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::fs::{Access, access};
        access(folder, Access::WRITE_OK | Access::EXEC_OK)?;
    }
    #[cfg(not(unix))]
    if fs::metadata(folder)?.permissions().readonly() {
        return Err(ErrorKind::PermissionDenied.into());
    }
    Ok(())
}
