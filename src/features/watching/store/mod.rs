pub(crate) mod follows;
pub(crate) mod notes;
pub(crate) mod people;
