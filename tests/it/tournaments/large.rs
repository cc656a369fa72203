//! Tournaments of 128 people: all messages fit Discord's limits, and all pictures can be drawn.

use std::collections::BTreeSet;

use anteroom::board::Theme;
use anteroom::contests::{GameId, How, Score};
use anteroom::discord::ui::Composed;
use anteroom::features::tournaments::messages::page::{self, Page};
use anteroom::features::tournaments::messages::{manage, person, post, results};
use anteroom::features::tournaments::model::{
    By, Command, Facts, Moved, OrganiserAct, PairingId, Rules, Seeding, State,
};
use anteroom::games::{self, GivenOptions};
use anteroom::matches::{ContestName, EntryRule, RoleId, UserId};
use anteroom::people::Zone;

use super::messages::{BOSS, DAY, Story};
use crate::support::messages::listed;
use crate::transport::limits::check_message;

const PEOPLE: u64 = 128;

/// The posts of the bracket: the way to the final, and eight parts.
const POSTS: usize = 9;

/// The most people that one post of a tournament notifies.
const MOST_PINGS: usize = 50;

/// Returns a person, with an id as long as they are.
fn user(index: u64) -> UserId {
    UserId(18_000_000_000_000_000_000 + index)
}

/// A tournament without people, with the longest names.
fn founded(games: u32) -> Story {
    let name = format!("{:W<40}", "Winter Cup ");
    let game = games::find("connect-n").expect("a game");
    let options = game.complete_options(&GivenOptions::new(), || 0);
    let rules = Rules {
        name: ContestName::new(&name).expect("a name"),
        game: String::from("connect-n"),
        options: options.expect("settings"),
        clock: "5d23h59m59s+23h59m59s".parse().expect("a clock"),
        games,
        third: true,
        seeding: Seeding::Rated,
        most: 128,
        days: 25,
        swiss: None,
        play_offs: None,
    };
    let names = (0..2 * PEOPLE).map(|index| (user(index), format!("{:W<29}{index:03}", "")));
    Story::of(rules, names.collect())
}

fn join(story: &mut Story, people: std::ops::Range<u64>) {
    for index in people {
        let user = user(index);
        story.does(Command::Join { user });
    }
}

/// A tournament of 128 people that has begun, and for whose places others wait.
fn begun(games: u32) -> Story {
    let mut story = founded(games);
    join(&mut story, 0..PEOPLE + 70);
    starts(&mut story);
    story
}

fn starts(story: &mut Story) {
    let starts = story.now.after(DAY * 3);
    story.does(Command::SetStart { starts });
    story.now = starts;
    story.due();
    assert_eq!(story.tournament.players().len(), 128);
}

/// Checks a message, and draws its picture.
fn fits(message: &Composed, place: &str) {
    check_message(message, place);
    if let Some(drawing) = &message.drawing {
        let file = drawing.sheet.png(Theme::Light).expect("a picture");
        assert!(file.starts_with(b"\x89PNG"), "{place}");
    }
}

/// Checks the news since the last time. Returns how many there were.
fn news_fit(story: &mut Story, place: &str) -> usize {
    let news: Vec<Composed> = story.news.drain(..).collect();
    for one in &news {
        fits(one, place);
        assert!(one.pings.len() <= MOST_PINGS, "{place}: {one}");
        let people: BTreeSet<u64> = one.pings.iter().copied().collect();
        assert_eq!(people.len(), one.pings.len(), "{place}: {one}");
    }
    news.len()
}

/// Checks all that people can see of a tournament now, and the news since the last time.
fn all_fits(story: &mut Story, place: &str) {
    news_fit(story, place);
    let view = story.view();
    let begun = view.contest.began().is_some();
    for part in 0..=POSTS {
        let post = post::post(&view, part);
        let expected = part == 0 || begun && part < POSTS;
        assert_eq!(post.is_some(), expected, "{place}: part {part}");
        if let Some(post) = post {
            fits(&post, place);
            assert!(post.content.starts_with(&post::head(&view, part)));
        }
    }
    let [last, waits, stranger] = [PEOPLE - 1, PEOPLE + 5, 2 * PEOPLE].map(user);
    for user in [user(0), user(1), last, waits, stranger, BOSS] {
        let games = view.contest.running_of(user);
        let shown = Page {
            organises: true,
            has_pages: true,
            said: String::from("You have joined."),
            games: games.iter().map(|id| listed(id.0)).collect(),
            others: true,
            kept_out: false,
        };
        check_message(&page::page(&view, user, &shown), place);
        check_message(&page::ask_leave(&view, user), place);
        check_message(&person::person(&view, user), place);
        let own = view.own_line(user);
        assert!(own.is_none_or(|line| line.chars().count() < 200));
        for round in 0..=8 {
            check_message(&results::results(&view, round, user), place);
        }
    }
    assert!(view.weekly_line().chars().count() < 200);
    let days: Vec<_> = (1..=6)
        .map(|week| story.now.after(DAY * 7 * week))
        .collect();
    for said in ["", "The pairing is decided."] {
        let shown = manage::manage(&view, said, (&Zone::default(), &days));
        check_message(&shown, place);
    }
    for pairing in view.contest.pairings() {
        check_message(&person::decide(&view, pairing.id), place);
    }
}

