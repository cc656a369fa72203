//! What a button carries is understood only in the form in which it is written.
#![no_main]

use anteroom_fuzz::custom_id::CustomId;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Some(id) = CustomId::parse(text) {
        assert_eq!(id.to_string(), text);
        assert!(text.len() <= 100);
    }
});
