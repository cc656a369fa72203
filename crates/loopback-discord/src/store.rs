//! The state file: read at start, written after changes, replaced atomically.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::StartError;
use super::server::{App, Server};
use super::state::{FORMAT, World};

/// The time during which changes are collected before they are written.
const GATHER: Duration = Duration::from_millis(200);

/// Locks a state file against other sandboxes for the lifetime of the returned file.
/// The lock is a separate file, because the state file is replaced at every write.
pub(crate) fn lock(path: &Path) -> Result<File, StartError> {
    let failed = |error: io::Error| StartError::StateFile {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    let file = owners()
        .create(true)
        .truncate(false)
        .open(beside(path, ".lock"))
        .map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StartError::InUse {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Returns options for writing a private file, because the state has the bot's token and messages.
fn owners() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Reads a state file; `None` if it does not exist yet.
pub(crate) fn read(path: &Path) -> Result<Option<World>, StartError> {
    let unreadable = |reason: String| StartError::StateFile {
        path: path.to_owned(),
        reason,
    };
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
    };
    let world: World =
        serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
    if world.format != FORMAT {
        return Err(unreadable(format!(
            "it has format {}, and this sandbox knows format {FORMAT}",
            world.format
        )));
    }
    Ok(Some(world))
}

#[derive(Debug)]
pub(crate) struct StateFile {
    path: PathBuf,
    /// Locked while the file is written, so that an older state never replaces a newer one.
    writing: Mutex<()>,
}

impl StateFile {
    /// Creates the state file of a path, which need not exist yet.
    pub fn at(path: PathBuf) -> StateFile {
        StateFile {
            path,
            writing: Mutex::new(()),
        }
    }

    /// Writes the current state to a temporary file, then replaces the state file.
    pub fn save(&self, app: &App) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, files) = {
            let mut server = app.lock();
            let Server { world, files, .. } = &mut *server;
            let files = files.work(|| world.files());
            (server.snapshot(), files)
        };
        // Attachments are written before the state that refers to them.
        let written = files.write();
        if let Err(error) = write(&self.path, &state) {
            tracing::error!(%error, path = %self.path.display(), "the sandbox's state could not be written");
        }
        files.sweep();
        app.lock().files.written(&written);
    }

    /// Writes the state after changes, until the shutdown.
    pub async fn save_changes(self: Arc<StateFile>, app: App) {
        let mut changes = app.changes.subscribe();
        let closed = app.closed();
        tokio::pin!(closed);
        loop {
            tokio::select! {
                // The sender lives in `app`.
                _ = changes.changed() => {}
                () = &mut closed => return,
            }
            tokio::time::sleep(GATHER).await;
            changes.borrow_and_update();
            let (file, app) = (Arc::clone(&self), app.clone());
            if let Err(error) = tokio::task::spawn_blocking(move || file.save(&app)).await {
                tracing::error!(%error, "the sandbox's state could not be written");
            }
        }
    }
}

fn write(path: &Path, state: &[u8]) -> io::Result<()> {
    let new = beside(path, ".new");
    let mut file = owners().create(true).truncate(true).open(&new)?;
    file.write_all(state)?;
    file.sync_data()?;
    std::fs::rename(&new, path)
}

impl Server {
    /// Serializes the state.
    pub fn snapshot(&self) -> Vec<u8> {
        // Serialization cannot fail: all keys are texts and all numbers finite. Reading would refuse an empty file
        // anyway.
        serde_json::to_vec(&self.world).unwrap_or_default()
    }
}
