//! Measures how late the cards and the table of a channel with many slow matches are, within Discord's limits.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fastrand::Rng;
use loopback_discord::{Answer, JournalEntry, Layout, Place, Sandbox, SandboxConfig, Snowflake};
use rusqlite::{Connection, OpenFlags};

use super::NOTHING;
use super::contests::{Clocks, NO_COMPILER, found, peak, private, processor, until_monday};
use super::play::challenges;
use super::program::{self, Program};

/// The people who play. The first ones are in the league.
const PEOPLE: usize = 10;
const OF_LEAGUE: usize = 5;

/// The single matches, each with a card in the channel. Ten of them end, so that thirty cards remain.
const SINGLE: usize = 40;

/// The games of the league: everybody against everybody.
const GAMES: usize = OF_LEAGUE * (OF_LEAGUE - 1) / 2;

/// The single matches that end by play: the next turn wins.
const NEARLY_WON: usize = 5;

/// The columns that are filled. No two are adjacent, so neither seat wins.
const COLUMNS: [&str; 4] = ["a", "c", "e", "g"];

/// The number of chips in a column of the usual frame.
const ROWS: usize = 6;

/// The turns after which the first seat wins with another `a`.
const THREAT: [&str; 6] = ["a", "b", "a", "b", "a", "b"];

/// The time by which messages are older when the measurement begins. Discord limits edits after an hour.
const AGE: Duration = Duration::from_hours(2);

/// The seconds until everything is shown, at most.
const PATIENCE: u64 = 600;

/// The milliseconds for which an edit may not know of a turn, as both are under way.
const UNDER_WAY: u64 = 1_000;

const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";

/// The posts and edits that the bot owes. Discord's lines about threads, which it deletes when it can, change no message.
const OWED: &str = "SELECT count(*) FROM owed WHERE kind <> 'thread-lines'";
const PLACES: &str = "SELECT count(*) FROM places";

/// A part of the measurement.
struct Load {
    /// The time between two turns, all matches together.
    every: Duration,
    /// The numbers of single matches and of matches of the league that end at random moments.
    ends: usize,
    of_league: usize,
}

const LOADS: [Load; 2] = [
    Load {
        every: Duration::from_secs(10),
        ends: 4,
        of_league: 4,
    },
    Load {
        every: Duration::from_secs(1),
        ends: 6,
        of_league: 5,
    },
];

/// The kinds of changes, with the time in which 95 of 100 must be shown.
const BOUNDS: [(What, &str, Duration); 3] = [
    (What::End, "an end on its card", Duration::from_secs(20)),
    (
        What::Table,
        "a result in the table",
        Duration::from_secs(45),
    ),
    (
        What::Turn,
        "a turn or a later one on its card",
        Duration::from_mins(3),
    ),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    End,
    Table,
    Turn,
}

/// A running match.
struct Running {
    /// The people, first seat first.
    people: [String; 2],
    thread: Snowflake,
    /// The card; `None` for a match of the league.
    card: Option<Snowflake>,
    turns: usize,
    /// Whether the next turn wins.
    nearly_won: bool,
}

/// A change that a message in the channel must show.
struct Change {
    /// The number of the load, and what has changed.
    kind: (usize, What),
    /// The message that must show it.
    message: Snowflake,
    /// When a person sent it, by the sandbox's clock.
    at: u64,
    /// The state that shows it: the number of a card's turn, or of the games that are over.
    state: usize,
}

/// An edit of a card or of the table.
struct Edit {
    at: u64,
    message: Snowflake,
    state: usize,
    accepted: bool,
    has_picture: bool,
}

/// The state of a card whose match is over.
const OVER: usize = usize::MAX;

/// The channel with its matches.
struct Channel {
    program: Program,
    sandbox: Sandbox,
    clocks: Clocks,
    database: PathBuf,
    id: Snowflake,
    table: Snowflake,
    running: Vec<Running>,
    changes: Vec<Change>,
    /// The number of games of the league that are over.
    over: usize,
    chance: Rng,
}

/// Begins matches in a channel, makes their messages old, and lets people play at two rates, while some matches end.
pub async fn of_old_messages(time: Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = SandboxConfig::default();
    let Some(clocks) = Clocks::new(folder.path(), &mut config) else {
        println!("{NO_COMPILER}");
        return;
    };
    let layout = Layout::default();
    config.layout = (0..PEOPLE).fold(layout, |layout, one| layout.person(&name(one)));
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let database = folder.path().join("matches.db");
    let program = Program::connected(&sandbox, &database, &clocks.variables()).await;
    let id = sandbox.channel("general");
    let mut channel = Channel {
        program,
        sandbox,
        clocks,
        database,
        id,
        table: id,
        running: Vec::new(),
        changes: Vec::new(),
        over: 0,
        chance: Rng::with_seed(1),
    };
    channel.begins_league().await;
    channel.begins_matches().await;
    channel.clocks.pass(AGE);
    channel.sandbox.clear_journal();

    for (number, load) in LOADS.iter().enumerate() {
        let cpu = processor(channel.program.id());
        channel.bears(number, load, time).await;
        println!(
            "a turn in {:?} for {time:?}: {:.1} s of processor; {} matches are left",
            load.every,
            processor(channel.program.id()) - cpu,
            channel.running.len()
        );
    }
    let edits = channel.until_shown().await;
    channel.counts(&edits);
    println!("memory at most: {}", peak(channel.program.id()));
    let missed = channel.misses(&edits);
    assert!(missed == 0, "{missed} bounds were missed");
}

