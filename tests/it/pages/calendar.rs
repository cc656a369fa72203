//! A person's calendar, as another program reads it.

use std::time::Duration;

use ical::IcalParser;
use loopback_discord::{Message, Place};
use reqwest::StatusCode;

use super::world::{World, path_in};
use crate::support::panels;
use crate::support::stage::{deletes_data, labels, private};

/// An event: its id, its words, and when it begins.
type Event = (String, String, String);

/// Reads a calendar.
fn events(file: &[u8]) -> Vec<Event> {
    let mut calendars = IcalParser::new(file);
    let calendar = calendars.next().expect("a calendar").expect("read");
    assert!(calendars.next().is_none());
    let of = |event: &ical::parser::ical::component::IcalEvent, name: &str| {
        let mut properties = event.properties.iter();
        let found = properties.find(|property| property.name == name);
        found
            .and_then(|property| property.value.clone())
            .expect("a value")
    };
    let read = calendar.events.iter();
    read.map(|event| ["UID", "SUMMARY", "DTSTART"].map(|name| of(event, name)))
        .map(|[id, words, at]| (id, words, at))
        .collect()
}

/// Opens the message about a person's calendar.
async fn opened(place: &Place) -> Message {
    let page = panels::page(place, "settings", "reminders").await;
    private(place.press(&page, "Calendar…").await)
}

#[tokio::test]
async fn calendar_has_far_deadlines_and_names_nobody() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c"]).await;
    let asked = opened(&table.ana).await;
    assert_eq!(labels(&asked), ["Make Calendar"]);
    let made = private(table.ana.press(&asked, "Make Calendar").await);
    let path = path_in(&world.address, made.content());
    let got = world.page(&path).await;
    assert_eq!(got.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(got.header("x-robots-tag"), "noindex");
    let deadline = world.stage.state(1).await.deadline().expect("a deadline");
    let read = events(&got.body);
    assert_eq!(read.len(), 1, "{}", got.text());
    let (id, words, at) = &read[0];
    assert_eq!(id, "match-1@anteroom");
    assert!(
        words.contains("match 1") && words.contains("Connect N"),
        "{words}"
    );
    let expected = humantime::format_rfc3339_seconds(
        std::time::UNIX_EPOCH + Duration::from_millis(deadline.0.unsigned_abs()),
    );
    let expected = expected.to_string().replace(['-', ':'], "");
    assert_eq!(*at, expected);
    assert!(!got.text().to_lowercase().contains("ben"));
    // Calendars are asked for too seldom for what is nearer than two days.
    world.stage.advance(Duration::from_hours(25));
    assert_eq!(events(&world.page(&path).await.body), []);
    // A new address makes the old one useless, and nobody has one after it was revoked.
    let renewed = private(table.ana.press(&made, "New Address").await);
    let other = path_in(&world.address, renewed.content());
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
    world.page(&other).await;
    private(table.ana.press(&renewed, "Revoke").await);
    assert_eq!(world.get(&other).await.status, StatusCode::NOT_FOUND);
    // So has nobody whose data is deleted.
    let asked = opened(&table.ben).await;
    let made = private(table.ben.press(&asked, "Make Calendar").await);
    let path = path_in(&world.address, made.content());
    world.page(&path).await;
    deletes_data(&table.ben).await;
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
}
