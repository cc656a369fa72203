//! Leagues as people use them in Discord.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::matches::GuildId;
use loopback_discord::{Answer, Message, Place};

pub(crate) use crate::support::forms::{chooses, fills_in};
use crate::support::messages::check_seen;
use crate::support::stage::{
    MONDAY_AT_NINE, NOTHING, Stage, WEEK, labels, private, says, updated, whispered,
};

pub(crate) const DAY: Duration = Duration::from_hours(24);
const NEWS: &str = "SELECT count(*) FROM owed WHERE kind = 'league-news'";
const MATCHES: &str = "SELECT count(*) FROM matches";
const PLAYING: &str = "SELECT count(*) FROM matches WHERE status = 'playing'";

pub(crate) const PEOPLE: [&str; 4] = ["ana", "ben", "cleo", "dan"];

/// Opens the page of the only league.
pub(crate) async fn league(place: &Place) -> Message {
    private(place.command("league", NOTHING).await)
}

/// Opens the page on which a league is set up.
pub(crate) async fn sets_up(place: &Place) -> Message {
    let shown = league(place).await;
    let shown = match shown.button("Manage…") {
        Some(_) => private(place.press(&shown, "Manage…").await),
        None => shown,
    };
    private(place.press(&shown, "New League…").await)
}

/// Creates a league of Connect N with divisions of four.
pub(crate) async fn founds(place: &Place, name: &str) -> Answer {
    founds_of(place, name, "4").await
}

/// Creates a league of Connect N with divisions of this size.
pub(crate) async fn founds_of(place: &Place, name: &str, size: &str) -> Answer {
    let shown = sets_up(place).await;
    let shown = updated(chooses(place, &shown, "league-set/game", "connect-n").await);
    let form = place.press(&shown, "Size, Clock, Play-offs…").await;
    let shown = updated(fills_in(place, form, &[("size", size), ("clock", "5d+12h")]).await);
    let form = place.press(&shown, "Create…").await;
    fills_in(place, form, &[("name", name)]).await
}

pub(crate) async fn joins(place: &Place) -> Message {
    let shown = league(place).await;
    private(place.press(&shown, "Join").await)
}

/// The league *Berlin Open* in #general, which Ana organises.
pub(crate) struct Club {
    pub(crate) stage: Stage,
}

impl Club {
    pub(crate) async fn new() -> Self {
        let club = Self {
            stage: Stage::new().await,
        };
        private(founds(&club.place("ana"), "Berlin Open").await);
        club
    }

    /// A league that four people have joined, with the day of its start.
    pub(crate) async fn of_four() -> Self {
        let club = Self::new().await;
        for name in PEOPLE {
            joins(&club.place(name)).await;
        }
        club.happens("start-set", 1).await;
        club.settles().await;
        club
    }

    /// A league whose first season has begun.
    pub(crate) async fn begun() -> Self {
        let club = Self::of_four().await;
        club.until_monday();
        club.until_playing(6).await;
        club.happens("game-began", 6).await;
        club.settles().await;
        club
    }

    pub(crate) fn place(&self, name: &str) -> Place {
        self.stage.person(name, self.stage.general())
    }

    /// Advances the clock to the next Monday, nine o'clock.
    pub(crate) fn until_monday(&self) {
        self.stage.advance_to(WEEK, MONDAY_AT_NINE + 1);
    }

    /// Waits until this many matches are being played.
    pub(crate) async fn until_playing(&self, count: u32) {
        self.stage.until_row(PLAYING, &count.to_string()).await;
    }

    /// Waits until the league has this many events of a kind.
    pub(crate) async fn happens(&self, event: &str, count: u32) {
        let count = count.to_string();
        let query = format!(
            "SELECT count(*) FROM journal_events WHERE body LIKE '{{\"{event}\"%' OR body = '\"{event}\"'"
        );
        self.stage.until_row(&query, &count).await;
    }

    /// Waits until all news was posted and all tables show it.
    pub(crate) async fn settles(&self) {
        let stage = &self.stage;
        stage.until_row(NEWS, "0").await;
        stage.settles("league").await;
    }

    /// Returns the posts of the league, tables and news, oldest first.
    pub(crate) fn posts(&self) -> Vec<Message> {
        let all = self.place("ana").messages().into_iter();
        let own = all.filter(|message| {
            !message.is_ephemeral() && message.content().starts_with("**Berlin Open**")
        });
        own.collect()
    }

