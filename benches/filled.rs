//! A database with many matches in it, written by plain SQL as the bot would have written it.

use std::path::Path;

use rusqlite::{Connection, params};

/// The number of players besides `Given::me`.
pub const PLAYERS: u64 = 20_000;

/// The time at which the first finished match began, in milliseconds of Unix time.
pub const BEGIN: i64 = 1_700_000_000_000;

/// The number of pending alarms, half of them for matches and half for reminders.
const ALARMS: i64 = 100_000;

/// The content of the database.
pub struct Given {
    /// The number of finished matches.
    pub finished: u64,
    /// The number of running matches.
    pub running: u64,
    /// A player of every hundredth finished match and of 500 running ones.
    pub me: u64,
    /// The first server. The others have the numbers after it.
    pub guild: u64,
    /// The number of servers.
    pub servers: u64,
    /// The channel of all matches.
    pub channel: u64,
    /// The start of the first running match, in milliseconds of Unix time. Each next match began a second later.
    pub since: i64,
}

/// Fills the database. The first seat won each finished match with four in a column.
pub fn fill(path: &Path, given: &Given) {
    let Given {
        finished,
        running,
        me,
        guild: first_guild,
        servers,
        channel,
        since,
    } = *given;
    let mut connection = Connection::open(path).expect("opened");
    connection
        .execute_batch("PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;")
        .expect("set");
    let transaction = connection.transaction().expect("begun");
    {
        let mut alarm = transaction
            .prepare(
                "INSERT INTO alarms (what, match_id, user, at, due) VALUES (?1, ?2, ?3, ?4, ?4)",
            )
            .expect("a statement");
        for number in 0..ALARMS {
            let id = 10_000_000 + number;
            let (what, user) = match number % 2 {
                0 => ("flag", 0),
                _ => ("remind", 2 + number % 20_000),
            };
            alarm
                .execute(params![
                    what,
                    id,
                    user,
                    BEGIN + 100_000_000_000 + number * 1000
                ])
                .expect("written");
        }
    }
    let mut position = 0_i64;
    {
        let mut event = transaction
            .prepare("INSERT INTO events (match_id, seq, position, at, kind, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
            .expect("a statement");
        let mut row = transaction
            .prepare(
                "INSERT INTO matches (match_id, seq, game, status, guild, channel, challenger, invited, first_player, \
                 second_player, seat_to_move, player_to_move, deadline, ply, changed_at, turns, winner, reason, ended_at, made_at) \
                 VALUES (?1, ?2, 'connect-n', ?3, ?14, ?15, ?4, ?5, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, ?11, ?12, ?13, ?16)",
            )
            .expect("a statement");
        let mut place = transaction
            .prepare(
                "INSERT INTO places (match_id, seq, news_seq, thread, card, board, announced, card_seq, card_at) \
                 VALUES (?1, ?2, ?2, ?3, ?3, ?3, ?2, ?2, ?4)",
            )
            .expect("a statement");
        let mut flag = transaction
            .prepare(
                "INSERT INTO alarms (what, match_id, user, at, due) VALUES ('flag', ?1, 0, ?2, ?2)",
            )
            .expect("a statement");
        for id in 1..=(finished + running) {
            let over = id <= finished;
            let guild = first_guild + id % servers;
            let mine = if over {
                id % 100 == 0
            } else {
                id <= finished + 500
            };
            let first = if mine { me } else { 2 + id % (PLAYERS - 2) };
            let second = 2 + (id / 7 + 1) % (PLAYERS - 2);
            let second = if second == first { PLAYERS + 1 } else { second };
            let began = if over {
                BEGIN + id.cast_signed() * 1000
            } else {
                since + (id - finished).cast_signed() * 1000
            };
            let mut bodies = vec![
                (
                    "proposed",
                    format!(
                        "{{\"guild\":{guild},\"channel\":{channel},\"game\":\"connect-n\",\"options\":{{\"columns\":\"7\",\"n\":\"4\",\"rows\":\"6\"}},\
                         \"time\":\"3d\",\"challenger\":{first},\"invited\":{second},\"seat\":\"first\",\"seat_drawn\":false}}"
                    ),
                ),
                ("accepted", format!("{{\"by\":{second}}}")),
            ];
            for (number, column) in ["a", "b", "a", "b", "a", "b", "a"].into_iter().enumerate() {
                let seat = ["first", "second"][number % 2];
                bodies.push((
                    "turn",
                    format!("{{\"seat\":\"{seat}\",\"text\":\"{column}\"}}"),
                ));
            }
            if !over {
                bodies.truncate(4);
            }
            let seq = bodies.len() as i64;
            let (turns, ended) = (seq - 2, began + (seq - 1) * 10);
            for (seq, (kind, body)) in (1_i64..).zip(bodies) {
                position += 1;
                event
                    .execute(params![
                        id.cast_signed(),
                        seq,
                        position,
                        began + (seq - 1) * 10,
                        kind,
                        body
                    ])
                    .expect("an event");
            }
            if !over {
                flag.execute(params![id.cast_signed(), ended + 3 * 86_400_000])
                    .expect("an alarm");
            }
            row.execute(params![
                id.cast_signed(),
                seq,
                if over { "finished" } else { "playing" },
                first.cast_signed(),
                second.cast_signed(),
                (!over).then_some(0),
                (!over).then_some(first.cast_signed()),
                (!over).then_some(ended + 3 * 86_400_000),
                turns,
                ended,
                over.then_some(0),
                over.then_some("four in a row"),
                over.then_some(ended),
                guild.cast_signed(),
                channel.cast_signed(),
                began,
            ])
            .expect("a row");
            place
                .execute(params![
                    id.cast_signed(),
                    seq,
                    id.cast_signed() + 1_000,
                    ended
                ])
                .expect("a place");
        }
    }
    transaction
        .execute(
            "INSERT INTO match_counts SELECT game, status, count(*) FROM matches GROUP BY game, status",
            [],
        )
        .expect("counted");
    transaction
        .execute("UPDATE projections SET mark = ?1", [position])
        .expect("marked");
    transaction.commit().expect("written");
}
