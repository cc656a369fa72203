//! Pages of leagues, ladders and tournaments.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::pages::PagesRefusal;
use feed_rs::model::{FeedType, Text};
use feed_rs::parser::parse;
use loopback_discord::{Message, Place};
use reqwest::StatusCode;

use super::world::{Got, World, path_in};
use crate::ladders::flow as ladders;
use crate::leagues::flow::{self as leagues, PEOPLE};
use crate::simuls::flow as simuls;
use crate::support::messages::check_text;
use crate::support::panels;
use crate::support::stage::{
    MONDAY_AT_NINE, NOTHING, Stage, WEEK, deletes_data, labels, private, refused, updated,
};

const PLAYING: &str = "SELECT count(*) FROM matches WHERE status = 'playing'";
const BEGAN: &str = "SELECT count(*) FROM journal_events WHERE body LIKE '{\"game-began\"%'";
const OVER: &str = "SELECT count(*) FROM journal_events WHERE body LIKE '{\"game-ended\"%'";

/// Creates a league of four on a stage, whose first season begins.
pub(super) async fn league(stage: &Stage) -> Place {
    let ana = stage.person("ana", stage.general());
    private(leagues::founds(&ana, "Berlin Open").await);
    for name in PEOPLE {
        leagues::joins(&stage.person(name, stage.general())).await;
    }
    let starts = "SELECT count(*) FROM journal_events WHERE body LIKE '{\"start-set\"%'";
    stage.until_row(starts, "1").await;
    stage.advance_to(WEEK, MONDAY_AT_NINE + 1);
    stage.until_row(PLAYING, "6").await;
    ana
}

/// Presses *Link* on the page of the only contest.
async fn asked(place: &Place, command: &str) -> Message {
    let shown = private(place.command(command, NOTHING).await);
    private(place.press(&shown, "Link").await)
}

/// Makes the page of the only contest, or asks for it, and returns its path.
pub(super) async fn linked(world: &World, place: &Place, command: &str) -> String {
    path_in(&world.address, asked(place, command).await.content())
}

/// Plays one turn in a match of a contest, and lets the person who is to move then resign.
pub(super) async fn resigned(stage: &Stage, id: u64) {
    let thread = stage.first_turn(id, "d").await;
    let user = stage.state(id).await.person_to_move();
    let name = PEOPLE.into_iter().find(|name| Some(stage.id(name)) == user);
    stage
        .resigns(&stage.person(name.expect("a name"), thread))
        .await;
}

/// Returns the cells of the rows of a page's tables.
fn rows(page: &Got) -> Vec<Vec<String>> {
    let text = page.text();
    let parts = text.split("<tbody>").skip(1);
    let bodies = parts.filter_map(|part| part.split("</tbody>").next());
    let rows = bodies.flat_map(|body| body.split("<tr").skip(1));
    rows.map(|row| {
        let cells = row.split("</t").filter(|cell| cell.contains('>'));
        cells.map(plain).filter(|cell| !cell.is_empty()).collect()
    })
    .collect()
}

