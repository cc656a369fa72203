pub(crate) mod deletion;
pub(crate) mod personal;
