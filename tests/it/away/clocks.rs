//! Gifts of time, and time off.

use std::collections::HashMap;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::Denial;
use anteroom::discord::ui;
use anteroom::features::away::{NoTimeOff, Stops, TimeOffView};
use anteroom::features::{away, play};
use anteroom::matches::{DaysOff, MOST_CLOCK_CHANGES, Pause, Refusal};
use anteroom::people::{DateError, ZoneError};
use loopback_discord::{Message, Place};

use crate::support::panels::moderates;
use crate::support::play::challenges;
use crate::support::stage::{
    NOTHING, Stage, Table, WEEK, deletes_data, on_board, page, private, says, updated, whispered,
};

#[tokio::test]
async fn time_is_given_in_the_thread() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let before = number(&stage, DEADLINE);
    stage.clear_requests();
    let question = private(on_board(&table.ben, "Give Time…").await);
    private(table.ben.press(&question, "1 Day").await);
    stage.until_announced().await;
    let told = table.cleo.messages().pop().expect("a post");
    assert_eq!(told.mentions(), ["ana"]);
    // A post of its own, because the question is private.
    assert_eq!(stage.counted(), ["POST /channels/{channel_id}/messages"]);
    let after = number(&stage, DEADLINE);
    assert_eq!(after - before, 86_400_000);
    let deadline = format!("<t:{}:R>", after / 1000);
    says(&told, &deadline);
    assert_eq!(number(&stage, FLAG), after);
    // The gift is stored.
    stage.restart().await;
    stage.advance(std::time::Duration::from_secs(3 * 86_400 + 60));
    stage.plays(&table.ana, "d").await;

    assert!(page(&table.cleo).await.button("Give Time…").is_none());
    stage.row_is("SELECT count(*) FROM events WHERE kind = 'time-given'", "1");
}

#[tokio::test]
async fn a_challenge_says_what_stops_its_clocks() {
    let stage = Stage::new().await;
    let challenge = stage
        .challenge("ana", "connect-n", &[("days-off", "weekends")])
        .await;
    let made = stage.state(1).await;
    assert_eq!(made.proposal().days_off, DaysOff::WeekendsToo);
    assert_eq!(challenge.content(), ui::challenge(&made).content);
    stage.challenge("ana", "connect-n", &[]).await;
    let usual = stage.state(2).await;
    assert_eq!(usual.proposal().days_off, DaysOff::Allowed);
    let refused = whispered(
        challenges(
            &stage.person("ana", stage.general()),
            "connect-n",
            [("days-off", "sometimes")],
        )
        .await,
    );
    assert_eq!(refused, play::press::options::NO_SUCH_DAYS_OFF);
}

#[tokio::test]
async fn the_list_of_matches_says_that_a_weekend_stops_a_clock() {
    let stage = Stage::new().await;
    // The first day of 1970 was a Thursday.
    stage.advance_to(WEEK, 0);
    let table = stage.begin("connect-n", &[("days-off", "weekends")]).await;
    stage.begin("connect-n", &[]).await;
    for (after, stands) in [(36, false), (24, true)] {
        stage.advance(hours(after));
        let pauses = listed_pauses(&stage, &table.ana, "ana").await;
        let weekends = [1, 2].map(|id| pauses[&id].is_some_and(|pause| pause.weekend));
        assert_eq!(weekends, [stands, false], "after {after} h more");
    }
}

/// Checks a person's list of matches against the store, and returns the pause of each match.
async fn listed_pauses(stage: &Stage, place: &Place, name: &str) -> HashMap<u64, Option<Pause>> {
    let list = private(place.command("games", NOTHING).await);
    let (arbiter, user) = (stage.arbiter(), stage.id(name));
    let mut mine = arbiter.store().games_of(user).await.expect("a list");
    arbiter.note_pauses(&mut mine).await.expect("pauses");
    for one in &mine {
        let line = ui::line(one, user);
        assert!(list.content().contains(&line), "{line}: {list:#?}");
    }
    mine.iter().map(|one| (one.id.0, one.pause)).collect()
}

const HOUR: u64 = 3600;

fn hours(count: u64) -> Duration {
    Duration::from_secs(count * HOUR)
}

/// Checks the page of a person's time off, and returns its content.
async fn time_off(stage: &Stage, name: &str, page: &Message) -> TimeOffView {
    let (arbiter, user) = (stage.arbiter(), stage.id(name));
    let view = arbiter.time_off(user).await.expect("time off");
    let words = away::messages::time_off(&view, user, stage.clock.now());
    let said = page.content();
    assert!(said.contains(&words.content), "{said}");
    view
}

