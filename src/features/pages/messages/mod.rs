//! What this feature says: in Discord about the link to a page, and the pages themselves.

mod calendar;
pub mod contest;
mod feed;
pub mod html;
mod link;
mod refusal;

pub(crate) use calendar::calendar;
pub use calendar::own_calendar;
pub use feed::feed;
pub use link::{OnPages, Paged, contest_link, contest_withdrawn, link, withdrawn};
