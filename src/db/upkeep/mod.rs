//! Maintenance of the database: backups, checks, and erasure of deleted data from the files.

pub(crate) mod alarm_check;
pub(crate) mod backup;
pub(crate) mod checkpoint;
pub(crate) mod doctor;
pub(crate) mod journal_check;
pub(crate) mod restore;
pub(crate) mod scrub;
pub(crate) mod source;
pub(crate) mod wal;
