//! The database: storage, backups, the doctor.

mod backup;
mod doctor;
mod durability;
mod projections;
mod store;
