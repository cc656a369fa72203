//! Ladders as people use them in Discord.

use std::time::Duration;

use anteroom::matches::UserId;
use loopback_discord::{Message, Place, Snowflake};

pub(super) use crate::support::forms::{chooses, fills_in};
use crate::support::stage::{NOTHING, Stage, labels, private, says, updated, whispered};

pub(crate) const DAY: Duration = Duration::from_hours(24);
const NEWS: &str = "SELECT count(*) FROM owed WHERE kind = 'ladder-news'";
const POSTS: &str = "SELECT count(*) FROM owed WHERE kind LIKE 'ladder%'";

/// Opens the page of the only ladder, or of the named one.
pub(crate) async fn ladder(place: &Place) -> Message {
    private(place.command("ladder", NOTHING).await)
}

/// Opens the page on which a ladder is set up.
pub(crate) async fn sets_up(place: &Place) -> Message {
    let shown = ladder(place).await;
    let shown = match shown.button("Manage…") {
        Some(_) => private(place.press(&shown, "Manage…").await),
        None => shown,
    };
    private(place.press(&shown, "New Ladder…").await)
}

/// Creates a ladder of Connect N with the usual clock.
pub(crate) async fn founds(place: &Place, name: &str) -> Message {
    let shown = sets_up(place).await;
    let shown = updated(chooses(place, &shown, "ladder-set/game", "connect-n").await);
    let form = place.press(&shown, "Create…").await;
    private(fills_in(place, form, &[("name", name)]).await)
}

pub(crate) async fn joins(place: &Place) -> Message {
    let shown = ladder(place).await;
    updated(place.press(&shown, "Join").await)
}

/// Opens the question whom to challenge.
pub(crate) async fn asks_whom(place: &Place) -> Message {
    let shown = ladder(place).await;
    updated(place.press(&shown, "Challenge…").await)
}

pub(crate) async fn challenges(place: &Place, whom: UserId) -> Message {
    let question = asks_whom(place).await;
    updated(chooses(place, &question, "ladder-challenge", &whom.to_string()).await)
}

/// Accepts the challenge on a person's page.
pub(crate) async fn accepts(place: &Place) {
    let shown = ladder(place).await;
    updated(place.press(&shown, "Accept").await);
}

/// A ladder in #general with Ana, who organises it, Ben and Cleo, in this order.
pub(crate) struct Table {
    pub(crate) ana: Place,
    pub(crate) ben: Place,
    pub(crate) cleo: Place,
}

impl Table {
    pub(crate) async fn new(stage: &Stage) -> Self {
        let [ana, ben, cleo] = stage.people(["ana", "ben", "cleo"]);
        founds(&ana, "Monday Ladder").await;
        for place in [&ana, &ben, &cleo] {
            joins(place).await;
        }
        stage.pass(Duration::from_secs(31), 1).await;
        stage.until_row(POSTS, "0").await;
        Self { ana, ben, cleo }
    }

    /// Creates a stage with such a ladder.
    pub(crate) async fn on_stage() -> (Stage, Self) {
        let stage = Stage::new().await;
        let table = Self::new(&stage).await;
        (stage, table)
    }

    /// Returns the post with the order, and all posts after it that are no part of matches, oldest first.
    pub(crate) fn posts(&self) -> Vec<Message> {
        let all = self.ana.messages().into_iter();
        let own = all.filter(|message| {
            !message.is_ephemeral() && message.content().starts_with("**Monday Ladder**")
        });
        own.collect()
    }

    pub(crate) fn post(&self) -> Message {
        self.posts().remove(0)
    }

    pub(crate) fn news(&self) -> Vec<String> {
        let news = self.posts().into_iter().skip(1);
        news.map(|message| message.content().to_owned()).collect()
    }
}

/// Waits until all news was posted and the post shows it.
pub(crate) async fn until_told(stage: &Stage) {
    stage.until_row(NEWS, "0").await;
    stage.pass(Duration::from_secs(31), 1).await;
    stage.until_row(POSTS, "0").await;
}

/// Waits until the next match has begun after as many earlier ones, and returns its number.
pub(crate) async fn begins(stage: &Stage, earlier: u64) -> u64 {
    let id = earlier + 1;
    let begun = format!("SELECT count(*) FROM matches WHERE match_id = {id}");
    stage.until_row(&begun, "1").await;
    // Nobody acts at the very moment of the beginning, which may not be over.
    stage.advance(Duration::from_secs(1));
    id
}

/// Plays a match of Connect N without turns on the ladder, which the second player wins. Returns its thread.
pub(crate) async fn second_wins(stage: &Stage, id: u64, players: [&str; 2]) -> Snowflake {
    let thread = stage.first_turn(id, "a").await;
    let [first, second] = players.map(|name| stage.person(name, thread));
    stage.plays(&second, "d").await;
    for turn in ["a", "b", "b"] {
        stage.plays(&first, turn).await;
        stage.plays(&second, "d").await;
    }
    thread
}

/// Returns the names of the people from the top, from the picture's description.
pub(crate) fn order(stage: &Stage, post: &Message) -> String {
    let alt = stage.check_picture(post);
    let (_, order) = alt.split_once(": ").expect("an order");
    let (order, _) = order.split_once('.').expect("an end");
    let places = order.split("), ");
    let names = places.filter_map(|one| Some(one.split_once(" (")?.0));
    names.collect::<Vec<_>>().join(", ")
}

