pub(crate) mod time_off;

pub use time_off::{plain_date, time_off};
