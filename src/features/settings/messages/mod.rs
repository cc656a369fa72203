pub(crate) mod boards;
mod refusal;
pub(crate) mod server;

pub use boards::boards;
pub(crate) use server::{clock_form, limits_form};
pub use server::{defaults, where_and_who};
