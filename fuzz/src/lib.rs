//! What the fuzz targets share: the floors that read text, the checks of the integration tests, and inputs.
//!
//! The floors are compiled here from their own files rather than as a dependency. The fuzzer's flags then apply to
//! them and to few others, and a build takes a minute instead of a quarter of an hour.

// Of the files below only what is fuzzed is used.
#![allow(dead_code, unused_imports)]

// The checks name the library by this name.
extern crate self as anteroom;

pub use anteroom_board as board;
pub use anteroom_games as games;
pub use anteroom_matches::{matches, people};

#[path = "../../src/features/pages/model/address/mod.rs"]
pub mod address;
#[path = "../../src/config/mod.rs"]
pub mod config;
#[path = "../../src/discord/ui/custom_id/mod.rs"]
pub mod custom_id;

#[path = "../../src/discord/ui/pace.rs"]
mod pace;
#[path = "../../src/features/play/press/mod.rs"]
pub mod press;
/// Where the bot has them.
pub(crate) mod discord {
    pub(crate) mod ui {
        pub(crate) use crate::{custom_id, pace};
    }
}

#[path = "../../src/ops/failure.rs"]
mod failure;
/// Where the bot has it.
pub(crate) mod ops {
    pub(crate) use crate::failure;
}
#[path = "../../src/cli/requests.rs"]
mod requests;
#[path = "../../src/cli/rules.rs"]
mod rules;
#[path = "../../src/cli/start.rs"]
mod start;

#[path = "../../crates/anteroom-games/tests/it/oracle.rs"]
pub mod oracle;
#[path = "../../crates/anteroom-games/tests/it/properties.rs"]
pub mod properties;
#[path = "../../crates/anteroom-games/tests/it/settings.rs"]
pub mod settings;
#[path = "../../crates/anteroom-games/tests/it/slow/mod.rs"]
pub mod slow;

mod inputs;

pub use inputs::{Edit, Setup, Text, Walk};

use failure::Failure;

/// What a button of `play` with this id asks for; `None` if it is no button of `play`.
pub fn pressed(id: &str) -> Option<press::Press> {
    let parts: Vec<&str> = id.split('/').collect();
    custom_id::Read::read(&parts)
}

/// What `anteroom rules --stdin` answers to this input.
///
/// # Errors
///
/// None: both ends are memory.
pub fn answers(input: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut output = Vec::new();
    requests::answer_lines(input, &mut output, rules::answer)?;
    Ok(output)
}
