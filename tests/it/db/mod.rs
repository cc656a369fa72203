//! The database: storage, backups, the doctor.

mod backup;
mod doctor;
mod durability;
#[cfg(target_os = "linux")]
mod full_disk;
#[cfg(unix)]
mod links;
mod projections;
#[cfg(target_os = "linux")]
mod restore;
mod store;
mod teams;
