//! Tournaments by the Swiss system as people use them in Discord.

use loopback_discord::{ChannelLayout, Layout, Message, Place, ServerLayout};

use super::flow::{Cup, joins, tournament};
use crate::leagues::flow::{Club, chooses, fills_in};
use crate::support::stage::{NOTHING, Stage, labels, private, says, updated};

/// Seven who play from the beginning, one who joins late, and one who waits.
const PEOPLE: [&str; 9] = [
    "ana", "ben", "cleo", "dan", "eve", "finn", "gus", "hana", "ida",
];

/// A server with all of them.
async fn server() -> Stage {
    let server = ServerLayout::new("Club").channel(ChannelLayout::text("general"));
    let people = PEOPLE.map(|name| format!("{}{}", name[..1].to_uppercase(), &name[1..]));
    let layout = people
        .iter()
        .fold(Layout::empty(), |layout, name| layout.person(name))
        .server(server);
    let mut stage = Stage::laid_out(layout).await;
    stage.start().await;
    stage
}

/// The tournament *Winter Cup* of at most eight people in three rounds.
async fn founded() -> Cup {
    let cup = Cup {
        club: Club {
            stage: server().await,
        },
    };
    let ana = cup.place("ana");
    let shown = tournament(&ana).await;
    let shown = private(ana.press(&shown, "New Tournament…").await);
    let shown = updated(chooses(&ana, &shown, "tournament-set/game", "connect-n").await);
    let shown = updated(ana.press(&shown, "Swiss System").await);
    says(&shown, "A Swiss tournament of up to 16 people in 5 rounds");
    let knock_out = updated(ana.press(&shown, "Knock-out").await);
    says(&knock_out, "A knock-out of up to 16 people");
    let shown = updated(ana.press(&knock_out, "Swiss System").await);
    let form = ana.press(&shown, "People, Rounds, Clock…").await;
    let numbers = [
        ("most", "8"),
        ("rounds", "5"),
        ("clock", "4d+4h"),
        ("drawn", "yes"),
    ];
    let told = private(fills_in(&ana, form, &numbers).await);
    says(&told, "3 to 4 rounds, not 5");
    let form = ana.press(&shown, "People, Rounds, Clock…").await;
    let numbers = [
        ("most", "8"),
        ("rounds", "3"),
        ("clock", "4d+4h"),
        ("drawn", "yes"),
    ];
    let shown = updated(fills_in(&ana, form, &numbers).await);
    says(&shown, "up to 8 people in 3 rounds");
    says(&shown, "Seeds: drawn.");
    let form = ana.press(&shown, "Create…").await;
    private(fills_in(&ana, form, &[("name", "Winter Cup")]).await);
    cup
}

/// Returns the place of the person who is to move in a match, with their name.
async fn mover(cup: &Cup, id: u64) -> (&'static str, Place) {
    let user = cup.club.stage.view(id).await.state.person_to_move();
    let mut names = PEOPLE.into_iter();
    let name = names.find(|name| Some(cup.club.stage.id(name)) == user);
    let name = name.expect("a person");
    (name, cup.place(name))
}

/// Ends a match: the person with the first move resigns.
async fn resigns(cup: &Cup, id: u64) {
    let (_, place) = mover(cup, id).await;
    let question = private(place.command("resign", [("match", &*id.to_string())]).await);
    private(place.press(&question, "Resign").await);
}

/// Returns the news that say this.
fn told(cup: &Cup, words: &str) -> Message {
    let all = cup.news();
    let mut own = all.iter().filter(|one| one.content().contains(words));
    own.next()
        .unwrap_or_else(|| panic!("no news of {words}: {all:#?}"))
        .clone()
}

