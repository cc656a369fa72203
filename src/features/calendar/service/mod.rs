pub(crate) mod daily;
pub(crate) mod daily_places;
pub(crate) mod weekly;
pub(crate) mod weekly_places;
