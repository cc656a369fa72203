//! The schema: each column with people is exported and deleted, or this file says why not.

use std::collections::BTreeMap;
use std::path::Path;

use anteroom::features::privacy::store::deletion;
use anteroom::features::privacy::store::personal;
use anteroom::matches::UserId;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::support::databases::{opened, read, write};
use crate::support::people::BEN;

/// An id as long as Discord's.
const ANA: UserId = UserId(0x0123_4567_89ab_cdef);

/// The names of columns with the ids of people.
const PEOPLE: [&str; 10] = [
    "user",
    "turn_of",
    "challenger",
    "invited",
    "first_player",
    "second_player",
    "player_to_move",
    "by",
    "blocker",
    "blocked",
];

/// The columns with texts that may contain the id of a person.
const WORDS: [&str; 3] = ["body", "reason", "text"];

/// The columns without people.
///
/// They hold moments, counts, settings, keys of games, turns, and the ids of matches, servers, channels, messages and
/// roles. A person's name is in `name`, and the row's `user` covers it.
const NOBODY: &str = "abandoned about act announced annulled asked_at at automatic back begins begun_at best better \
    better_proven board called_on calls card card_at card_seq changed_at channel channels class closed closes \
    computer_due confirm contest day days_off deadline deep deleted deviation digest done_at draw due ended_at ends \
    entry finished first_computer first_team folded found game games games_off generation guild here hour how \
    in_channel interaction invited_computer invited_team journal key kind last last_calls last_lost_on_time lesson \
    lifted line lost_on_time made_at mark match_id member message muted name news_seq next_played next_since nudge \
    nudges number one open opened page pages_off picks place ply points position post practice_in_private private \
    proven published quiet refusals rematch resigns result role running seat seat_to_move second_computer \
    second_team secret seq since slices slot solved starters status stones streak tag text_only theme thread threads \
    time times told total tries turn turns unlisted until value version viewpoint volatility waits what why winner \
    zone";