/// Waits until the card is up to date. Returns whose pauses it announces.
async fn card_tells_pause(stage: &Stage, table: &Table) -> [bool; 2] {
    stage.card_follows(table).await;
    let (state, now) = (stage.state(1).await, stage.clock.now());
    Seat::BOTH.map(|seat| state.told_pause(seat, now).is_some())
}

fn number(stage: &Stage, query: &str) -> i64 {
    stage.row(query).parse().expect("a number")
}

const DEADLINE: &str = "SELECT deadline FROM matches WHERE match_id = 1";
const FLAG: &str = "SELECT at FROM alarms WHERE match_id = 1 AND what = 'flag'";

#[tokio::test]
async fn time_off_stops_clocks_in_all_matches_that_allow_it() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.begin("connect-n", &[("days-off", "none")]).await;
    let ana = stage.person("ana", stage.general());
    let fast_deadline = "SELECT deadline FROM matches WHERE match_id = 2";
    let [before, fast] = [DEADLINE, fast_deadline].map(|query| number(&stage, query));
    let shown = private(ana.command("away", NOTHING).await);
    let here = time_off(&stage, "ana", &shown).await;
    assert_eq!((here.off, here.left), (None, hours(336)));
    let stops = here.matches.iter().map(|(one, stops)| (one.id.0, *stops));
    let mut stops: Vec<_> = stops.collect();
    stops.sort_by_key(|(id, _)| *id);
    assert!(
        matches!(stops[..], [(1, Stops::For(_)), (2, Stops::Never)]),
        "{stops:?}"
    );

    // Time off during Ana's own turn needs no request beyond the answer.
    stage.clear_requests();
    let away = private(ana.press(&shown, "Away From Now").await);
    assert_eq!(stage.counted(), [""; 0]);
    let now = time_off(&stage, "ana", &away).await;
    assert!(now.off.is_some_and(|off| off.back.is_none()));
    let fourteen = 14 * 24 * 3_600_000;
    assert_eq!(number(&stage, DEADLINE), before + fourteen);
    assert_eq!(number(&stage, FLAG), before + fourteen);
    assert_eq!(number(&stage, fast_deadline), fast);
    // Ben sees the pause on the card, in the list and on the board.
    stage.advance(hours(1));
    assert_eq!(card_tells_pause(&stage, &table).await, [true, false]);
    let pauses = listed_pauses(&stage, &table.ben, "ben").await;
    assert!(pauses[&1].is_some_and(|pause| !pause.weekend));

    // The pause applies to a match that begins during it.
    let general = stage.general();
    let offer = stage
        .challenge(
            "ben",
            "connect-n",
            &[("opponent", "ana"), ("colour", "Black")],
        )
        .await;
    stage.person("ana", general).press(&offer, "Accept").await;
    stage
        .until_row(
            "SELECT count(*) FROM events WHERE match_id = 3 AND kind = 'time-off'",
            "1",
        )
        .await;

    // Ana may move during her time off, and returns after 70 hours. Ben's clock runs during that time.
    stage.advance(hours(69));
    stage.restart().await;
    stage.plays(&table.ana, "d").await;
    let now = stage.clock.now().0;
    assert_eq!(number(&stage, DEADLINE), now + 72 * 3_600_000);
    let said = stage.plays(&table.ben, "d").await;
    let pauses = ui::pauses(&*stage.state(1).await, stage.clock.now());
    assert!(
        !pauses.is_empty() && said.content().contains(&pauses),
        "{pauses}: {}",
        said.content()
    );
    let back = private(ana.press(&away, "I Am Back").await);
    let here = time_off(&stage, "ana", &back).await;
    assert_eq!((here.off, here.left), (None, hours(266)));
    assert_eq!(number(&stage, DEADLINE), now + 72 * 3_600_000);
    // Ana's deadline is correct: her clock runs out then.
    stage.advance(hours(72));
    stage
        .until_row("SELECT reason FROM matches WHERE match_id = 1", "flagged")
        .await;
}