#[tokio::test]
async fn ladder_is_set_up_joined_and_climbed() {
    let (mut stage, [ben]) = Stage::with_people(["ben"]).await;
    let nothing = whispered(ben.command("ladder", NOTHING).await);
    assert!(
        nothing.contains("Somebody who manages the server"),
        "{nothing}"
    );
    let table = Table::new(&stage).await;
    let post = table.post();
    assert_eq!(order(&stage, &post), "1 Ana, 2 Ben, 3 Cleo");
    assert_eq!(labels(&post), ["Join", "Challenge…", "My Ladder"]);
    assert!(table.news().is_empty(), "{:#?}", table.news());

    let challenged = challenges(&table.cleo, stage.id("ana")).await;
    says(&challenged, "You have challenged");
    stage.until_row(NEWS, "0").await;
    let news = table.posts().remove(1);
    assert_eq!(news.mentions(), ["ana"]);
    assert_eq!(labels(&news), ["Accept", "Decline…"]);
    // Somebody else cannot answer.
    let refused = whispered(table.ben.press(&news, "Accept").await);
    assert!(
        refused.contains("Only the person who was challenged"),
        "{refused}"
    );
    let accepted = updated(table.ana.press(&news, "Accept").await);
    assert!(accepted.buttons().is_empty(), "{accepted:#?}");
    let id = begins(&stage, 0).await;
    let shown = ladder(&table.ana).await;
    says(
        &shown,
        &format!("Match 1 against {}", stage.mention("cleo")),
    );
    second_wins(&stage, id, ["ana", "cleo"]).await;
    until_told(&stage).await;
    let post = table.post();
    assert_eq!(order(&stage, &post), "1 Cleo, 2 Ana, 3 Ben");
    let news = table.news();
    assert_eq!(news.len(), 2, "{news:#?}");
    assert!(
        news[1].contains("climbs 2 places, from place 3 to **1**"),
        "{news:#?}"
    );

    // A restart loses nothing and posts nothing twice.
    stage.restart().await;
    until_told(&stage).await;
    assert_eq!(table.news(), news);
    let shown = ladder(&table.cleo).await;
    says(&shown, "place **1** of 3");
}

#[tokio::test]
async fn post_of_ladder_is_enough_to_join_and_to_challenge() {
    let (stage, table) = Table::on_stage().await;
    let dan = stage.person("dan", stage.general());
    let post = table.post();
    let stranger = private(dan.press(&post, "Challenge…").await);
    assert_eq!(labels(&stranger), ["Join", "Back"]);
    let joined = private(dan.press(&post, "Join").await);
    assert!(
        joined
            .content()
            .starts_with("You have joined the ladder in place 4.")
    );
    let twice = whispered(dan.press(&post, "Join").await);
    assert!(twice.contains("in place 4"), "{twice}");
    let mine = private(dan.press(&post, "My Ladder").await);
    says(&mine, "place **4** of 4");
    let whom = private(dan.press(&post, "Challenge…").await);
    let menus = whom.menus();
    let names: Vec<_> = menus[0].options.iter().map(|option| &option.0).collect();
    assert_eq!(names, ["3. Cleo", "2. Ben", "1. Ana"]);
    // An answer to one person leaves the post alone.
    assert_eq!(table.post().content(), post.content());
    until_told(&stage).await;
    assert_eq!(order(&stage, &table.post()), "1 Ana, 2 Ben, 3 Cleo, 4 Dan");
}

#[tokio::test]
async fn command_finds_the_ladder_of_the_channel_or_asks() {
    let stage = Stage::new().await;
    let [here, there] = ["general", "lounge"].map(|name| stage.sandbox.channel(name));
    let [ana, away] = [here, there].map(|channel| stage.person("ana", channel));
    founds(&ana, "First").await;
    let shown = ladder(&away).await;
    assert!(
        shown.content().starts_with("**First**"),
        "the only one: {shown:#?}"
    );
    founds(&away, "Second").await;
    for (place, name) in [(&ana, "**First**"), (&away, "**Second**")] {
        let shown = ladder(place).await;
        assert!(shown.content().starts_with(name), "{shown:#?}");
    }
    founds(&ana, "Third").await;
    let asked = ladder(&ana).await;
    assert!(asked.content().starts_with("Which ladder?"), "{asked:#?}");
    let third = stage.row("SELECT journal FROM journals WHERE name = 'Third'");
    let shown = updated(chooses(&ana, &asked, "ladder-of", &third).await);
    assert!(shown.content().starts_with("**Third**"), "{shown:#?}");
    // In the thread of a match, it is the ladder of the channel above.
    joins(&away).await;
    let ben = stage.person("ben", there);
    joins(&ben).await;
    challenges(&ben, stage.id("ana")).await;
    updated(away.press(&ladder(&away).await, "Accept").await);
    let id = begins(&stage, 0).await;
    stage.first_turn(id, "a").await;
    let opened = stage.sandbox.until(|sandbox| {
        let threads = sandbox.threads(there);
        threads.first()?["id"].as_str()?.parse().ok()
    });
    let thread: Snowflake = opened.await.expect("a thread");
    let shown = ladder(&stage.person("ben", thread)).await;
    assert!(shown.content().starts_with("**Second**"), "{shown:#?}");
    let unknown = whispered(ana.command("ladder", [("ladder", "Fourth")]).await);
    assert!(unknown.contains("no open ladder of that name"), "{unknown}");
}

#[tokio::test]
async fn name_that_is_taken_uses_up_no_number() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    founds(&ana, "Monday Ladder").await;
    for name in ["monday ladder", "MONDAY LADDER"] {
        says(&founds(&ana, name).await, "Choose another name");
    }
    founds(&ana, "Tuesday Ladder").await;
    stage.row_is("SELECT max(journal) FROM journals", "2");
}
