//! The play-offs of a league, as its people and organisers read of them.

use anteroom::features::leagues::messages::{manage, play_offs, post, results};
use anteroom::features::leagues::model::{Command, Kind};
use anteroom::matches::JournalId;
use anteroom::people::Zone;

use super::{BOSS, DAY, Story, user};
use crate::support::messages::{check, check_text};

#[test]
fn play_offs_of_a_season() {
    let mut story = Story::joined(Kind::Seasonal, 4, 8);
    let by = BOSS;
    check("chosen_from", &play_offs::page(&story.view()));
    for size in [8, 0, 2] {
        story.does(Command::SetPlayOffs { by, size });
    }
    check("chosen", &play_offs::page(&story.view()));
    let zone = Zone::named("Europe/Berlin").expect("a zone");
    check(
        "manage",
        &manage::manage(&story.view(), "The play-offs are set.", (&zone, &[])),
    );
    check("gathering", &post::gathering(&story.view()));
    let starts = story.now.after(DAY);
    story.does(Command::SetStart { starts });
    story.now = starts;
    story.due().begins();
    check_text("news_set", &story.told());
    story.news.clear();
    story.plays_out().due();
    let (season, journal) = (1, JournalId(9));
    story.does(Command::PlayOffsBegan { season, journal });
    check("post_running", &post::gathering(&story.view()));
    check("page_running", &story.page(0, false));
    let table = post::division(&story.view(), 1, 0).expect("a table");
    check("table_running", &table);
    let winner = Some(user(1));
    story.does(Command::PlayOffsOver { season, winner });
    let table = post::division(&story.view(), 1, 0).expect("a table");
    check("table_over", &table);
    let shown = results::results(&story.view(), 1, 0, user(99));
    check("results_over", &shown);
    let line = |index| story.view().champion_line(user(index));
    assert_eq!(
        (line(1).as_deref(), line(0)),
        (Some("**Berlin Open**: champion of season 1"), None)
    );
    check_text("news", &story.told());

    // The next season ends while its play-offs wait, and the league is closed.
    story.news.clear();
    for days in [3, 7] {
        story.now = story.now.after(DAY * days);
        story.due().begins();
    }
    story.does(Command::Close {
        by,
        reason: String::from("Winter is over."),
    });
    story.plays_out().due();
    let season = 2;
    story.does(Command::PlayOffsBegan { season, journal });
    check("post_closed", &post::gathering(&story.view()));
    check("page_closed", &story.page(0, false));
    assert_eq!(
        story.view().weekly_line(),
        "**Berlin Open**: play-offs of its last season"
    );
    let winner = None;
    story.does(Command::PlayOffsOver { season, winner });
    check("post_over", &post::gathering(&story.view()));
    let about = story.news.split_off(story.news.len() - 2);
    story.news = about;
    check_text("news_without_winner", &story.told());
}
