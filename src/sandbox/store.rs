//! The state file: read at start, written after changes, never half-written.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::StartError;
use super::server::{App, Server};
use super::state::{FORMAT, World};

/// How long changes gather before they are written.
const GATHER: Duration = Duration::from_millis(200);

/// Reads a state file; none when there is none yet.
pub(crate) fn read(path: &Path) -> Result<Option<World>, StartError> {
    let unreadable = |reason: String| StartError::StateFile { path: path.to_owned(), reason };
    let text = match std::fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
    };
    let world: World = serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
    if world.format != FORMAT {
        return Err(unreadable(format!("it has format {}, and this sandbox knows format {FORMAT}", world.format)));
    }
    Ok(Some(world))
}

/// Writes the state beside the file, then puts it in the file's place.
pub(crate) fn write(path: &Path, state: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(path);
    name.push(".new");
    let new = PathBuf::from(name);
    let mut file = File::create(&new)?;
    file.write_all(state)?;
    file.sync_data()?;
    std::fs::rename(&new, path)
}

impl Server {
    /// The state as the file holds it.
    pub fn snapshot(&self) -> Vec<u8> {
        // All keys are texts and all numbers finite, so that nothing can fail; an empty file would be refused anyway.
        serde_json::to_vec(&self.world).unwrap_or_default()
    }
}

/// Writes the state after changes, until the sandbox closes.
pub(crate) async fn keep(app: App, path: PathBuf) {
    let mut changes = app.changes.subscribe();
    let closed = app.closed();
    tokio::pin!(closed);
    loop {
        tokio::select! {
            _ = changes.changed() => {}
            () = &mut closed => return,
        }
        tokio::time::sleep(GATHER).await;
        changes.borrow_and_update();
        let state = app.lock().snapshot();
        let target = path.clone();
        match tokio::task::spawn_blocking(move || write(&target, &state)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, path = %path.display(), "the sandbox's state could not be written"),
            Err(error) => tracing::error!(%error, "the sandbox's state could not be written"),
        }
    }
}
