//! Every possible command, message and modal, compared with Discord's documented limits.

use std::collections::BTreeSet;
use std::sync::Arc;

use anteroom::board::Seat;
use anteroom::board::Theme;
use anteroom::bot::commands;
use anteroom::db::Places;
use anteroom::discord::ui;
use anteroom::discord::ui::{Composed, Pace, Target};
use anteroom::features::play::Prepared;
use anteroom::features::play::{
    About, Act, BoardKind, BoardView, FoundLesson, Ground, Planned, Session, Sitting, Standing,
};
use anteroom::features::play::{Conditional, DroppedLine};
use anteroom::features::play::{PickAct, SessionId, SessionPress};
use anteroom::features::{help, play, settings, study, watching};
use anteroom::games::{
    CATALOGUE, Choice, Game, GivenOptions, describe, read_turn, step_key, with_lessons,
};
use anteroom::kernel::View;
use anteroom::matches::{
    Challenge, ChannelId, Command, Effective, Event, Fact, GuildId, Line, LineTurn, Match, MatchId,
    MessageId, Place, Preferences, Refusal, ServerPreferences, TimeControl, UserId, WhyDropped,
};
use anteroom::people::Moment;
use reqwest::Method;
use serde_json::Value;

use crate::support::messages;
use crate::support::people::{challenge, must, plays, takes_back};
use crate::support::random_turn::random_turn;
use crate::support::rest::as_bot;
use crate::support::stage::Stage;

/// The longest possible ids.
const ID: u64 = u64::MAX;
const ANA: UserId = UserId(ID);
const BO: UserId = UserId(ID - 1);
const PLACES: Places = Places {
    thread: Some(ChannelId(ID - 2)),
    card: Some(MessageId(ID)),
    board: Some(MessageId(ID)),
};

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[][..], Vec::as_slice)
}

fn lesson_at(found: &Arc<FoundLesson>, picks: Vec<String>) -> BoardView {
    let about = About::Lesson(found.lesson.id.clone());
    BoardView::of_lesson(found.clone(), latest(about, Vec::new(), picks)).expect("picks")
}

/// Returns a session whose buttons have the longest numbers.
fn latest(about: About, turns: Vec<String>, picks: Vec<String>) -> Session {
    Session {
        id: SessionId(u64::MAX),
        about,
        turns,
        picks,
        generation: u32::MAX,
        sitting: Some(Sitting {
            since: Moment(i64::MAX / 2),
            played: Some(MatchId(u64::MAX)),
        }),
    }
}

fn shown(shown: &BoardView, user: UserId) -> Composed {
    play::messages::session_board(shown, user, Seat::Second, None)
}

