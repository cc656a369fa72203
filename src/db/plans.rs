//! Checks the query plan of every statement once, in builds with debug assertions. A statement that scans a table that
//! grows with the past fails the test that runs it, so no query gets in with an unchecked plan.

#[cfg(not(debug_assertions))]
pub(crate) use off::{check, watch};
#[cfg(debug_assertions)]
pub(crate) use on::{check, watch};

#[cfg(not(debug_assertions))]
mod off {
    use rusqlite::Connection;

    pub(crate) const fn watch(_: &Connection) {}

    pub(crate) const fn check(_: &Connection) {}
}

#[cfg(debug_assertions)]
mod on {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::sync::{Mutex, PoisonError};

    use rusqlite::Connection;
    use rusqlite::trace::{TraceEvent, TraceEventCodes};

    /// Tables that may be scanned: they hold only open work. All other tables grow.
    const SMALL: [&str; 13] = [
        "projections",
        "conditional_lines",
        "latest",
        "match_counts",
        "frozen",
        "refusing_places",
        "owed",
        "secret",
        "this_database",
        "forgetting",
        "deleted_players",
        "scrub_due",
        "bans",
    ];

    /// Indices that hold only open work, so a scan of them is fine.
    const SMALL_INDICES: [&str; 5] = [
        "alarms_by_due",
        "journal_posts_never_posted",
        "matches_by_computer_due",
        "matches_by_guild",
        "matches_open_in",
    ];

    /// The statements whose plans are good.
    static GOOD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

    thread_local! {
        /// The statements that ran on this thread since the last check.
        static RUN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    /// Records the statements that run on a connection from now on.
    pub(crate) fn watch(connection: &Connection) {
        connection.trace_v2(
            TraceEventCodes::SQLITE_TRACE_STMT,
            Some(|event| {
                if let TraceEvent::Stmt(_, sql) = event {
                    RUN.with_borrow_mut(|run| run.push(sql.to_owned()));
                }
            }),
        );
    }

    /// Checks the plans of the statements that ran on this thread.
    ///
    /// # Panics
    ///
    /// If a statement scans a large table.
    pub(crate) fn check(connection: &Connection) {
        for sql in RUN.take() {
            let first = sql.split_whitespace().next().unwrap_or_default();
            if !["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(&first)
                || GOOD
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .contains(&sql)
            {
                continue;
            }
            let scan = scan(connection, &sql).expect("the plan of a statement that has run");
            // Ignore the statement that reads the plan.
            RUN.take();
            if let Some(scan) = scan {
                panic!("a query goes through a large table: {scan}\n{sql}");
            }
            GOOD.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(sql);
        }
    }

    /// Returns the line of a statement's plan that scans a large table, if any.
    fn scan(connection: &Connection, sql: &str) -> rusqlite::Result<Option<String>> {
        // Emptying a table scans it.
        if sql.starts_with("DELETE FROM") && !sql.contains("WHERE") {
            return Ok(None);
        }
        let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}"))?;
        let lines = plan
            .raw_query()
            .mapped(|row| row.get::<_, String>("detail"));
        let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
        Ok(lines.into_iter().find(|line| is_large(line)))
    }

    fn is_large(line: &str) -> bool {
        let Some(what) = line.strip_prefix("SCAN ") else {
            return false;
        };
        let mut words = what.split_whitespace();
        let table = words.next().unwrap_or_default();
        let small = SMALL.contains(&table)
            // A subquery or literal values; what a subquery reads has lines of its own.
            || !table.starts_with(|c: char| c.is_ascii_lowercase())
            || words.any(|word| SMALL_INDICES.contains(&word));
        !small
    }

    #[cfg(test)]
    mod tests {
        use super::scan;

        #[test]
        fn what_goes_through_a_large_table_is_found() {
            let connection = rusqlite::Connection::open_in_memory().unwrap();
            for tables in [
                include_str!("../../migrations/001-matches.sql"),
                include_str!("../../migrations/002-delivery.sql"),
            ] {
                connection.execute_batch(tables).unwrap();
            }
            let table = [
                ("SELECT * FROM events", true),
                ("SELECT * FROM events AS e WHERE kind = ?1", true),
                ("SELECT count(*) FROM places", true),
                (
                    "SELECT * FROM matches WHERE status = 'finished' ORDER BY changed_at",
                    true,
                ),
                ("UPDATE matches SET ply = 1 WHERE game = ?1", true),
                (
                    "SELECT 1 FROM matches JOIN places USING (match_id) ORDER BY ended_at",
                    true,
                ),
                ("SELECT * FROM reminded WHERE user = ?1", true),
                ("SELECT * FROM events WHERE match_id = ?1", false),
                ("SELECT max(position) FROM events", false),
                ("SELECT * FROM owed", false),
                ("SELECT * FROM projections", false),
                (
                    "INSERT INTO places (match_id, seq, news_seq) VALUES (?1, 1, 1)",
                    false,
                ),
            ];
            for (sql, large) in table {
                assert_eq!(scan(&connection, sql).unwrap().is_some(), large, "{sql}");
            }
        }
    }
}
