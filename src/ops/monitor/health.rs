//! The bot's health, for `/healthz`.

use std::time::Duration;

use serde_json::{Value, json};

use crate::db::{Workload, Writing};
use crate::discord::ShardState;

/// The time without a connection after which a shard is a problem. Shorter outages are common.
const UNCONNECTED: Duration = Duration::from_secs(180);

/// The time without a payload that makes a connection dead. A heartbeat is answered every 41 seconds.
const SILENT: Duration = Duration::from_secs(120);

/// The bot's state at a moment.
#[derive(Debug)]
pub(crate) struct Health {
    pub shards: Vec<ShardState>,
    /// The state of the writer.
    pub writing: Writing,
    /// The reason why the database cannot be written, if it cannot.
    pub unwritable: Option<String>,
    /// The pending work, or the reason why it cannot be read.
    pub workload: Result<Workload, String>,
    /// The numbers of matches in which a computer is searching, and in which it waits.
    pub searches: (usize, usize),
}

impl Health {
    /// Returns the problems, a sentence each; empty if the bot is healthy.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for state in &self.shards {
            let ShardState {
                shard,
                connected,
                since,
                heard,
            } = *state;
            if !connected && since > UNCONNECTED {
                problems.push(format!(
                    "Shard {shard} has had no connection to Discord's gateway for {} s.",
                    since.as_secs()
                ));
            }
            if connected && heard > SILENT {
                problems.push(format!(
                    "Discord's gateway has not answered shard {shard} for {} s.",
                    heard.as_secs()
                ));
            }
        }
        if let Some(why) = &self.unwritable {
            problems.push(format!("The database cannot be written: {why}."));
        }
        if let Err(why) = &self.workload {
            problems.push(format!("The database cannot be read: {why}."));
        }
        problems
    }

    /// Returns pending work that is no problem because the bot does it by itself, a sentence each.
    fn pending(&self) -> Vec<&'static str> {
        let mut pending = Vec::new();
        if self.workload.as_ref().is_ok_and(|work| work.scrub_due) {
            pending.push(
                "Data of deleted people may still be in unused parts of the database's files.",
            );
        }
        pending
    }

    /// Returns the health report.
    pub(crate) fn json(&self) -> Value {
        let problems = self.problems();
        let gateway: Vec<_> = self
            .shards
            .iter()
            .map(|state| {
                json!({
                    "shard": state.shard,
                    "connected": state.connected,
                    "for_seconds": state.since.as_secs(),
                    "last_heard_seconds_ago": state.heard.as_secs(),
                })
            })
            .collect();
        let mut queues = json!({
            "writes": self.writing.waiting,
            "searches_running": self.searches.0,
            "searches_waiting": self.searches.1,
        });
        if let Ok(work) = &self.workload {
            queues["alarms_due"] = json!(work.alarms_due);
            queues["alarms_late"] = json!(work.alarms_late);
            queues["news_owed"] = json!(work.pending_of("news"));
            queues["cards_owed"] = json!(work.pending_of("card"));
        }
        json!({
            "status": if problems.is_empty() { "ok" } else { "failing" },
            "problems": problems,
            "pending": self.pending(),
            "gateway": gateway,
            "last_commit_seconds_ago": self.writing.last.map(|ago| ago.as_secs()),
            "queues": queues,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn health() -> Health {
        Health {
            shards: vec![ShardState {
                shard: 3,
                connected: true,
                since: Duration::from_secs(5_000),
                heard: Duration::from_secs(40),
            }],
            writing: Writing {
                waiting: 2,
                last: Some(Duration::from_secs(7)),
            },
            unwritable: None,
            workload: Ok(Workload::default()),
            searches: (1, 4),
        }
    }

    #[test]
    fn a_bot_that_is_well_has_no_problems() {
        let json = health().json();
        assert_eq!(json["status"], "ok");
        assert_eq!(json["last_commit_seconds_ago"], 7);
        assert_eq!(json["queues"]["writes"], 2);
        assert_eq!(json["queues"]["searches_waiting"], 4);
        assert_eq!(json["gateway"][0]["shard"], 3);
        assert_eq!(json["pending"], json!([]));
    }

    #[test]
    fn deleted_data_in_the_files_is_pending_and_no_problem() {
        let mut health = health();
        health.workload = Ok(Workload {
            scrub_due: true,
            ..Workload::default()
        });
        let json = health.json();
        assert_eq!(json["status"], "ok");
        assert_eq!(
            json["pending"],
            json!(["Data of deleted people may still be in unused parts of the database's files."])
        );
    }

    #[test]
    fn each_problem_is_named() {
        type Change = fn(&mut Health);
        let table: [(Change, &str); 6] = [
            (
                |health| health.shards[0].connected = false,
                "Shard 3 has had no connection to Discord's gateway for 5000 s.",
            ),
            (
                |health| health.shards[0].heard = SILENT + Duration::from_secs(1),
                "Discord's gateway has not answered shard 3 for 121 s.",
            ),
            (
                |health| health.unwritable = Some(String::from("it is full")),
                "The database cannot be written: it is full.",
            ),
            (
                |health| health.workload = Err(String::from("it is locked")),
                "The database cannot be read: it is locked.",
            ),
            // A shard is no problem at exactly the maximum time without a connection or without a payload.
            (
                |health| {
                    health.shards[0].connected = false;
                    health.shards[0].since = UNCONNECTED;
                },
                "",
            ),
            (|health| health.shards[0].heard = SILENT, ""),
        ];
        for (change, expected) in table {
            let mut health = health();
            change(&mut health);
            assert_eq!(health.problems().join(" "), expected);
            let failing = if expected.is_empty() { "ok" } else { "failing" };
            assert_eq!(health.json()["status"], failing);
        }
    }
}