fn running(story: &Story) -> Vec<GameId> {
    story.tournament.running().map(|(game, _)| game).collect()
}

/// Lets the player of the first move win, or the upper side.
fn wins(story: &mut Story, game: GameId, upper: bool) {
    let (_, known) = story.tournament.game(game).expect("a game");
    let score = match upper && known.seats[0] != 0 {
        true => Score::Second,
        false => Score::First,
    };
    story.has_ended(game, score, How::Played);
}

/// Reminds all people of the last moment of the round.
fn reminds(story: &mut Story) {
    let round = story.tournament.current_round().expect("a round");
    let end = story.tournament.ends(round).expect("a moment");
    story.now = end.before(DAY);
    let tournament = &story.tournament;
    let own = |user: UserId| -> Vec<GameId> {
        let matches = tournament.running_of(user);
        let games = tournament.running().filter(|(_, id)| matches.contains(id));
        games.map(|(game, _)| game).collect()
    };
    let players = tournament.players().iter().map(|player| player.user);
    let to_move = players.map(|user| (user, own(user))).collect();
    story.does(Command::Due(Facts {
        to_move,
        ..Facts::default()
    }));
    story.begins();
}

/// Lets the last moment of the round come, and ends its matches.
fn closes(story: &mut Story) {
    let round = story.tournament.current_round().expect("a round");
    story.now = story.tournament.ends(round).expect("a moment");
    story.due();
    for one in story.tournament.to_end() {
        story.has_ended(one.game, Score::Draw, one.wanted.why.how());
    }
    story.due();
}

/// Plays a tournament to its end, which comes after seven rounds at most.
fn ends(story: &mut Story) {
    for _ in 0..20 {
        if story.tournament.state() == State::Over {
            all_fits(story, "over");
            return;
        }
        let round = story.tournament.current_round().expect("a round");
        for game in running(story) {
            wins(story, game, true);
        }
        story.due();
        let choices = story.tournament.pairings().iter();
        if let Some(until) = choices.filter_map(|one| one.choose_until).max() {
            story.now = story.now.max(until);
            story.due();
        }
        all_fits(story, &format!("round {round} is over"));
    }
    panic!("it does not end");
}

/// Returns an act with the longest reason. Each of its characters is written as two.
fn act(story: &Story, action: OrganiserAct) -> Command {
    let moved = story.tournament.running();
    Command::Act {
        by: BOSS,
        reason: "*".repeat(200),
        action,
        moved: moved.map(|(game, _)| (game, [false; 2])).collect(),
    }
}

#[test]
fn people_gather() {
    let mut story = founded(2);
    story.entry = EntryRule::Roles((0..3).map(|index| RoleId(u64::MAX - index)).collect());
    all_fits(&mut story, "nobody");
    join(&mut story, 0..PEOPLE);
    all_fits(&mut story, "all places are taken");
    join(&mut story, PEOPLE..PEOPLE + 70);
    all_fits(&mut story, "others wait");
    let users = (0..PEOPLE - 1).map(user).collect();
    story.does(Command::WithoutRole { users });
    assert_eq!(story.news.len(), 1);
    join(&mut story, 0..PEOPLE - 1);
    let starts = story.now.after(DAY * 80);
    story.does(Command::SetStart { starts });
    all_fits(&mut story, "the start is set");
    let pause = act(&story, OrganiserAct::Pause);
    story.does(pause);
    all_fits(&mut story, "paused");
}

#[test]
fn tournament_is_played_to_its_end() {
    let mut story = begun(2);
    assert_eq!(story.tournament.pairings().len(), 128);
    all_fits(&mut story, "begun");
    for (number, game) in running(&story).into_iter().enumerate() {
        // In every third pairing, each wins the game with the first move.
        wins(&mut story, game, number / 2 % 3 > 0);
    }
    story.due();
    all_fits(&mut story, "a third is equal");
    let equal = story.tournament.pairings().iter();
    let equal: Vec<PairingId> = equal
        .filter(|one| one.choose_until.is_some())
        .map(|one| one.id)
        .collect();
    assert!(equal.len() > 20);
    for id in &equal[..5] {
        let pairing = story.tournament.pairing(*id).expect("a pairing");
        let better = story.tournament.better_side(pairing);
        let by = story.tournament.people_of(pairing)[better].expect("a person");
        let choice = Command::Choose {
            pairing: *id,
            by,
            first: true,
        };
        story.does(choice);
    }
    story.now = story.now.after(DAY);
    story.due();
    all_fits(&mut story, "sides are known");
    ends(&mut story);
    let decided = story.tournament.pairings().iter();
    let decided: Vec<By> = decided
        .filter_map(|one| one.decision)
        .map(|one| one.by)
        .collect();
    assert!(decided.contains(&By::Games) && decided.contains(&By::DecidingGame));
    assert_eq!(story.tournament.champion(), Some(user(0)));
}