#[tokio::test]
async fn time_off_is_planned_for_dates_and_called_off() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let ana = stage.person("ana", stage.general());
    let before = number(&stage, DEADLINE);
    let planned = private(
        ana.command(
            "away",
            [("from", "1d"), ("until", "2d"), ("zone", "Berlin")],
        )
        .await,
    );
    let view = time_off(&stage, "ana", &planned).await;
    assert!(view.off.is_some_and(|off| off.from > stage.clock.now()));
    assert_eq!(view.time_settings.zone().to_string(), "Europe/Berlin");
    assert_eq!(number(&stage, DEADLINE), before + 48 * 3_600_000);
    stage.advance(hours(1));
    assert_eq!(card_tells_pause(&stage, &table).await, [true, false]);
    // Time off ends by its date, without an event. Calling it off restores the deadline.
    let called_off = private(ana.press(&planned, "Call Off").await);
    assert_eq!(time_off(&stage, "ana", &called_off).await.off, None);
    assert_eq!(number(&stage, DEADLINE), before);

    let events = "SELECT count(*) FROM events";
    let count = number(&stage, events);
    let unread = |typed: &str| DateError::Unreadable(typed.to_owned()).to_string();
    for (options, why) in [
        (
            vec![("zone", "Atlantis")],
            ZoneError::Unknown(String::from("Atlantis")).to_string(),
        ),
        (
            vec![("from", "31 February")],
            DateError::NoSuchDay(String::from("31 February")).to_string(),
        ),
        (
            vec![("from", "tomorrow 25:00")],
            DateError::NoSuchTime(String::from("25:00")).to_string(),
        ),
        (
            vec![("until", "2020-01-01")],
            DateError::Past(String::from("2020-01-01")).to_string(),
        ),
        (vec![("until", "-3d")], unread("-3d")),
        (
            vec![("from", "3d"), ("until", "now")],
            NoTimeOff::BackBefore.sentence(),
        ),
        (
            vec![("zone", "Tokyo"), ("from", "someday")],
            unread("someday"),
        ),
    ] {
        let refused = whispered(ana.command("away", options).await);
        assert_eq!(refused.replace('\\', ""), why);
    }
    assert_eq!(number(&stage, events), count, "nothing has changed");
    stage.row_is("SELECT zone FROM habits", "Europe/Berlin");
    assert_eq!(number(&stage, DEADLINE), before);
    let zones = ana.autocomplete("away", "zone", "new y", NOTHING).await;
    assert_eq!(zones.choices().expect("zones")[0].name, "America/New_York");
    let dates = ana.autocomplete("away", "from", "31 feb", NOTHING).await;
    assert_eq!(
        dates.choices().expect("a reason")[0].name,
        DateError::NoSuchDay(String::from("31 feb")).to_string()
    );
}

#[tokio::test]
async fn a_day_is_taken_by_itself_when_a_clock_is_about_to_run_out() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let ana = stage.person("ana", stage.general());
    let shown = private(ana.command("away", NOTHING).await);
    let on = private(ana.press(&shown, "Turn Automatic On").await);
    assert!(
        time_off(&stage, "ana", &on)
            .await
            .time_settings
            .automatic_time_off
    );
    let before = number(&stage, DEADLINE);
    stage.advance(hours(72));
    let taken = "SELECT count(*) FROM events WHERE kind = 'time-off'";
    stage.until_row(taken, "1").await;
    stage.until_announced().await;
    assert_eq!(number(&stage, DEADLINE), before + 24 * 3_600_000);
    let told = table.cleo.messages().pop().expect("a post");
    assert_eq!(told.mentions(), ["ana", "ben"]);
    let ben = stage.person("ben", stage.general());
    // Thirteen more automatic days use up the hours. The bot may be down when a day begins.
    stage.kill().await;
    stage.advance(hours(24 * 3));
    stage.start().await;
    for _ in 0..14 {
        stage.advance(hours(24));
        private(ben.command("board", NOTHING).await);
    }
    stage
        .until_row("SELECT reason FROM matches WHERE match_id = 1", "flagged")
        .await;
    assert_eq!(number(&stage, taken), 14);
    assert_eq!(
        number(&stage, "SELECT ended_at FROM matches"),
        before + 14 * 24 * 3_600_000
    );
}

/// Starts a match in which Ana, to move, took time off 31 times in one turn.
///
/// Automatic time off then added two days, and her clock has run out again. She also plays a match with Dan.
async fn worn_out_clock() -> (Stage, Table) {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.sandbox.set_owner("cleo");
    let ana = stage.person("ana", stage.general());
    let dan = stage.person("dan", stage.general());
    let open = stage.challenge("ana", "anchor", &[]).await;
    updated(dan.press(&open, "Accept").await);
    let shown = private(ana.command("away", NOTHING).await);
    private(ana.press(&shown, "Turn Automatic On").await);
    for absence in 0..31 {
        if absence == MOST_CLOCK_CHANGES {
            stage.advance(hours(24));
        }
        let away = private(ana.command("away", [("until", "2d")]).await);
        stage.advance(Duration::from_secs(1));
        private(ana.press(&away, "I Am Back").await);
    }
    let taken = "SELECT count(*) FROM events WHERE match_id = 1 AND kind = 'time-off'";
    assert_eq!(number(&stage, taken), 31);
    stage.advance(hours(48));
    stage.until_row(taken, "32").await;
    stage.advance(hours(24));
    stage.until_row(taken, "33").await;
    stage.until_announced().await;
    (stage, table)
}