#[test]
fn lessons_fit() {
    let mut all = Vec::new();
    for game in with_lessons() {
        let lessons = game.lessons().expect("lessons");
        let done: Vec<_> = lessons.iter().map(|lesson| lesson.id.clone()).collect();
        for part in [&done[..0], &done[..1], &done] {
            check_message(
                &study::messages::lessons(game, &lessons, part),
                game.card.key,
            );
        }
        for lesson in &lessons {
            let place = lesson.id.to_string();
            let fits = |message: &Composed| check_message(message, &place);
            let found = Arc::new(FoundLesson::of(&lesson.id).expect("a lesson"));
            let view = lesson_at(&found, Vec::new());
            check_message(&shown(&view, ANA), &place);
            // Every possible first pick, and the message after it.
            let choice = view.now.picked.and_then(|picked| picked.choice).into_iter();
            let firsts = choice.flat_map(|choice| {
                let lists = choice.lists.into_iter().flat_map(|list| list.picks);
                lists.chain(choice.words).collect::<Vec<_>>()
            });
            for pick in firsts {
                let next = shown(&lesson_at(&found, vec![pick.key]), ANA);
                fits(&next);
                // A menu does not reveal which turn captures.
                for menu in &next.menus {
                    let ui::Offer::Options(options) = &menu.offer else {
                        panic!("{place}")
                    };
                    let told = options.iter().find(|option| !option.description.is_empty());
                    assert!(told.is_none(), "{place}: {told:?}");
                }
            }
            let Some(exercise) = lesson.exercise.clone() else {
                continue;
            };
            let solved = found.solved().expect("a solution");
            let after = BoardView::with_steps(&found, &solved.steps).expect("steps");
            fits(&study::messages::lesson_shown(&after, &found, &solved));
            let steps: Vec<_> = solved.steps.iter().map(|step| step_key(step)).collect();
            let mut view = lesson_at(&found, steps);
            let missed = exercise.goals.iter().map(|(_, missed)| Err(missed.clone()));
            for judged in missed.chain([Ok(())]) {
                view.kind = BoardKind::Lesson {
                    found: found.clone(),
                    judged: Some(judged),
                };
                fits(&shown(&view, ANA));
            }
            let long = "*".repeat(1000);
            let refused = Match::why_not(
                &*found.board.position,
                read_turn(&*found.board.position, &long)
                    .err()
                    .expect("nonsense"),
            );
            fits(&study::messages::lesson_refused(
                &after, &found, &refused, &long,
            ));
            let form = study::messages::lesson_modal(&found);
            assert!(length(&form["title"]) <= 45, "{form}");
        }
        all.extend(done);
    }
    check_message(&study::messages::games_to_learn(&all), "all games");
    check_message(&study::messages::games_to_learn(&[]), "no game");
}

/// The sandbox checks the definitions as Discord does, and says what it refuses.
#[tokio::test]
async fn commands_fit() {
    let stage = Stage::without_bot().await;
    let path = format!("/applications/{}/commands", stage.sandbox.application_id());
    let definitions = Value::from(commands::definitions());
    let (status, answer) = as_bot(&stage.sandbox, Method::PUT, &path, &definitions).await;
    assert_eq!(
        status, 200,
        "{answer:#}: make it smaller (docs/adding-a-game.md, step 4)"
    );
}

/// Where each command is offered stands in `docs/commands.md`, which a test compares.
#[test]
fn only_commands_that_work_everywhere_are_installed_for_people() {
    for command in commands::definitions() {
        let place = format!("/{}", command["name"]);
        let installed = if command["contexts"] == serde_json::json!([0, 1, 2]) {
            serde_json::json!([0, 1])
        } else {
            serde_json::json!([0])
        };
        assert_eq!(
            command["integration_types"], installed,
            "{place}: for whom it is installed"
        );
    }
}

#[test]
fn every_game_can_be_played() {
    let definitions = commands::definitions();
    let play = definitions
        .iter()
        .find(|command| command["name"] == "play")
        .expect("/play");
    let offered: Vec<_> = list(&play["options"])
        .iter()
        .map(|option| option["name"].as_str().unwrap_or_default())
        .collect();
    // The most frequent options come first.
    assert_eq!(
        offered[..6],
        ["game", "opponent", "computer", "setup", "time", "colour"]
    );
    assert_eq!(list(&play["options"][0]["choices"]).len(), CATALOGUE.len());
    let rules = definitions
        .iter()
        .find(|command| command["name"] == "rules")
        .expect("/rules");
    assert_eq!(list(&rules["options"][0]["choices"]).len(), CATALOGUE.len());
}

