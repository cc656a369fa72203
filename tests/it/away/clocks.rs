//! Time that is given, and time off.

use std::time::Duration;

use loopback_discord::{Answer, Message};

use crate::support::stage::{Stage, Table, contents, said, whispered};

#[tokio::test]
async fn time_is_given_in_the_thread() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let before: i64 = stage
        .row("SELECT deadline FROM matches")
        .parse()
        .expect("a deadline");
    stage.forget_requests();
    let told = said(table.ben.command("give-time", [("time", "1d")]).await);
    stage.until_announced().await;
    let (ana, ben) = (stage.mention("ana"), stage.mention("ben"));
    assert!(
        told.content().starts_with(&format!(
            "{ana}, {ben} gives you 1 day more. Your deadline is <t:"
        )),
        "{}",
        told.content()
    );
    assert_eq!(told.mentions(), ["ana"]);
    // An answer costs no request.
    assert_eq!(stage.counted(), [""; 0]);
    let after: i64 = stage
        .row("SELECT deadline FROM matches")
        .parse()
        .expect("a deadline");
    assert_eq!(after - before, 86_400_000);
    assert_eq!(
        stage.row("SELECT at FROM alarms WHERE what = 'flag'"),
        after.to_string()
    );
    // It is kept.
    stage.restart().await;
    stage.advance(std::time::Duration::from_secs(3 * 86_400 + 60));
    stage.plays(&table.ana, "d").await;

    for (typed, sentence) in [
        (
            "soon",
            "\"soon\" is not a time I can read: write 1d for a day, or 12h for twelve hours.",
        ),
        (
            "-1d",
            "\"-1d\" is not a time I can read: write 1d for a day, or 12h for twelve hours.",
        ),
        (
            "0s",
            "You can give from 1 minute to 30 days at once: `1d`, for example.",
        ),
        (
            "1y",
            "You can give from 1 minute to 30 days at once: `1d`, for example.",
        ),
    ] {
        let refused = whispered(table.ben.command("give-time", [("time", typed)]).await);
        assert_eq!(refused.replace('\\', ""), sentence);
    }
    let watched = whispered(table.cleo.command("give-time", [("time", "1d")]).await);
    assert!(
        watched.starts_with("You are watching match 1."),
        "{watched}"
    );
    let all = contents(&table.cleo);
    assert_eq!(
        all.iter().filter(|text| text.contains("gives you")).count(),
        1
    );
}

#[tokio::test]
async fn a_challenge_says_what_stops_its_clocks() {
    let stage = Stage::new().await;
    let challenge = stage
        .challenge("ana", "connect-n", &[("days-off", "weekends")])
        .await;
    assert!(
        challenge
            .content()
            .contains("time off and weekends stop the clock"),
        "{}",
        challenge.content()
    );
    let usual = stage.challenge("ana", "connect-n", &[]).await;
    assert!(!usual.content().contains("stop"), "{}", usual.content());
    let refused = whispered(
        stage
            .person("ana", stage.general())
            .command("play connect-n", [("days-off", "sometimes")])
            .await,
    );
    assert_eq!(
        refused,
        "Days off are `allowed`, `weekends` (too) or `none`."
    );
}

#[tokio::test]
async fn the_list_of_matches_says_that_a_weekend_stops_a_clock() {
    const WEEK: i64 = 7 * 24 * 3_600_000;
    let stage = Stage::new().await;
    // The first day of 1970 was a Thursday.
    let into_week = stage.clock.now().0.rem_euclid(WEEK);
    let to_thursday = u64::try_from(WEEK - into_week).expect("a time to come");
    stage.advance(Duration::from_millis(to_thursday));
    let table = stage.begin("connect-n", &[("days-off", "weekends")]).await;
    stage.begin("connect-n", &[]).await;
    for (after, stands) in [(36, false), (24, true)] {
        stage.advance(hours(after));
        let list = page(table.ana.command("games", NOTHING).await);
        let said = |id: u64| {
            let mut lines = list.content().lines();
            let line = lines.find(|line| line.starts_with(&format!("Match {id}: ")));
            let line = line.expect("a line");
            line.contains("has the weekend off, clock stopped until <t:")
        };
        assert_eq!(
            [1, 2].map(said),
            [stands, false],
            "after {after} h more: {}",
            list.content()
        );
    }
}

