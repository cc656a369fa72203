pub(crate) mod acts;
pub(crate) mod blocks;
