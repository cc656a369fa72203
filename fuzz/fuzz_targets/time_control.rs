//! A time control that is read is printed in a form that reads back as the same.
#![no_main]

use anteroom_fuzz::matches::TimeControl;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match text.parse::<TimeControl>() {
    Ok(time) => {
        assert_eq!(time.to_string().parse(), Ok(time));
        assert!((TimeControl::SHORTEST..=TimeControl::LONGEST).contains(&time.at_start()));
    }
    Err(error) => assert!(error.to_string().chars().count() < 300, "{error}"),
});