#[test]
fn all_rounds_are_closed() {
    for games in [1, 2] {
        let mut story = begun(games);
        while story.tournament.state() != State::Over {
            let round = story.tournament.current_round().expect("a round");
            reminds(&mut story);
            all_fits(&mut story, &format!("round {round} ends soon"));
            closes(&mut story);
            all_fits(&mut story, &format!("round {round} is closed"));
        }
        assert_eq!(story.tournament.champion(), Some(user(0)));
    }
}

#[test]
fn round_closes_in_which_no_match_could_begin() {
    let mut story = begun(2);
    for game in running(&story) {
        wins(&mut story, game, true);
    }
    // The bot cannot write the matches of the second round.
    story.does(Command::Due(Facts::default()));
    assert_eq!(running(&story), [0; 0]);
    news_fit(&mut story, "round 2 begins");
    story.now = story.tournament.ends(2).expect("a moment");
    story.does(Command::Due(Facts::default()));
    let closed = story.tournament.pairings().iter();
    let closed = closed.filter(|one| one.decision.is_some_and(|it| it.by == By::Seed));
    assert_eq!(closed.count(), 32);
    all_fits(&mut story, "round 2 is closed");
    story.begins();
    ends(&mut story);
}

#[test]
fn organisers_act_on_many() {
    let mut story = begun(2);
    for index in 0..20 {
        let pairing = index + 1;
        let found = story.tournament.pairing(pairing).expect("a pairing");
        let people = story.tournament.people_of(found);
        let [one, other] = people.map(|user| user.expect("a person"));
        let action = match index % 4 {
            0 => OrganiserAct::Decide {
                pairing,
                winner: Some(one),
            },
            1 => OrganiserAct::Decide {
                pairing,
                winner: None,
            },
            2 => OrganiserAct::Exclude { user: other },
            _ => OrganiserAct::Replace {
                user: one,
                newcomer: user(PEOPLE + u64::from(index)),
            },
        };
        let act = act(&story, action);
        story.does(act);
        story.due();
        for one in story.tournament.to_end() {
            story.has_ended(one.game, Score::Void, one.wanted.why.how());
        }
        story.due();
    }
    let pause = act(&story, OrganiserAct::Pause);
    story.does(pause);
    all_fits(&mut story, "acts");
    for act in [21, 20, 11] {
        let moved: Moved = story
            .tournament
            .running()
            .map(|(game, _)| (game, [false; 2]))
            .collect();
        story.does(Command::Undo {
            by: BOSS,
            act,
            reason: "*".repeat(200),
            moved,
        });
        all_fits(&mut story, &format!("act {act} is undone"));
    }
    story.does(Command::Close {
        by: BOSS,
        reason: "*".repeat(200),
    });
    all_fits(&mut story, "closed");
}

#[test]
fn many_people_are_out_at_once() {
    // The people of 50 pairings lose one game each without a move of theirs; or all do.
    for pairings in [50, 64] {
        let mut story = begun(2);
        news_fit(&mut story, "begun");
        for game in running(&story).into_iter().take(2 * pairings) {
            story.has_ended(game, Score::First, How::Time);
        }
        news_fit(&mut story, "equal");
        story.due();
        let out = story.tournament.players().iter();
        let out = out.filter(|player| player.out.is_some());
        assert_eq!(out.count(), 2 * pairings);
        assert!(!story.news.is_empty());
        all_fits(&mut story, &format!("{pairings} pairings without a winner"));
        if pairings < 64 {
            ends(&mut story);
        }
        assert_eq!(story.tournament.state(), State::Over);
        assert_eq!(story.tournament.champion().is_some(), pairings < 64);
    }
}

#[test]
fn half_of_the_people_are_out_at_once() {
    let mut story = begun(1);
    for game in running(&story) {
        story.has_ended(game, Score::First, How::Time);
    }
    story.due();
    let out = story.tournament.players().iter();
    assert_eq!(out.filter(|player| player.out.is_some()).count(), 64);
    all_fits(&mut story, "64 are out");
    ends(&mut story);
}
