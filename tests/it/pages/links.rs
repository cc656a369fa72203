//! Who makes a page, and who withdraws it.

use anteroom::features::pages::PagesRefusal;
use anteroom::matches::MatchId;
use reqwest::StatusCode;

use super::world::{World, path_in};
use crate::support::messages::check_text;
use crate::support::panels;
use crate::support::stage::{NOTHING, labels, private, refused};

#[tokio::test]
async fn player_makes_the_page_and_watchers_get_its_link() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let watcher = &table.cleo;
    let board = private(watcher.command("board", [("match", "1")]).await);
    let none = PagesRefusal::NotTheirs(MatchId(1));
    refused(watcher.press(&board, "Link").await, none);
    let made = world.asked(&table.ana).await;
    check_text(
        "page_made",
        &made.content().replace(&world.address, "<address>"),
    );
    assert_eq!(labels(&made), ["Withdraw Page"]);
    let path = path_in(&world.address, made.content());
    // Everybody has the same link, and a watcher cannot withdraw it.
    assert_eq!(world.linked(&table.ben).await, path);
    let seen = private(watcher.press(&board, "Link").await);
    assert_eq!(path_in(&world.address, seen.content()), path);
    assert_eq!(labels(&seen), [""; 0]);
    world.page(&path).await;
}

#[tokio::test]
async fn withdrawn_page_is_gone_and_only_that_person_makes_it_again() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let own = world.asked(&table.ana).await;
    let path = path_in(&world.address, own.content());
    let shown = world.asked(&table.ben).await;
    let same = world.asked(&table.ben).await;
    let gone = private(table.ben.press(&shown, "Withdraw Page").await);
    check_text("page_withdrawn", gone.content());
    let rest = [
        "",
        "/0",
        "/1/wood.png",
        "/match.gif",
        "/events",
        "/match.pgn",
    ];
    for rest in rest {
        let got = world.get(&format!("{path}{rest}")).await;
        assert_eq!(got.status, StatusCode::NOT_FOUND, "{rest}");
    }
    let board = private(table.ana.command("board", NOTHING).await);
    let withdrawn = PagesRefusal::Withdrawn(MatchId(1));
    refused(table.ana.press(&board, "Link").await, withdrawn);
    // A second press on an old message withdraws nothing more, and does not make it Ana's.
    private(table.ben.press(&same, "Withdraw Page").await);
    let of_ana = table.ana.press(&own, "Withdraw Page").await;
    refused(of_ana, PagesRefusal::Withdrawn(MatchId(1)));
    let again = private(table.ben.press(&gone, "Make It Again").await);
    let other = path_in(&world.address, again.content());
    assert_ne!(other, path);
    world.page(&other).await;
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
    assert_eq!(world.linked(&table.ana).await, other);
}

#[tokio::test]
async fn pages_stay_when_the_bot_is_killed() {
    let mut world = World::new().await;
    let table = world.begin("connect-n", &["d", "d"]).await;
    let path = world.linked(&table.ana).await;
    let before = world.page(&path).await;
    world.killed().await;
    assert_eq!(world.page(&path).await.text(), before.text());
}

#[tokio::test]
async fn server_switches_its_pages_off() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let path = world.linked(&table.ana).await;
    let manager = world.stage.person("ana", world.stage.general());
    let rules = panels::page(&manager, "server", "where").await;
    let changed = private(manager.press(&rules, "No Web Pages").await);
    assert!(
        labels(&changed)
            .iter()
            .any(|label| label == "Allow Web Pages")
    );
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
    let board = private(table.ana.command("board", NOTHING).await);
    let off = PagesRefusal::OffInServer;
    refused(table.ana.press(&board, "Link").await, off);
    private(manager.press(&changed, "Allow Web Pages").await);
    world.page(&path).await;
}
