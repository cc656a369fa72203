//! Playing a match: challenges, turns, draws, resigning, take-backs, rematches.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod service;
pub(crate) mod store;

use super::Feature;
use crate::discord::ui::command::{everywhere, in_servers, in_servers_and_chats};
use discord::{challenge_command, match_commands, move_command, play_command, time_command};

pub(crate) const FEATURE: Feature = Feature {
    commands: || {
        vec![
            everywhere(play_command::play()),
            in_servers_and_chats(move_command::play_turn()),
            in_servers_and_chats(match_commands::board()),
            in_servers(challenge_command::challenge()),
            in_servers_and_chats(match_commands::takeback()),
            in_servers_and_chats(time_command::give_time()),
            in_servers_and_chats(match_commands::draw()),
            in_servers_and_chats(match_commands::resign()),
            in_servers_and_chats(match_commands::abort()),
            in_servers_and_chats(match_commands::end_exhibition()),
        ]
    },
    definition: |command| {
        (command.name == play_command::NAME).then(|| play_command::definition(command))
    },
    ..Feature::named("play")
};
