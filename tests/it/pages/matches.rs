//! What a match's page shows.

use std::time::Duration;

use anteroom::features::pages::messages::html::{Problem, problem};
use anteroom::features::pages::service::links::Asker;
use anteroom::matches::{Challenge, ChannelId, Level, MatchId, Place, Player};
use anteroom::people::MONTHS;
use futures_util::StreamExt;
use reqwest::{Method, StatusCode};

use super::world::World;
use crate::support::messages::check_text;
use crate::support::panels;
use crate::support::stage::deletes_data;

/// Returns the text of a page that people read, a line for each element.
pub(super) fn words(html: &str) -> String {
    let body = html.split_once("<main>").expect("a page").1;
    let mut text = String::new();
    for part in body.split('<') {
        let (tag, words) = part.split_once('>').unwrap_or(("", part));
        if let Some((_, alt)) = tag.split_once(" alt=\"") {
            text.push_str(&format!("\n[{}]", alt.split('"').next().expect("an end")));
        }
        let starts = [
            "h1", "h2", "p", "li", "div", "b", "nav", "section", "footer", "small",
        ];
        if starts.iter().any(|one| tag.split(' ').next() == Some(*one)) {
            text.push('\n');
        }
        text.push_str(words);
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    undated(&lines.collect::<Vec<_>>().join("\n"))
}

/// Returns a text without its days and times of day, which are those of the test.
fn undated(text: &str) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    while let Some(month) = words.iter().position(|word| MONTHS.contains(word)) {
        words.splice(month - 1..=month + 1, ["<day>"]);
        if words
            .get(month + 1)
            .is_some_and(|word| word.starts_with("UTC"))
        {
            let rest = words[month + 1].trim_start_matches("UTC");
            words.splice(month..=month + 1, [rest]);
        }
    }
    words.join(" ")
}

#[tokio::test]
async fn page_shows_who_plays_who_moves_and_all_turns() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "d", "c"]).await;
    let path = world.linked(&table.ana).await;
    let page = world.page(&path).await;
    check_text("running", &words(page.text()));
    assert_eq!(page.meta("og:title"), "Ana vs Ben · Connect N");
    check_text("running_preview", &undated(&page.meta("og:description")));
    world.stage.resigns(&table.ben).await;
    let page = world.page(&path).await;
    check_text("ended", &words(page.text()));
    check_text("ended_preview", &undated(&page.meta("og:description")));
    // A turn has its address, with its own picture.
    let earlier = world.page(&format!("{path}/1")).await;
    check_text("earlier", &words(earlier.text()));
    assert_ne!(earlier.meta("og:image"), page.meta("og:image"));
}

#[tokio::test]
async fn match_that_is_shown_from_the_start_tells_nothing_of_its_end() {
    let world = World::new().await;
    let table = world
        .begin("connect-n", &["d", "c", "d", "c", "d", "c", "d"])
        .await;
    let path = world.linked(&table.ana).await;
    assert!(world.page(&path).await.text().contains("Ana</b>"));
    let mut next = format!("{path}?from=start");
    for ply in 0..=7 {
        let page = world.page(&next).await;
        let text = page.text();
        let tells = ["won", "of 7", "ended", "match.gif"].map(|word| text.contains(word));
        assert!(ply >= 6 || !text.contains("/7?"), "{ply}");
        assert!(ply == 7 || !text.contains("The match is over"));
        assert_eq!(tells, [ply == 7; 4], "{ply}");
        assert!(!page.meta("og:description").contains("won"));
        assert_eq!(text.matches("<li>").count(), ply, "{ply}");
        // Nor does what the script reads.
        let told = ["data-seq", "data-last"].map(|name| page.all(name).len());
        assert_eq!(told, [usize::from(ply == 7); 2], "{ply}");
        let links = page.all("href");
        let forward = links
            .iter()
            .find(|link| link.ends_with(&format!("/{}?from=start", ply + 1)));
        match forward {
            Some(forward) => next.clone_from(forward),
            None => assert_eq!(ply, 7),
        }
    }
}

#[tokio::test]
async fn match_that_is_shown_from_the_start_does_not_tell_whether_it_goes_on() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c", "d"]).await;
    let path = world.linked(&table.ana).await;
    let early = ["?from=start", "/2?from=start"].map(|rest| format!("{path}{rest}"));
    let mut before = Vec::new();
    for path in &early {
        before.push(world.page(path).await.body);
    }
    let newest = world.page(&format!("{path}/3?from=start")).await;
    assert_eq!(newest.all("data-events"), [format!("{path}/events")]);
    world.stage.plays(&table.ben, "c").await;
    world.stage.resigns(&table.ana).await;
    for (path, before) in early.iter().zip(before) {
        assert_eq!(world.page(path).await.body, before, "{path}");
    }
}

