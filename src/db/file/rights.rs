use std::fs::OpenOptions;
use std::path::Path;

/// Returns options to open a file for writing. A new file is accessible to its owner only.
pub(crate) fn owners() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.truncate(false).write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Restricts a database that everybody may access to its owner, with the files beside it. Access for a group only is
/// the operator's choice and stays.
#[cfg(unix)]
pub(crate) fn close_to_everybody(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    const EVERYBODY: u32 = 0o007;
    for end in ["", "-wal", "-shm"] {
        let name = super::place::beside(path, end);
        let Ok(metadata) = std::fs::metadata(&name) else {
            // The file may not exist.
            continue;
        };
        if metadata.permissions().mode() & EVERYBODY != 0 {
            std::fs::set_permissions(&name, std::fs::Permissions::from_mode(0o600))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn close_to_everybody(_: &Path) -> std::io::Result<()> {
    Ok(())
}
