//! What the bot can do: one folder per feature.
//!
//! Inside a feature files or folders have the same few names, each only if needed: `model` (pure), `store` (its tables
//! and SQL), `service` (use cases, what follows a commit, alarms), `messages` (what it says), `discord` (its commands and
//! presses).

use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use crate::db::journal;
use crate::db::people::People;
use crate::db::{Connection, Hooks, Listed, OpenError, Result, Store};
use crate::discord::ui::panel::Page;
use crate::discord::ui::press::Presses;
use crate::discord::ui::{App, Command, Composed, Reply};
use crate::features::play::model::refusal::PlayRefusal;
use crate::kernel::contests::{self, Contest, Removal};
use crate::kernel::parts::Parts;
use crate::kernel::{Arbiter, Error, Fault, Kernel, Membership, Running, Setup};
use crate::matches::{GuildId, Match, UserId};
use crate::people::Moment;
use crate::search::Thought;
use moderation::store::acts::{self, MODERATED};
use moderation::store::blocks;
use play::messages::Beside;
use play::model::session::About;
use play::model::view::BoardView;
use play::store::rematches::{self, REMATCHES};
use study::store::evaluations;

pub mod away;
pub mod calendar;
pub mod computers;
pub mod help;
pub mod ladders;
pub mod leagues;
pub mod lists;
pub mod moderation;
pub mod pages;
pub mod play;
pub mod privacy;
pub mod ratings;
pub mod records;
pub mod reminders;
pub mod settings;
pub mod simuls;
pub mod study;
pub mod teams;
pub mod tournaments;
pub mod watching;

/// What the rest of the program knows of a feature.
pub(crate) struct Feature {
    /// Its folder.
    pub(crate) name: &'static str,
    /// Its commands.
    pub(crate) commands: fn() -> Vec<Command>,
    /// What its buttons, menus and forms ask for.
    pub(crate) presses: &'static [Presses],
    /// Its pages of panels.
    pub(crate) pages: &'static [Page],
    /// What its tables hold of people.
    pub(crate) people: &'static People,
    /// Returns lines about a person for their profile, of one server or of all.
    pub(crate) achievements: fn(&Connection, UserId, Option<GuildId>) -> Result<Vec<String>>,
    /// Returns lines about a server for its weekly page.
    pub(crate) standings: fn(&Connection, GuildId) -> Result<Vec<String>>,
    /// Returns the dates of what a person takes part in, for their calendar.
    pub(crate) dates: fn(&Connection, UserId) -> Result<Vec<Dated>>,
    /// Returns the running matches in which a person takes part without being a player.
    pub(crate) joined: fn(&Connection, UserId) -> Result<Vec<Joined>>,
    /// Takes a person out of what they take part in. Runs in a transaction, and leaves work outside the database to an
    /// alarm.
    pub(crate) take_out: fn(&Connection, UserId, Removal, Moment) -> Result,
    /// Gives a person whom the moderators of a server let in again back what [`Feature::take_out`] took. Runs in a
    /// transaction, and leaves work outside the database to an alarm.
    pub(crate) let_in: fn(&Connection, UserId, GuildId, Moment) -> Result,
    /// Says what it means if a person cancels a match before both have moved.
    pub(crate) cancelling: fn(&Connection, &Match, UserId) -> Result<Option<Cancelling>>,
    /// The purposes for which it opens boards.
    pub(crate) purposes: &'static [Purpose],
    /// Adds its reactors and its kinds of alarms to the kernel.
    pub(crate) parts: fn(&Setup, &mut Parts),
}

