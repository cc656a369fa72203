//! Tournaments as people use them in Discord.

use anteroom::features::tournaments::model::Refusal;
use loopback_discord::{Answer, Message, Place};

use crate::leagues::entry::{entry_page, server_of};
use crate::leagues::flow::{Club, DAY, PEOPLE, chooses, fills_in};
use crate::support::messages::check_seen;
use crate::support::panels::role;
use crate::support::stage::{NOTHING, Stage, labels, private, refused, says, updated};

/// Opens the page of the only tournament.
pub(super) async fn tournament(place: &Place) -> Message {
    private(place.command("tournament", NOTHING).await)
}

pub(super) async fn joins(place: &Place) -> Message {
    let shown = tournament(place).await;
    private(place.press(&shown, "Join").await)
}

/// The tournament *Winter Cup* of Connect N in #general, which Ana organises.
pub(super) struct Cup {
    pub(super) club: Club,
}

impl Cup {
    /// Creates the tournament. `buttons` are pressed on the page on which it is set up.
    async fn new(buttons: &[&str]) -> Self {
        let club = Club {
            stage: Stage::new().await,
        };
        let cup = Self { club };
        let ana = cup.place("ana");
        private(cup.founds(&ana, buttons).await);
        cup
    }

    pub(super) async fn founds(&self, place: &Place, buttons: &[&str]) -> Answer {
        let shown = tournament(place).await;
        let shown = private(place.press(&shown, "New Tournament…").await);
        let chosen = chooses(place, &shown, "tournament-set/game", "connect-n").await;
        let mut shown = updated(chosen);
        for button in buttons {
            shown = updated(place.press(&shown, button).await);
        }
        let form = place.press(&shown, "People, Clock…").await;
        let numbers = [("most", "8"), ("clock", "4d+4h")];
        let shown = updated(fills_in(place, form, &numbers).await);
        let form = place.press(&shown, "Create…").await;
        fills_in(place, form, &[("name", "Winter Cup")]).await
    }

    /// A tournament of four that has begun.
    async fn begun(buttons: &[&str], matches: u32) -> Self {
        let cup = Self::new(buttons).await;
        for name in PEOPLE {
            says(&joins(&cup.place(name)).await, "You have joined.");
        }
        cup.starts(&cup.place("ana")).await;
        cup.club.until_playing(matches).await;
        cup.settles().await;
        cup
    }

    /// Lets the tournament begin now.
    pub(super) async fn starts(&self, place: &Place) {
        let shown = self.manages(place).await;
        updated(chooses(place, &shown, "tournament-start", "0").await);
        self.club.happens("began", 1).await;
    }

    pub(super) fn place(&self, name: &str) -> Place {
        self.club.place(name)
    }

    pub(super) async fn manages(&self, place: &Place) -> Message {
        let shown = tournament(place).await;
        private(place.press(&shown, "Manage…").await)
    }

    /// Waits until all news was posted and the bracket shows it.
    pub(super) async fn settles(&self) {
        self.club.stage.settles("tournament").await;
    }

    /// Returns the post that is edited in place.
    pub(super) fn post(&self) -> Message {
        let all = self.place("ana").messages().into_iter();
        let mut own = all.filter(|message| message.content().starts_with("**Winter Cup** ·"));
        own.find(|message| !message.is_ephemeral()).expect("a post")
    }

    /// Returns the news, oldest first.
    pub(super) fn news(&self) -> Vec<Message> {
        let all = self.place("ana").messages().into_iter();
        let own = all.filter(|message| {
            !message.is_ephemeral() && message.content().starts_with("**Winter Cup**:")
        });
        own.collect()
    }

    pub(super) fn last_news(&self) -> Message {
        self.news().pop().expect("news")
    }

    /// Returns the numbers of the matches that are being played.
    pub(super) fn playing(&self) -> Vec<u64> {
        let all = "SELECT group_concat(match_id) FROM matches WHERE status = 'playing'";
        let ids = self.club.stage.row(all);
        let ids = ids.split(',').filter(|id| !id.is_empty());
        ids.map(|id| id.parse().expect("a number")).collect()
    }

    /// Plays a match without turns, which the second player wins.
    async fn plays(&self, id: u64) {
        self.club.second_wins(id).await;
    }
}

