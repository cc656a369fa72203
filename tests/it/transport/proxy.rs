//! The real program behind a proxy for several processes' rate limits (`discord.api_url`).
//!
//! Run by hand: `PROXY_COMMAND` is a command that starts such a proxy at the port `PORT`, with the address in
//! `UPSTREAM` as Discord. `docs/operating.md` has the results. Without the variable this does nothing.

use std::future::ready;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::support::play::challenges;
use crate::support::program::{Program, is_played, sandbox};
use crate::support::wait;

const TURNS: usize = 24;

/// A process that is killed when this value is dropped.
struct Stopped(std::process::Child);

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_through_a_proxy() {
    let Some(proxy) = std::env::var_os("PROXY_COMMAND") else {
        println!("PROXY_COMMAND names no proxy.");
        return;
    };
    let sandbox = sandbox().await;
    let port = {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        free.local_addr().expect("an address").port()
    };
    let proxy = Stopped(
        Command::new(proxy)
            .env("PORT", port.to_string())
            .env("UPSTREAM", sandbox.base_url())
            .spawn()
            .expect("the proxy"),
    );
    let answers = || ready(std::net::TcpStream::connect(("127.0.0.1", port)).ok());
    let answers = wait::until(Duration::from_secs(30), answers).await;
    answers.expect("a proxy that listens");
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("a.sqlite");
    let address = format!("http://127.0.0.1:{port}");
    let variables = [("ANTEROOM_DISCORD_API_URL", address.as_str())];
    let program = Program::connected(&sandbox, &database, &variables).await;
    let general = sandbox.channel("general");
    let [ana, ben] = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(general));
    let options = [
        ("opponent", "ben".into()),
        ("colour", "Red".into()),
        ("columns", 16.into()),
        ("rows", 16.into()),
        ("n", 5.into()),
    ] as [(&str, serde_json::Value); 5];
    let challenge = challenges(&ana, "connect-n", options).await;
    let challenge = challenge.message().expect("a challenge").clone();
    let mut times = Vec::new();
    drop(ben.press(&challenge, "Accept").await);
    let thread = sandbox
        .until(|sandbox| {
            let threads = sandbox.threads(general);
            threads.first()?["id"].as_str()?.parse().ok()
        })
        .await
        .unwrap_or_else(|_| panic!("no thread: {}", program.said()));
    let players = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    for number in 0..TURNS {
        let column = ["a", "c", "e", "g", "i", "k"][number % 6];
        let begun = Instant::now();
        let answer = players[number % 2]
            .command("move", [("turn", column)])
            .await;
        assert!(is_played(&answer), "{answer:#?}\n{}", program.said());
        times.push(begun.elapsed());
    }
    times.sort();
    println!(
        "{TURNS} turns: half answered within {:?}, all within {:?}. What the program said:\n{}",
        times[TURNS / 2],
        times[TURNS - 1],
        program.said()
    );
    drop(proxy);
}
