//! The messages of Swiss tournaments, as people read them.

use anteroom::contests::{How, Score};
use anteroom::discord::ui::Composed;
use anteroom::features::leagues::model::DepartureReason;
use anteroom::features::pages::messages::contest::Contest;
use anteroom::features::tournaments::messages::page::{self, Page};
use anteroom::features::tournaments::messages::{manage, news, person, post, results};
use anteroom::features::tournaments::model::{Command, Event, OrganiserAct, Rules};
use anteroom::matches::UserId;
use anteroom::people::Zone;

use super::messages::{Story, rules as knock_out, user};
use crate::support::messages::{check, check_text, on_the_web};

fn rules(rounds: u32, most: u32) -> Rules {
    Rules {
        third: false,
        most,
        swiss: Some(rounds),
        ..knock_out(1)
    }
}

/// A Swiss tournament that has begun.
fn begun(people: u64) -> Story {
    let mut story = Story::joined(rules(4, 16), people);
    story.starts();
    story
}

/// Ends all games that are being played, in the order of their numbers.
fn plays(story: &mut Story, scores: &[Score]) {
    let running: Vec<_> = story.tournament.running().collect();
    for ((game, _), score) in running.into_iter().zip(scores.iter().cycle()) {
        story.ends(game, *score, How::Played);
    }
}

fn page_of(story: &Story, user: UserId) -> Composed {
    page::page(&story.view(), user, &Page::default())
}

fn told(news: &[Composed]) -> String {
    let all: Vec<String> = news.iter().map(ToString::to_string).collect();
    all.join("\n---\n")
}

#[test]
fn gathering_says_how_it_works() {
    let story = Story::joined(rules(4, 16), 3);
    let view = story.view();
    check("gathering", &post::post(&view, 0).expect("a post"));
    check("page_joined", &page_of(&story, user(0)));
}

#[test]
fn round_names_who_meets_whom() {
    let mut story = begun(7);
    check_text("begun", &told(&story.news));
    let view = story.view();
    let contest = Contest::Tournament(view.clone());
    check_text("web_running", &on_the_web(&contest, None));
    check("running", &post::post(&view, 0).expect("a post"));
    check("page_of_a_player", &page_of(&story, user(0)));
    check("page_of_a_bye", &page_of(&story, user(6)));
    check("page_of_a_stranger", &page_of(&story, user(20)));
    check("leaving", &page::ask_leave(&view, user(0)));
    check("person", &person::person(&view, user(0)));
    check("decide", &person::decide(&view, 1));

    // Somebody joins late. One pairing is drawn, and one is decided.
    let late = user(7);
    story.does(Command::Join { user: late });
    check("page_of_a_late_entrant", &page_of(&story, late));
    let [game, other, _] = story.tournament.running().collect::<Vec<_>>()[..] else {
        panic!("three games");
    };
    story.ends(game.0, Score::Draw, How::Played);
    check("page_waiting", &page_of(&story, user(0)));
    story.ends(other.0, Score::Second, How::Played);
    story.news.clear();
    let pairing = story.tournament.current_round().expect("a round");
    let open = story.tournament.pairings().iter();
    let mut open = open.filter(|one| one.round == pairing && one.decision.is_none());
    let open = open.next().expect("a pairing").clone();
    let winner = story.tournament.people_of(&open)[0];
    let pairing = open.id;
    story.acts(OrganiserAct::Decide { pairing, winner });
    check_text("second_round", &told(&story.news));
    let view = story.view();
    check("second_post", &post::post(&view, 0).expect("a post"));
    check("results", &results::results(&view, 1, user(20)));
    let manage = manage::manage(&view, "", (&Zone::default(), &[]));
    check("manage", &manage);

    // A person who leaves is not paired any more, and their game is lost.
    story.news.clear();
    story.does(Command::Leave { user: user(1) });
    check_text("left", &told(&story.news));
    check("page_of_a_leaver", &page_of(&story, user(1)));
}

#[test]
fn end_says_what_decided() {
    let mut story = begun(8);
    plays(&mut story, &[Score::First, Score::Draw, Score::Second]);
    let playing = story.view().own_line(user(0)).expect("a line");
    let weekly = story.view().weekly_line();
    for _ in 1..story.tournament.rounds() {
        plays(&mut story, &[Score::First, Score::Draw, Score::Second]);
    }
    let view = story.view();
    check("over", story.news.last().expect("news"));
    check("over_post", &post::post(&view, 0).expect("a post"));
    let champion = story.tournament.champion().expect("a champion");
    check("page_of_the_winner", &page_of(&story, champion));
    let other = (0..8).map(user).find(|user| *user != champion);
    check("page_of_others", &page_of(&story, other.expect("a person")));
    let line = view.own_line(champion).expect("a line");
    check_text("lines", &format!("{playing}\n{weekly}\n{line}"));
}

#[test]
fn few_people_play_all_against_all() {
    let mut story = begun(5);
    check_text("all_begun", &told(&story.news));
    // Who meets a person that is out wins without playing.
    story.news.clear();
    story.does(Command::Gone {
        user: user(1),
        why: DepartureReason::LeftServer,
    });
    plays(&mut story, &[Score::First]);
    check_text("all_with_one_out", &told(&story.news));
    let view = story.view();
    let contest = Contest::Tournament(view.clone());
    check_text("web_with_one_out", &on_the_web(&contest, None));
    check("all_results", &results::results(&view, 2, user(0)));
}

#[test]
fn large_tournament_fits_its_posts() {
    let mut story = Story::joined(rules(8, 128), 127);
    story.starts();
    while story.tournament.champion().is_none() {
        plays(&mut story, &[Score::First, Score::Draw, Score::Second]);
    }
    let view = story.view();
    for part in 0..10 {
        let post = post::post(&view, part).expect("a part");
        let drawing = post.drawing.as_ref().expect("a table");
        assert!(drawing.alt.chars().count() <= 1024);
        let lines = post.content.matches("\\. <@").count();
        let expected = if part < 9 { 13 } else { 10 };
        assert_eq!(lines, expected, "{}", post.content);
        assert!(post.content.chars().count() <= 2000);
    }
    assert!(post::post(&view, 10).is_none());
    for news in &story.news {
        assert!(news.content.chars().count() <= 2000, "{}", news.content);
        assert!(news.pings.len() <= 50);
    }
    let again = story
        .news
        .iter()
        .filter(|one| one.content.contains("The other pairings follow"));
    assert_eq!(again.count(), story.tournament.rounds() as usize);
    assert!(!news::is_told(&Event::Entered { user: user(0) }));
}