const NOTHING: [(&str, &str); 0] = [];
const HOUR: u64 = 3600;

fn hours(count: u64) -> Duration {
    Duration::from_secs(count * HOUR)
}

#[track_caller]
fn page(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a page for one person: {other:#?}"),
    }
}

fn number(stage: &Stage, query: &str) -> i64 {
    stage.row(query).parse().expect("a number")
}

const DEADLINE: &str = "SELECT deadline FROM matches WHERE match_id = 1";

#[tokio::test]
async fn who_is_away_stands_still_in_all_matches_that_allow_it() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    stage.begin("connect-n", &[("days-off", "none")]).await;
    let ana = stage.person("ana", stage.general());
    let [before, fast] = [1, 2].map(|id| {
        number(
            &stage,
            &format!("SELECT deadline FROM matches WHERE match_id = {id}"),
        )
    });
    let shown = page(ana.command("away", NOTHING).await);
    let text = shown.content().to_owned();
    assert!(text.contains("You are not away."), "{text}");
    assert!(
        text.contains("You have 336 hours left of 336 in any 365 days."),
        "{text}"
    );
    assert!(
        text.contains("It stops your clock in 1 of your 2 running matches"),
        "{text}"
    );
    assert!(
        text.contains("Match 2: ") && text.contains("your clock runs there."),
        "{text}"
    );

    // Away during her own turn. It costs no request of its own.
    stage.forget_requests();
    let away = page(ana.press(&shown, "Away From Now").await);
    assert!(
        away.content()
            .contains("You are away until you press *I Am Back*, at the latest <t:"),
        "{}",
        away.content()
    );
    assert_eq!(stage.counted(), [""; 0]);
    let fourteen = 14 * 24 * 3_600_000;
    assert_eq!(number(&stage, DEADLINE), before + fourteen);
    assert_eq!(
        number(
            &stage,
            "SELECT at FROM alarms WHERE match_id = 1 AND what = 'flag'"
        ),
        before + fourteen
    );
    assert_eq!(
        number(&stage, "SELECT deadline FROM matches WHERE match_id = 2"),
        fast
    );
    // The other one sees it: on the card, in the list, and on the board that is looked at.
    stage.advance(hours(1));
    let mention = stage.mention("ana");
    stage
        .card_says(
            &table,
            &format!("{mention} is away, clock stopped, back at the latest <t:"),
        )
        .await;
    let list = page(table.ben.command("games", NOTHING).await);
    let line = list
        .content()
        .lines()
        .find(|line| line.starts_with("Match 1: "));
    assert!(
        line.expect("a line")
            .contains("is away, clock stopped, back at the latest <t:"),
        "{}",
        list.content()
    );

    // A match that begins meanwhile knows it as well.
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

    // She may move all the same, and after 70 hours she is back; the other clock runs meanwhile.
    stage.advance(hours(69));
    stage.restart().await;
    stage.plays(&table.ana, "d").await;
    let now = stage.clock.now().0;
    assert_eq!(number(&stage, DEADLINE), now + 72 * 3_600_000);
    let said = stage.plays(&table.ben, "d").await;
    assert!(
        said.content()
            .contains(&format!("{mention} is away, clock stopped")),
        "{}",
        said.content()
    );
    let back = page(ana.press(&away, "I Am Back").await);
    assert!(
        back.content().contains("You are not away."),
        "{}",
        back.content()
    );
    assert!(
        back.content().contains("You have 266 hours left"),
        "{}",
        back.content()
    );
    assert_eq!(number(&stage, DEADLINE), now + 72 * 3_600_000);
    // Her clock shows what it showed, and runs out when it says so.
    stage.advance(hours(72));
    stage
        .until_row("SELECT reason FROM matches WHERE match_id = 1", "flagged")
        .await;
}

