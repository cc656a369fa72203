//! Matches against a computer.

mod matches;