#[tokio::test]
async fn many_short_absences_in_one_turn_leave_the_match_to_end_by_the_flag() {
    let (stage, table) = worn_out_clock().await;
    private(table.ben.command("board", NOTHING).await);
    for (button, paused) in [("Pause…", true), ("Resume…", false)] {
        moderates(&table.cleo, button, "Strange").await;
        assert_eq!(stage.state(1).await.is_paused(), paused);
    }
    let ana = stage.person("ana", stage.general());
    let away = private(ana.command("away", [("until", "2d")]).await);
    assert!(time_off(&stage, "ana", &away).await.off.is_some());
    private(ana.press(&away, "I Am Back").await);
    // Automatic time off takes all remaining days, and then the flag falls.
    let ben = stage.person("ben", stage.general());
    for _ in 0..14 {
        stage.advance(hours(24));
        private(ben.command("board", NOTHING).await);
    }
    stage
        .until_row("SELECT reason FROM matches WHERE match_id = 1", "flagged")
        .await;
    stage.row_is("SELECT count(*) FROM frozen", "0");
}

#[tokio::test]
async fn opponent_of_many_short_absences_can_be_deleted() {
    let (stage, _) = worn_out_clock().await;
    stage.advance(hours(24));
    let ben = stage.person("ben", stage.general());
    deletes_data(&ben).await;
    stage.row_is("SELECT count(*) FROM forgetting", "0");
    let ended = "SELECT status FROM matches WHERE match_id = 1";
    stage.row_is(ended, "aborted");
}

#[tokio::test]
async fn opponent_of_many_short_absences_can_resign() {
    let (stage, table) = worn_out_clock().await;
    stage.advance(hours(24));
    stage.resigns(&table.ben).await;
    let reason = "SELECT coalesce(reason, status) FROM matches WHERE match_id = 1";
    stage.until_row(reason, "resigned").await;
}

/// Waits until the bot has noted the state of the card, which it edits at most once a minute.
async fn noted(stage: &Stage) {
    let sql = "SELECT min(card_seq >= seq) FROM places";
    stage.until_row(sql, "1").await;
}

#[tokio::test]
async fn a_card_follows_time_off_that_begins_and_ends_by_its_date() {
    const EDIT: &str = "PATCH /channels/{channel_id}/messages/{message_id}";
    let (mut stage, table) = Stage::playing("connect-n", &[("time", "40d")]).await;
    let ana = stage.person("ana", stage.general());
    let (none, hers) = ([false; 2], [true, false]);
    stage.advance(hours(1));
    private(ana.command("away", [("until", "2d")]).await);
    assert_eq!(card_tells_pause(&stage, &table).await, hers);
    noted(&stage).await;
    stage.advance(hours(47));
    stage.clear_requests();
    stage.advance(hours(1));
    assert_eq!(card_tells_pause(&stage, &table).await, none);
    noted(&stage).await;
    // One edit, and no post.
    assert_eq!(stage.counted(), [EDIT]);

    // The bot is down when the time off begins, and again when it ends.
    private(ana.command("away", [("from", "1d"), ("until", "1d")]).await);
    stage.advance(hours(1));
    assert_eq!(card_tells_pause(&stage, &table).await, hers);
    noted(&stage).await;
    stage.kill().await;
    stage.advance(hours(24));
    stage.start().await;
    assert_eq!(card_tells_pause(&stage, &table).await, hers);
    noted(&stage).await;
    stage.kill().await;
    stage.advance(hours(24));
    stage.clear_requests();
    stage.start().await;
    // After two idle days the bot trusts the clock only after some minutes.
    stage.advance(Duration::from_mins(6));
    assert_eq!(card_tells_pause(&stage, &table).await, none);
    assert_eq!(
        stage.counted().iter().filter(|made| *made == EDIT).count(),
        1
    );

    // The time off ends when the year's remaining hours are used up; three days are used already.
    let shown = private(ana.command("away", NOTHING).await);
    assert_eq!(time_off(&stage, "ana", &shown).await.left, hours(264));
    private(ana.press(&shown, "Away From Now").await);
    stage.advance(hours(1));
    assert_eq!(card_tells_pause(&stage, &table).await, hers);
    noted(&stage).await;
    stage.advance(hours(262));
    stage.restart().await;
    assert_eq!(card_tells_pause(&stage, &table).await, hers);
    stage.advance(hours(2));
    assert_eq!(card_tells_pause(&stage, &table).await, none);
    stage.row_is("SELECT count(*) FROM alarms WHERE what = 'card'", "0");
    // The board and its description show the pause as well.
    let ben = stage.person("ben", stage.general());
    private(ben.command("away", [("until", "1d")]).await);
    let here = ui::pauses(&*stage.state(1).await, stage.clock.now());
    assert!(here.contains(&stage.mention("ben")), "{here}");
    // The thread has had no message for weeks, so Discord has archived it.
    for read in [true, false] {
        for command in ["board", "describe"] {
            let shown = private(ana.command(command, [("match", "1")]).await);
            assert_eq!(shown.content().contains(&here), read, "/{command}");
        }
        stage.advance(hours(25));
    }
}