    /// Returns the news, oldest first.
    pub(crate) fn news(&self) -> Vec<String> {
        let posts = self.posts().into_iter();
        let news = posts.filter(|post| post.content().starts_with("**Berlin Open**:"));
        news.map(|post| post.content().to_owned()).collect()
    }

    /// Returns the post that gathers people.
    pub(crate) fn gathering(&self) -> Message {
        self.posts().remove(0)
    }

    /// Returns the post of division A of a season.
    pub(crate) fn table(&self, season: u32) -> Message {
        let head = format!("**Berlin Open** · Season {season}, Division A");
        let mut posts = self.posts().into_iter();
        let found = posts.find(|post| post.content().starts_with(&head));
        found.unwrap_or_else(|| panic!("no table: {:#?}", self.posts()))
    }

    /// Returns the places of the two players of a match in its thread, the one with the first move first.
    pub(crate) async fn players(&self, id: u64) -> [Place; 2] {
        let view = self.stage.view(id).await;
        let thread = view.places.thread.expect("a thread");
        let thread = thread.0.to_string().parse().expect("a thread");
        Seat::BOTH.map(|seat| {
            let user = view.state.person(seat).expect("a person");
            let mut names = PEOPLE.iter();
            let name = names.find(|name| self.stage.id(name) == user);
            self.stage.person(name.expect("a name"), thread)
        })
    }

    /// Plays a match without turns, which the second player wins.
    pub(crate) async fn second_wins(&self, id: u64) {
        self.stage.first_turn(id, "a").await;
        self.second_goes_on_to_win(id).await;
    }

    /// Plays the rest of a match in which the first player has lost a turn on file a.
    pub(crate) async fn second_goes_on_to_win(&self, id: u64) {
        let [first, second] = self.players(id).await;
        self.stage.plays(&second, "d").await;
        for turn in ["a", "b", "b"] {
            self.stage.plays(&first, turn).await;
            self.stage.plays(&second, "d").await;
        }
    }

    /// Gives a reason in the form that an organiser's press opens.
    pub(crate) async fn gives_reason(&self, place: &Place, form: Answer) -> Message {
        private(fills_in(place, form, &[("reason", "The rules say so.")]).await)
    }

    pub(crate) async fn manages(&self, place: &Place) -> Message {
        let shown = league(place).await;
        private(place.press(&shown, "Manage…").await)
    }
}

#[tokio::test]
async fn season_is_played_and_the_next_one_opens() {
    let mut club = Club::of_four().await;
    let post = club.gathering();
    says(&post, "4 people have joined");
    assert_eq!(labels(&post), ["Join", "Leave…", "My Games"]);
    let told = club.news();
    assert_eq!(told.len(), 1, "{told:#?}");
    assert!(told[0].contains("Season 1 starts"), "{told:#?}");

    club.until_monday();
    club.until_playing(6).await;
    club.settles().await;
    club.stage.row_is(MATCHES, "6");
    let told = club.news();
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[1].contains("Season 1 begins"), "{told:#?}");
    let begins = club.posts().into_iter();
    let begins = begins.filter(|post| post.content().contains("Season 1 begins"));
    let called: Vec<usize> = begins.map(|post| post.mentions().len()).collect();
    assert_eq!(called, [4]);
    let table = club.table(1);
    club.stage.check_picture(&table);
    assert_eq!(
        labels(&table),
        ["My Games", "All Results", "Join", "Leave…"]
    );

    for id in 1..=3 {
        club.second_wins(id).await;
    }
    club.settles().await;
    let before = club.posts().len();
    club.stage.restart().await;
    club.settles().await;
    assert_eq!(club.posts().len(), before, "{:#?}", club.news());
    let table = club.table(1);
    says(&table, "final place");

    // The last games run out of time or are adjudicated at the end.
    for id in 4..=5 {
        club.second_wins(id).await;
    }
    club.stage.pass(DAY, 6).await;
    club.until_playing(0).await;
    club.happens("season-over", 1).await;
    club.settles().await;
    let told = club.news();
    assert_eq!(told.len(), 3, "{told:#?}");
    assert!(told[2].contains("is the **champion**"), "{told:#?}");
    let table = club.table(1);
    says(&table, "**champion**");
    assert_eq!(labels(&table), ["All Results"]);

    club.stage.restart().await;
    club.settles().await;
    assert_eq!(club.news(), told);
    club.stage.pass(DAY, 4).await;
    club.happens("season-opened", 1).await;
    club.settles().await;
    let told = club.news();
    assert_eq!(told.len(), 4, "{told:#?}");
    assert!(told[3].contains("Season 2 starts"), "{told:#?}");
    club.stage.pass(DAY, 8).await;
    club.stage.until_row(MATCHES, "12").await;
    club.settles().await;
    assert!(club.table(2).content().contains("Season 2"));
    assert_eq!(club.news().len(), 5, "{:#?}", club.news());
}

