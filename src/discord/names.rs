//! What people are called: remembered from the interactions they appear in, for thread titles and lists that show
//! plain text only.

use std::collections::HashMap;
use std::sync::Mutex;

use serde_json::Value;
use serenity::all::{LightMethod, UserId as DiscordUser};
use serenity::http::{Request, Route};

use crate::board::scene::Bar;
use crate::matches::{Player, UserId};
use crate::render::printable;

/// How many names are kept. A forgotten name is asked for again.
const MOST: usize = 10_000;

/// The names seen so far.
#[derive(Debug, Default)]
pub struct Names {
    seen: Mutex<HashMap<UserId, String>>,
}

impl Names {
    /// Remembers a name.
    pub fn learn(&self, user: UserId, name: &str) {
        let mut seen = self
            .seen
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if seen.len() >= MOST && !seen.contains_key(&user) {
            seen.clear();
        }
        seen.insert(user, name.to_owned());
    }

    /// Asks Discord what somebody is called outside of any server; the answer is for [`learn_from`](Self::learn_from).
    pub fn request(user: UserId) -> Request<'static> {
        // Serenity does not bear a number 0, which Discord never gives out.
        Request::new(
            Route::User {
                user_id: DiscordUser::new(user.0.max(1)),
            },
            LightMethod::Get,
        )
    }

    /// Remembers the name in Discord's answer, and gives it back.
    pub fn learn_from(&self, user: UserId, answer: &Value) -> Option<String> {
        let name = answer["global_name"]
            .as_str()
            .or(answer["username"].as_str())?;
        self.learn(user, name);
        Some(name.to_owned())
    }

    /// Calls the players in the strip above a board by their names, as far as they are known and can be drawn.
    pub fn call(&self, bar: &mut Bar, players: [Player; 2]) {
        for (side, player) in bar.sides.iter_mut().zip(players) {
            let name = match player {
                Player::Person(user) => self.of(user).map(|name| printable(&name)),
                Player::Computer(level) => Some(level.to_string()),
            };
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                side.name = name;
            }
        }
    }

    /// The name last seen.
    #[must_use]
    pub fn of(&self, user: UserId) -> Option<String> {
        self.seen
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .get(&user)
            .cloned()
    }
}
