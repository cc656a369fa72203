//! Teams: what members see and do, and how their votes end.

mod flow;
mod model;