pub(crate) fn check_message(message: &Composed, place: &str) {
    let shown = format!("{place}: {message}");
    let is_text = |text: &str, most: usize| {
        let length = text.chars().count();
        assert!((1..=most).contains(&length), "{length}: {shown}");
    };
    is_text(&message.content, 2000);
    assert!(
        message.menus.len() + message.rows.len() <= 5 && message.pings.len() <= 100,
        "{shown}"
    );
    for user in &message.pings {
        assert!(
            message.content.contains(&format!("<@{user}>")),
            "{shown}: who is not named is not notified"
        );
    }
    let mut ids = BTreeSet::new();
    for button in message.rows.iter().flatten() {
        is_text(&button.label, 80);
        let words: Vec<_> = button.label.split(' ').collect();
        // The game provides the name of a choice.
        let word = button.id().and_then(|id| id.as_str().split('/').next());
        let named = word.is_some_and(|word| {
            ["pick", "end", "lessons", "clear", "only", "try", "offer"].contains(&word)
        });
        assert!(
            named
                || words.len() <= 3
                    && words
                        .iter()
                        .all(|word| word.starts_with(|c: char| c.is_uppercase())),
            "{shown}"
        );
        let id = match &button.press {
            Target::Ask(id) => id.to_string(),
            Target::Open(address) => {
                assert!(
                    address.starts_with("https://") && address.len() <= 512,
                    "{shown}"
                );
                continue;
            }
        };
        is_text(&id, 100);
        assert!(ids.insert(id), "{shown}: two buttons of one id");
    }
    for menu in &message.menus {
        assert!(
            ids.insert(menu.id.to_string()),
            "{shown}: two components of one id"
        );
        is_text(&menu.id.to_string(), 100);
        is_text(&menu.placeholder, 150);
        let (fewest, most) = menu.count;
        assert!(fewest <= most && (1..=25).contains(&most), "{shown}");
        let ui::Offer::Options(options) = &menu.offer else {
            continue;
        };
        assert!(
            (1..=25).contains(&options.len()) && usize::from(most) <= options.len(),
            "{shown}"
        );
        let values: BTreeSet<_> = options.iter().map(|option| &option.value).collect();
        assert_eq!(
            values.len(),
            options.len(),
            "{shown}: two options of one value"
        );
        for option in options {
            is_text(&option.label, 100);
            is_text(&option.value, 100);
            assert!(option.description.chars().count() <= 100, "{shown}");
        }
        assert!(
            options.iter().filter(|option| option.chosen).count() <= usize::from(most),
            "{shown}"
        );
    }
    assert!(
        message.rows.iter().all(|row| (1..=5).contains(&row.len())),
        "{shown}"
    );
    let file_fits = |alt: &str, file: &str, ending: &str| {
        is_text(alt, 1024);
        assert!(file.ends_with(ending) && file.len() <= 100, "{shown}");
    };
    if let Some(picture) = &message.picture {
        file_fits(&picture.alt, &picture.file, ".png");
    }
    if let Some(drawing) = &message.drawing {
        file_fits(&drawing.alt, &drawing.file, ".png");
    }
    if let Some(plate) = &message.plate {
        file_fits(&plate.alt, &plate.file, ".png");
    }
    if let Some(replay) = &message.replay {
        file_fits(&replay.alt, &replay.file, ".gif");
        assert!(
            message.picture.is_some(),
            "{shown}: nothing in its place where it cannot be made"
        );
    }
}

fn check_modal(now: &Match) {
    let modal = ui::turn_modal(now, &"x".repeat(1000));
    assert!((1..=45).contains(&length(&modal["title"])), "{modal}");
    assert!((1..=100).contains(&length(&modal["custom_id"])), "{modal}");
    let rows = list(&modal["components"]);
    assert!((1..=5).contains(&rows.len()), "{modal}");
    for input in rows.iter().flat_map(|row| list(&row["components"])) {
        assert!((1..=45).contains(&length(&input["label"])), "{modal}");
        assert!(length(&input["placeholder"]) <= 100, "{modal}");
        assert!(
            input["max_length"]
                .as_u64()
                .is_some_and(|most| most <= 4000),
            "{modal}"
        );
    }
}

fn proposed(game: &Game, options: GivenOptions, time: TimeControl) -> (Match, Event) {
    let challenge = Challenge {
        place: Place {
            guild: Some(GuildId(ID)),
            channel: ChannelId(ID),
        },
        options,
        time,
        challenger: ANA,
        invited: Some(BO.into()),
        ..challenge(game.card.key, "3d")
    };
    let proposal = challenge.into_proposal(|| u32::MAX).expect("a challenge");
    let at = Moment(4_000_000_000_000);
    (
        Match::proposed(MatchId(ID), proposal.clone(), at).expect("a match"),
        Event {
            at,
            fact: Fact::Proposed(proposal),
        },
    )
}

