pub(crate) mod daily;
pub(crate) mod places;
pub(crate) mod weekly;