#[tokio::test]
async fn knock_out_of_four_is_played_to_its_winner() {
    let mut cup = Cup::begun(&["One Game per Pair"], 2).await;
    let told: Vec<String> = cup
        .news()
        .iter()
        .map(|one| one.content().to_owned())
        .collect();
    assert_eq!(told.len(), 2, "{told:#?}");
    says(&cup.news()[0], "begins with 4 players in 2 rounds");
    let opened = cup.last_news();
    says(&opened, "new pairings begin now");
    assert_eq!(opened.mentions().len(), 4);
    let post = cup.post();
    says(&post, "Semi-finals: until");
    assert_eq!(labels(&post), ["My Games", "All Results", "Leave…"]);
    cup.club.stage.check_picture(&post);

    // A pairing of two winners begins as soon as both are known, after a restart too.
    let first = cup.playing();
    cup.plays(first[0]).await;
    cup.settles().await;
    cup.club.stage.restart().await;
    cup.plays(first[1]).await;
    cup.club.happens("opened", 2).await;
    cup.club.until_playing(2).await;
    cup.settles().await;
    let opened = cup.last_news();
    says(&opened, "Final: ");
    says(&opened, "Match for third place: ");
    for id in cup.playing() {
        cup.plays(id).await;
    }
    cup.club.happens("over", 1).await;
    cup.settles().await;
    let over = cup.last_news();
    says(&over, "has **won** it");
    says(&over, "\nThird: ");
    cup.club.stage.check_picture(&over);
    let post = cup.post();
    says(&post, "**The tournament is over**");
    assert_eq!(labels(&post), ["All Results"]);
    let place = cup.place(over.mentions()[0]);
    let profile = private(place.command("profile", NOTHING).await);
    says(&profile, "**Winter Cup**: winner");
    // The name is free again.
    private(cup.founds(&cup.place("ana"), &[]).await);
}

#[tokio::test]
async fn equal_pairing_has_a_deciding_game_whose_side_the_better_seed_chooses() {
    let cup = Cup::begun(&["No Third Place"], 4).await;
    // The second player wins each of the two games, so every pairing is equal.
    for id in cup.playing() {
        cup.plays(id).await;
    }
    cup.settles().await;
    let asked = cup.last_news();
    says(&asked, "are equal, 1–1");
    assert_eq!(labels(&asked), ["Move First", "Move Second"]);
    let both: Vec<&str> = asked.mentions();
    assert_eq!(both.len(), 2);
    let mut choosers = 0;
    for name in both {
        let place = cup.place(name);
        let answer = place.press(&asked, "Move First").await;
        if asked.content().contains(&format!(
            "<@{}>, the better seed",
            cup.club.stage.id(name).0
        )) {
            says(&private(answer), "You move first in the deciding game.");
            choosers += 1;
        } else if choosers == 0 {
            refused(answer, Refusal::NotChooser);
        } else {
            refused(answer, Refusal::NoChoice);
        }
    }
    assert_eq!(choosers, 1);
    cup.club.until_playing(1).await;
    // The other one does not choose: they move second after a day.
    cup.club.stage.pass(DAY, 1).await;
    cup.club.until_playing(2).await;
    cup.settles().await;
    says(&cup.last_news(), "The time for the choice was up.");
    let [deciding, _] = cup.playing()[..] else {
        panic!("two deciding games");
    };
    let state = cup.club.stage.view(deciding).await.state;
    assert_eq!(state.proposal().time.to_string(), "2d+2h");
}

#[tokio::test]
async fn organiser_decides_puts_out_and_undoes() {
    let cup = Cup::begun(&["One Game per Pair"], 2).await;
    let ana = cup.place("ana");
    let shown = cup.manages(&ana).await;
    let menus = shown.menus();
    let menu = menus
        .iter()
        .find(|menu| menu.custom_id.starts_with("tournament-pairing"));
    let mut others = String::new();
    for (_, value) in &menu.expect("a menu").options {
        let shown = cup.manages(&ana).await;
        let asked = updated(chooses(&ana, &shown, "tournament-pairing", value).await);
        let form = ana.press(&asked, &labels(&asked)[0]).await;
        let answer = fills_in(&ana, form, &[("reason", "The rules say so.")]).await;
        if asked
            .content()
            .contains(&format!("<@{}>", cup.club.stage.id("ana").0))
        {
            refused(answer, Refusal::OwnPairing);
        } else {
            says(&private(answer), "The pairing is decided.");
            others = asked.content().to_owned();
        }
    }
    cup.club.until_playing(1).await;
    cup.settles().await;
    says(&cup.last_news(), "decided a pairing");

    // It is undone, and the match goes on in a new one.
    let shown = cup.manages(&ana).await;
    let form = chooses(&ana, &shown, "tournament-undo", "1").await;
    let answer = fills_in(&ana, form, &[("reason", "A mistake.")]).await;
    says(&private(answer), "Undone.");
    cup.club.until_playing(2).await;
    cup.settles().await;
    says(&cup.last_news(), "undid an act");

    // Somebody is out, so the other one is in the final.
    let ids = PEOPLE.map(|name| cup.club.stage.id(name).0.to_string());
    let other = ids.iter().find(|id| others.contains(id.as_str()));
    let shown = cup.manages(&ana).await;
    let chosen = chooses(&ana, &shown, "tournament-person", other.expect("a person"));
    let asked = updated(chosen.await);
    let form = ana.press(&asked, "Put Out…").await;
    let answer = fills_in(&ana, form, &[("reason", "Rude words.")]).await;
    says(&private(answer), "is out.");
    cup.club.until_playing(1).await;
    cup.settles().await;
    says(&cup.last_news(), "wins the semi-final without playing on");
}

