pub(crate) mod people;
pub(crate) mod server_rules;
