//! Turns that are typed, in commands and in the text field: whole matches of every game, what is refused or may mean several
//! turns, and what is shown before it counts.

use anteroom::games::{self, AnyPosition, Chosen, GivenOptions, Progress, read_turn, step_key};
use fastrand::Rng;
use loopback_discord::Answer;

use crate::support::hand::Hand;
use crate::support::stage::{Stage, boards, labels};
use crate::support::typing::{by_button, confirms};

/// A game, its settings, the turns of a whole match, and how it ends.
struct Script {
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    turns: Vec<String>,
    end: &'static str,
}

/// A short match of every game.
fn scripts() -> Vec<Script> {
    let script = |game, options, turns: &str, end| Script {
        game,
        options,
        turns: turns.split(" / ").map(str::to_owned).collect(),
        end,
    };
    let corners = "b2,b3-NW / e8-S end / i2,i3-NE a3,a4-N / f8-S end / a4,a5-N j3,j4-N / d8-S end / a5,a6-N j4,j5-N / e7-S end / \
                   a6,a7-N j5,j6-N / f7-S end / a7,a8-N j6,j7-N / d7-S end / a8,a9-N j7,j8-N / c8-S end / a9-E j8,j9-N";
    vec![
        script(
            "connect-n",
            &[("columns", "4"), ("rows", "4"), ("n", "3")],
            "a / b / a / b / a",
            ": three in a row",
        ),
        script("antichess", &[], "f2f3 / e7e5 / g2g4 / d8h4", ": checkmate"),
        script("encastle", &[], "f2f3 / e7e5 / g2g4 / d8h4", ": checkmate"),
        script(
            "anchor",
            &[],
            "h8 / swap / a8 / pass / pass",
            ": points, 169 to 0",
        ),
        script("anache", &[("size", "10")], corners, ": two dragons"),
        shortest("anaash", &[("size", "4")], ": capturing every checker.**"),
        shortest("anacund", &[("board", "5")], ": points, 34 to 4.**"),
    ]
}

fn position(game: &str, options: &[(&str, &str)]) -> AnyPosition {
    let game = games::find(game).expect("a game");
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.start(&game.settle(&given, || 0).expect("settings"))
        .expect("a position")
}

/// The shortest of some random matches.
fn shortest(
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    end: &'static str,
) -> Script {
    let mut rng = Rng::with_seed(9);
    let matches = (0..40).map(|_| {
        let mut position = position(game, options);
        let (mut turns, mut steps) = (Vec::new(), Vec::new());
        while let Some(step) = rng.choice(position.steps()) {
            steps.push(position.play(&step).expect("a legal step").step);
            if position.progress() == Progress::Complete {
                turns.push(std::mem::take(&mut steps).join(" "));
            }
        }
        turns
    });
    let turns = matches.min_by_key(Vec::len).expect("a match");
    Script {
        game,
        options,
        turns,
        end,
    }
}

/// The keys of the picks that lead to a turn.
fn picks(position: &AnyPosition, turn: &str) -> Vec<String> {
    let mut position = position.clone();
    let mut all = Vec::new();
    for step in turn.split(' ') {
        let mut picks = Vec::new();
        assert!(
            find(&position, step, &mut picks),
            "{}: {step} cannot be picked",
            position.text()
        );
        all.extend(picks);
        position.play(step).expect("a legal step");
    }
    all
}

/// Looks for the picks that lead to a step.
fn find(position: &AnyPosition, step: &str, picks: &mut Vec<String>) -> bool {
    let choice = match position.choose(picks) {
        Some(Chosen::Open(choice)) => choice,
        Some(Chosen::Step { step: found, .. }) => return found == step,
        None => return false,
    };
    let listed: Vec<String> = choice
        .lists
        .iter()
        .flat_map(|list| &list.picks)
        .chain(&choice.words)
        .map(|pick| pick.key.clone())
        .collect();
    let whole = step_key(step);
    if listed.contains(&whole) {
        picks.push(whole);
        return true;
    }
    // Groups are many: one that is not shown is put together.
    if let Some((group, direction)) = step.split_once('-')
        && listed.iter().any(|key| key == "+")
    {
        picks.extend(["+", group, direction].map(str::to_owned));
        return true;
    }
    let keys = listed
        .into_iter()
        .filter(|key| !key.starts_with(['@', '+', '=']));
    keys.into_iter().any(|key| {
        picks.push(key);
        let found = find(position, step, picks);
        if !found {
            picks.pop();
        }
        found
    })
}

