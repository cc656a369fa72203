//! Tests of the sandbox with a real serenity client and simulated people, and of its page in a real browser.

mod api;
mod bot;
mod browser;
mod commands;
mod gateway;
mod interactions;
mod layout;
mod messages;
mod openapi;
mod page;
mod persistence;
mod rates;
mod threads;
mod unfold;

use loopback_discord::{Clock, Sandbox, SandboxConfig};
use serenity::all::{CommandOptionType, CreateCommand, CreateCommandOption};

use bot::Bot;

/// Starts a sandbox with a stopped clock and without rate limits.
pub async fn quiet_sandbox() -> Sandbox {
    Sandbox::start(quiet_config()).await.expect("a sandbox")
}

/// The configuration of a quiet sandbox.
pub fn quiet_config() -> SandboxConfig {
    let mut config = SandboxConfig::default();
    config.clock = Clock::stopped();
    config.limits_rates = false;
    // Tests of this crate send invalid forms on purpose.
    config.strict_forms = false;
    config
}

/// Registers a command with subcommands, like `/play`, and one with autocomplete, like `/move`.
pub async fn register(bot: &Bot) {
    let opponent =
        CreateCommandOption::new(CommandOptionType::User, "opponent", "Whom to play against");
    let size = CreateCommandOption::new(CommandOptionType::Integer, "size", "How many columns")
        .min_int_value(4)
        .max_int_value(12);
    let colour = CreateCommandOption::new(CommandOptionType::String, "colour", "Which side")
        .add_string_choice("Red", "red");
    let game = CreateCommandOption::new(
        CommandOptionType::SubCommand,
        "connect-n",
        "Four in a row, or more",
    );
    let game = game
        .add_sub_option(opponent.required(true))
        .add_sub_option(size)
        .add_sub_option(colour);
    let play = CreateCommand::new("play")
        .description("Start a match")
        .add_option(game);
    let turn = CreateCommandOption::new(CommandOptionType::String, "turn", "What to play")
        .required(true)
        .set_autocomplete(true);
    let moves = CreateCommand::new("move")
        .description("Play a turn")
        .add_option(turn);
    bot.http
        .create_global_commands(&[play, moves])
        .await
        .expect("commands");
}