#[tokio::test]
async fn pictures_bear_no_names_and_never_change() {
    let world = World::new().await;
    let table = world.begin("antichess", &["e2e3", "e7e6"]).await;
    // Ana does not look at the board, so that the turn can be taken back.
    let path = world.linked(&table.ben).await;
    let page = world.page(&path).await;
    let pictures = page.all("src");
    let board = pictures
        .iter()
        .find(|one| one.contains(".png"))
        .expect("a board");
    let picture = world.page(board).await;
    assert_eq!(picture.header("content-type"), "image/png");
    assert!(picture.header("cache-control").contains("immutable"));
    // All five themes and both densities are there.
    for theme in ["light", "dark", "high-contrast", "greyscale", "wood"] {
        for density in ["", "@2x"] {
            world.page(&format!("{path}/2/{theme}{density}.png")).await;
        }
    }
    // Without the mark of the turns the same address may show another turn.
    let (unmarked, _) = board.split_once('?').expect("a mark");
    let same = world.page(unmarked).await;
    assert_eq!(same.header("cache-control"), "no-cache");
    assert_eq!(same.body, picture.body);
    // After a take-back and another turn the page has another address.
    let last = world.stage.state(1).await.ply();
    world.stage.advance(Duration::from_secs(5));
    let ben = world.stage.id("ben");
    let _ = world
        .stage
        .arbiter()
        .take_back(MatchId(1), ben)
        .await
        .expect("a take-back");
    let gone = world.get(&format!("{path}/{last}")).await;
    assert_eq!(gone.status, StatusCode::SEE_OTHER);
    assert_eq!(gone.header("location"), path);
    let now = world.stage.state(1).await;
    let arbiter = world.stage.arbiter();
    let play = arbiter.play(MatchId(1), ben, "d7d6", Some(now.board()));
    let _ = play.await.expect("another turn");
    let page = world.page(&path).await;
    let other = page.all("src");
    assert!(!other.contains(board));
    let late = world.page(board).await;
    assert_eq!(late.header("cache-control"), "no-cache");
    assert_ne!(late.body, picture.body);
    let preview = page.meta("og:image");
    let preview = world.page(preview.trim_start_matches(&world.address)).await;
    let size = |at: usize| u32::from_be_bytes(preview.body[at..at + 4].try_into().expect("bytes"));
    assert_eq!((size(16), size(20)), (1200, 630));
}

#[tokio::test]
async fn board_turns_round_only_where_its_sides_differ() {
    let world = World::new().await;
    let table = world.begin("antichess", &["e2e3"]).await;
    let path = world.linked(&table.ana).await;
    let usual = world.page(&path).await;
    let turn = format!("{path}?side=second");
    assert!(usual.all("href").contains(&turn));
    let turned = world.page(&turn).await;
    assert!(turned.all("href").contains(&path));
    let board =
        |page: &super::world::Got| page.all("src").into_iter().find(|one| one.contains(".png"));
    let [one, other] = [board(&usual), board(&turned)].map(|board| board.expect("a board"));
    assert_ne!(world.page(&one).await.body, world.page(&other).await.body);
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let path = world.linked(&table.ana).await;
    assert!(!world.page(&path).await.text().contains("side="));
}

#[tokio::test]
async fn hidden_and_deleted_names_are_on_no_page() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c"]).await;
    let path = world.linked(&table.ana).await;
    let hidden = "no-name-on-pages";
    let privacy = panels::chooses(&table.ben, "settings", ("privacy", "pages"), [hidden]).await;
    assert!(privacy.content().contains(&path), "{}", privacy.content());
    let page = world.page(&path).await;
    assert!(page.text().contains("Ana") && !page.text().contains("Ben"));
    assert!(page.meta("og:title").starts_with("Ana vs "));
    world.stage.resigns(&table.ben).await;
    let all = [
        String::new(),
        String::from("/0"),
        String::from("/match.json"),
        String::from("/columns.txt"),
    ];
    deletes_data(&table.ana).await;
    for rest in all {
        let got = world.page(&format!("{path}{rest}")).await;
        for name in ["Ana", "Ben"] {
            assert!(!got.text().contains(name), "{rest}: {name}");
        }
    }
    // The person may show the name again.
    let shown = "name-on-pages";
    panels::chooses(&table.ben, "settings", ("privacy", "pages"), [shown]).await;
    assert!(world.page(&path).await.text().contains("Ben"));
}