/// How a turn of a match is made.
#[derive(Clone, Copy)]
enum By {
    Command,
    Form,
    Picker,
}

/// Plays a whole match, each turn as `by` says of its number and of whether it is Ana's.
async fn play_out(stage: &Stage, script: &Script, by: impl Fn(usize, bool) -> By) {
    let table = stage.begin(script.game, script.options).await;
    let mut now = position(script.game, script.options);
    for (number, turn) in script.turns.iter().enumerate() {
        let board = stage.board(&table, number + 1).await;
        let is_anas = board.mentions().contains(&"ana");
        let place = if is_anas { &table.ana } else { &table.ben };
        match by(number, is_anas) {
            By::Command => drop(stage.plays(place, turn).await),
            By::Form => drop(by_button(stage, &table, place, turn).await),
            By::Picker => {
                let mut hand = Hand::open(place, &board).await;
                for key in picks(&now, turn) {
                    hand.pick(&key).await;
                }
                if hand.message.button("Play").is_some() {
                    hand.press("Play").await;
                }
            }
        }
        now = read_turn(&*now, turn).expect("a legal turn").after;
    }
    let board = stage.board(&table, script.turns.len() + 1).await;
    assert!(
        board.content().contains(script.end) && board.button("Move…").is_none(),
        "{}: {}",
        script.game,
        board.content()
    );
}

#[tokio::test]
async fn a_whole_match_of_every_game_is_typed() {
    let stage = Stage::new().await;
    for script in scripts() {
        play_out(&stage, &script, |number, _| {
            if number % 2 == 0 {
                By::Command
            } else {
                By::Form
            }
        })
        .await;
    }
}

#[tokio::test]
async fn a_whole_match_of_every_game_is_picked_by_one_and_typed_by_the_other() {
    let stage = Stage::new().await;
    for script in scripts() {
        play_out(&stage, &script, |_, is_anas| {
            if is_anas { By::Picker } else { By::Command }
        })
        .await;
    }
}

/// What a turn is answered with: a preview, or that it is made.
fn is_preview(answer: &Answer) -> bool {
    let message = answer.message().unwrap_or_else(|| panic!("{answer:#?}"));
    let shown = message.content().contains(" Play it?");
    assert!(
        shown != message.content().contains("played **"),
        "{message:#?}"
    );
    shown
}

#[tokio::test]
async fn what_is_shown_before_it_counts_is_for_each_player_to_say() {
    let stage = Stage::new().await;
    for (confirm, shown) in [
        ("always", [true, true, true]),
        ("pickers", [false, false, true]),
        ("never", [false, false, false]),
    ] {
        let table = stage.begin("connect-n", &[]).await;
        let mut posted = 1;
        confirms(&table.ana, confirm).await;
        for (by, shown) in [By::Command, By::Form, By::Picker].into_iter().zip(shown) {
            let board = stage.board(&table, posted).await;
            let answer = match by {
                By::Command => table.ana.command("move", [("turn", "a")]).await,
                By::Form => {
                    let form = stage.form(&table.ana, &board).await;
                    table.ana.submit(&form, [("turn", "a")]).await
                }
                By::Picker => {
                    let Answer::Message(picker) = table.ana.press(&board, "Move…").await else {
                        panic!("no picker")
                    };
                    table.ana.press(&picker, "Column a").await
                }
            };
            assert_eq!(is_preview(&answer), shown, "{confirm}: {answer:#?}");
            if shown {
                assert_eq!(boards(&table.cleo).len(), posted);
                let played = table
                    .ana
                    .press(answer.message().expect("a preview"), "Play")
                    .await;
                assert!(!is_preview(&played));
            }
            stage.board(&table, posted + 1).await;
            // Ben has said nothing: what he types counts at once.
            stage.plays(&table.ben, "c").await;
            posted += 2;
        }
    }
}

