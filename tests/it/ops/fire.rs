//! A run of `benches/soak.rs` that lasts some seconds.

use std::time::Duration;

use crate::support::trouble::{killed, run_with_faults};
use crate::support::under_fire::{Outcome, PLAYED};

fn check(outcome: &Outcome, what: &str) {
    println!("{what}: {outcome:#?}");
    assert!(outcome.wrong.is_empty(), "{what}: {:#?}", outcome.wrong);
    assert!(outcome.acknowledged >= PLAYED, "{what}: {outcome:?}");
    assert!(outcome.by_computers > 0, "{what}: {outcome:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_killed_again_and_again_loses_nothing() {
    check(&killed(6, 1).await, "killed six times");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_around_which_everything_goes_wrong_loses_nothing() {
    let time = Duration::from_secs(20);
    check(
        &run_with_faults(time, 1).await,
        "run_with_faults for twenty seconds",
    );
}
