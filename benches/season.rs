//! Measures the start of eight divisions within Discord's limits, and `/league` in a large league.

use std::time::{Duration, Instant};

use loopback_discord::{Answer, Clock, Layout, Message, Place, Sandbox, SandboxConfig};

use super::NOTHING;
use super::program::Program;

const DIVISIONS: usize = 8;
const OF_DIVISION: usize = 8;

/// The games of all divisions: everybody against everybody.
const GAMES: usize = DIVISIONS * OF_DIVISION * (OF_DIVISION - 1) / 2;

/// Those who have joined at the end; the last ones wait for a division.
const PEOPLE: usize = 100;

const THREADS: &str = "/channels/{channel_id}/messages/{message_id}/threads";

/// Fills the divisions of a quick league, waits until all its games have their threads and boards, and opens the page
/// of `/league` for each of a hundred people.
pub async fn of_eight_divisions() {
    let names: Vec<_> = (0..PEOPLE).map(|one| format!("p{one}")).collect();
    let mut config = SandboxConfig::default();
    config.clock = Clock::running();
    let layout = Layout::default();
    config.layout = names
        .iter()
        .fold(layout, |layout, name| layout.person(name));
    let sandbox = Sandbox::start(config).await.expect("a sandbox");
    let folder = tempfile::tempdir().expect("a folder");
    let program = Program::connected(&sandbox, &folder.path().join("matches.db"), &[]).await;
    let general = |name: &str| sandbox.user(name).in_channel(sandbox.channel("general"));
    let post = found(&general("ana")).await;

    let (playing, waiting) = names.split_at(DIVISIONS * OF_DIVISION);
    let begun = Instant::now();
    for name in playing {
        private(general(name).press(&post, "Join").await);
    }
    println!("{} people joined in {:.1?}", playing.len(), begun.elapsed());
    let (mut threads, mut refused) = (0, 0);
    loop {
        for entry in sandbox.journal() {
            refused += usize::from(entry.status == 429);
            threads += usize::from(entry.route == THREADS && entry.status == 201);
        }
        sandbox.clear_journal();
        if threads == GAMES {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!(
        "{GAMES} games had their threads {:.0?} after the first joined; {refused} requests were refused by a limit",
        begun.elapsed()
    );

    for name in waiting {
        private(general(name).press(&post, "Join").await);
    }
    let mut times = Vec::new();
    for name in &names {
        let place = general(name);
        let asked = Instant::now();
        private(place.command("league", NOTHING).await);
        times.push(asked.elapsed());
    }
    times.sort_unstable();
    println!(
        "/league of {PEOPLE} people: {:.1?} in the middle, {:.1?} for 99 of 100, {:.1?} at most",
        times[times.len() / 2],
        times[times.len() * 99 / 100 - 1],
        times[times.len() - 1],
    );
    drop(program);
}

/// Creates a quick league of Connect N, and returns its post.
async fn found(place: &Place) -> Message {
    let shown = private(place.command("league", NOTHING).await);
    let shown = private(place.press(&shown, "New League…").await);
    let shown = private(place.press(&shown, "Quick").await);
    let menus = shown.menus();
    let game = menus
        .iter()
        .find(|one| one.custom_id.starts_with("league-set/game"));
    let game = game.expect("a menu of games");
    let shown = private(place.select(&shown, &game.custom_id, ["connect-n"]).await);
    let numbers = [("size", "8"), ("clock", "2d+2h")];
    let form = place.press(&shown, "Size, Clock…").await;
    let form = form.modal().expect("a form");
    let shown = private(place.submit(form, numbers).await);
    let form = place.press(&shown, "Create…").await;
    let form = form.modal().expect("a form");
    private(place.submit(form, [("name", "Eight by Eight")]).await);
    loop {
        let posts = place.messages().into_iter();
        let mut open = posts.filter(|post| !post.is_ephemeral() && post.button("Join").is_some());
        if let Some(post) = open.next() {
            return post;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Returns an answer that one person sees.
fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a private answer: {other:#?}"),
    }
}
