//! How much one reader may ask for.

use std::time::Duration;

use reqwest::{Method, StatusCode};

use super::world::World;
use crate::support::wait;

/// How long the server may take to learn that a reader is gone.
const PATIENCE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn reader_who_asks_too_often_waits() {
    let world = World::new().await;
    for _ in 0..60 {
        assert_eq!(world.get("/robots.txt").await.status, StatusCode::OK);
    }
    let got = world.get("/robots.txt").await;
    assert_eq!(got.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(got.header("retry-after"), "1");
    // Nobody says to be another without a proxy.
    let forged = world.ask_for(Method::GET, "/robots.txt", "192.0.2.1").await;
    assert_eq!(forged.status, StatusCode::TOO_MANY_REQUESTS);
    world.stage.advance(Duration::from_secs(2));
    for _ in 0..10 {
        assert_eq!(world.get("/robots.txt").await.status, StatusCode::OK);
    }
    let got = world.get("/robots.txt").await;
    assert_eq!(got.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn proxy_says_whose_requests_it_passes_on() {
    let world = World::behind(true).await;
    let ask = |forwarded: &'static str| world.ask_for(Method::GET, "/robots.txt", forwarded);
    for number in 0..60 {
        // Only the last is the proxy's own word.
        let forged = ["192.0.2.1", "198.51.100.9, 192.0.2.1", "x, 192.0.2.1"][number % 3];
        assert_eq!(ask(forged).await.status, StatusCode::OK);
    }
    let got = ask("203.0.113.77, 192.0.2.1").await;
    assert_eq!(got.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ask("192.0.2.2").await.status, StatusCode::OK);
    // Some proxies add a line of their own.
    let lines = world.client.get(format!("{}/robots.txt", world.address));
    let lines = lines.header("x-forwarded-for", "203.0.113.9");
    let lines = lines.header("x-forwarded-for", "192.0.2.1").send().await;
    let status = lines.expect("an answer").status();
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    // What is no address counts for the proxy itself.
    assert_eq!(ask("unknown").await.status, StatusCode::OK);
}

#[tokio::test]
async fn streams_are_counted_apart_and_given_back() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let path = world.linked(&table.ana).await;
    let address = format!("{}{path}/events", world.address);
    let mut streams = Vec::new();
    for _ in 0..8 {
        let stream = world.client.get(&address).send().await.expect("a stream");
        assert_eq!(stream.status(), StatusCode::OK);
        streams.push(stream);
    }
    let more = world.client.get(&address).send().await.expect("an answer");
    assert_eq!(more.status(), StatusCode::TOO_MANY_REQUESTS);
    drop(streams);
    // The server learns that a reader is gone as it writes.
    world.stage.plays(&table.ben, "c").await;
    let free = || async {
        // Each try counts as a request too.
        world.stage.advance(Duration::from_secs(1));
        let stream = world.client.get(&address).send().await.expect("an answer");
        (stream.status() == StatusCode::OK).then_some(())
    };
    let given_back = wait::until(PATIENCE, free).await;
    given_back.expect("a stream that is given back");
}
