pub(crate) mod acts;
pub(crate) mod blocks;
pub(crate) mod people;
pub(crate) mod secret;