#[tokio::test]
async fn time_off_is_planned_for_dates_and_called_off() {
    let stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let ana = stage.person("ana", stage.general());
    let before = number(&stage, DEADLINE);
    let planned = page(
        ana.command(
            "away",
            [("from", "1d"), ("until", "2d"), ("zone", "Berlin")],
        )
        .await,
    );
    assert!(
        planned.content().contains("You will be away from <t:"),
        "{}",
        planned.content()
    );
    assert!(
        planned.content().contains("Your time zone: Europe/Berlin."),
        "{}",
        planned.content()
    );
    assert_eq!(number(&stage, DEADLINE), before + 48 * 3_600_000);
    stage.advance(hours(1));
    let mention = stage.mention("ana");
    stage
        .card_says(&table, &format!("{mention} will be away from <t:"))
        .await;
    // It ends by its date, and nothing needs to happen for that.
    let called_off = page(ana.press(&planned, "Call Off").await);
    assert!(
        called_off.content().contains("You are not away."),
        "{}",
        called_off.content()
    );
    assert_eq!(number(&stage, DEADLINE), before);

    let events = "SELECT count(*) FROM events";
    let count = number(&stage, events);
    for (options, sentence) in [
        (
            vec![("zone", "Atlantis")],
            "I know no time zone called \"Atlantis\". Type a city near you and choose from the list, such as Europe/Berlin.",
        ),
        (
            vec![("from", "31 February")],
            "There is no 31 February: that month has fewer days.",
        ),
        (
            vec![("from", "tomorrow 25:00")],
            "There is no 25:00: hours go from 0 to 23 and minutes from 0 to 59.",
        ),
        (
            vec![("until", "2020-01-01")],
            "2020-01-01 is past: choose a date to come.",
        ),
        (
            vec![("until", "-3d")],
            "\"-3d\" is not a date I can read: write 2027-01-05, 2027-01-05 18:00, 5 January, tomorrow, or 3d for three days from then.",
        ),
        (
            vec![("from", "3d"), ("until", "now")],
            "You cannot be back before you go: choose a later date for `until`.",
        ),
        (
            vec![("zone", "Tokyo"), ("from", "someday")],
            "\"someday\" is not a date I can read: write 2027-01-05, 2027-01-05 18:00, 5 January, tomorrow, or 3d for three days from then.",
        ),
    ] {
        let refused = whispered(ana.command("away", options).await);
        assert_eq!(refused.replace('\\', ""), sentence);
    }
    assert_eq!(number(&stage, events), count, "nothing has changed");
    assert_eq!(stage.row("SELECT zone FROM habits"), "Europe/Berlin");
    assert_eq!(number(&stage, DEADLINE), before);
    let zones = ana.autocomplete("away", "zone", "new y", NOTHING).await;
    assert_eq!(zones.choices().expect("zones")[0].name, "America/New_York");
    let dates = ana.autocomplete("away", "from", "31 feb", NOTHING).await;
    assert_eq!(
        dates.choices().expect("a reason")[0].name,
        "There is no 31 feb: that month has fewer days."
    );
}

