pub(crate) mod daily;
pub(crate) mod weekly;

pub use daily::{daily_place, daily_puzzle, daily_solution, daily_title};
pub use weekly::{week, weekly_page};
