//! Teams: what members see and do, and how their votes end.

mod decides;
mod flow;
mod gone;
mod leads;
mod model;
mod talk;
mod time;