/// Returns an accepted match with the usual settings.
fn begun(game: &Game) -> Match {
    let (mut now, event) = proposed(game, GivenOptions::new(), "3d".parse().expect("a clock"));
    must(&mut now, &Command::Accept { by: BO }, event.at);
    now
}

/// Returns a match as the bot reads it, with the longest ids.
fn view_of(now: &Match) -> View {
    View {
        places: PLACES,
        ..messages::view_of(now.clone())
    }
}

/// Checks every message about a match in its current state.
fn check_match(now: &Match, event: &Event) {
    let place = format!("{} after {} turns", now.game().card.key, now.ply());
    let fits = |message: &Composed| check_message(message, &place);
    fits(&play::messages::news(now, event));
    fits(&play::messages::card(now, PLACES.thread, now.changed_at()));
    fits(&play::messages::board(
        now,
        PLACES.thread,
        BO,
        Seat::Second,
        now.changed_at(),
        true,
    ));
    let watcher = UserId(ID - 2);
    fits(&play::messages::board(
        now,
        PLACES.thread,
        watcher,
        Seat::First,
        now.changed_at(),
        true,
    ));
    if now.players().is_some() {
        fits(&play::messages::resign_question(now, Seat::First, ""));
    }
    for user in now.people() {
        fits(&ui::played_elsewhere(now, user, &PLACES));
    }
    check_modal(now);
    if now.ply() % 20 < 2 {
        check_pickers(now);
    }
    if now.ply() % 120 < 2 {
        check_plan(now, 3);
    }
}

/// Checks the descriptions of a board, whole and in parts, and the refusals of illegal turns.
fn check_descriptions(now: &Match) {
    let place = format!("{} after {} turns", now.game().card.key, now.ply());
    let fits = |message: &Composed| check_message(message, &place);
    fits(
        &play::messages::board(now, PLACES.thread, ANA, Seat::First, now.changed_at(), true)
            .in_words(),
    );
    for asked in ["", "last"]
        .into_iter()
        .map(str::to_owned)
        .chain(describe::parts(now.position()))
    {
        fits(
            &watching::messages::description(now, &asked, now.changed_at())
                .expect("a part of the board"),
        );
    }
    for (typed, by) in [("?", ANA), ("?", BO), ("a1-N a1-N", ANA), ("a1-N a1-N", BO)] {
        if let Err(refused) = now.decide(&plays(by, typed), now.changed_at()) {
            fits(&ui::refused_turn(
                now,
                Seat::Second,
                &refused,
                typed,
                PLACES.thread,
            ));
        }
    }
}

fn prepared(view: &View, turn: &str) -> Prepared {
    let mut after = Match::clone(&view.state);
    let by = after.person_to_move().expect("a player");
    let play = plays(by, turn);
    let at = after.changed_at();
    must(&mut after, &play, at);
    Prepared {
        view: view.clone(),
        turn: turn.to_owned(),
        after,
    }
}

/// Checks the completions while the player to move types a turn.
fn check_completions(now: &Match, turn: &str) {
    let by = now.person_to_move().expect("a player");
    for typed in [
        "",
        "?",
        &turn[..1],
        turn,
        &format!("{turn} "),
        &"x".repeat(6000),
    ] {
        let choices = match now.complete(by, typed, 25) {
            Ok(found) => play::messages::completions(&found, typed),
            Err(refused) => vec![play::messages::no_completion(
                &ui::sentence(&refused),
                typed,
            )],
        };
        let place = format!(
            "{} after {} turns, {typed:?}: {choices:?}",
            now.game().card.key,
            now.ply()
        );
        assert!((1..=25).contains(&choices.len()), "{place}");
        for (name, value) in &choices {
            assert!(
                (1..=100).contains(&name.chars().count())
                    && (1..=100).contains(&value.chars().count()),
                "{place}"
            );
        }
        let values: BTreeSet<_> = choices.iter().map(|(_, value)| value).collect();
        assert_eq!(values.len(), choices.len(), "{place}");
    }
}

