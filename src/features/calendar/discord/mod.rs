mod channel;
pub(crate) mod daily;
pub(crate) mod weekly;