#[tokio::test]
async fn what_may_mean_several_turns_is_answered_with_them() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    for (index, turn) in ["d4", "a6", "Nf3", "a5"].iter().enumerate() {
        stage
            .plays(
                if index % 2 == 0 {
                    &table.ana
                } else {
                    &table.ben
                },
                turn,
            )
            .await;
    }
    let board = boards(&table.cleo).pop().expect("a board");
    let form = stage.form(&table.ana, &board).await;
    let (typed, submitted) = (
        table.ana.command("move", [("turn", "Nd2")]).await,
        table.ana.submit(&form, [("turn", "nd2")]).await,
    );
    let mut preview = None;
    for answer in [typed, submitted] {
        let asked = answer
            .message()
            .unwrap_or_else(|| panic!("{answer:#?}"))
            .clone();
        assert!(
            asked.is_ephemeral() && asked.content().contains("may be b1d2 or f3d2: say which."),
            "{}",
            asked.content()
        );
        assert_eq!(
            labels(&asked),
            ["b1d2", "f3d2", "Move…", "Show Me", "Rules"]
        );
        stage.check_picture(&asked);
        let Answer::Update(shown) = table.ana.press(&asked, "f3d2").await else {
            panic!("no preview")
        };
        assert!(
            shown.content().contains("Your turn: **f3d2**"),
            "{}",
            shown.content()
        );
        preview = Some(shown);
    }
    assert!(!is_preview(
        &table.ana.press(&preview.expect("a preview"), "Play").await
    ));
    assert!(stage.board(&table, 6).await.content().contains("**f3d2**"));
}

/// A game, its settings, the turns before, a turn that is refused, and words of the reason.
type Refused = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
    &'static str,
    &'static str,
);

const REFUSED: [Refused; 8] = [
    (
        "connect-n",
        &[("columns", "4"), ("rows", "2"), ("n", "2")],
        &["a", "a"],
        "a",
        "Column a is full",
    ),
    (
        "antichess",
        &[],
        &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3"],
        "a7a6",
        "You must capture when you can: ",
    ),
    (
        "encastle",
        &[],
        &[],
        "e2e5",
        "a pawn cannot go from e2 to e5",
    ),
    ("anaash", &[("size", "6")], &[], "a1-a3", "is not one step"),
    (
        "anchor",
        &[("start", "even")],
        &["h8"],
        "h8",
        "A black stone stands on h8",
    ),
    (
        "anacund",
        &[("board", "1")],
        &["12 13 25"],
        "12 13 25",
        "12",
    ),
    ("anache", &[], &[], "b4,d4-N", "b4"),
    ("anache", &[], &["b4-N"], "d9,e9-N end", "d9"),
];

/// Even to those who want no turn shown before it counts, the turns that are offered in place of a refused one are.
#[tokio::test]
async fn a_refused_turn_of_every_game_offers_legal_ones() {
    let stage = Stage::new().await;
    for (game, options, before, typed, reason) in REFUSED {
        let table = stage.begin(game, options).await;
        for place in [&table.ana, &table.ben] {
            confirms(place, "never").await;
        }
        for (number, turn) in before.iter().enumerate() {
            stage
                .plays(
                    if number % 2 == 0 {
                        &table.ana
                    } else {
                        &table.ben
                    },
                    turn,
                )
                .await;
        }
        let place = if before.len() % 2 == 0 {
            &table.ana
        } else {
            &table.ben
        };
        let posted = boards(&table.cleo).len();
        let Answer::Message(refused) = place.command("move", [("turn", typed)]).await else {
            panic!("{game}: no message")
        };
        assert!(
            refused.is_ephemeral() && refused.content().contains(reason),
            "{game}: {}",
            refused.content()
        );
        assert!(
            refused
                .content()
                .contains("was not played. Try one of these; you see it first:")
                && refused.content().contains("\n> "),
            "{game}"
        );
        stage.check_picture(&refused);
        assert_eq!(boards(&table.cleo).len(), posted, "{game}");
        let offered = labels(&refused);
        assert!(
            (5..=6).contains(&offered.len())
                && offered.ends_with(&["Move…".into(), "Show Me".into(), "Rules".into()]),
            "{game}: {offered:?}"
        );
        // What is offered may be the beginning of a turn: then it goes on in a picker.
        let mut hand = Hand::of(place, place.press(&refused, &offered[0]).await);
        while hand.message.button("Play").is_none() && !hand.says("You played **") {
            let buttons = hand.message.buttons().into_iter();
            let keys = buttons.filter_map(|button| {
                let key = button
                    .custom_id
                    .strip_prefix("pick/")?
                    .splitn(3, '/')
                    .nth(2)?;
                Some(key.to_owned())
            });
            let menus = hand.message.menus();
            let options = menus.first().and_then(|menu| menu.options.first());
            let options = options.map(|(_, value)| value.clone());
            let key = keys.chain(options).next().expect("something to pick");
            hand.pick(&key).await;
        }
        // Those who want no preview have made a turn that they picked.
        if !hand.says("You played **") {
            assert_eq!(
                boards(&table.cleo).len(),
                posted,
                "{game}: nothing is played yet"
            );
            assert!(!is_preview(&place.press(&hand.message, "Play").await));
        }
        stage.board(&table, posted + 1).await;
    }
}
