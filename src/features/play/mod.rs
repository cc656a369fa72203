//! Playing a match: challenges, turns, draws, resigning, take-backs, rematches.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod press;
pub(crate) mod service;
pub(crate) mod store;

pub use service::rematch::Again;

pub use press::ChallengeOptions;

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::{choosing, match_commands, move_command, play_command};
use press::Press;
use service::frozen;

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        let first = vec![
            play_command::play(),
            move_command::make_turn(),
            match_commands::board_command(),
            choosing::challenge_in_menu(),
            match_commands::takeback_command(),
        ];
        first.into_iter().chain(match_commands::ends()).collect()
    },
    presses: &[Presses::of::<Press>()],
    parts: |_, parts| parts.post(frozen::KIND),
    ..Feature::named("play")
};
