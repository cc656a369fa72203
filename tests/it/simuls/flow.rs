//! Simuls as people use them in Discord.

use std::time::Duration;

use anteroom::features::simuls::model::Refusal;
use anteroom::matches::UserId;
use loopback_discord::{Answer, Layout, Message, Place};

use crate::support::forms::chooses;
use crate::support::messages::check_seen;
use crate::support::stage::{NOTHING, Stage, labels, private, refused, said, says, updated};

const PLAYING: &str = "SELECT count(*) FROM matches WHERE status = 'playing'";
const MATCHES: &str = "SELECT count(*) FROM matches";
pub(super) const DAY: Duration = Duration::from_hours(24);

pub(super) const GUESTS: [&str; 4] = ["ben", "cleo", "dan", "eve"];

/// A simul of Connect N in #general, whose host is Ana.
pub(super) struct Hall {
    pub(super) stage: Stage,
}

/// Opens the page on which a simul of Connect N is set up.
pub(crate) async fn sets_up(place: &Place) -> Message {
    let games = private(place.command("play", NOTHING).await);
    let game = updated(place.press(&games, "Connect N").await);
    updated(place.press(&game, "Simul…").await)
}

/// Creates a simul with a number of seats.
pub(crate) async fn founds(place: &Place, seats: &str) -> Answer {
    let shown = sets_up(place).await;
    let shown = updated(chooses(place, &shown, "simul-seats", seats).await);
    place.press(&shown, "Create").await
}

impl Hall {
    /// A simul in which all seats are free.
    pub(super) async fn new(seats: &str) -> Self {
        let mut stage = Stage::laid_out(Layout::default().person("eve")).await;
        stage.start().await;
        let hall = Self { stage };
        updated(founds(&hall.place("ana"), seats).await);
        hall.settles().await;
        hall
    }

    /// A simul of four that has begun.
    pub(super) async fn begun() -> Self {
        let hall = Self::new("4").await;
        for name in GUESTS {
            hall.sits(name).await;
        }
        hall.until_playing(4).await;
        hall.settles().await;
        hall
    }

    pub(super) fn place(&self, name: &str) -> Place {
        self.stage.person(name, self.stage.general())
    }

    pub(super) async fn sits(&self, name: &str) -> Message {
        let place = self.place(name);
        private(place.press(&self.post(), "Take a Seat").await)
    }

    pub(super) async fn until_playing(&self, count: u32) {
        self.stage.until_row(PLAYING, &count.to_string()).await;
        // Nobody acts at the very moment of the beginning, which may not be over.
        self.stage.advance(Duration::from_secs(1));
    }

    /// Waits until all news was posted and the post shows it.
    pub(super) async fn settles(&self) {
        self.stage.settles("simul").await;
    }

    fn all(&self, beginning: &str) -> Vec<Message> {
        let all = self.place("ana").messages().into_iter();
        let own = all.filter(|one| !one.is_ephemeral() && one.content().starts_with(beginning));
        own.collect()
    }

    /// Returns the post that is edited in place.
    pub(super) fn post(&self) -> Message {
        let mut posts = self.all("**Simul 1** ·");
        assert_eq!(posts.len(), 1, "{posts:#?}");
        posts.remove(0)
    }

    /// Returns the news, oldest first.
    pub(super) fn news(&self) -> Vec<Message> {
        self.all("**Simul 1**:")
    }

    pub(super) fn last_news(&self) -> Message {
        self.news().pop().expect("news")
    }

    /// Returns the places of the host and of the other player of a match in its thread.
    async fn both(&self, id: u64) -> [Place; 2] {
        let view = self.stage.view(id).await;
        let thread = view.places.thread.expect("a thread");
        let thread = thread.0.to_string().parse().expect("a thread");
        let people: Vec<UserId> = view.state.people().collect();
        let mut names = GUESTS.iter();
        let guest = names.find(|name| people.contains(&self.stage.id(name)));
        [
            self.stage.person("ana", thread),
            self.stage.person(guest.expect("a guest"), thread),
        ]
    }

    /// Makes the first turn of each player of a match.
    pub(super) async fn opens(&self, id: u64) {
        self.stage.first_turn(id, "a").await;
        self.plays(id, "b").await;
    }

    /// Makes the turn of the player to move in the thread of a match.
    pub(super) async fn plays(&self, id: u64, turn: &str) {
        let [ana, guest] = self.both(id).await;
        let mover = self.stage.state(id).await.person_to_move();
        let host = mover == Some(self.stage.id("ana"));
        let mover = if host { ana } else { guest };
        self.stage.plays(&mover, turn).await;
    }

    pub(super) async fn resigns(&self, id: u64, host: bool) {
        let [ana, guest] = self.both(id).await;
        self.stage.resigns(if host { &ana } else { &guest }).await;
    }
}