#[tokio::test]
async fn a_card_follows_the_weekends_of_who_is_to_move() {
    const WEEK: i64 = 7 * 24 * 3_600_000;
    let stage = Stage::new().await;
    // Advance to a Friday noon. The first day of 1970 was a Thursday.
    let into_week = stage.clock.now().0.rem_euclid(WEEK);
    let to_friday = u64::try_from(WEEK - into_week).expect("a time to come");
    stage.advance(Duration::from_millis(to_friday) + hours(36));
    let table = stage.begin("connect-n", &[("days-off", "weekends")]).await;
    stage.advance(hours(12) + Duration::from_secs(60));
    assert_eq!(card_tells_pause(&stage, &table).await, [true, false]);
    noted(&stage).await;
    stage.advance(hours(48));
    assert_eq!(card_tells_pause(&stage, &table).await, [false; 2]);
}

#[tokio::test]
async fn coming_and_going_for_ever_leaves_few_events() {
    let stage = Stage::new().await;
    let first = stage.begin("connect-n", &[]).await;
    stage.begin("anache", &[("days-off", "weekends")]).await;
    let ana = stage.person("ana", stage.general());
    let events = |stage: &Stage| number(stage, "SELECT count(*) FROM events");
    let before = events(&stage);
    let too_often = Refusal::TooManyClockChanges {
        most: MOST_CLOCK_CHANGES,
    };
    let too_often = ui::sentence(&too_often);
    let mut refused = 0;
    for round in 0..60 {
        let answer = match round % 3 {
            0 => ana.command("away", [("until", "3d")]).await,
            1 => ana.command("away", [("from", "tomorrow")]).await,
            _ => {
                ana.command(
                    "away",
                    [("zone", ["Europe/Vienna", "America/Lima"][round % 2])],
                )
                .await
            }
        };
        let told = private(answer);
        refused += usize::from(told.content() == too_often);
        if let Some(back) = told.button("I Am Back") {
            private(ana.click(&told, &back.custom_id).await);
        }
        stage.advance(Duration::from_secs(10));
    }
    assert!(refused > 20, "{refused}");
    // Two matches, with at most 20 changes in each and their ends.
    assert!(events(&stage) - before <= 80, "{}", events(&stage) - before);
    // Short absences cost nothing.
    let begun = format!(
        "SELECT count(*) FROM time_off WHERE begins < {}",
        stage.clock.now().0
    );
    stage.row_is(&begun, "0");
    let page = private(ana.command("settings", [("page", "away")]).await);
    says(&page, "14 days");
    // The other player is not kept from it, and a day later neither is this one.
    let ben = stage.person("ben", stage.general());
    assert_ne!(
        whispered(ben.command("away", [("until", "3d")]).await),
        too_often
    );
    stage.advance(Duration::from_hours(25));
    assert_ne!(
        whispered(ana.command("away", [("until", "3d")]).await),
        too_often
    );
    // Gifts of time are events too.
    let question = private(on_board(&first.ana, "Give Time…").await);
    let before = events(&stage);
    for _ in 0..40 {
        first.ana.press(&question, "1 Day").await;
    }
    let given = events(&stage) - before;
    let most = i64::try_from(MOST_CLOCK_CHANGES).expect("a small number");
    assert!((10..most).contains(&given), "{given}");
}

#[tokio::test]
async fn absence_of_a_minute_counts_and_a_shorter_one_does_not() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    for (seconds, rows) in [(59, "0"), (60, "1")] {
        let away = private(ana.command("away", [("until", "3d")]).await);
        stage.advance(Duration::from_secs(seconds));
        private(ana.press(&away, "I Am Back").await);
        stage.row_is("SELECT count(*) FROM time_off", rows);
    }
}
