//! The bytes of attachments: in memory, or as files beside the state file.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

use axum::body::Bytes;

use super::clock::Millis;
use super::snowflake::Snowflake;

mod urls;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// Creates a folder that only its owner may read, unless it exists.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// The store of attachments. It does no I/O, because its methods run under the sandbox's lock.
#[derive(Debug, Default)]
pub(crate) struct Files {
    folder: Option<PathBuf>,
    /// All attachments, or, with a folder, those that are not written yet.
    memory: HashMap<Snowflake, Bytes>,
    /// Whether the folder has files that are no longer needed.
    sweep: bool,
}

/// An attachment, to be read without the lock.
#[derive(Debug)]
pub(crate) enum Stored {
    Memory(Bytes),
    File(PathBuf),
}

impl Stored {
    /// Reads the bytes; `None` if the file is gone.
    pub fn read(self) -> Option<Bytes> {
        match self {
            Stored::Memory(bytes) => Some(bytes),
            Stored::File(path) => std::fs::read(path).ok().map(Bytes::from),
        }
    }
}

/// Changes to the folder of attachments, to be made without the lock.
#[derive(Debug, Default)]
pub(crate) struct FileWork {
    unwritten: Vec<(Snowflake, PathBuf, Bytes)>,
    /// The folder, and the files to keep.
    sweep: Option<(PathBuf, HashSet<Snowflake>)>,
}

impl FileWork {
    /// Writes pending files. Returns the ids of those that succeeded; the next work retries the others.
    pub fn write(&self) -> Vec<Snowflake> {
        let mut written = Vec::new();
        for (id, path, bytes) in &self.unwritten {
            match std::fs::write(path, bytes) {
                Ok(()) => written.push(*id),
                Err(error) => {
                    tracing::error!(%error, file = %path.display(), "an attachment could not be stored");
                }
            }
        }
        written
    }

    /// Removes files that are no longer needed.
    pub fn sweep(&self) {
        let Some((folder, needed)) = &self.sweep else {
            return;
        };
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let id = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok());
            if id.is_some_and(|id| !needed.contains(&id))
                && let Err(error) = std::fs::remove_file(entry.path())
            {
                tracing::warn!(%error, file = %entry.path().display(), "an attachment that nobody needs could not be removed");
            }
        }
    }
}

impl Files {
    /// Creates a store in a folder named after the state file, or in memory without one.
    pub fn beside(state_file: Option<&Path>) -> io::Result<Files> {
        let Some(state_file) = state_file else {
            return Ok(Files::default());
        };
        let mut name = OsString::from(state_file);
        name.push(".attachments");
        let folder = PathBuf::from(name);
        make_folder(&folder)?;
        Ok(Files {
            folder: Some(folder),
            ..Files::default()
        })
    }

    /// Stores the bytes of an attachment.
    pub fn put(&mut self, id: Snowflake, bytes: &Bytes) {
        self.memory.insert(id, bytes.clone());
    }

    /// Returns the place of an attachment.
    pub fn find(&self, id: Snowflake) -> Option<Stored> {
        let in_folder = || {
            let folder = self.folder.as_ref()?;
            Some(Stored::File(folder.join(id.to_string())))
        };
        let in_memory = self.memory.get(&id).cloned().map(Stored::Memory);
        in_memory.or_else(in_folder)
    }

    /// Deletes all attachments but these.
    pub fn keep_only(&mut self, ids: &HashSet<Snowflake>) {
        self.memory.retain(|id, _| ids.contains(id));
        self.sweep = true;
    }

    /// Returns the pending changes to the folder; `needed` returns all existing attachments.
    pub fn work(&mut self, needed: impl FnOnce() -> HashSet<Snowflake>) -> FileWork {
        let Some(folder) = &self.folder else {
            return FileWork::default();
        };
        let unwritten = self.memory.iter();
        FileWork {
            unwritten: unwritten
                .map(|(id, bytes)| (*id, folder.join(id.to_string()), bytes.clone()))
                .collect(),
            sweep: std::mem::take(&mut self.sweep).then(|| (folder.clone(), needed())),
        }
    }

    /// Removes attachments from memory after they were written to the folder.
    pub fn written(&mut self, ids: &[Snowflake]) {
        for id in ids {
            self.memory.remove(id);
        }
    }
}

/// Returns a file name as Discord cleans it: letters, digits, dots, hyphens and underscores.
pub(crate) fn clean_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let clean = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            c
        } else {
            '_'
        }
    };
    let name: String = base
        .trim_start_matches('.')
        .chars()
        .map(clean)
        .take(255)
        .collect();
    if name.is_empty() {
        "unknown".to_owned()
    } else {
        name
    }
}

/// Determines the type of a picture by its first bytes.
pub(crate) fn picture_type(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 4] = [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"GIF8", "image/gif"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"RIFF", "image/webp"),
    ];
    BEGINNINGS
        .iter()
        .find(|(beginning, _)| bytes.starts_with(beginning))
        .map(|(_, kind)| *kind)
}

/// Determines a content type by the first bytes, else by the name, else by the sender's header.
pub(crate) fn content_type(bytes: &[u8], name: &str, said: Option<&str>) -> Option<String> {
    const ENDINGS: [(&str, &str); 5] = [
        (".txt", "text/plain; charset=utf-8"),
        (".md", "text/markdown; charset=utf-8"),
        (".json", "application/json; charset=utf-8"),
        (".csv", "text/csv; charset=utf-8"),
        (".pgn", "application/vnd.chess-pgn"),
    ];
    let by_name = || {
        ENDINGS
            .iter()
            .find(|(ending, _)| name.ends_with(ending))
            .map(|(_, kind)| *kind)
    };
    picture_type(bytes)
        .or_else(by_name)
        .or(said)
        .map(str::to_owned)
}

pub(crate) fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number = |at: usize| {
            Some(u32::from(u16::from_le_bytes(
                bytes.get(at..at + 2)?.try_into().ok()?,
            )))
        };
        return Some((number(6)?, number(8)?));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (name, clean) in [
            ("board.png", "board.png"),
            ("../a b.png", "a_b.png"),
            ("..", "unknown"),
            ("Zug №1.txt", "Zug__1.txt"),
        ] {
            assert_eq!(clean_name(name), clean);
        }
    }

    #[test]
    fn pictures_are_known_by_their_first_bytes() {
        let gif = b"GIF89a\x40\x01\xf0\x00";
        assert_eq!(dimensions(gif), Some((320, 240)));
        assert_eq!(
            content_type(gif, "x.bin", Some("text/plain")).as_deref(),
            Some("image/gif")
        );
        assert_eq!(dimensions(b"\x89PNG\r\n\x1a\n"), None);
        assert_eq!(
            content_type(b"1. e4", "game.txt", None).as_deref(),
            Some("text/plain; charset=utf-8")
        );
    }
}