/// Returns a piece of HTML without its tags.
fn plain(html: &str) -> String {
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default();
    let first = first.rsplit_once('>').map_or(first, |(_, rest)| rest);
    let rest = parts
        .filter_map(|part| part.split_once('>'))
        .map(|(_, text)| text);
    let all: String = std::iter::once(first).chain(rest).collect();
    all.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn organiser_makes_the_page_and_everybody_gets_its_link() {
    let world = World::new().await;
    let ana = league(&world.stage).await;
    let ben = world.stage.person("ben", world.stage.general());
    // Without a page, only organisers have the button.
    let shown = private(ben.command("league", NOTHING).await);
    assert!(shown.button("Link").is_none(), "{:?}", labels(&shown));
    let made = asked(&ana, "league").await;
    check_text(
        "contest_page_made",
        &made.content().replace(&world.address, "<address>"),
    );
    assert_eq!(labels(&made), ["Withdraw Page"]);
    let path = path_in(&world.address, made.content());
    assert_eq!(linked(&world, &ben, "league").await, path);
    let seen = asked(&ben, "league").await;
    assert_eq!(labels(&seen), [""; 0]);
    let page = world.page(&path).await;
    assert_eq!(page.header("x-robots-tag"), "noindex");

    let gone = private(ana.press(&made, "Withdraw Page").await);
    check_text("contest_page_withdrawn", gone.content());
    for rest in ["", "/1", ".atom"] {
        let got = world.get(&format!("{path}{rest}")).await;
        assert_eq!(got.status, StatusCode::NOT_FOUND, "{rest}");
    }
    let old = world.stage.person("ben", world.stage.general());
    refused(
        old.press(&shown_with_link(&old, &ana, &world).await, "Link")
            .await,
        PagesRefusal::NotOrganised,
    );
}

/// Returns a league's page with a link whose page is gone by now.
async fn shown_with_link(place: &Place, organiser: &Place, world: &World) -> Message {
    let made = asked(organiser, "league").await;
    let shown = private(place.command("league", NOTHING).await);
    private(organiser.press(&made, "Withdraw Page").await);
    let path = path_in(&world.address, made.content());
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
    shown
}

#[tokio::test]
async fn page_of_a_league_has_its_table_and_its_games() {
    let world = World::new().await;
    let ana = league(&world.stage).await;
    let path = linked(&world, &ana, "league").await;
    let before = world.page(&path).await;
    assert_eq!(rows(&before).len(), 4);
    assert!(!before.text().contains("/m/"), "no match has a page");
    resigned(&world.stage, 1).await;
    world.stage.until_row(OVER, "1").await;
    let after = world.page(&path).await;
    let table = rows(&after);
    // Who won is first, with a point.
    assert_eq!(table[0][2], "1", "{table:?}");
    assert_eq!(
        after.text().matches("class=\"score\">1–0").count()
            + after.text().matches("class=\"score\">0–1").count(),
        1
    );
    // The game leads to the page of its match as soon as there is one.
    let mover = world.stage.person("ana", world.stage.general());
    let board = private(mover.command("board", [("match", "1")]).await);
    let link = private(mover.press(&board, "Link").await);
    let of_match = path_in(&world.address, link.content());
    let linked = world.page(&path).await;
    assert!(
        linked.all("href").contains(&of_match),
        "{:?}",
        linked.all("href")
    );
    // A season has an address of its own, and others have none.
    assert_eq!(rows(&world.page(&format!("{path}/1")).await), table);
    assert_eq!(
        world.get(&format!("{path}/2")).await.status,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn page_of_a_contest_hides_who_wants_it_and_knows_no_ids() {
    let world = World::new().await;
    let ana = league(&world.stage).await;
    let path = linked(&world, &ana, "league").await;
    let ben = world.stage.person("ben", world.stage.general());
    let named = world.page(&path).await;
    for name in ["Ana", "Ben", "Cleo", "Dan"] {
        assert!(named.text().contains(name), "{name}");
    }
    for name in PEOPLE {
        let id = world.stage.id(name).to_string();
        assert!(!named.text().contains(&id), "{name}");
    }
    let hidden = "no-name-on-pages";
    let privacy = panels::chooses(&ben, "settings", ("privacy", "pages"), [hidden]).await;
    let told = format!("[Berlin Open](<{}{path}>)", world.address);
    assert!(privacy.content().contains(&told), "{}", privacy.content());
    let hidden = world.page(&path).await;
    assert!(!hidden.text().contains("Ben"));
    assert!(hidden.text().contains("Player "));
    deletes_data(&ana).await;
    let gone = world.page(&path).await;
    assert!(!gone.text().contains("Ana"));
}

#[tokio::test]
async fn server_without_pages_has_none_of_contests() {
    let world = World::new().await;
    let ana = league(&world.stage).await;
    let path = linked(&world, &ana, "league").await;
    let rules = panels::page(&ana, "server", "where").await;
    let changed = private(ana.press(&rules, "No Web Pages").await);
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
    let shown = private(ana.command("league", NOTHING).await);
    refused(ana.press(&shown, "Link").await, PagesRefusal::OffInServer);
    private(ana.press(&changed, "Allow Web Pages").await);
    world.page(&path).await;
}

#[tokio::test]
async fn page_of_a_ladder_has_its_order_and_the_latest_results() {
    let world = World::new().await;
    let table = ladders::Table::new(&world.stage).await;
    let path = linked(&world, &table.ana, "ladder").await;
    let names = |page: &Got| {
        rows(page)
            .iter()
            .map(|row| row[1].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&world.page(&path).await), ["Ana", "Ben", "Cleo"]);
    ladders::challenges(&table.cleo, world.stage.id("ana")).await;
    ladders::accepts(&table.ana).await;
    world.stage.until_row(PLAYING, "1").await;
    let running = world.page(&path).await;
    assert!(running.text().contains("being played"));
    resigned(&world.stage, 1).await;
    world.stage.until_row(OVER, "1").await;
    let loser = world.stage.result(1).await;
    let after = world.page(&path).await;
    // The challenger has the first move or the second one, by lot.
    let first = world.stage.state(1).await.person(Seat::First);
    let order = match first == Some(world.stage.id("cleo")) {
        true => ["Cleo", "Ana", "Ben"],
        false => ["Ana", "Ben", "Cleo"],
    };
    assert_eq!(names(&after), order, "{loser}");
    let people = match first == Some(world.stage.id("cleo")) {
        true => "Cleo – Ana",
        false => "Ana – Cleo",
    };
    assert!(after.text().contains(people));
}

/// Creates a knock-out of four on a stage, with one game a pairing, which begins.
pub(super) async fn knock_out(stage: &Stage) -> Place {
    let ana = stage.person("ana", stage.general());
    let shown = private(ana.command("tournament", NOTHING).await);
    let shown = private(ana.press(&shown, "New Tournament…").await);
    let shown = leagues::chooses(&ana, &shown, "tournament-set/game", "connect-n").await;
    let shown = updated(ana.press(&updated(shown), "One Game per Pair").await);
    let form = ana.press(&shown, "Create…").await;
    private(leagues::fills_in(&ana, form, &[("name", "Winter Cup")]).await);
    for name in PEOPLE {
        let place = stage.person(name, stage.general());
        let shown = private(place.command("tournament", NOTHING).await);
        private(place.press(&shown, "Join").await);
    }
    ana
}

pub(super) async fn begins(stage: &Stage, ana: &Place) {
    let shown = private(ana.command("tournament", NOTHING).await);
    let shown = private(ana.press(&shown, "Manage…").await);
    updated(leagues::chooses(ana, &shown, "tournament-start", "0").await);
    stage.until_row(BEGAN, "2").await;
}

#[tokio::test]
async fn page_of_a_knock_out_has_its_bracket_and_its_winner() {
    let world = World::new().await;
    let ana = knock_out(&world.stage).await;
    let path = linked(&world, &ana, "tournament").await;
    let before = world.page(&path).await;
    assert!(before.text().contains("Not begun"));
    assert!(before.text().contains("<li>Dan</li>"));
    begins(&world.stage, &ana).await;
    let begun = world.page(&path).await;
    assert_eq!(begun.text().matches("class=\"tie now\"").count(), 2);
    // Two semi-finals, the final and the match for third place.
    for (id, playing) in [(1, "2"), (2, "1"), (3, "2"), (4, "1")] {
        world.stage.until_row(PLAYING, playing).await;
        resigned(&world.stage, id).await;
    }
    world.stage.until_row(OVER, "4").await;
    let over = world.page(&path).await;
    assert!(over.text().contains(" won</b>"), "{}", over.text());
    assert!(over.text().contains("Third place"));
    assert_eq!(over.text().matches("class=\"score\">1–0").count(), 4);
}

#[tokio::test]
async fn feed_of_results_is_read_by_another_program() {
    let world = World::new().await;
    let ana = league(&world.stage).await;
    let path = linked(&world, &ana, "league").await;
    let read = |got: &Got| parse(got.body.as_slice()).expect("a feed");
    let page = world.page(&path).await;
    assert!(page.all("href").contains(&format!("{path}.atom")));
    let empty = world.page(&format!("{path}.atom")).await;
    assert_eq!(
        empty.header("content-type"),
        "application/atom+xml; charset=utf-8"
    );
    assert_eq!(read(&empty).entries, []);
    for (id, over) in [(1, "1"), (2, "2")] {
        resigned(&world.stage, id).await;
        world.stage.until_row(OVER, over).await;
    }
    let feed = read(&world.page(&format!("{path}.atom")).await);
    assert_eq!(feed.feed_type, FeedType::Atom);
    let text = |text: &Option<Text>| text.as_ref().expect("a text").content.clone();
    assert_eq!(text(&feed.title), "Berlin Open");
    assert!(feed.updated.is_some());
    assert_eq!(feed.authors.len(), 1);
    assert_eq!(feed.entries.len(), 2);
    let [newest, oldest] = [&feed.entries[0], &feed.entries[1]];
    assert!(newest.updated.is_some() && newest.updated >= oldest.updated);
    assert_ne!(newest.id, oldest.id);
    assert!(newest.id.starts_with("urn:"), "{}", newest.id);
    let title = text(&newest.title);
    assert!(title.contains(" beat "), "{title}");
    assert_eq!(text(&newest.summary), "Season 1, Division A");
    assert_eq!(newest.links[0].href, format!("{}{path}", world.address));
}

#[tokio::test]
async fn page_of_a_ladder_that_is_closed_can_still_be_withdrawn() {
    let world = World::new().await;
    let table = ladders::Table::new(&world.stage).await;
    let path = linked(&world, &table.ana, "ladder").await;
    let shown = private(table.ana.command("ladder", NOTHING).await);
    let shown = private(table.ana.press(&shown, "Manage…").await);
    let form = table.ana.press(&shown, "Close…").await;
    private(leagues::fills_in(&table.ana, form, &[("reason", "The end.")]).await);
    let closed = "SELECT count(*) FROM journals WHERE closed = 1";
    world.stage.until_row(closed, "1").await;
    assert!(
        world
            .page(&path)
            .await
            .text()
            .contains("This ladder has ended.")
    );
    let owed = "SELECT count(*) FROM owed WHERE kind LIKE 'ladder%'";
    world.stage.pass(Duration::from_secs(31), 2).await;
    world.stage.until_row(owed, "0").await;
    let post = table
        .posts()
        .into_iter()
        .find(|one| one.button("Link").is_some());
    let post = post.expect("a post that leads to the page");
    let seen = private(table.ben.press(&post, "Link").await);
    assert_eq!(path_in(&world.address, seen.content()), path);
    let own = private(table.ana.press(&post, "Link").await);
    private(table.ana.press(&own, "Withdraw Page").await);
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn number_of_a_hidden_person_stays_when_others_join() {
    let world = World::new().await;
    let ana = world.stage.person("ana", world.stage.general());
    private(leagues::founds(&ana, "Berlin Open").await);
    let ben = world.stage.person("ben", world.stage.general());
    leagues::joins(&ben).await;
    let path = linked(&world, &ana, "league").await;
    let hidden = "no-name-on-pages";
    panels::chooses(&ben, "settings", ("privacy", "pages"), [hidden]).await;
    let one = "<li>Player 1</li>";
    assert!(world.page(&path).await.text().contains(one));
    for name in ["cleo", "ana", "dan"] {
        leagues::joins(&world.stage.person(name, world.stage.general())).await;
    }
    let page = world.page(&path).await;
    assert!(page.text().contains(one), "{}", page.text());
    assert!(!page.text().contains("Player 2"));
}

#[tokio::test]
async fn host_of_a_simul_makes_its_page_and_organisers_withdraw_it() {
    let world = World::new().await;
    let stage = &world.stage;
    let [ana, ben, cleo] = stage.people(["ana", "ben", "cleo"]);
    updated(simuls::founds(&ben, "2").await);
    let gathers = "SELECT count(*) FROM owed WHERE kind LIKE 'simul%'";
    stage.until_row(gathers, "0").await;
    let all = ana.messages().into_iter();
    let mut posts = all.filter(|message| message.button("Take a Seat").is_some());
    let post = posts.next().expect("a post");
    for place in [&ana, &cleo] {
        private(place.press(&post, "Take a Seat").await);
    }
    stage.until_row(PLAYING, "2").await;
    stage.pass(Duration::from_secs(31), 2).await;
    let post = stage
        .message_says(&ana, &post, "plays 2 people at once")
        .await;
    let of_cleo = private(cleo.press(&post, "My Board").await);
    assert!(of_cleo.button("Link").is_none(), "{:?}", labels(&of_cleo));
    let of_ben = private(ben.press(&post, "My Board").await);
    let made = private(ben.press(&of_ben, "Link").await);
    let path = path_in(&world.address, made.content());
    let page = world.page(&path).await;
    assert!(
        page.text().contains("Ben plays 2 people at once"),
        "{}",
        page.text()
    );
    assert_eq!(page.text().matches("being played").count(), 2);
    let of_cleo = private(cleo.press(&post, "My Board").await);
    let seen = private(cleo.press(&of_cleo, "Link").await);
    assert_eq!(path_in(&world.address, seen.content()), path);
    assert_eq!(labels(&seen), [""; 0]);
    // An organiser withdraws it too.
    let of_ana = private(ana.press(&post, "My Board").await);
    let seen = private(ana.press(&of_ana, "Link").await);
    private(ana.press(&seen, "Withdraw Page").await);
    assert_eq!(world.get(&path).await.status, StatusCode::NOT_FOUND);
}