/// The place of a column with people in the export.
enum Exported {
    /// The section with the rows.
    In(&'static str),
    /// The reason why no section has them.
    Not(&'static str),
}

use Exported::{In, Not};

/// Every column with the ids of people.
const COLUMNS: [(&str, &str, Exported); 52] = [
    ("alarms", "user", In("reminders")),
    ("amends", "user", In("mistakes")),
    (
        "appearances",
        "user",
        Not("it says which matches are in `matches`"),
    ),
    ("bans", "by", In("kept_others_out")),
    ("bans", "user", In("kept_out")),
    (
        "blocks",
        "blocked",
        Not("who has blocked a person is known to those alone"),
    ),
    ("blocks", "blocker", In("blocks")),
    ("board_sessions", "user", In("boards")),
    ("calendars", "user", In("calendar")),
    ("conditional_lines", "user", In("planned_turns")),
    ("conversations", "user", In("conversation")),
    ("follows", "user", In("follows")),
    ("forgetting", "user", In("deletion")),
    ("hidden_on_pages", "user", In("hidden_on_pages")),
    ("habits", "user", In("habits")),
    ("games_looked_at", "user", In("games_looked_at")),
    ("hint_consents", "user", In("hints_wanted")),
    ("imports", "user", In("imports")),
    ("journal_people", "user", In("contests")),
    ("last_seen", "user", In("looked_at")),
    ("late_losses", "user", In("lost_on_time")),
    ("lessons", "user", In("lessons")),
    ("matches", "challenger", In("matches")),
    ("matches", "first_player", In("matches")),
    ("matches", "invited", In("matches")),
    ("matches", "player_to_move", In("matches")),
    ("matches", "second_player", In("matches")),
    ("missed_calls", "user", In("missed_calls")),
    ("moderated", "by", In("moderated")),
    ("names", "user", In("names")),
    ("notes", "user", In("notes")),
    ("offers", "user", In("offers")),
    ("owed", "turn_of", In("owed")),
    ("owed", "user", In("owed")),
    ("pages", "user", In("pages")),
    ("punctuality", "user", In("punctuality")),
    ("puzzle_tries", "user", In("puzzles")),
    (
        "rated_matches",
        "first_player",
        Not("it follows from the events in `matches`"),
    ),
    (
        "rated_matches",
        "second_player",
        Not("it follows from the events in `matches`"),
    ),
    ("rating_changes", "user", In("rating_changes")),
    ("ratings", "user", In("ratings")),
    ("reminded", "user", In("reminded")),
    ("set_aside", "user", In("set_aside")),
    ("untold_ends", "user", In("untold_ends")),
    ("solvers", "user", In("puzzle_ratings")),
    ("team_answers", "user", In("answers_about_resigning")),
    ("team_members", "user", In("teams")),
    ("team_votes", "user", In("votes")),
    ("time_off", "user", In("time_off")),
    ("turn_times", "user", In("turn_times")),
    ("user_preferences", "user", In("settings")),
    // Other texts are in the export of their author.
    ("events", "body", In("matches")),
];

fn schema(connection: &Connection) -> BTreeMap<String, Vec<(String, String)>> {
    let sql = "SELECT tables.name, columns.name, columns.type FROM sqlite_schema AS tables \
               JOIN pragma_table_info(tables.name) AS columns \
               WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let mut statement = connection.prepare(sql).unwrap();
    let mut rows = statement.query([]).unwrap();
    let mut schema = BTreeMap::<_, Vec<_>>::new();
    while let Some(row) = rows.next().unwrap() {
        let columns = schema.entry(row.get(0).unwrap()).or_default();
        columns.push((row.get(1).unwrap(), row.get(2).unwrap()));
    }
    schema
}

/// Adds a row with Ana in one column and Ben in all other columns with people. Texts contain Ana's id; every other
/// value is `number` or a letter.
fn add(
    connection: &Connection,
    table: &str,
    columns: &[(String, String)],
    of_ana: &str,
    number: i64,
) {
    let person = |user: UserId| Value::from(i64::try_from(user.0).unwrap());
    let values = columns.iter().map(|(name, kind)| match name.as_str() {
        // An event of a league names people, and the reason of an organiser may.
        "body" if table == "journal_events" => {
            Value::from(format!("{{\"by\":\"@{ANA}\",\"reason\":\"<@{ANA}>\"}}"))
        }
        "body" => Value::from(format!("{{\"by\":{ANA}}}")),
        // The reason of a match is one word for its end.
        "text" | "reason" if table != "matches" => Value::from(format!("<@{ANA}>")),
        name if name == of_ana => person(ANA),
        name if PEOPLE.contains(&name) => person(BEN),
        _ if kind == "TEXT" => Value::from(String::from("x")),
        _ => Value::from(number),
    });
    let places = vec!["?"; columns.len()].join(", ");
    connection
        .execute(
            &format!("INSERT INTO {table} VALUES ({places})"),
            params_from_iter(values),
        )
        .unwrap();
}

fn raw(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    connection
        .execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        .unwrap();
    connection
}

#[tokio::test]
async fn every_column_with_a_person_is_exported_and_deleted_or_says_why_not() {
    let (_folder, path, store) = opened();
    let connection = raw(&path);
    let schema = schema(&connection);

    let nobody: Vec<_> = NOBODY.split_whitespace().collect();
    for (table, columns) in &schema {
        for (column, _) in columns {
            let own = format!("{table}.{column}");
            let name = column.as_str();
            let known = PEOPLE.contains(&name) || WORDS.contains(&name) || nobody.contains(&name);
            assert!(known, "say here whether {own} can hold a person");
            let listed = COLUMNS
                .iter()
                .any(|(of, listed, _)| of == table && *listed == name);
            assert!(
                listed || !PEOPLE.contains(&name),
                "say here where {own} is in the export, or why not"
            );
        }
    }

    // Ana is once in each column, each time in another match.
    let mut expected = BTreeMap::<&str, usize>::new();
    let mut number = 100;
    for (table, column, exported) in COLUMNS {
        let columns = schema
            .get(table)
            .unwrap_or_else(|| panic!("there is no table {table}"));
        number += 1;
        match exported {
            In(section) if table != "events" => *expected.entry(section).or_default() += 1,
            Not(why) => assert!(!why.is_empty()),
            In(_) => {}
        }
        add(&connection, table, columns, column, number);
        if table == "journal_people" {
            let events = "journal_events";
            add(&connection, events, &schema[events], "", number);
        }
        if table == "appearances" {
            continue;
        }
        // Each of Ana's matches has an event with her id, and texts of others about her.
        for also in ["appearances", "events", "notes", "moderated"] {
            if also != table {
                let of_ana = if also == "appearances" { "user" } else { "" };
                add(&connection, also, &schema[also], of_ana, number);
            }
        }
    }
    let sections = read(&store, move |db| {
        let mut all = personal::sections_of(db, ANA)?;
        let matches = personal::matches_of(db, ANA, None, 1000)?;
        let matches = matches.into_iter().map(|(_, one)| one).collect();
        all.insert(String::from("matches"), matches);
        Ok(all)
    })
    .await;
    for (section, rows) in &sections {
        let entries = rows.as_array().unwrap();
        assert_eq!(
            entries.len(),
            expected.get(section.as_str()).copied().unwrap_or(0),
            "{section}: {entries:#?}"
        );
    }
    for one in sections["matches"].as_array().unwrap() {
        assert_eq!(one["events"][0]["body"]["by"], ANA.to_string());
    }
    assert!(
        expected
            .keys()
            .all(|section| sections.contains_key(*section))
    );

    // The documentation describes each section and each of its fields.
    let described = include_str!("../../../docs/privacy-export.md");
    for (section, rows) in &sections {
        let line = described
            .lines()
            .find(|line| line.starts_with(&format!("| `{section}` |")))
            .unwrap_or_else(|| panic!("{section} is not described"));
        for field in rows[0].as_object().unwrap().keys() {
            assert!(
                line.contains(&format!("`{field}`")) || section == "matches",
                "{section}.{field} is not described"
            );
        }
    }

    assert!(
        write(&store, move |db| deletion::delete_person(db, ANA))
            .await
            .is_some()
    );
    for (table, columns) in &schema {
        for (column, kind) in columns {
            let sql = if kind == "TEXT" {
                format!("SELECT count(*) FROM {table} WHERE instr({column}, ?1) > 0")
            } else {
                format!("SELECT count(*) FROM {table} WHERE {column} = CAST(?1 AS INTEGER)")
            };
            let left: u32 = connection
                .query_row(&sql, [ANA.to_string()], |row| row.get(0))
                .unwrap();
            assert_eq!(left, 0, "{table}.{column}");
        }
    }
}