fn name(person: usize) -> String {
    format!("p{person}")
}

impl Channel {
    /// Lets people join a league, and waits for the table and the games of its season.
    async fn begins_league(&mut self) {
        let size = OF_LEAGUE.to_string();
        let post = found(&self.place("ana", self.id), "Five", &size).await;
        for person in 0..OF_LEAGUE {
            let place = self.place(&name(person), self.id);
            private(place.press(&post, "Join").await);
        }
        let until = until_monday(self.clocks.now());
        self.clocks.pass(until);
        let playing = "SELECT count(*) FROM matches WHERE status = 'playing'";
        self.until(playing, GAMES).await;
        self.until(OWED, 0).await;
        let messages = self.place("ana", self.id).messages();
        let mut tables = messages
            .iter()
            .filter(|post| games_over(post.content()).is_some());
        self.table = tables.next_back().expect("a table").id();
    }

    /// Begins the single matches, and opens the threads of all games by their first turns.
    async fn begins_matches(&mut self) {
        for number in 0..SINGLE {
            let first = number % PEOPLE;
            // Another opponent in each round of all people.
            let second = (first + 1 + number / PEOPLE) % PEOPLE;
            self.begins(&name(first), &name(second)).await;
        }
        let people: BTreeMap<u64, String> = (0..PEOPLE)
            .map(|person| (self.sandbox.user(&name(person)).id().0, name(person)))
            .collect();
        let sql =
            "SELECT match_id, first_player, second_player FROM matches WHERE status = 'playing'";
        for [id, first, second] in rows(&self.database, sql) {
            let people = [first, second].map(|user| people[&user].clone());
            let sql = format!("SELECT count(*) FROM places WHERE match_id = {id} AND card > 0");
            let has_card = number(&self.database, &sql) == 1;
            if !has_card {
                let place = self.place(&people[0], self.id);
                let given = [("turn", COLUMNS[0]), ("match", &id.to_string())];
                let answer = place.command("move", given).await;
                assert!(program::is_played(&answer), "{answer:#?}");
                let opened = format!("{PLACES} WHERE match_id = {id} AND thread > 0");
                self.until(&opened, 1).await;
            }
            let sql = format!("SELECT thread, coalesce(card, 0) FROM places WHERE match_id = {id}");
            let [thread, card] = rows(&self.database, &sql)[0];
            let nearly_won = has_card && self.nearly_won().count() < NEARLY_WON;
            self.running.push(Running {
                people,
                thread: Snowflake(thread),
                card: has_card.then_some(Snowflake(card)),
                turns: usize::from(!has_card),
                nearly_won,
            });
        }
        assert_eq!(self.running.len(), SINGLE + GAMES);
        for at in 0..self.running.len() {
            while let Some(column) = self.running[at].opening() {
                self.plays(at, column).await;
            }
        }
        // All cards show these turns.
        self.until(OWED, 0).await;
        println!("{SINGLE} single matches and {GAMES} of a league run in one channel");
    }

    fn place(&self, name: &str, channel: Snowflake) -> Place {
        self.sandbox.user(name).in_channel(channel)
    }

    fn nearly_won(&self) -> impl Iterator<Item = usize> {
        let all = self.running.iter().enumerate();
        all.filter_map(|(at, one)| one.nearly_won.then_some(at))
    }

    /// Begins a single match, and waits for its thread.
    async fn begins(&mut self, first: &str, second: &str) {
        let given = [("opponent", second), ("colour", "Red"), ("time", "3d")];
        let answer = challenges(&self.place(first, self.id), "connect-n", given).await;
        let Answer::Message(card) = answer else {
            panic!("not a challenge: {answer:#?}")
        };
        let noted = format!("{PLACES} WHERE card = {}", card.id());
        self.until(&noted, 1).await;
        drop(self.place(second, self.id).press(&card, "Accept").await);
        self.until(&format!("{noted} AND thread > 0"), 1).await;
    }

