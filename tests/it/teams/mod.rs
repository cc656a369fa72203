//! Teams: what members see and do, and how their votes end.

mod crowd;
mod decides;
pub(crate) mod flow;
mod gone;
mod leads;
mod model;
mod talk;
mod time;
