//! Where a database file really is: SQLite names its other files after the file that a symbolic link leads to.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The maximum length of a chain of symbolic links, as on Linux.
const MOST_LINKS: usize = 40;

/// Follows all symbolic links. The file at the end may be missing, but its folder must exist.
pub(crate) fn resolve(path: &Path) -> std::io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match path.canonicalize() {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            found => return found,
        }
        match path.read_link() {
            // A link to a missing file; its target counts from the link's folder.
            Ok(target) => path = folder(&path).join(target),
            Err(_) => {
                let name = path.file_name().ok_or(ErrorKind::NotFound)?;
                return Ok(folder(&path).canonicalize()?.join(name));
            }
        }
    }
    Err(std::io::Error::other("too many symbolic links"))
}

/// Returns the folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    let named = folder.filter(|folder| !folder.as_os_str().is_empty());
    named.unwrap_or(Path::new("."))
}

/// Appends a suffix to a file's name.
pub(crate) fn beside(path: &Path, end: impl AsRef<OsStr>) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Removes a file, if it exists.
pub(crate) fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Syncs the folder of a new or renamed file to disk.
pub(crate) fn sync_folder(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    std::fs::File::open(folder(path))?.sync_all()?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