    /// Polls the database until a query counts this many rows. Lets time pass, as limits of Discord may ask for it.
    async fn until(&mut self, sql: &str, wanted: usize) {
        for looks in 1_u32.. {
            let found = number(&self.database, sql);
            if found == wanted {
                return;
            }
            let said = || self.program.said();
            assert!(looks < 6_000, "{found}, not {wanted}: {sql}\n{}", said());
            tokio::time::sleep(Duration::from_millis(50)).await;
            if looks.is_multiple_of(20) {
                self.clocks.pass(Duration::from_secs(10));
            }
        }
    }

    /// Plays a turn. Returns when it was sent.
    async fn plays(&mut self, at: usize, column: &str) -> u64 {
        let running = &self.running[at];
        let place = self.place(&running.people[running.turns % 2], running.thread);
        let sent = self.clocks.now();
        program::play(&place, column).await;
        self.running[at].turns += 1;
        sent
    }

    /// Lets people play turns at a rate, in matches chosen at random. Some matches end at random moments.
    async fn bears(&mut self, load: usize, given: &Load, time: Duration) {
        let turns = time.div_duration_f64(given.every) as usize;
        let moments = |ends| {
            (0..ends)
                .map(|_| self.chance.usize(0..turns))
                .collect::<Vec<_>>()
        };
        let [ends, of_league] = [given.ends, given.of_league].map(moments);
        let due = |moments: &[usize], turn| moments.iter().filter(|one| **one == turn).count();
        let mut ticks = tokio::time::interval(given.every);
        for turn in 0..turns {
            ticks.tick().await;
            let at = self.one_of(|one| !one.nearly_won && one.filler().is_some());
            let column = self.running[at].filler().expect("a turn");
            let sent = self.plays(at, column).await;
            let Running { card, turns, .. } = self.running[at];
            if let Some(card) = card {
                // The card numbers the turn that it waits for.
                self.notes((load, What::Turn), card, sent, turns + 1);
            }
            for _ in 0..due(&ends, turn) {
                self.ends(load).await;
            }
            for _ in 0..due(&of_league, turn) {
                let at = self.one_of(|one| one.card.is_none());
                let (_, sent) = self.resigns(at).await;
                self.over += 1;
                self.notes((load, What::Table), self.table, sent, self.over);
            }
        }
    }

    /// Returns the index of a running match of this kind, chosen at random.
    fn one_of(&mut self, is_of_kind: impl Fn(&Running) -> bool) -> usize {
        let all = self.running.iter().enumerate();
        let fit: Vec<_> = all
            .filter_map(|(at, one)| is_of_kind(one).then_some(at))
            .collect();
        self.chance.choice(fit).expect("a match")
    }

    /// Ends a single match: by turns one that is won by a last turn, and one in which somebody resigns.
    async fn ends(&mut self, load: usize) {
        let by_play = self.nearly_won().next();
        let before = self.changes.iter().filter(|one| one.kind.1 == What::End);
        let (card, sent) = match by_play.filter(|_| before.count() % 2 == 0) {
            Some(at) => {
                let sent = self.plays(at, THREAT[0]).await;
                (self.running.remove(at).card, sent)
            }
            None => {
                let at = self.one_of(|one| !one.nearly_won && one.card.is_some());
                self.resigns(at).await
            }
        };
        self.notes((load, What::End), card.expect("a card"), sent, OVER);
    }

    /// Lets a player resign. Returns the card, and when the player confirmed it.
    async fn resigns(&mut self, at: usize) -> (Option<Snowflake>, u64) {
        let over = self.running.remove(at);
        let place = self.place(&over.people[0], over.thread);
        let question = private(place.command("resign", NOTHING).await);
        let sent = self.clocks.now();
        private(place.press(&question, "Resign").await);
        (over.card, sent)
    }

    fn notes(&mut self, kind: (usize, What), message: Snowflake, at: u64, state: usize) {
        self.changes.push(Change {
            kind,
            message,
            at,
            state,
        });
    }