/// A purpose for which a feature opens boards on which a person picks turns.
pub(crate) struct Purpose {
    /// Whether a board is opened for it.
    pub(crate) serves: fn(&About) -> bool,
    /// Says what stands beside the picks. The evaluation is there if the person asked a computer.
    pub(crate) beside: fn(&BoardView, Option<&Thought>) -> Beside,
    /// Composes the message about a whole turn; `None` if the board asks whether to play it.
    pub(crate) judged: fn(&BoardView) -> Option<Composed>,
    /// Returns what is written in the transaction that keeps the board.
    pub(crate) kept: fn(&BoardView, UserId, Moment) -> Option<Written>,
    /// Takes the whole turn as the person's answer, and returns the board's next message.
    pub(crate) answer: for<'a> fn(&'a App, &'a mut Reply<'_>, BoardView) -> Answered<'a>,
    /// Asks a computer for its evaluation of the board.
    pub(crate) think: for<'a> fn(&'a App, &'a mut Reply<'_>, BoardView) -> Answered<'a>,
}

/// What a feature writes with a board.
pub(crate) type Written = Box<dyn FnOnce(&Connection) -> Result + Send>;

/// The next message of a board.
pub(crate) type Answered<'a> =
    Pin<Box<dyn Future<Output = std::result::Result<Composed, Error>> + Send + 'a>>;

impl Purpose {
    /// A purpose that takes no answers and asks no computer.
    pub(crate) const fn new(
        serves: fn(&About) -> bool,
        beside: fn(&BoardView, Option<&Thought>) -> Beside,
    ) -> Self {
        Self {
            serves,
            beside,
            judged: |_| None,
            kept: |_, _, _| None,
            answer: |_, _, _| Box::pin(async { Err(PlayRefusal::NotOnOffer.into()) }),
            think: |_, _, _| Box::pin(async { Err(PlayRefusal::NotOnOffer.into()) }),
        }
    }
}

/// Returns the purpose of another feature for which a board is opened.
pub(crate) fn purpose(about: &About) -> Option<&'static Purpose> {
    let mut all = FEATURES.iter().flat_map(|feature| feature.purposes);
    all.find(|purpose| (purpose.serves)(about))
}

/// A date of something that a person takes part in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated {
    /// What it is the date of, in a form that stays the same if the date is moved.
    pub key: String,
    /// What then happens, in plain text: `Autumn League: Season 2 ends`.
    pub what: String,
    pub at: Moment,
}

/// A running match in which a person takes part without being a player.
#[derive(Clone, Debug)]
pub struct Joined {
    pub listed: Listed,
    /// Whether it waits for something that the person has not done, until its deadline.
    pub waits: bool,
}

/// What a cancelled match means apart from that it does not count, as sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cancelling {
    /// For the question before.
    pub(crate) before: String,
    /// For the answer after.
    pub(crate) after: String,
}

impl Feature {
    /// Makes a feature that adds nothing.
    pub(crate) const fn named(name: &'static str) -> Self {
        Self {
            name,
            commands: Vec::new,
            presses: &[],
            pages: &[],
            people: &People::NOTHING,
            achievements: |_, _, _| Ok(Vec::new()),
            standings: |_, _| Ok(Vec::new()),
            dates: |_, _| Ok(Vec::new()),
            joined: |_, _| Ok(Vec::new()),
            take_out: |_, _, _, _| Ok(()),
            let_in: |_, _, _, _| Ok(()),
            cancelling: |_, _, _| Ok(None),
            purposes: &[],
            parts: |_, _| {},
        }
    }
}

/// All features, in their order: a feature imports only those before it, apart from the presses of all. Their parts are
/// added to the kernel in this order: planned turns before those of computers.
pub(crate) static FEATURES: &[Feature] = &[
    settings::FEATURE,
    moderation::FEATURE,
    ratings::FEATURE,
    away::FEATURE,
    play::FEATURE,
    computers::FEATURE,
    teams::FEATURE,
    study::FEATURE,
    watching::FEATURE,
    lists::FEATURE,
    records::FEATURE,
    reminders::FEATURE,
    calendar::FEATURE,
    leagues::FEATURE,
    ladders::FEATURE,
    tournaments::FEATURE,
    simuls::FEATURE,
    pages::FEATURE,
    privacy::FEATURE,
    help::FEATURE,
];

