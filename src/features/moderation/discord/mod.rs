pub(crate) mod blocks;
pub(crate) mod referee;