    /// Waits until everything is shown, and returns all edits of messages in the channel.
    async fn until_shown(&self) -> Vec<Edit> {
        for _ in 0..PATIENCE {
            let edits: Vec<_> = self
                .sandbox
                .journal()
                .iter()
                .filter_map(|entry| self.edit(entry))
                .collect();
            if self.changes.iter().all(|one| one.shown(&edits).is_some()) {
                return edits;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        panic!("not everything is shown:\n{}", self.program.said())
    }

    /// Reads an edit of a message in the channel from the sandbox's journal.
    fn edit(&self, entry: &JournalEntry) -> Option<Edit> {
        let message = entry.path.rsplit('/').next()?.parse().ok();
        let message = message.filter(|_| entry.route == MESSAGE && entry.method == "PATCH")?;
        let is_here = entry.path.contains(&format!("/{}/", self.id));
        let content = entry.request.as_ref()?["content"].as_str()?;
        let state = match message == self.table {
            true => games_over(content)?,
            false => on_card(content),
        };
        is_here.then_some(Edit {
            at: entry.at,
            message,
            state,
            accepted: entry.status == 200,
            has_picture: !entry.files.is_empty(),
        })
    }

    /// Prints how many edits there were, and how many of them were in vain.
    fn counts(&self, edits: &[Edit]) {
        let (made, refused): (Vec<_>, Vec<_>) = edits.iter().partition(|one| one.accepted);
        let of_table = made.iter().filter(|one| one.message == self.table).count();
        println!(
            "{} edits of cards and {of_table} of the table, {} refused; {} with a picture",
            made.len() - of_table,
            refused.len(),
            edits.iter().filter(|one| one.has_picture).count(),
        );
        let mut shown = BTreeMap::new();
        let (mut older, mut again) = (0, 0);
        for edit in made {
            let known = self
                .changes
                .iter()
                .filter(|one| one.message == edit.message && one.at + UNDER_WAY < edit.at);
            older += usize::from(known.map(|one| one.state).max() > Some(edit.state));
            again += usize::from(shown.insert(edit.message, edit.state) == Some(edit.state));
        }
        println!("{older} edits showed an older state, and {again} nothing new");
    }

    /// Prints how late the changes were shown. Returns how many bounds were missed.
    fn misses(&self, edits: &[Edit]) -> usize {
        let mut missed = 0;
        for (number, load) in LOADS.iter().enumerate() {
            println!("a turn in {:?}:", load.every);
            for (what, words, bound) in BOUNDS {
                let own = self.changes.iter().filter(|one| one.kind == (number, what));
                let mut times: Vec<_> = own.filter_map(|one| one.shown(edits)).collect();
                times.sort_unstable();
                // By the nearest rank: of fewer than twenty the slowest.
                let within = |share: usize| times[(times.len() * share).div_ceil(100) - 1];
                println!(
                    "- {words}: {} times, {:.1?} in the middle, {:.1?} for 95 of 100 (bound {bound:?}), {:.1?} at most",
                    times.len(),
                    within(50),
                    within(95),
                    within(100),
                );
                missed += usize::from(within(95) > bound);
            }
        }
        missed
    }
}

impl Running {
    /// Returns the next turn before the measurement; `None` if there are enough.
    fn opening(&self) -> Option<&'static str> {
        match (self.nearly_won, self.turns) {
            (true, turns) => THREAT.get(turns).copied(),
            // From here on, a match that ends is not cancelled.
            (false, 0 | 1) => self.filler(),
            (false, _) => None,
        }
    }

    /// Returns the next turn that does not win; `None` if all columns are full.
    fn filler(&self) -> Option<&'static str> {
        COLUMNS.get(self.turns / ROWS).copied()
    }
}

impl Change {
    /// Returns how late the first edit was that shows this change or a later one.
    fn shown(&self, edits: &[Edit]) -> Option<Duration> {
        let shows = |edit: &&Edit| {
            edit.accepted
                && edit.message == self.message
                && edit.at >= self.at
                && edit.state >= self.state
        };
        let edit = edits.iter().find(shows)?;
        Some(Duration::from_millis(edit.at - self.at))
    }
}

/// Returns the number of the turn for which a card waits.
fn on_card(content: &str) -> usize {
    let lines = content.lines();
    let turn = lines.filter_map(|line| line.strip_prefix("Turn ")).next();
    let digits = turn.and_then(|turn| turn.split([':', '.']).next());
    digits.map_or(OVER, |digits| digits.parse().expect("a number"))
}

/// Returns the number of games that are over by a table; `None` if the text is no table.
fn games_over(content: &str) -> Option<usize> {
    let played = format!(" of {} played", OF_LEAGUE - 1);
    let mut rows: Vec<_> = content.split(&played).collect();
    rows.pop();
    let of_all = rows.iter().filter_map(|row| {
        let number = row.rsplit(' ').next()?;
        number.parse::<usize>().ok()
    });
    // Each game is in the rows of two people.
    (rows.len() == OF_LEAGUE).then(|| of_all.sum::<usize>() / 2)
}

/// Returns the number that a query counts.
fn number(database: &Path, sql: &str) -> usize {
    let [[number]] = rows(database, sql)[..] else {
        panic!("not a number: {sql}")
    };
    usize::try_from(number).expect("a count")
}

/// Returns the rows of a query for numbers.
fn rows<const N: usize>(database: &Path, sql: &str) -> Vec<[u64; N]> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let connection = connection.expect("the database");
    let mut statement = connection.prepare(sql).expect("a query");
    let read = statement.query_map([], |row| {
        let mut numbers = [0; N];
        for (at, number) in numbers.iter_mut().enumerate() {
            *number = row.get::<_, i64>(at)?.cast_unsigned();
        }
        Ok(numbers)
    });
    let read = read.expect("rows");
    read.collect::<Result<_, _>>().expect("numbers")
}
