//! Challenges, turns by picker and typed, planned replies, ends and rematches.

mod browser;
mod challenges;
mod computers_apart;
mod drafts;
mod endings;
mod leaving;
mod living_boards;
mod matches;
mod messages;
mod next;
mod offered;
mod pickers;
mod planned;
mod practice;
mod refusals;
mod rematch;
mod terms;
mod turns;
mod typing;
mod whole_matches;
