//! The names of people, remembered from interactions, for thread titles, boards and plain-text lists.
//!
//! The arbiter stores names; this is a cache of the names seen or loaded recently. A nickname belongs to one server;
//! the person's global name replaces a missing nickname.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use serenity::all::{LightMethod, UserId as DiscordUser};
use serenity::http::{Request, Route};
use tokio::sync::{RwLock, RwLockReadGuard, mpsc};

use crate::board::scene::Bar;
use crate::discord::transport::rest::Rest;
use crate::kernel::View;
use crate::kernel::lock::lock;
use crate::matches::{GuildId, Player, UserId};
use crate::render::printable_name;

/// The maximum number of cached names. An evicted name is loaded from the store.
const MOST: usize = 10_000;

/// The prefix of a computer's name in the strip above a board, which has no room for the word.
const COMPUTER_SIGN: char = '⚙';

/// The maximum number of fetched names that wait to be stored. Others are fetched again later.
const MOST_ASKED: usize = 1_000;

#[derive(Debug)]
pub struct Names {
    seen: Mutex<Seen>,
    asked: mpsc::Sender<AskedFor>,
    /// People whose data was deleted and who have not used the bot since.
    deleted: Mutex<HashSet<UserId>>,
    /// Held for reading while a name is written to the store, and for writing to wait for all such writes.
    writing: RwLock<()>,
}

/// A person whose name was fetched from Discord, and their name outside of servers.
pub type AskedFor = (UserId, String);

type Seen = HashMap<(Option<GuildId>, UserId), Name>;

#[derive(Debug)]
struct Name {
    /// The name; empty if Discord was asked and had no name.
    text: String,
    /// The day since 1970 on which an interaction had the name; `None` if the name is only from the store.
    day: Option<u64>,
}

impl Names {
    /// Creates an empty cache. The receiver gets the names fetched from Discord, to be stored.
    pub fn new() -> (Self, mpsc::Receiver<AskedFor>) {
        let (asked, to_keep) = mpsc::channel(MOST_ASKED);
        let names = Self {
            seen: Mutex::default(),
            asked,
            deleted: Mutex::default(),
            writing: RwLock::default(),
        };
        (names, to_keep)
    }

    /// Remembers a name from an interaction. Returns whether to store it: it is new, or the first today.
    pub fn learn(&self, guild: Option<GuildId>, user: UserId, name: &str) -> bool {
        let text = without_controls(name);
        let day = Some(today());
        lock(&self.deleted).remove(&user);
        let mut seen = lock(&self.seen);
        let known = seen
            .get(&(guild, user))
            .is_some_and(|name| name.text == text && name.day == day);
        if !known {
            put(&mut seen, (guild, user), Name { text, day });
        }
        !known
    }

    /// Remembers a stored name, unless a newer one is known or the person wants it deleted.
    pub fn recall(&self, guild: Option<GuildId>, user: UserId, name: &str) {
        if self.is_forgotten(user) {
            return;
        }
        let mut seen = lock(&self.seen);
        let later = seen
            .get(&(guild, user))
            .is_some_and(|name| !name.text.is_empty());
        if !later {
            let text = without_controls(name);
            put(&mut seen, (guild, user), Name { text, day: None });
        }
    }

    /// Remembers the stored names of a match's players.
    pub fn recall_players(&self, view: &View) {
        for (user, name) in &view.names {
            self.recall(view.state.proposal().place.guild, *user, name);
        }
    }

    /// Returns the person's name in a server, or else their global name.
    pub fn of(&self, guild: Option<GuildId>, user: UserId) -> Option<String> {
        if let Some(name) = user.deleted_name() {
            return Some(name);
        }
        let seen = lock(&self.seen);
        [guild, None]
            .iter()
            .filter_map(|guild| seen.get(&(*guild, user)))
            .map(|name| name.text.clone())
            .find(|name| !name.is_empty())
    }

    /// Fetches the name of an unknown person from Discord, once and for at most `patience`.
    pub async fn meet(
        &self,
        rest: &Rest,
        guild: Option<GuildId>,
        user: UserId,
        patience: Duration,
    ) {
        if self.has_met(guild, user) {
            return;
        }
        // Serenity panics at an id of 0, which Discord never uses.
        let route = Route::User {
            user_id: DiscordUser::new(user.0.max(1)),
        };
        let asking = rest.send_within(Request::new(route, LightMethod::Get), patience);
        let answer = tokio::time::timeout(patience, asking).await;
        let name = match &answer {
            Ok(Ok(answer)) => name_in(answer),
            _ => None,
        };
        if let Some(name) = name {
            // A name that is not stored is fetched again after a restart.
            let _ = self.asked.try_send((user, without_controls(name)));
        }
        // A failure is remembered too, so that the bot does not fetch an unavailable name for every post.
        self.recall(None, user, name.unwrap_or_default());
    }