#[tokio::test]
async fn swiss_of_seven_is_played_to_its_champion() {
    let mut cup = founded().await;
    for name in &PEOPLE[..7] {
        says(&joins(&cup.place(name)).await, "You have joined.");
    }
    cup.starts(&cup.place("ana")).await;
    cup.club.until_playing(3).await;
    cup.settles().await;
    says(
        &told(&cup, "begins with"),
        "begins with 7 players in 3 rounds",
    );
    let round = told(&cup, "round 1 of 3 begins");
    says(&round, "has a bye and gets 1 point.");
    assert_eq!(round.content().matches(" against ").count(), 3);
    assert_eq!(round.mentions().len(), 7);
    let post = cup.post();
    says(&post, "Round 1 of 3: until");
    says(&post, "1\\. <@");
    assert_eq!(labels(&post), ["My Games", "All Results", "Leave…"]);
    cup.club.stage.check_picture(&post);

    // Somebody joins late, and for the next one there is no place.
    let hana = joins(&cup.place("hana")).await;
    says(&hana, "You play from the second round on");
    says(&hana, "with ½ point for the first");
    says(
        &joins(&cup.place("ida")).await,
        "You are on the waiting list.",
    );

    // The second round is drawn when the first one is over, after a restart too.
    let first = cup.playing();
    resigns(&cup, first[0]).await;
    resigns(&cup, first[1]).await;
    cup.settles().await;
    cup.club.stage.restart().await;
    resigns(&cup, first[2]).await;
    cup.club.happens("paired", 2).await;
    cup.club.until_playing(4).await;
    cup.settles().await;
    let round = told(&cup, "round 2 of 3 begins");
    assert_eq!(round.content().matches(" against ").count(), 4);
    assert!(!round.content().contains("bye"), "{round:#?}");
    assert_eq!(round.mentions().len(), 8);

    // A person leaves: their game is lost, and they are not paired any more.
    let second = cup.playing();
    let (leaver, place) = mover(&cup, second[0]).await;
    let asked = private(place.press(&tournament(&place).await, "Leave…").await);
    says(&asked, "you are not paired any more");
    says(
        &private(place.press(&asked, "Leave").await),
        "You have left.",
    );
    cup.club.until_playing(3).await;
    cup.settles().await;
    says(
        &told(&cup, "left."),
        "wins the game of round 2 without playing.",
    );
    for id in &second[1..] {
        resigns(&cup, *id).await;
    }
    cup.club.happens("paired", 3).await;
    cup.club.until_playing(3).await;
    cup.settles().await;
    let round = told(&cup, "round 3 of 3 begins");
    says(&round, "has a bye and gets 1 point.");
    let left = format!("<@{}>", cup.club.stage.id(leaver));
    assert!(!round.content().contains(&left), "{round:#?}");

    // The page of a person and the results of a round.
    let third = cup.playing();
    let (_, place) = mover(&cup, third[0]).await;
    let page = tournament(&place).await;
    says(&page, "You are in place ");
    says(&page, "in round 3, and you move first.");
    let results = private(place.press(&page, "All Results").await);
    says(&results, "· Round 3");
    let first = updated(chooses(&place, &results, "tournament-round", "1").await);
    assert_eq!(
        first.content().matches("** beats ").count(),
        3,
        "{first:#?}"
    );
    says(&first, "has a bye: 1 point");
    let profile = private(place.command("profile", NOTHING).await);
    says(&profile, "**Winter Cup**: place ");

    for id in third {
        resigns(&cup, id).await;
    }
    cup.club.happens("over", 1).await;
    cup.settles().await;
    let over = told(&cup, "has **won** it");
    says(&over, "\nSecond: <@");
    says(&over, "\nThird: <@");
    cup.club.stage.check_picture(&over);
    let post = cup.post();
    says(&post, "**The tournament is over**");
    says(&post, ", **winner**");
    says(&post, ", out");
    assert_eq!(labels(&post), ["All Results"]);
    let place = cup.place(over.mentions()[0]);
    let profile = private(place.command("profile", NOTHING).await);
    says(&profile, "**Winter Cup**: winner");
}

#[tokio::test]
async fn organiser_decides_a_swiss_pairing_and_undoes_it() {
    let cup = founded().await;
    for name in &PEOPLE[1..5] {
        says(&joins(&cup.place(name)).await, "You have joined.");
    }
    cup.starts(&cup.place("ana")).await;
    cup.club.until_playing(2).await;
    cup.settles().await;
    // Four people play all against all, and nobody joins later.
    says(&told(&cup, "begins with"), "all play against all");
    let ida = joins(&cup.place("ida")).await;
    says(&ida, "You are on the waiting list.");
    let ana = cup.place("ana");
    let shown = cup.manages(&ana).await;
    let asked = updated(chooses(&ana, &shown, "tournament-pairing", "1").await);
    let form = ana.press(&asked, &labels(&asked)[0]).await;
    let answer = fills_in(&ana, form, &[("reason", "The rules say so.")]).await;
    says(&private(answer), "The pairing is decided.");
    cup.club.until_playing(1).await;
    cup.settles().await;
    says(&told(&cup, "decided a pairing"), " wins against <@");

    let shown = cup.manages(&ana).await;
    let form = chooses(&ana, &shown, "tournament-undo", "1").await;
    let answer = fills_in(&ana, form, &[("reason", "A mistake.")]).await;
    says(&private(answer), "Undone.");
    cup.club.until_playing(2).await;

    // Who is put out meets the others in no game.
    let (out, _) = mover(&cup, cup.playing()[0]).await;
    let shown = cup.manages(&ana).await;
    let user = cup.club.stage.id(out).to_string();
    let asked = updated(chooses(&ana, &shown, "tournament-person", &user).await);
    says(&asked, "they are not paired any more");
    let form = ana.press(&asked, "Put Out…").await;
    let answer = fills_in(&ana, form, &[("reason", "Rude words.")]).await;
    says(&private(answer), "is out.");
    cup.club.until_playing(1).await;
    resigns(&cup, cup.playing()[0]).await;
    cup.club.happens("paired", 2).await;
    cup.club.until_playing(1).await;
    cup.settles().await;
    says(
        &told(&cup, "round 2 of 3 begins"),
        "wins without playing: <@",
    );
}
