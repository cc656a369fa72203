pub(crate) mod follows;
pub(crate) mod notes;