/// Returns a board session of a match; `now` is the match after the session's turns.
fn board_of(now: &Match, session: Session, standing: Standing, made: usize) -> BoardView {
    let view = view_of(now);
    let whole = standing.whole().map(|whole| prepared(&view, &whole.text()));
    BoardView {
        session,
        ground: Ground::of_match(view),
        now: standing,
        kind: BoardKind::Turn {
            whole: whole.map(Box::new),
            made: vec!["x".repeat(500); made],
            typed: false,
        },
    }
}

/// Checks a picker's messages, from the board to a whole turn by random picks.
fn check_pickers(now: &Match) {
    let mut random = fastrand::Rng::with_seed(u64::from(now.ply()));
    let mut picks: Vec<String> = Vec::new();
    let (id, board) = (now.id(), now.board());
    while now.to_move().is_some() {
        let session = latest(About::Turn { id, board }, Vec::new(), picks.clone());
        let standing = session.stand(now.position());
        let standing = standing.unwrap_or_else(|| panic!("{picks:?} leads nowhere"));
        let choice = standing.picked.clone().and_then(|picked| picked.choice);
        let message = shown(&board_of(now, session, standing, 40), ANA);
        check_message(&message, &format!("picks {picks:?}"));
        let Some(pick) = choice.and_then(|choice| any_pick(&choice, &mut random)) else {
            return;
        };
        picks.push(pick);
    }
}

/// Returns the key of a random pick, but of no piece that cannot move alone.
fn any_pick(choice: &Choice, random: &mut fastrand::Rng) -> Option<String> {
    let pieces = choice
        .group
        .iter()
        .filter(|group| group.chosen.is_empty())
        .flat_map(|group| &group.lists);
    let ways: Vec<_> = choice
        .lists
        .iter()
        .chain(pieces)
        .flat_map(|list| &list.picks)
        .chain(&choice.words)
        .collect();
    random.choice(ways).map(|pick| pick.key.clone())
}

/// Checks a line picker's messages up to this many turns by random picks. Returns the turns.
fn check_plan(now: &Match, most: usize) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(u64::from(now.ply()));
    let Some(mover) = now.person_to_move() else {
        return Vec::new();
    };
    let by = if mover == ANA { BO } else { ANA };
    let (id, board, from) = (now.id(), now.board(), now.position());
    let seat = now.waiting_seat(by).expect("one waits");
    let kept = Vec::new();
    let planned = Some(&Planned { seat, kept });
    let line = latest(About::Line { id, board }, Vec::new(), Vec::new());
    let mut line = line.settled(from, planned).expect("a line");
    loop {
        let ahead = play::ahead(now, &line.turns, now.changed_at()).expect("turns");
        let standing = line.stand(from).expect("picks");
        let picked = standing.picked.clone().expect("something to pick");
        let made = if line.turns.is_empty() { 40 } else { 3 };
        let message = shown(&board_of(&ahead, line.clone(), standing, made), by);
        check_message(&message, &format!("line {:?}", line.turns));
        check_message(&message.in_words(), &format!("line {:?}", line.turns));
        let mut turns = line.turns.clone();
        let act = match &picked.choice {
            None if turns.len() + 1 >= most => {
                turns.push(picked.text());
                return turns;
            }
            None => Act::GoOn,
            Some(choice) => match any_pick(choice, &mut random) {
                Some(pick) => Act::Pick(pick),
                None => return turns,
            },
        };
        line = match line.after(from, act, planned) {
            Ok(line) => line,
            Err(_) => return turns,
        };
    }
}