#[tokio::test]
async fn role_is_asked_for_again_before_it_begins() {
    let people = ["ana", "ben", "cleo", "dan", "eve"];
    let club = Club {
        stage: server_of(&["Ana", "Ben", "Cleo", "Dan", "Eve"], &people).await,
    };
    let cup = Cup { club };
    let ana = cup.place("ana");
    private(cup.founds(&ana, &["One Game per Pair"]).await);
    let member = role(&cup.club.stage, "Club", "Member").await;
    let shown = entry_page(&ana, &tournament(&ana).await).await;
    updated(chooses(&ana, &shown, "tournament-entry", &member).await);
    for name in people {
        joins(&cup.place(name)).await;
    }
    let sandbox = &cup.club.stage.sandbox;
    assert!(sandbox.set_role("Club", "eve", "Member", false));
    cup.starts(&ana).await;
    cup.club.until_playing(2).await;
    cup.settles().await;
    let told = cup.news();
    let about = told
        .iter()
        .find(|one| one.content().contains("does not play"));
    assert_eq!(about.expect("news").mentions(), ["eve"]);
    says(&cup.last_news(), "new pairings begin now");
    let eve = cup.place("eve");
    says(&tournament(&eve).await, "You are not in this tournament.");
}

#[tokio::test]
async fn game_with_the_pie_rule_has_one_game_a_pairing_unless_two_were_chosen() {
    let club = Club {
        stage: Stage::new().await,
    };
    let ana = club.place("ana");
    let list = tournament(&ana).await;
    let mut shown = private(ana.press(&list, "New Tournament…").await);
    let one = "Two people play one game.";
    let two = "Two people play two games";
    for (game, expected) in [("connect-n", two), ("anchor", one), ("connect-n", two)] {
        shown = updated(chooses(&ana, &shown, "tournament-set/game", game).await);
        says(&shown, expected);
    }
    // A choice stays.
    let chosen = updated(ana.press(&shown, "One Game per Pair").await);
    let chosen = updated(chooses(&ana, &chosen, "tournament-set/game", "anaash").await);
    says(&chosen, one);
    // Without the pie rule it is two again.
    let anchor = updated(chooses(&ana, &chosen, "tournament-set/game", "anchor").await);
    let even = updated(chooses(&ana, &anchor, "tournament-set/setup", "1").await);
    says(&even, "no pie rule");
    says(&even, two);
}

#[tokio::test]
async fn tournament_is_set_up() {
    let cup = Cup {
        club: Club {
            stage: Stage::new().await,
        },
    };
    let ana = cup.place("ana");
    let list = tournament(&ana).await;
    let usual = private(ana.press(&list, "New Tournament…").await);
    let shown = updated(ana.press(&usual, "One Game per Pair").await);
    let shown = updated(ana.press(&shown, "No Third Place").await);
    // A clock that is too slow for more people gives way to one that fits.
    let form = ana.press(&shown, "People, Clock…").await;
    let numbers = [("most", "128"), ("clock", "5d+12h")];
    let refusal = Refusal::SlowClock {
        clock: "5d+12h".parse().expect("a clock"),
        needed: 294,
        people: 128,
    };
    refused(fills_in(&ana, form, &numbers).await, refusal);
    let form = ana.press(&shown, "People, Clock…").await;
    let numbers = [("most", "128"), ("clock", "1d+1h"), ("drawn", "yes")];
    let large = updated(fills_in(&ana, form, &numbers).await);
    for most in ["3", "129"] {
        let form = ana.press(&large, "People, Clock…").await;
        let numbers = [("most", most), ("clock", "1d+1h")];
        let refusal = Refusal::Most(most.parse().expect("a number"));
        refused(fills_in(&ana, form, &numbers).await, refusal);
    }
    check_seen("set_up", [&list, &usual, &large]);
}