#[tokio::test]
async fn pages_and_files_have_no_ids_of_people() {
    let world = World::new().await;
    let table = world.begin("antichess", &["e2e3", "e7e6"]).await;
    let path = world.linked(&table.ana).await;
    world.stage.resigns(&table.ben).await;
    let ids = ["ana", "ben"].map(|name| world.stage.id(name).to_string());
    let page = world.page(&path).await;
    let files: Vec<_> = page
        .all("href")
        .into_iter()
        .filter(|one| one.contains("/match."))
        .collect();
    assert_eq!(files.len(), 3, "{files:?}");
    for path in files.iter().chain([&path]) {
        let got = world.page(path).await;
        let text = String::from_utf8_lossy(&got.body);
        for id in &ids {
            assert!(!text.contains(id), "{path}");
        }
    }
    // The bot's own text has them, so it is not offered.
    let text = world.get(&format!("{path}/match.txt")).await;
    assert_eq!(text.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn reader_learns_that_a_match_goes_on() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let path = world.linked(&table.ana).await;
    let address = format!("{}{path}/events", world.address);
    let stream = world.client.get(address).send().await.expect("a stream");
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert_eq!(stream.headers()["x-accel-buffering"], "no");
    let mut stream = stream.bytes_stream();
    // First how the match stands, so that nothing is missed between the page and the stream.
    let state = stream.next().await.expect("an event").expect("bytes");
    assert!(state.starts_with(b"event: state"), "{state:?}");
    world.stage.plays(&table.ben, "c").await;
    let event = stream.next().await.expect("an event").expect("bytes");
    assert!(event.starts_with(b"event: change"), "{event:?}");
    assert!(world.page(&path).await.text().contains("Turn 2"));
}

#[tokio::test]
async fn reader_ends_no_match_whose_time_has_run_out() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d", "c", "d"]).await;
    let path = world.linked(&table.ana).await;
    // As if the match was read in the moment before its alarm.
    world.stage.change("DELETE FROM alarms");
    world.stage.advance(Duration::from_hours(24 * 10));
    let all = "SELECT group_concat(kind || ' ' || seq) FROM events";
    let events = world.stage.row(all);
    let page = world.page(&path).await;
    check_text("out_of_time", &words(page.text()));
    for rest in ["/2", "/columns.txt", "/3/wood.png", "/match.gif"] {
        world.page(&format!("{path}{rest}")).await;
    }
    let stream = format!("{}{path}/events", world.address);
    let stream = world.client.get(stream).send().await.expect("a stream");
    let state = stream.bytes_stream().next().await;
    state.expect("an event").expect("bytes");
    world.stage.row_is(all, &events);
    // Who asks the bot sees the end, and so do readers from then on.
    let now = world.stage.arbiter().current(MatchId(1)).await;
    assert!(now.expect("a match").ending().is_some());
    assert!(world.page(&path).await.text().contains("Ana won</b>"));
}

#[tokio::test]
async fn nothing_is_found_without_a_name() {
    let world = World::new().await;
    let table = world.begin("connect-n", &["d"]).await;
    let path = world.linked(&table.ana).await;
    let other = format!(
        "{}{}",
        &path[..path.len() - 1],
        if path.ends_with('a') { 'b' } else { 'a' }
    );
    let nothing = problem(Problem::NotFound);
    for path in [
        "/", "/m", "/m/", "/m/1", "/c", "/cal", "/metrics", "/healthz", &other,
    ] {
        let got = world.get(path).await;
        assert_eq!(got.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(got.header("x-robots-tag"), "noindex");
        assert_eq!(got.text(), nothing, "{path}");
    }
    let got = world.get("/robots.txt").await;
    assert_eq!(got.text(), "User-agent: *\nAllow: /\n");
    for turn in ["/2", "/01", "/-1", "/1/pink.png", "/9/wood.png", "/1/"] {
        let got = world.get(&format!("{path}{turn}")).await;
        let ok = turn == "/2" && got.status == StatusCode::SEE_OTHER;
        assert!(ok || got.status == StatusCode::NOT_FOUND, "{turn}");
    }
    // Nothing but reading, and only with the usual headers.
    for method in [Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS] {
        let got = world.ask(method, &path).await;
        assert_eq!(got.status, StatusCode::METHOD_NOT_ALLOWED);
    }
    let head = world.ask(Method::HEAD, &path).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    for (name, part) in [
        ("content-security-policy", "script-src 'self'"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-robots-tag", "noindex"),
        ("cache-control", "no-cache"),
    ] {
        assert!(head.header(name).contains(part), "{name}");
    }
    assert!(head.headers.get("set-cookie").is_none());
}

#[tokio::test]
async fn match_in_a_private_conversation_has_a_page_only_against_the_computer() {
    let world = World::new().await;
    let arbiter = world.stage.arbiter();
    let [ana, ben] = ["ana", "ben"].map(|name| world.stage.id(name));
    let place = Place {
        guild: None,
        channel: ChannelId(77),
    };
    let asker = Asker {
        user: ana,
        moderates: false,
    };
    let against = |player| {
        let time = "3d".parse().expect("a clock");
        Challenge {
            invited: Some(player),
            ..Challenge::new(place, "connect-n", time, ana)
        }
    };
    let _ = arbiter
        .propose(against(Player::Person(ben)))
        .await
        .expect("a challenge");
    let open = arbiter.page_link(MatchId(1), asker).await;
    assert!(open.is_err_and(|error| error.to_string().contains("not-begun")));
    let _ = arbiter.accept(MatchId(1), ben).await.expect("a match");
    let private = arbiter.page_link(MatchId(1), asker).await;
    assert!(private.is_err_and(|error| error.to_string().contains("private")));
    let beginner = Player::Computer(Level::Beginner);
    let _ = arbiter.propose(against(beginner)).await.expect("a match");
    let name = arbiter.page_link(MatchId(2), asker).await.expect("a page");
    let page = world.page(&format!("/m/{name}")).await;
    assert!(page.text().contains("Beginner (computer)"));
}
