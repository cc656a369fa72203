//! Looking after the database: copies, checks, repairs, and what was deleted taken out of the files.

pub(crate) mod alarm_check;
pub(crate) mod backup;
pub(crate) mod checkpoint;
pub(crate) mod doctor;
pub(crate) mod scrub;
pub(crate) mod wal;