#[tokio::test]
async fn leaver_is_asked_and_their_games_end() {
    let club = Club::begun().await;
    club.second_wins(1).await;
    let dan = club.place("dan");
    let question = private(dan.press(&club.table(1), "Leave…").await);
    assert!(
        question
            .content()
            .contains("Fewer than half of your games are over"),
        "{question:#?}"
    );
    club.stage.row_is(PLAYING, "5");
    let left = updated(dan.press(&question, "Leave").await);
    says(&left, "You have left.");
    club.settles().await;
    let told = club.news();
    let last = told.last().expect("news");
    assert!(last.contains("left season 1"), "{told:#?}");
    let table = club.table(1);
    says(&table, ", out");
    let refused = whispered(dan.press(&club.table(1), "Leave…").await);
    assert!(refused.contains("You are not in this league"), "{refused}");
}

#[tokio::test]
async fn league_of_three_does_not_start() {
    let club = Club::new().await;
    for name in ["ana", "ben", "cleo"] {
        joins(&club.place(name)).await;
    }
    club.settles().await;
    let post = club.gathering();
    says(&post, "It needs 1 more");
    club.until_monday();
    club.settles().await;
    club.stage.row_is(MATCHES, "0");
    assert!(club.news().is_empty(), "{:#?}", club.news());
    let managed = club.manages(&club.place("ana")).await;
    assert!(managed.button("Another Day…").is_none(), "{managed:#?}");
}

#[tokio::test]
async fn names_and_channels_are_taken_once() {
    let club = Club::new().await;
    let ana = club.place("ana");
    let lounge = club
        .stage
        .person("ana", club.stage.sandbox.channel("lounge"));
    let twice = whispered(founds(&lounge, "berlin open").await);
    assert!(twice.contains("Choose another name"), "{twice}");
    let shown = sets_up(&ana).await;
    check_seen("set_up_without_channel", [&shown]);
    assert!(
        shown.button("Create…").expect("a button").disabled,
        "{shown:#?}"
    );
    for name in ["**Bold**", "<@1>", "@everyone", "https://a.b", ""] {
        let answer = founds(&lounge, name).await;
        let refused = match &answer {
            Answer::NotSent(_) => continue,
            _ => whispered(answer),
        };
        assert!(refused.contains("name"), "{name}: {refused}");
    }
    private(founds(&lounge, "Paris Open").await);
    // Each channel shows its own league; elsewhere there is a list.
    let here = league(&lounge).await;
    assert!(here.content().starts_with("**Paris Open**"), "{here:#?}");
    let here = league(&ana).await;
    assert!(here.content().starts_with("**Berlin Open**"), "{here:#?}");
    let all = updated(ana.press(&here, "All Leagues").await);
    assert_eq!(all.menus()[0].options.len(), 2, "{all:#?}");
    let named = private(ana.command("league", [("league", "paris open")]).await);
    assert!(named.content().starts_with("**Paris Open**"), "{named:#?}");
}