#[tokio::test]
async fn simul_of_four_is_played_to_its_end() {
    let mut hall = Hall::new("4").await;
    let post = hall.post();
    assert_eq!(
        labels(&post),
        [
            "Take a Seat",
            "Take Unrated Seat",
            "Leave",
            "Start",
            "Cancel…"
        ]
    );
    let ana = hall.place("ana");
    refused(ana.press(&post, "Take a Seat").await, Refusal::OwnSimul);
    refused(ana.press(&post, "Leave").await, Refusal::HostLeaves);
    says(&hall.sits("ben").await, "You have a seat.");
    let ben = hall.place("ben");
    refused(ben.press(&post, "Take a Seat").await, Refusal::Seated);
    refused(ben.press(&post, "Cancel…").await, Refusal::NotOrganiser);
    says(&private(ben.press(&post, "Leave").await), "free again");
    refused(ben.press(&post, "Leave").await, Refusal::NotSeated);
    for name in &GUESTS[..3] {
        hall.sits(name).await;
    }
    hall.settles().await;
    let gathering = hall.post();
    says(&gathering, "3 of 4 seats are taken");
    refused(ben.press(&gathering, "Start").await, Refusal::NotOrganiser);
    let last = hall.sits("eve").await;
    says(&last, "the simul begins");
    hall.until_playing(4).await;
    hall.settles().await;
    hall.stage.row_is(MATCHES, "4");
    let begun = hall.last_news();
    assert_eq!(begun.mentions().len(), 5, "{begun:#?}");
    let post = hall.post();
    assert_eq!(labels(&post), ["My Board", "Boards"]);
    says(&post, "4 boards are running");
    hall.stage.check_picture(&post);

    // The host moves first on boards 1 and 3, and has more time.
    let state = hall.stage.state(1).await;
    let times = [0, 1].map(|seat| {
        let seat = anteroom::board::Seat::BOTH[seat];
        state.clocks().left(seat, state.changed_at()).as_secs() / 3600
    });
    assert_eq!(times, [180, 120]);
    // *Next* leads the host from board to board.
    let own = private(ana.press(&post, "My Board").await);
    says(&own, "You are the host.");
    let mut picker = updated(ana.press(&own, "Next").await);
    for waiting in [1, 3] {
        hall.stage.advance(Duration::from_secs(2));
        picker = updated(ana.press(&picker, "d").await);
        if picker.button("Play").is_some() {
            picker = updated(ana.press(&picker, "Play").await);
        }
        hall.stage
            .until_row(
                &format!("SELECT turns FROM matches WHERE match_id = {waiting}"),
                "1",
            )
            .await;
        hall.stage.advance(Duration::from_secs(2));
    }
    says(&picker, "No other match waits for you.");
    hall.stage.until_announced().await;
    hall.settles().await;
    let after_one = hall.post();
    says(&after_one, "1\\. ");
    says(&after_one, "their move");

    // Guests go on; a win, a draw, and two resignations.
    for id in [1, 3] {
        hall.plays(id, "a").await;
    }
    for id in [2, 4] {
        hall.opens(id).await;
    }
    hall.settles().await;
    let running = hall.post();
    let ben_board = private(ben.press(&running, "My Board").await);
    says(&ben_board, "You play at board 1.");
    let boards = private(ben.press(&running, "Boards").await);
    assert_eq!(boards.menus().len(), 1);

    hall.resigns(1, false).await;
    hall.resigns(2, true).await;
    let [ana_3, dan] = hall.both(3).await;
    let offer = said(ana_3.command("draw", NOTHING).await);
    updated(dan.press(&offer, "Accept Draw").await);
    hall.settles().await;
    let three = hall.post();
    says(&three, "1 board is running");
    let [_, eve] = hall.both(4).await;
    hall.stage.resigns(&eve).await;
    hall.stage.until_row(PLAYING, "0").await;
    hall.stage.restart().await;
    hall.settles().await;
    check_seen(
        "simul_of_four",
        [
            &gathering,
            &last,
            &begun,
            &own,
            &after_one,
            &running,
            &ben_board,
            &boards,
            &hall.post(),
        ],
    );
}

#[tokio::test]
async fn profile_sums_up_what_is_over() {
    let hall = Hall::new("2").await;
    for (number, first) in [(1, 1), (2, 3)] {
        if number > 1 {
            updated(founds(&hall.place("ana"), "2").await);
            hall.settles().await;
        }
        let title = format!("**Simul {number}** ·");
        let post = hall.all(&title).pop().expect("a post");
        for name in ["ben", "cleo"] {
            private(hall.place(name).press(&post, "Take a Seat").await);
        }
        hall.until_playing(2).await;
        hall.settles().await;
        for id in [first, first + 1] {
            hall.opens(id).await;
            // Ben loses, and Cleo beats the host.
            hall.resigns(id, id > first).await;
        }
        hall.stage.until_row(PLAYING, "0").await;
        hall.settles().await;
    }
    let mut profiles = Vec::new();
    for name in ["ana", "ben", "cleo"] {
        profiles.push(private(hall.place(name).command("profile", NOTHING).await));
    }
    let own = |profile: &Message| {
        let lines = profile
            .content()
            .lines()
            .filter(|line| line.contains("imul"));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(own(&profiles[0]), "**2 simuls**: host, 2–2–0");
    assert_eq!(own(&profiles[1]), "");
    assert_eq!(
        own(&profiles[2]),
        "**2 simuls**: beat the host in 2, drew in 0"
    );
}

#[tokio::test]
async fn simul_is_created_once_however_often_it_is_pressed() {
    let hall = Hall::new("4").await;
    let ben = hall.place("ben");
    let shown = sets_up(&ben).await;
    let both = tokio::join!(ben.press(&shown, "Create"), ben.press(&shown, "Create"));
    let made = [both.0, both.1].map(|answer| match answer {
        Answer::Update(_) => 1,
        other => {
            refused(other, Refusal::HostsAnother);
            0
        }
    });
    assert_eq!(made.iter().sum::<u32>(), 1);
    hall.stage.row_is("SELECT count(*) FROM journals", "2");
}