#[tokio::test]
async fn a_day_is_taken_by_itself_when_a_clock_is_about_to_run_out() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let ana = stage.person("ana", stage.general());
    let shown = page(ana.command("away", NOTHING).await);
    let on = page(ana.press(&shown, "By Itself").await);
    assert!(
        on.content().contains("a day of your time off is taken"),
        "{}",
        on.content()
    );
    let before = number(&stage, DEADLINE);
    stage.advance(hours(72));
    let taken = "SELECT count(*) FROM events WHERE kind = 'time-off'";
    stage.until_row(taken, "1").await;
    stage.until_announced().await;
    assert_eq!(number(&stage, DEADLINE), before + 24 * 3_600_000);
    let (a, b) = (stage.mention("ana"), stage.mention("ben"));
    let told = table
        .cleo
        .messages()
        .into_iter()
        .next_back()
        .expect("a post");
    assert!(
        told.content().starts_with(&format!(
            "{a}, your clock was about to run out, so a day of your time off was taken, as you have chosen in `/away`. {b}, the clock of {a} stands until <t:"
        )),
        "{}",
        told.content()
    );
    assert_eq!(told.mentions(), ["ana", "ben"]);
    let ben = stage.person("ben", stage.general());
    // After thirteen more of them there are no hours left; the bot may be down when a day begins.
    stage.kill().await;
    stage.advance(hours(24 * 3));
    stage.start().await;
    for _ in 0..14 {
        stage.advance(hours(24));
        page(ben.command("board", NOTHING).await);
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

/// A match in which Ana, to move, was away 31 times in one turn, took two days by herself and has used up her clock again;
/// she plays another match with Dan.
async fn worn_out_clock(stage: &mut Stage) -> Table {
    let table = stage.begin("connect-n", &[]).await;
    stage.sandbox.set_owner("cleo");
    let ana = stage.person("ana", stage.general());
    let dan = stage.person("dan", stage.general());
    let open = stage.challenge("ana", "anchor", &[]).await;
    assert!(matches!(
        dan.press(&open, "Accept").await,
        Answer::Update(_)
    ));
    let shown = page(ana.command("away", NOTHING).await);
    page(ana.press(&shown, "By Itself").await);
    for _ in 0..31 {
        let away = page(ana.command("away", [("until", "2d")]).await);
        stage.advance(Duration::from_secs(1));
        let back = page(ana.press(&away, "I Am Back").await);
        assert!(
            back.content().contains("You are not away."),
            "{}",
            back.content()
        );
    }
    let taken = "SELECT count(*) FROM events WHERE match_id = 1 AND kind = 'time-off'";
    assert_eq!(number(stage, taken), 31);
    stage.advance(hours(72));
    stage.until_row(taken, "32").await;
    stage.advance(hours(24));
    stage.until_row(taken, "33").await;
    stage.until_announced().await;
    table
}

#[tokio::test]
async fn many_short_absences_in_one_turn_leave_the_match_to_end_by_the_flag() {
    let mut stage = Stage::new().await;
    let table = worn_out_clock(&mut stage).await;
    page(table.ben.command("board", NOTHING).await);
    for (command, says) in [
        ("moderate pause", "Match 1 is paused."),
        ("moderate resume", "Match 1 goes on."),
    ] {
        let done = whispered(table.cleo.command(command, [("reason", "Strange")]).await);
        assert!(done.starts_with(says), "{done}");
    }
    let ana = stage.person("ana", stage.general());
    let away = page(ana.command("away", [("until", "2d")]).await);
    let told = away.content();
    assert!(told.contains("You are away and back <t:"), "{told}");
    page(ana.press(&away, "I Am Back").await);
    // All the days that are left are taken, and then the flag falls.
    let ben = stage.person("ben", stage.general());
    for _ in 0..14 {
        stage.advance(hours(24));
        page(ben.command("board", NOTHING).await);
    }
    stage
        .until_row("SELECT reason FROM matches WHERE match_id = 1", "flagged")
        .await;
    assert_eq!(stage.row("SELECT count(*) FROM frozen"), "0");
}

#[tokio::test]
async fn opponent_of_many_short_absences_can_be_deleted() {
    let mut stage = Stage::new().await;
    worn_out_clock(&mut stage).await;
    stage.advance(hours(24));
    let ben = stage.person("ben", stage.general());
    let question = page(ben.command("privacy forget", NOTHING).await);
    let done = page(ben.press(&question, "Delete My Data").await);
    let told = done.content();
    assert!(told.starts_with("It is done"), "{told}");
    assert_eq!(stage.row("SELECT count(*) FROM forgetting"), "0");
    let ended = "SELECT status FROM matches WHERE match_id = 1";
    assert_eq!(stage.row(ended), "aborted");
}

#[tokio::test]
async fn opponent_of_many_short_absences_can_resign() {
    let mut stage = Stage::new().await;
    let table = worn_out_clock(&mut stage).await;
    stage.advance(hours(24));
    let question = page(table.ben.command("resign", NOTHING).await);
    drop(table.ben.press(&question, "Resign").await);
    let reason = "SELECT coalesce(reason, status) FROM matches WHERE match_id = 1";
    stage.until_row(reason, "resigned").await;
}

/// Waits until the card says nothing of anybody who is away.
async fn card_says_nothing(stage: &Stage, table: &Table) {
    let general = stage.person("cleo", stage.general());
    let found = stage.sandbox.until(|_| {
        general
            .message(table.card)
            .filter(|card| !card.content().contains("away"))
    });
    let card = found.await.expect("a card without an absence");
    assert!(card.content().contains("Deadline: <t:"));
}

/// Waits until the bot has noted what the card shows: a card is edited once a minute at most.
async fn noted(stage: &Stage) {
    let sql = "SELECT min(card_seq >= seq) FROM places";
    stage.until_row(sql, "1").await;
}

#[tokio::test]
async fn a_card_follows_time_off_that_begins_and_ends_by_its_date() {
    const EDIT: &str = "PATCH /channels/{channel_id}/messages/{message_id}";
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[("time", "40d")]).await;
    let ana = stage.person("ana", stage.general());
    let mention = stage.mention("ana");
    let here = format!("{mention} is away, clock stopped, back <t:");
    stage.advance(hours(1));
    page(ana.command("away", [("until", "2d")]).await);
    stage.card_says(&table, &here).await;
    noted(&stage).await;
    stage.advance(hours(47));
    stage.forget_requests();
    stage.advance(hours(1));
    card_says_nothing(&stage, &table).await;
    noted(&stage).await;
    // One edit, and nothing is posted.
    assert_eq!(stage.counted(), [EDIT]);

    // The bot is down when it begins, and again when it ends.
    page(ana.command("away", [("from", "1d"), ("until", "1d")]).await);
    stage.advance(hours(1));
    let planned = format!("{mention} will be away from <t:");
    stage.card_says(&table, &planned).await;
    noted(&stage).await;
    stage.kill().await;
    stage.advance(hours(24));
    stage.start().await;
    stage.card_says(&table, &here).await;
    noted(&stage).await;
    stage.kill().await;
    stage.advance(hours(24));
    stage.forget_requests();
    stage.start().await;
    card_says_nothing(&stage, &table).await;
    assert_eq!(
        stage.counted().iter().filter(|made| *made == EDIT).count(),
        1
    );

    // Hours run out: all that are left of the year, three days of which are used up.
    let shown = page(ana.command("away", NOTHING).await);
    assert!(
        shown.content().contains("You have 264 hours left"),
        "{}",
        shown.content()
    );
    page(ana.press(&shown, "Away From Now").await);
    stage.advance(hours(1));
    let latest = format!("{mention} is away, clock stopped, back at the latest <t:");
    stage.card_says(&table, &latest).await;
    noted(&stage).await;
    stage.advance(hours(262));
    stage.restart().await;
    stage.card_says(&table, &latest).await;
    stage.advance(hours(2));
    card_says_nothing(&stage, &table).await;
    assert_eq!(
        stage.row("SELECT count(*) FROM places WHERE card_until IS NOT NULL"),
        "0"
    );
    // Who looks at the board, or has it read to them, reads it as well.
    let ben = stage.person("ben", stage.general());
    page(ben.command("away", [("until", "1d")]).await);
    let here = here.replace(&mention, &stage.mention("ben"));
    // Nobody has written in the thread for weeks: it is archived.
    let board = page(ana.command("board", [("match", "1")]).await);
    assert!(board.content().contains(&here), "{}", board.content());
    stage.advance(hours(25));
    for command in ["board", "describe"] {
        let read = page(ana.command(command, [("match", "1")]).await);
        assert!(!read.content().contains("away"), "{}", read.content());
    }
}

#[tokio::test]
async fn a_card_follows_the_weekends_of_who_is_to_move() {
    const WEEK: i64 = 7 * 24 * 3_600_000;
    let stage = Stage::new().await;
    // To a Friday noon. The first day of 1970 was a Thursday.
    let into_week = stage.clock.now().0.rem_euclid(WEEK);
    let to_friday = u64::try_from(WEEK - into_week).expect("a time to come");
    stage.advance(Duration::from_millis(to_friday) + hours(36));
    let table = stage.begin("connect-n", &[("days-off", "weekends")]).await;
    stage.advance(hours(12) + Duration::from_secs(60));
    let mention = stage.mention("ana");
    let weekend = format!("{mention} has the weekend off, clock stopped until <t:");
    stage.card_says(&table, &weekend).await;
    noted(&stage).await;
    stage.advance(hours(48));
    let general = stage.person("cleo", stage.general());
    let found = stage.sandbox.until(|_| {
        general
            .message(table.card)
            .filter(|card| !card.content().contains("weekend"))
    });
    found.await.expect("a card without a weekend");
}