#[tokio::test]
async fn quick_division_starts_as_soon_as_it_is_full() {
    let club = Club {
        stage: Stage::new().await,
    };
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    let shown = updated(chooses(&ana, &shown, "league-set/game", "connect-n").await);
    let shown = updated(ana.press(&shown, "Quick").await);
    // The usual clock is too slow for 14 days, so another one is chosen.
    check_seen("set_up_slow", [&shown]);
    assert!(
        !shown.button("Create…").expect("a button").disabled,
        "{shown:#?}"
    );
    let form = ana.press(&shown, "Size, Clock…").await;
    let shown = updated(fills_in(&ana, form, &[("size", "4"), ("clock", "1d+2h")]).await);
    check_seen("set_up_quick", [&shown]);
    let form = ana.press(&shown, "Create…").await;
    let made = private(fills_in(&ana, form, &[("name", "Berlin Open")]).await);
    check_seen("created", [&made]);
    for name in PEOPLE {
        joins(&club.place(name)).await;
    }
    club.until_playing(6).await;
    club.settles().await;
    let told = club.news();
    assert!(told[0].contains("Division 1 begins"), "{told:#?}");
    club.stage.pass(DAY, 15).await;
    club.until_playing(0).await;
    club.happens("season-over", 1).await;
    club.settles().await;
    let told = club.news();
    let over = told
        .iter()
        .filter(|news| news.contains("Division 1 is over"));
    assert_eq!(over.count(), 1, "{told:#?}");
}

#[tokio::test]
async fn banned_person_is_off_the_list_of_those_who_joined_and_cannot_return() {
    let club = Club::of_four().await;
    let stage = &club.stage;
    let (guild, ben) = (GuildId(stage.sandbox.guild_id().0), stage.id("ben"));
    let arbiter = stage.arbiter();
    let ban = arbiter.ban(guild, ben, stage.id("ana"), "Insults");
    ban.await.expect("a ban");
    club.settles().await;
    let post = club.gathering();
    assert!(!post.content().contains(&ben.to_string()), "{post:#?}");
    let refused = whispered(club.place("ben").press(&post, "Join").await);
    assert!(refused.contains("Insults"), "{refused}");
}

#[tokio::test]
async fn start_that_is_moved_is_one_post() {
    let mut club = Club::of_four().await;
    let first = club.posts().pop().expect("a post");
    says(&first, "Season 1 starts");
    for (day, restarts) in [("3d", false), ("5d", true)] {
        let ana = club.place("ana");
        let managed = club.manages(&ana).await;
        let form = ana.press(&managed, "Another Day…").await;
        private(fills_in(&ana, form, &[("day", day)]).await);
        if restarts {
            club.stage.restart().await;
        }
        club.settles().await;
        let told = club.news();
        assert_eq!(told.len(), 1, "{told:#?}");
        let post = club.posts().pop().expect("a post");
        assert_eq!(post.id(), first.id());
        assert_ne!(post.content(), first.content());
    }
    // A start that somebody has deleted is posted again.
    assert!(
        club.stage
            .sandbox
            .delete_message(club.stage.general(), first.id())
    );
    let ana = club.place("ana");
    let managed = club.manages(&ana).await;
    let form = ana.press(&managed, "Another Day…").await;
    private(fills_in(&ana, form, &[("day", "4d")]).await);
    club.settles().await;
    assert_eq!(club.news().len(), 1, "{:#?}", club.news());
}

#[tokio::test]
async fn match_that_cannot_begin_or_end_is_tried_again_and_stops_no_other() {
    let mut club = Club::of_four().await;
    let stage = &mut club.stage;
    // The third game cannot be written.
    stage.change(
        "CREATE TRIGGER broken BEFORE INSERT ON journal_events WHEN NEW.body LIKE '{\"game-began\":{\"game\":3,%' \
         BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    club.until_monday();
    club.until_playing(5).await;
    club.stage.change("DROP TRIGGER broken");
    club.stage.pass(Duration::from_secs(61), 1).await;
    club.until_playing(6).await;
    club.settles().await;
    // A person leaves, and one of their games cannot be ended.
    club.stage.change(
        "CREATE TRIGGER broken BEFORE INSERT ON events WHEN NEW.match_id = (SELECT max(match_id) FROM appearances \
         WHERE user = (SELECT user FROM appearances ORDER BY match_id LIMIT 1)) BEGIN SELECT RAISE(ABORT, 'broken'); END",
    );
    let leaver = club
        .stage
        .state(1)
        .await
        .person(Seat::First)
        .expect("a person");
    let mut names = PEOPLE.iter();
    let name = names
        .find(|name| club.stage.id(name) == leaver)
        .expect("a name");
    let place = club.place(name);
    let question = private(place.press(&club.table(1), "Leave…").await);
    updated(place.press(&question, "Leave").await);
    club.until_playing(4).await;
    club.stage.change("DROP TRIGGER broken");
    club.stage.pass(Duration::from_secs(61), 1).await;
    club.until_playing(3).await;
}