#[test]
fn lists_of_lines_fit() {
    let (mut longest, mut read_back) = (0, 0);
    for game in CATALOGUE {
        let now = begun(game);
        let turns = check_plan(&now, 40);
        longest = longest.max(turns.len());
        // A line ends with its owner's turn.
        let line = Line {
            board: 0,
            turns: turns[..turns.len() / 2 * 2].to_vec(),
        };
        if !line.turns.is_empty() {
            let read = now.read_line(BO, &line.text(), &[]);
            assert!(read.is_ok(), "{line:?}");
            read_back += 1;
        }
        let most = Line {
            board: 0,
            turns: vec!["d".repeat(100); 40],
        };
        let view = view_of(&now);
        for line in [line, most] {
            let with_seats = |line: &Line| -> Vec<LineTurn> {
                line.turns
                    .iter()
                    .zip(Seat::BOTH.into_iter().cycle())
                    .map(|(text, seat)| LineTurn {
                        seat,
                        text: text.clone(),
                        written: text.clone(),
                    })
                    .collect()
            };
            for (waiting, dropped) in [(20, 0), (20, 20), (0, 20), (0, 0)] {
                let waiting = (1..=waiting)
                    .map(|number| (number, with_seats(&line)))
                    .collect();
                let dropped: Vec<_> = (1..=dropped)
                    .map(|number| DroppedLine {
                        number,
                        written: line.text(),
                        why: WhyDropped::OtherTurn,
                    })
                    .collect();
                check_message(
                    &play::messages::conditional::dropped_lines(now.id(), &dropped),
                    "dropped lines",
                );
                let lines = Conditional {
                    view: view.clone(),
                    waiting,
                    dropped,
                };
                check_message(&play::messages::conditional::lines(&lines, ANA), "lines");
                check_message(&play::messages::conditional::lines(&lines, BO), "lines");
            }
            let typed = line.text();
            for refusal in [
                now.read_line(BO, "?", &[]).expect_err("no turn"),
                Refusal::LineKept,
                Refusal::OtherAnswer {
                    before: typed.clone(),
                    conditional: String::from("d"),
                },
                Refusal::InLine {
                    before: typed.clone(),
                    theirs: true,
                    why: Box::new(Refusal::NoTurn),
                },
            ] {
                check_message(
                    &play::messages::conditional::refused_line(
                        ui::refusal(&refusal, PLACES.thread),
                        &typed,
                    ),
                    "a refused line",
                );
                check_message(&ui::refusal(&refusal, PLACES.thread), "a refusal");
            }
        }
        let ended = |by| play::messages::ended_picker(Composed::text("Why."), Some(&now), by);
        for message in [
            play::messages::conditional::lines_cleared(now.id(), 20),
            ended(ANA),
            ended(BO),
            play::messages::waiting(Composed::text("Why."), &now, BO),
        ] {
            check_message(&message, game.card.key);
        }
    }
    assert_eq!(longest, 40, "some line is as long as one may be");
    assert!(
        read_back >= 4,
        "only {read_back} games have a line that is read back"
    );
}

#[test]
fn every_turn_that_is_offered_has_a_button() {
    let game = anteroom::games::find("connect-n").expect("a game");
    let now = begun(game);
    let begins = "a".repeat(90);
    let next: Vec<_> = [
        format!("{begins}b"),
        format!("{begins}c"),
        String::from("d"),
    ]
    .into();
    let refused = Refusal::Unfinished {
        steps: vec![begins],
        missing: String::from("More."),
        next: next.clone(),
    };
    let message = ui::refused_turn(&now, Seat::First, &refused, "a", PLACES.thread);
    check_message(&message, "long turns");
    let labels: Vec<_> = message
        .rows
        .iter()
        .flatten()
        .map(|button| button.label.clone())
        .collect();
    assert_eq!(labels.len(), 5);
    assert!(
        labels
            .iter()
            .zip(&next)
            .all(|(label, turn)| label.chars().last() == turn.chars().last()),
        "{labels:?}"
    );
}

fn act(now: &mut Match, command: &Command) {
    for event in now.decide(command, now.changed_at()).expect("an event") {
        now.apply(&event).expect("it follows");
        check_match(now, &event);
    }
}