    /// Puts the players' known names into the strip above a board. The strip keeps the colour of a player whose name has
    /// a letter that the font lacks.
    pub fn call(&self, bar: &mut Bar, guild: Option<GuildId>, players: [Player; 2]) {
        for (side, player) in bar.sides.iter_mut().zip(players) {
            let name = match player {
                Player::Person(user) => self.of(guild, user).map(|name| printable_name(&name)),
                Player::Computer(level) => Some(format!("{COMPUTER_SIGN} {level}")),
                Player::Team(team) => Some(printable_name(team.name.as_str())),
            };
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                side.name = name;
            }
        }
    }

    /// Deletes a person's names, and returns after all pending writes of them to the store. A deletion in
    /// the store after that is final.
    ///
    /// Posts in progress do not fetch the name, and a name already fetched is not stored. The bot remembers the name
    /// again when the person uses the bot again.
    pub async fn delete(&self, user: UserId) {
        lock(&self.deleted).insert(user);
        lock(&self.seen).retain(|(_, known), _| *known != user);
        drop(self.writing.write().await);
    }

    /// Returns a guard to write a name to the store. `None` if the person's data was deleted since.
    pub async fn may_keep(&self, user: UserId) -> Option<RwLockReadGuard<'_, ()>> {
        let right = self.writing.read().await;
        (!self.is_forgotten(user)).then_some(right)
    }

    fn is_forgotten(&self, user: UserId) -> bool {
        lock(&self.deleted).contains(&user)
    }

    /// Whether the name is known, or was fetched in vain.
    pub fn has_met(&self, guild: Option<GuildId>, user: UserId) -> bool {
        if user.deleted_name().is_some() || self.is_forgotten(user) {
            return true;
        }
        let seen = lock(&self.seen);
        seen.contains_key(&(guild, user)) || seen.contains_key(&(None, user))
    }
}

fn put(seen: &mut Seen, key: (Option<GuildId>, UserId), name: Name) {
    if seen.len() >= MOST && !seen.contains_key(&key) {
        seen.clear();
    }
    seen.insert(key, name);
}

fn today() -> u64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs()
        / 86_400
}

fn name_in(user: &Value) -> Option<&str> {
    user["global_name"].as_str().or(user["username"].as_str())
}

/// Removes invisible characters from a name: control characters, and those that change the writing
/// direction, also of the text around the name.
pub fn without_controls(name: &str) -> String {
    let unseen = |c: &char| {
        c.is_control()
            || matches!(c, '\u{061c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let name: String = name.chars().filter(|c| !unseen(c)).collect();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_is_forgotten_is_not_asked_for_but_learned_again() {
        let (names, _) = Names::new();
        let server = Some(GuildId(1));
        assert!(names.learn(server, UserId(7), "Captain"));
        names.delete(UserId(7)).await;
        // News that was read before the deletion brings the name along.
        names.recall(server, UserId(7), "Captain");
        assert_eq!(names.of(server, UserId(7)), None);
        assert!(names.has_met(server, UserId(7)), "nobody asks Discord");
        assert!(names.may_keep(UserId(7)).await.is_none());
        assert!(names.learn(None, UserId(7), "Ana"));
        assert_eq!(names.of(server, UserId(7)).as_deref(), Some("Ana"));
        assert!(names.may_keep(UserId(7)).await.is_some());
    }

    #[tokio::test]
    async fn nobody_is_forgotten_while_a_name_of_theirs_is_being_written() {
        let (names, _) = Names::new();
        let writing = names.may_keep(UserId(7)).await.expect("a right");
        let deleting = names.delete(UserId(7));
        tokio::pin!(deleting);
        let early = tokio::time::timeout(Duration::from_millis(20), &mut deleting).await;
        assert!(
            early.is_err(),
            "the name would be written after the deletion"
        );
        drop(writing);
        deleting.await;
        assert!(names.may_keep(UserId(7)).await.is_none());
    }

    #[test]
    fn a_nickname_belongs_to_one_server() {
        let (names, _) = Names::new();
        let (one, other) = (Some(GuildId(1)), Some(GuildId(2)));
        assert!(names.learn(one, UserId(7), "Captain"));
        assert!(!names.learn(one, UserId(7), "Captain"));
        assert_eq!(names.of(one, UserId(7)).as_deref(), Some("Captain"));
        assert_eq!(names.of(other, UserId(7)), None);
        names.recall(None, UserId(7), "Ana");
        assert_eq!(names.of(one, UserId(7)).as_deref(), Some("Captain"));
        assert_eq!(names.of(other, UserId(7)).as_deref(), Some("Ana"));
    }

    #[test]
    fn what_is_not_seen_leaves_a_name() {
        for (name, seen) in [
            ("Ana", "Ana"),
            ("\u{202e}anA\u{202c}", "anA"),
            ("\u{2067}x\u{2069} \u{200f}y\u{61c}", "x y"),
            ("a\nb\u{200b}c", "abc"),
            ("\u{202e}\u{200e}", ""),
            ("  Bo   B ", "Bo B"),
            ("עדה", "עדה"),
        ] {
            assert_eq!(without_controls(name), seen, "{name:?}");
        }
    }
}