/// What all features add to the database.
pub static HOOKS: Hooks = Hooks {
    projections: &[&REMATCHES, &MODERATED],
    checks: &[
        rematches::check,
        acts::check,
        blocks::check,
        teams::store::votes::check,
    ],
    follow: &[
        play::store::conditional::follow,
        teams::store::votes::follow,
        evaluations::follow,
        lists::store::follow,
        contests::follow::<ladders::model::Ladder>,
        contests::follow::<leagues::model::League>,
        contests::follow::<tournaments::model::Tournament>,
        contests::follow::<simuls::model::Simul>,
    ],
    threads: &[contests::thread_opened::<simuls::model::Simul>],
    alarms: reminders::store::due::ALARMS,
    journals: &[
        contests::check::<ladders::model::Ladder>(),
        contests::check::<leagues::model::League>(),
        contests::check::<tournaments::model::Tournament>(),
        contests::check::<simuls::model::Simul>(),
    ],
};

/// Opens a database of matches; see [`Store::open`].
pub fn open(path: &Path) -> Result<Store, OpenError> {
    Store::open(path, &HOOKS)
}

/// Takes a person out of what they take part in; see [`Feature::take_out`].
pub(crate) fn take_out(db: &Connection, user: UserId, removal: Removal, now: Moment) -> Result {
    let mut features = FEATURES.iter();
    features.try_for_each(|feature| (feature.take_out)(db, user, removal, now))
}

/// Gives a person back what they had; see [`Feature::let_in`].
pub(crate) fn let_in(db: &Connection, user: UserId, guild: GuildId, now: Moment) -> Result {
    let mut features = FEATURES.iter();
    features.try_for_each(|feature| (feature.let_in)(db, user, guild, now))
}

/// Says what it means if a person cancels a match; see [`Feature::cancelling`].
pub(crate) fn cancelling(
    db: &Connection,
    state: &Match,
    user: UserId,
) -> Result<Option<Cancelling>> {
    for feature in FEATURES {
        let said = (feature.cancelling)(db, state, user)?;
        if said.is_some() {
            return Ok(said);
        }
    }
    Ok(None)
}

/// Returns the names of the contests of a server in which a person takes part.
pub(crate) fn contests_of(db: &Connection, user: UserId, guild: GuildId) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for kind in [
        leagues::model::League::KIND,
        ladders::model::Ladder::KIND,
        tournaments::model::Tournament::KIND,
        simuls::model::Simul::KIND,
    ] {
        let all = journal::of_person(db, kind, user)?.into_iter();
        let here = all.filter(|journal| journal.guild == guild);
        names.extend(here.map(|journal| journal.name));
    }
    Ok(names)
}

/// Whether Discord says that a person has left a server. Takes them out of what they take part in there, if so.
pub(crate) async fn has_left(kernel: &Kernel, guild: GuildId, user: UserId) -> Result<bool> {
    Ok(membership(kernel, guild, user).await? == Some(Membership::Gone))
}

/// Asks Discord whether a person is in a server; `None` if it does not say. Takes people who are gone out of what they
/// take part in there.
pub(crate) async fn membership(
    kernel: &Kernel,
    guild: GuildId,
    user: UserId,
) -> Result<Option<Membership>> {
    let membership = kernel.announcer.membership(guild, user).await;
    if membership == Some(Membership::Gone) {
        let now = kernel.time.now();
        let write = kernel.write(move |db| take_out(db, user, Removal::LeftServer(guild), now));
        write.await?;
        kernel.alarms.wake();
    }
    Ok(membership)
}

/// Returns all features' lines about a person; see [`Feature::achievements`].
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for feature in FEATURES {
        lines.extend((feature.achievements)(db, user, guild)?);
    }
    Ok(lines)
}

