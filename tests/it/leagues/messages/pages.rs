//! The page of one person, and news of departures.

use anteroom::features::leagues::messages::{page, post};
use anteroom::features::leagues::model::{
    Command, DepartureReason, Facts, GameEnd, How, Kind, Score,
};
use anteroom::matches::JournalId;

use super::{DAY, Story, paint, shown, user};
use crate::support::messages::{check, check_text};

#[test]
fn lists() {
    let story = Story::begun(4, 4);
    let view = story.view();
    let mut other = view.clone();
    other.journal.name = String::from("Paris Open");
    other.journal.id = JournalId(8);
    other.contest = Story::joined(Kind::Quick, 6, 5).league;
    let all = [view.journal.clone(), other.journal.clone()];
    let views = [view, other];
    check("all", &page::all(&all, &views, user(0), &shown(true)));
    check(
        "all_stranger",
        &page::all(&all, &[], user(8), &shown(false)),
    );
    check("none", &page::all(&[], &[], user(8), &shown(false)));
    check(
        "none_organiser",
        &page::all(&[], &[], user(8), &shown(true)),
    );
}

#[test]
fn end_of_season_is_announced() {
    let mut story = Story::begun(4, 4);
    let ends = story.league.season(1).expect("a season").ends;
    story.news.clear();
    story.now = ends.before(DAY * 2);
    let to_move = [(user(0), vec![1]), (user(2), vec![2, 3])].into();
    story.does(Command::Due(Facts {
        to_move,
        ..Facts::default()
    }));
    check_text("news_ending", &story.told());
}

#[test]
fn departures() {
    let mut story = Story::begun(5, 5);
    story.does(Command::Leave { user: user(4) });
    let table = post::division(&story.view(), 1, 0).expect("a table");
    check("table_left", &table);
    paint("table_left", &table);
    check("page_out", &story.page(4, false));
    story.does(Command::Gone {
        user: user(3),
        why: DepartureReason::LeftServer,
    });
    story.does(Command::Gone {
        user: user(1),
        why: DepartureReason::Banned,
    });
    story.does(Command::Gone {
        user: user(2),
        why: DepartureReason::DataDeleted,
    });
    check_text("news_out", &story.told());
    let mut silent = Story::begun(4, 4);
    silent.news.clear();
    let theirs = silent.league.running_of(user(3));
    silent.now = silent.now.after(DAY * 8);
    for (game, match_id) in theirs.into_iter().take(2) {
        let (_, division, found) = silent.league.game(game).expect("a game");
        let people = division.people(found).expect("people");
        let score = if people[0] == user(3) {
            Score::Second
        } else {
            Score::First
        };
        let end = GameEnd::unplayed(score, How::Time);
        silent.does(Command::GameEnded {
            game,
            match_id,
            end,
        });
    }
    silent.due();
    check_text("news_silent", &silent.told());
}
