//! The posts of a league, results, and the news of a season.

use anteroom::features::leagues::messages::{manage, page, post, results};
use anteroom::features::leagues::model::{Command, How, Kind, Score};
use anteroom::features::pages::messages::contest::Contest;
use anteroom::people::Zone;

use super::{DAY, Story, paint, user};
use crate::support::messages::{check, check_text, on_the_web};

#[test]
fn gathering() {
    let empty = Story::new(Kind::Seasonal, 8);
    check("post_new", &post::gathering(&empty.view()));
    let mut story = Story::joined(Kind::Seasonal, 8, 3);
    check("post_three", &post::gathering(&story.view()));
    check("page_joined", &story.page(0, true));
    check("page_stranger", &story.page(5, false));
    story.does(Command::Join { user: user(3) });
    let starts = story.now.after(DAY * 3);
    story.does(Command::SetStart { starts });
    check("post_start_set", &post::gathering(&story.view()));
    let zone = Zone::named("Europe/Berlin").expect("a zone");
    let monday = zone.next_monday(story.now, 9).expect("a Monday");
    let days = [monday, monday.after(DAY * 7)];
    check(
        "manage_start",
        &manage::manage(&story.view(), "", (&zone, &days)),
    );
    story.does(Command::Leave { user: user(1) });
    story.now = starts;
    story.due();
    check_text("news_missed", &story.told());
    let quick = Story::joined(Kind::Quick, 6, 5);
    check("post_quick", &post::gathering(&quick.view()));
    check("page_quick", &quick.page(0, false));
    let gathers = Contest::League(Story::joined(Kind::Seasonal, 8, 3).view());
    check_text("web_gathering", &on_the_web(&gathers, None));
}

#[test]
fn season() {
    let mut story = Story::begun(4, 8);
    check("post_running", &post::gathering(&story.view()));
    let table = post::division(&story.view(), 1, 0).expect("a table");
    check("table_begun", &table);
    check("page_begun", &story.page(0, false));
    check(
        "results_begun",
        &results::results(&story.view(), 1, 0, user(99)),
    );
    story.ends(1, Score::First, How::Played);
    story.ends(2, Score::Draw, How::Played);
    story.ends(3, Score::Second, How::Time);
    story.ends(4, Score::First, How::Played);
    let table = post::division(&story.view(), 1, 0).expect("a table");
    check("table_running", &table);
    paint("table_running", &table);
    check("page_playing", &story.page(1, true));
    let results = results::results(&story.view(), 1, 0, user(99));
    check("results_running", &results);
    let running = Contest::League(story.view());
    check_text("web_running", &on_the_web(&running, None));
    paint("results_running", &results);
    check("leave_playing", &page::ask_leave(&story.view(), user(7)));
    check("leave_forfeits", &page::ask_leave(&story.view(), user(0)));
    story.plays_out().due();
    let table = post::division(&story.view(), 1, 0).expect("a table");
    check("table_over", &table);
    paint("table_over", &table);
    let table = post::division(&story.view(), 1, 1).expect("a table");
    check("table_over_b", &table);
    check("post_over", &post::gathering(&story.view()));
    let over = Contest::League(story.view());
    check_text("web_over", &on_the_web(&over, Some(1)));
    story.now = story.now.after(DAY * 3);
    story.due();
    check_text("news_season", &story.told());
    story.now = story.now.after(DAY * 7);
    story.due().begins();
    check(
        "results_past",
        &self::results::results(&story.view(), 1, 1, user(99)),
    );
    let lines: Vec<String> = (0..8)
        .flat_map(|index| {
            let view = story.view();
            [
                view.champion_line(user(index)),
                view.place_line(user(index)),
            ]
        })
        .flatten()
        .chain([story.view().weekly_line()])
        .collect();
    check_text("lines", &lines.join("\n"));
}

#[test]
fn game_of_somebody_who_is_out_early_does_not_count_on_the_web() {
    let mut story = Story::begun(4, 4);
    story.ends(1, Score::First, How::Played);
    story.does(Command::Leave { user: user(3) });
    let contest = Contest::League(story.view());
    check_text("web_annulled", &on_the_web(&contest, None));
    assert!(contest.results(50).is_empty());
}