/// Returns all features' dates of a person; see [`Feature::dates`].
pub(crate) fn dates(db: &Connection, user: UserId) -> Result<Vec<Dated>> {
    let mut dates = Vec::new();
    for feature in FEATURES {
        dates.extend((feature.dates)(db, user)?);
    }
    Ok(dates)
}

/// Returns the running matches in which a person takes part without being a player; see [`Feature::joined`].
pub(crate) fn joined(db: &Connection, user: UserId) -> Result<Vec<Joined>> {
    let mut joined = Vec::new();
    for feature in FEATURES {
        joined.extend((feature.joined)(db, user)?);
    }
    Ok(joined)
}

/// Returns all features' lines about a server; see [`Feature::standings`].
pub(crate) fn standings(db: &Connection, guild: GuildId) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for feature in FEATURES {
        lines.extend((feature.standings)(db, guild)?);
    }
    Ok(lines)
}

/// Commands in the order in which they are registered, the commonest of each letter first: an empty channel of the sandbox shows
/// the first five. Others come after them.
pub(crate) const COMMONEST: [&str; 25] = [
    "play",
    "learn",
    "games",
    "puzzle",
    "help",
    "move",
    "board",
    "rules",
    "draw",
    "takeback",
    "resign",
    "explore",
    "plan",
    "describe",
    "leaderboard",
    "league",
    "ladder",
    "tournament",
    "profile",
    "settings",
    "away",
    "import",
    "privacy",
    "server",
    "referee",
];

impl Arbiter {
    /// Starts an arbiter: each reactor does what the store says is still to be done, and the arbiter watches alarms until
    /// `shutdown` is ready.
    ///
    /// After that it still answers, and its changes are announced when it is started again.
    pub async fn start(
        setup: Setup,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(Self, Running), Fault> {
        let mut parts = Parts::default();
        for feature in FEATURES {
            tracing::debug!(feature = feature.name, "starting feature");
            (feature.parts)(&setup, &mut parts);
        }
        let (kernel, running) = Kernel::start(setup, parts, shutdown).await?;
        Ok((Self::new(kernel), running))
    }
}

/// The feature of `docs/adding-a-feature.md`.
#[cfg(test)]
#[path = "../../docs/example-feature/mod.rs"]
pub(crate) mod example;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    #[test]
    fn the_guide_shows_the_example_as_it_stands() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
        let guide = fs::read_to_string(format!("{docs}/adding-a-feature.md")).expect("the guide");
        let shown: String = guide
            .lines()
            .map(|line| format!("{}\n", line.trim()))
            .collect();
        for name in ["mod", "store", "messages", "discord"] {
            let file = fs::read_to_string(format!("{docs}/example-feature/{name}.rs"));
            let file = file.expect("a file of the example");
            let file: String = file
                .lines()
                .map(|line| format!("{}\n", line.trim()))
                .collect();
            assert!(shown.contains(&file), "the guide shows another {name}.rs");
        }
    }

    #[tokio::test]
    async fn the_example_is_a_feature() {
        let commands = (example::FEATURE.commands)();
        let names: Vec<_> = commands.iter().map(Command::name).collect();
        assert_eq!(names, ["ongoing"]);
        let folder = tempfile::tempdir().expect("a folder");
        let store = open(&folder.path().join("matches.db")).expect("a database");
        let count = store.read(|db| example::store::ongoing_in(db, GuildId(1)));
        assert_eq!(count.await.expect("a count"), 0);
    }

    #[test]
    fn every_folder_is_a_feature() {
        let here = concat!(env!("CARGO_MANIFEST_DIR"), "/src/features");
        let entries = fs::read_dir(here).expect("the features");
        let folders: BTreeSet<_> = entries
            .map(|entry| entry.expect("a feature"))
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().into_string().expect("a name"))
            .collect();
        let names: BTreeSet<_> = FEATURES
            .iter()
            .map(|feature| feature.name.to_owned())
            .collect();
        assert_eq!(names, folders);
    }
}