#[test]
fn messages_fit() {
    let mut random = fastrand::Rng::with_seed(11);
    // The longest time control.
    let time: TimeControl = "364d23h59m59s+364d23h59m59s".parse().expect("a clock");
    for game in CATALOGUE {
        let fits = |message: &Composed| check_message(message, game.card.key);
        for options in crate::support::settings::extremes(game) {
            let (mut now, event) = proposed(game, options, time);
            check_match(&now, &event);
            act(&mut now, &Command::Accept { by: BO });
            for turn in 0..300 {
                let Some(by) = now.person_to_move() else {
                    break;
                };
                let text = random_turn(&now, &mut random);
                if turn % 40 == 3 {
                    act(&mut now, &Command::OfferDraw { by });
                    let other = if by == ANA { BO } else { ANA };
                    act(&mut now, &Command::DeclineDraw { by: other });
                }
                let view = view_of(&now);
                let turn_made = plays(by, &text);
                if turn % 10 == 1 {
                    check_completions(&now, &text);
                }
                act(&mut now, &turn_made);
                if turn % 10 == 7 {
                    let press = |act| SessionPress {
                        session: SessionId(u64::MAX),
                        generation: u32::MAX,
                        act,
                    };
                    let preview = play::messages::preview(
                        &Prepared {
                            view,
                            after: now.clone(),
                            turn: text.clone(),
                        },
                        Seat::First,
                        press(PickAct::Play).into(),
                        press(PickAct::Type).into(),
                    );
                    fits(&preview);
                    fits(&preview.in_words());
                    check_descriptions(&now);
                }
                if turn % 40 == 5 && now.person_to_move().is_some() {
                    act(&mut now, &takes_back(by, 1));
                    act(&mut now, &turn_made);
                    if now.person_to_move().is_some() {
                        act(&mut now, &takes_back(by, 0));
                        let other = if by == ANA { BO } else { ANA };
                        let answer = if turn % 80 == 5 {
                            Command::AcceptTakeback { by: other }
                        } else {
                            Command::DeclineTakeback { by: other }
                        };
                        act(&mut now, &answer);
                    }
                }
            }
            if now.person_to_move().is_some() {
                act(&mut now, &Command::Resign { by: ANA });
            }
            check_descriptions(&now);
            for ply in [0, now.ply() / 2, now.ply()] {
                fits(&watching::messages::history(
                    &now,
                    &now.as_at(ply).expect("a stage"),
                    &[],
                    ANA,
                    Seat::First,
                ));
            }
            fits(&ui::replay(&now, PLACES.thread, Pace::Slow, now.changed_at()).expect("turns"));
        }
        fits(&help::messages::rules(game, u32::MAX));
        for page in 0.. {
            let message = help::messages::rules(game, page);
            fits(&message);
            let buttons = message.rows.iter().flatten();
            if buttons
                .filter(|button| button.enabled)
                .all(|button| button.label != "Next")
            {
                break;
            }
        }
    }
    let mut help = String::new();
    for page in [0, 1, 2, 3, u32::MAX] {
        let shown =
            help::messages::help(page, &Default::default(), |name| format!("</{name}:{ID}>"));
        check_message(&shown, "help");
        help.push_str(&shown.content);
    }
    // The help names every command that anybody can use.
    let commands = commands::definitions();
    // Commands in a person's menu need no help.
    let typed = commands.iter().filter(|command| command["type"] != 2);
    for command in typed {
        let name = command["name"].as_str().expect("a name");
        let known = help.contains(&format!("/{name}"));
        assert!(known || name == "help", "/{name}");
    }
    let time = "7d+12h".parse().expect("a clock");
    for theme in [None].into_iter().chain(Theme::ALL.map(Some)) {
        let server = ServerPreferences {
            theme,
            ..ServerPreferences::default()
        };
        check_message(
            &settings::messages::defaults(&server, None, Theme::HighContrast, time),
            "defaults",
        );
        for text_only in [false, true] {
            let own = Preferences {
                theme,
                text_only,
                ..Preferences::default()
            };
            check_message(
                &settings::messages::boards(&Effective { own, server }, Theme::HighContrast),
                "settings",
            );
        }
    }
    check_message(&ui::apology(&ID.to_string()), "apology");
    check_message(&ui::unknown_component(), "unknown component");
}
