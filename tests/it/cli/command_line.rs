//! `anteroom rules`, `anteroom perft` and `anteroom render`, called as from a shell.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anteroom::board::Seat;
use anteroom::board::scene::{Bar, Scene};
use anteroom::games::{
    CATALOGUE, GivenOptions, Progress, read_turn, split_steps, turn_marks, written_turn,
};
use anteroom::matches::Command as Act;
use anteroom::render::{Format, Painter, Theme};
use serde_json::{Value, json};

use crate::support::databases::{does, proposed};
use crate::support::film::{Film, still};
use crate::support::people;
use crate::support::program::terminate;
use crate::support::tables::rows;

/// Returns the program that has this command, with the arguments of the line. Single quotes keep spaces.
fn program(line: &str) -> Command {
    let of_lab = ["arena", "book", "puzzles"];
    let is_of_lab = of_lab.iter().any(|command| line.starts_with(command));
    let mut command = Command::new(match is_of_lab {
        true => env!("CARGO_BIN_EXE_lab"),
        false => env!("CARGO_BIN_EXE_anteroom"),
    });
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            command.arg(part);
        } else {
            command.args(part.split_whitespace());
        }
    }
    command
}

fn anteroom(line: &str) -> Output {
    program(line).stdin(Stdio::null()).output().unwrap()
}

fn answer(line: &str) -> Value {
    let output = anteroom(line);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{line}: {output:?}"
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1);
    serde_json::from_str(&text).unwrap()
}

/// Asserts exit code 2, and returns the only line of output.
fn failure(line: &str) -> String {
    let output = anteroom(line);
    assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().to_owned()
}

/// Returns the board after these turns, with the last turn marked and named above.
fn scene_after(game: &str, steps: &str) -> Scene {
    let game = anteroom::games::find(game).unwrap();
    let mut position = game
        .start(&game.complete_options(&GivenOptions::new(), || 0).unwrap())
        .unwrap();
    let (mut turn, mut note, mut marks) = (String::new(), String::new(), Vec::new());
    for step in split_steps(steps) {
        turn = format!("{turn} {step}");
        let read = read_turn(&*position, &turn).unwrap();
        if read.progress == Progress::Complete {
            let written = written_turn(&*position, &read.text());
            note = position.turn_on_picture(&written, Seat::First);
            marks = turn_marks(&read.effects);
            position = read.after;
            turn.clear();
        }
    }
    let mut scene = position.scene(Seat::First);
    scene.bar = Some(Bar {
        note,
        ..game.bar(&*position)
    });
    scene.marks.extend(marks);
    scene
}

fn known_games() -> String {
    CATALOGUE
        .iter()
        .map(|game| game.card.key)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the answers of a command to the lines of its input.
fn answers(line: &str, input: &[u8]) -> Vec<Value> {
    let mut child = program(line)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn rules_shows_a_position() {
    assert_eq!(
        answer("rules connect-n"),
        json!({
            "game": "connect-n",
            "options": { "columns": "7", "rows": "6", "n": "4" },
            "position": "......./......./......./......./......./....... r 4",
            "to_move": "r",
            "steps": ["a", "b", "c", "d", "e", "f", "g"],
            "turn": [],
            "outcome": null,
        })
    );
    assert_eq!(
        answer("rules connect-n --set n=3 --set columns=4 --play ' a;b a\tb  A '"),
        json!({
            "game": "connect-n",
            "options": { "columns": "4", "rows": "6", "n": "3" },
            "position": "..../..../..../r.../rb../rb.. b 3",
            "to_move": null,
            "steps": [],
            "turn": [],
            "outcome": { "winner": "r", "reason": "three in a row" },
        })
    );
    let drawn =
        answer("rules antichess --from '6bk/5p1p/7P/5P2/8/p1p5/P1P5/KB6 w - - 4 40' --play f6");
    assert_eq!(
        drawn["outcome"],
        json!({ "draw": "stalemate of both sides" })
    );
    let passed = answer("rules antichess --from 'k7/8/1Q6/8/8/p7/P7/7K b - - 5 20'");
    assert_eq!(
        (&passed["to_move"], &passed["position"]),
        (&json!("w"), &json!("k7/8/1Q6/8/8/p7/P7/7K w - - 6 21"))
    );
}

#[test]
fn rules_says_in_one_line_what_it_cannot_do() {
    let games = known_games();
    let refusals = format!(
        r#"
        rules chess → There is no game "chess": there is {games}.
        rules → the following required arguments were not provided: <GAME>
        rules connect-n --set n → --set takes key=value, for example columns=9, not "n".
        rules connect-n --set n=2 --set n=3 → --set gives "n" twice.
        rules connect-n --set n=9 → n must be 2 to 6 on a 7×6 frame.
        rules antichess --set n=9 → Standard Antichess has no option "n": it has none.
        rules antichess --from x → A position is six fields with one space between them (board, side to move, castling, en passant, half-moves, move), not 1.
        rules antichess --from '' → A position is six fields with one space between them (board, side to move, castling, en passant, half-moves, move), not 1.
        rules antichess --play 'e4 d5 a3' → You must capture when you can: exd5.
        rules antichess --play -e4 → "-e4" is not a move: write from and to (e2e4) or as in chess (Nf3, exd5).
        perft antichess x → invalid value 'x' for '<DEPTH>': invalid digit found in string
        perft antichess → the following required arguments were not provided: <DEPTH>
        rulez → unrecognized subcommand 'rulez'
        "#
    );
    for (line, expected) in rows(&refusals) {
        assert_eq!(failure(line), expected, "{line}");
    }
}

#[test]
fn rules_answers_every_line_of_its_input() {
    let request = json!({ "game": "connect-n", "options": { "columns": 5, "n": "3" }, "from": null, "play": "a b" });
    let there_is = format!("There is no game \"go\": there is {}.", known_games());
    let table = r#"
        [1,2] → A request is a JSON object.
        "connect-n" → A request is a JSON object.
        {} → A request names its game.
        {"game":7} → game must be a string.
        {"game":"antichess","moves":"e4"} → A request has game, options, from and play, but no "moves".
        {"game":"antichess","options":[]} → options must be an object.
        {"game":"connect-n","options":{"n":true}} → The option "n" must be a string or a number.
        {"game":"connect-n","options":{"n":4.5}} → n must be 2 to 6 on a 7×6 frame.
        {"game":"connect-n","play":"x"} → There is no column x: they go from a to g."#;
    let mut refused = rows(table);
    refused.push((r#"{"game":"go"}"#, &there_is));
    let mut input = format!("{request}\n").into_bytes();
    for (line, _) in &refused {
        input.extend(format!("{line}\r\n").into_bytes());
    }
    // An empty line, one that is not UTF-8, one nested deeply, one that is long, and one without an end.
    input.extend(b"\n\xff\xfe{\"game\"}\n");
    input.extend("[".repeat(100_000).into_bytes());
    input.extend(b"\n");
    input.extend(vec![b'z'; 3_000_000]);
    input.extend(b"\n{\"game\":\"encastle\",\"play\":\"e4\"}");
    let answers = answers("rules --stdin", &input);
    assert_eq!(answers.len(), 16);
    assert_eq!(
        answers[0]["position"],
        "...../...../...../...../...../rb... r 3"
    );
    for ((line, expected), answer) in refused.iter().zip(&answers[1..]) {
        assert_eq!(answer["error"], *expected, "{line}");
    }
    for answer in &answers[11..14] {
        let not_json = answer["error"].as_str().expect("an error");
        assert!(not_json.starts_with("The line is not JSON: "), "{not_json}");
    }
    let long = &answers[14]["error"];
    assert_eq!(long, "A request is at most 1048576 bytes long.");
    assert_eq!(
        answers[15]["position"],
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    );
}

#[test]
fn rules_survives_noise() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut input = Vec::new();
    for _ in 0..500 {
        let line: Vec<u8> = (0..rng.usize(..200))
            .map(|_| rng.u8(..))
            .filter(|&byte| byte != b'\n')
            .collect();
        input.extend(line);
        input.push(b'\n');
    }
    assert_eq!(answers("rules --stdin", &input).len(), 500);
    assert_eq!(answers("rules --stdin", b""), Vec::<Value>::new());
}

#[test]
fn perft_counts_and_divides() {
    let counted = answer("perft connect-n 8");
    assert_eq!(
        (&counted["game"], &counted["depth"], &counted["nodes"]),
        (&json!("connect-n"), &json!(8), &json!(5_673_234))
    );
    let divided = answer("perft encastle 2 --from '4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1' --divide");
    let parts = divided["divide"].as_object().unwrap();
    assert_eq!(parts["d2d4"], 1);
    assert_eq!(
        parts
            .values()
            .map(|nodes| nodes.as_u64().unwrap())
            .sum::<u64>(),
        divided["nodes"].as_u64().unwrap()
    );
    assert_eq!(answer("perft antichess 0 --divide")["nodes"], 1);
    // A game that ends before the depth is counted correctly, and a depth out of range is refused.
    assert_eq!(
        answer("perft connect-n 100 --set columns=2 --set rows=3 --set n=2")["nodes"],
        0
    );
    let deep = failure("perft anache 4294967295");
    assert!(deep.contains("4294967295 is not in 0..=100"), "{deep}");
    assert_eq!(
        answer("perft connect-n 3 --set columns=3 --set rows=2 --set n=2")["nodes"],
        24
    );
}

#[test]
fn help_and_version_are_no_errors() {
    for line in ["--help", "rules --help", "perft --help", "--version"] {
        let output = anteroom(line);
        assert!(output.status.success() && !output.stdout.is_empty() && output.stderr.is_empty());
    }
}

#[test]
fn render_writes_the_picture_and_says_how_large_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (dark, light) = (file("dark.png"), file("light.png"));
    let said = answer(&format!(
        "render antichess --play 'e2e4 d7d5 e4d5' -o {dark}"
    ));
    answer(&format!(
        "render antichess --play 'e2e4 d7d5 e4d5' --theme light --output {light}"
    ));
    let picture = std::fs::read(&dark).unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&picture))
        .read_info()
        .unwrap();
    let (width, height) = reader.info().size();
    assert_eq!(
        said,
        json!({ "file": dark, "width": width, "height": height, "bytes": picture.len() })
    );
    assert_ne!(
        std::fs::read(&light).unwrap(),
        picture,
        "the theme changes nothing"
    );
    answer(&format!("render antichess --play 'e2e4 d7d5' -o {light}"));
    assert_ne!(
        std::fs::read(&light).unwrap(),
        picture,
        "the last turn changes nothing"
    );
}

#[test]
fn replay_writes_a_match_in_motion() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    // A turn of several steps is one picture.
    for (game, steps, turns) in [
        ("antichess", "e2e4 d7d5 e4d5 d8d5", 4),
        ("anache", "c4,d4,e3-NW g9,h9,h10-SW g10-SE", 2),
        ("anacund", "21 8 4 3 31 9", 2),
        ("anchor", "a1 b2", 2),
        ("connect-n", "d d", 2),
    ] {
        let moving = file("match.gif");
        let said = answer(&format!(
            "replay {game} --play '{steps}' --theme light --speed fast -o {moving}"
        ));
        let bytes = std::fs::read(&moving).unwrap();
        let film = Film::of(&bytes);
        assert_eq!(said["pictures"], turns + 2, "{game}");
        let seconds = film
            .pictures
            .iter()
            .map(|picture| f64::from(picture.hold))
            .sum::<f64>()
            / 100.0;
        assert!(
            (seconds - said["seconds"].as_f64().unwrap()).abs() < 0.02,
            "{game}: {seconds}"
        );
        assert_eq!(
            (&said["file"], &said["bytes"]),
            (&json!(moving), &json!(bytes.len())),
            "{game}"
        );
        assert_eq!(
            (&said["width"], &said["height"]),
            (&json!(film.size.0), &json!(film.size.1)),
            "{game}"
        );
        // The last picture equals the still picture of the position.
        let format = Format::replay(Theme::Light);
        let expected = still(&Painter::new(), &scene_after(game, steps), format);
        assert!(film.pictures[turns + 1].pixels == expected, "{game}");
    }
}

#[test]
fn replay_refuses_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.gif").to_str().unwrap().to_owned();
    let table = "
        connect-n --play ' ' → --play names no step.
        connect-n --play 'a z' → There is no column z: they go from a to g.
        anacund --play '21 8 4 3' → 3 is an unfinished turn.";
    for (line, expected) in rows(table) {
        assert_eq!(failure(&format!("replay {line} -o {file}")), expected);
    }
    let speed = failure(&format!("replay connect-n --play a --speed 11 -o {file}"));
    assert!(speed.contains("slow, normal, fast"), "{speed}");
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn render_refuses_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.png").to_str().unwrap().to_owned();
    assert!(failure(&format!("render connect-n --play 'a z' -o {file}")).contains('z'));
    let theme = failure(&format!("render connect-n --theme pink -o {file}"));
    assert!(
        theme.ends_with(
            "there is no theme \"pink\"; the themes are light, dark, high-contrast, greyscale, wood"
        ),
        "{theme}"
    );
    let nowhere = folder.path().join("no/such/folder/board.png");
    let said = failure(&format!("render connect-n -o {}", nowhere.display()));
    assert!(said.contains("cannot be written"), "{said}");
    assert!(failure("render connect-n").contains("--output"));
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn gallery_writes_every_game_in_every_theme() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new");
    let answer = answer(&format!("gallery {}", folder.display()));
    let mut expected = vec![String::from("gallery.png")];
    for game in CATALOGUE {
        expected.extend(Theme::ALL.map(|theme| format!("{}-{theme}.png", game.card.key)));
    }
    expected.sort();
    let mut written: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    assert_eq!(written, expected);
    assert_eq!(answer["pictures"], expected.len());
    let sheet = std::fs::read(folder.join("gallery.png")).unwrap();
    assert_eq!(answer["bytes_of_gallery"], sheet.len());
    assert!(sheet.len() < 400_000, "the README shows it");
    let reader = png::Decoder::new(std::io::Cursor::new(sheet))
        .read_info()
        .unwrap();
    let info = reader.info();
    assert!(
        info.width > 1200 && info.height > 500,
        "{} × {}",
        info.width,
        info.height
    );
    let refused = failure("gallery /dev/null/nowhere");
    assert!(
        refused.starts_with("/dev/null/nowhere cannot be written to:"),
        "{refused}"
    );
}

/// Runs `anteroom check-config` with this file and these variables. Returns exit code, stdout and stderr.
fn check_config(file: &Path, variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_anteroom"))
        .args(["check-config", "--config"])
        .arg(file)
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), out, err)
}

#[test]
fn check_config_prints_every_setting() {
    let example = Path::new("config.example.toml");
    let (code, text, problems) = check_config(example, &[("ANTEROOM_DISCORD_TOKEN", "a.b.c")]);
    assert_eq!((code, problems.as_str()), (Some(0), ""));
    for (key, _) in anteroom::config::KEYS {
        // The token is one setting, from either source.
        if key != "discord.token_file" {
            assert!(
                text.lines()
                    .any(|line| line.starts_with(&format!("{key}: "))),
                "{key}"
            );
        }
    }
    assert!(text.contains("\ndefaults.takeback_grace: 1m\n"), "{text}");
    assert!(
        text.starts_with("discord.token: given\n") && !text.contains("a.b.c"),
        "{text}"
    );
}

#[test]
fn check_config_fails_if_run_could_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("file"), "").unwrap();
    let config = |token: &str, database: &str, backups: &str| {
        std::fs::write(
            &file,
            format!(
                "[discord]\ntoken = \"{token}\"\n[database]\npath = '{database}'\n[backup]\nfolder = '{backups}'\n"
            ),
        )
        .unwrap();
        check_config(&file, &[])
    };
    // A missing database and folder, and existing ones.
    for (database, backups) in [("a.db", "new/backups"), ("file", ".")] {
        let (code, _, problems) = config("a.b.c", &path(database), &path(backups));
        assert_eq!((code, problems.as_str()), (Some(0), ""), "{database}");
    }
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is made"
    );
    for (token, database, backups, expected) in [
        ("", "a.db", "backups", "There is no Discord token: "),
        ("a.b.c", "none/a.db", "backups", "database.path cannot be "),
        ("a.b.c", "", "backups", "database.path cannot be "),
        ("a.b.c", "file/a.db", "backups", "database.path cannot be "),
        ("a.b.c", "a.db", "file", "backup.folder cannot be "),
        ("a.b.c", "a.db", "file/backups", "backup.folder cannot be "),
    ] {
        let (code, _, problems) = config(token, &path(database), &path(backups));
        assert_eq!(code, Some(2), "{expected}: {problems}");
        assert!(problems.contains(expected), "{expected}: {problems}");
        assert_eq!(problems.lines().count(), 1, "{problems}");
    }
    let (_, _, all) = config("", &path("none/a.db"), &path("file"));
    for expected in ["no Discord token", "database.path", "backup.folder"] {
        assert!(all.contains(expected), "{all}");
    }
}

#[test]
fn check_config_shows_no_token_wherever_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let token = "MTExMjIyMzMzNDQ0NTU1.Gq1wEr.tYuIoPaSdFgHjKlZxCvBnM-0123456789_qwert";
    for key in [
        "database.path",
        "backup.folder",
        "operator.name",
        "operator.contact",
    ] {
        for text in [
            format!("{key} = \"{token}\"\n"),
            format!("discord.token = \"{token}\"\n{key} = \"my {token}\"\n"),
        ] {
            std::fs::write(&file, text).unwrap();
            let (code, out, problems) = check_config(&file, &[]);
            assert_eq!(code, Some(2), "{problems}");
            assert!(out.is_empty() && problems.contains(key), "{out}{problems}");
            for part in token.split('.') {
                assert!(!problems.contains(part), "{problems}");
            }
        }
    }
    let (_, out, problems) = check_config(Path::new(token), &[]);
    assert!(!format!("{out}{problems}").contains("Gq1wEr"), "{problems}");
}

/// Returns a pipe without a reader.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Creates a database with a finished match.
async fn database(path: &Path) {
    let store = anteroom::features::open(path).unwrap();
    let mut played = proposed(&store, "connect-n", "3d").await;
    let by = people::BEN;
    for act in [Act::Accept { by }, Act::Resign { by }] {
        does(&store, &mut played, act, people::BEGIN).await;
    }
}

#[tokio::test]
async fn no_command_minds_a_closed_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    database(&folder.path().join("a.db")).await;
    let database = path("a.db");
    std::fs::write(path("request"), "{\"game\":\"connect-n\",\"nodes\":1}\n").unwrap();
    std::fs::write(
        path("config.toml"),
        format!("[discord]\ntoken = \"a.b.c\"\n[database]\npath = '{database}'\n"),
    )
    .unwrap();
    let commands = [
        ("--help", 0),
        ("--version", 0),
        ("help rules", 0),
        ("check-config --config FOLDER/config.toml", 0),
        ("rules connect-n", 0),
        ("rules --stdin", 0),
        ("perft connect-n 2", 0),
        ("think connect-n --nodes 1", 0),
        ("think --stdin", 0),
        ("arena connect-n --a random --b random --games 2", 0),
        ("puzzles make connect-n --count 1", 0),
        ("render connect-n -o FOLDER/board.png", 0),
        ("replay connect-n --play 'a b' -o FOLDER/match.gif", 0),
        ("doctor --database FOLDER/a.db", 0),
        ("backup FOLDER/copy.db --database FOLDER/a.db", 0),
        ("restore FOLDER/a.db --check", 0),
        ("export --finished --database FOLDER/a.db", 0),
        ("ratings rebuild --database FOLDER/a.db", 0),
        ("forget 7 --database FOLDER/a.db", 0),
        // These commands write to stderr.
        ("nothing", 2),
        ("rules nothing", 2),
        ("check-config --config FOLDER/none.toml", 2),
        ("healthcheck --config FOLDER/config.toml", 2),
    ];
    for (line, code) in commands {
        let line = line.replace("FOLDER", folder.path().to_str().unwrap());
        for closed in ["stdout", "stderr", "both"] {
            let mut command = program(&line);
            command
                .stdin(std::fs::File::open(path("request")).unwrap())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
            if closed != "stderr" {
                command.stdout(closed_pipe());
            }
            if closed != "stdout" {
                command.stderr(closed_pipe());
            }
            let child = command.spawn().unwrap();
            // From here on only the child holds the writing ends.
            drop(command);
            let output = child.wait_with_output().unwrap();
            let _ = std::fs::remove_file(path("copy.db"));
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(code), "{line}, {closed}: {said}");
            assert!(!said.contains("panicked"), "{line}, {closed}: {said}");
        }
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn an_export_to_a_full_disk_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    database(&path).await;
    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let line = format!("export --finished --database {}", path.display());
    let output = program(&line).stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("The answer cannot be written: "), "{said}");
}

#[test]
fn think_finds_a_turn_and_says_what_it_is_worth() {
    let thought = answer("think connect-n --play 'd a d a d a' --level 2");
    assert_eq!(
        thought,
        json!({
            "game": "connect-n", "turn": "d", "value": 1.0, "proven": "win", "nodes": 1, "line": ["d"],
            "candidates": [{ "turn": "d", "value": 1.0 }],
        })
    );
    let beginning = answer("think connect-n");
    assert_eq!(beginning["turn"], "d");
    assert_eq!(beginning["proven"], "win");
    assert_eq!(
        failure("think connect-n --play 'd a d a d a d'"),
        "The game is over: there is nothing to think about."
    );
}

#[test]
fn think_answers_requests_line_by_line() {
    let requests = [
        r#"{"game":"anacund","nodes":50,"seed":3}"#,
        r#"{"game":"anacund","nodes":50,"seed":3}"#,
        r#"{"game":"connect-n","options":{"columns":5},"play":"c c","time_ms":5}"#,
        r#"{"game":"connect-n","level":6}"#,
        r#"{"game":"connect-n","level":1,"nodes":5}"#,
        r#"{"game":"connect-n","depth":5}"#,
    ];
    let answers = answers("think --stdin", requests.join("\n").as_bytes());
    assert_eq!(answers.len(), requests.len());
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0]["turn"].as_str().unwrap().split(' ').count(), 3);
    assert!(answers[2]["turn"].is_string());
    assert!(
        answers[3..]
            .iter()
            .all(|answer| answer["error"].is_string()),
        "{answers:?}"
    );
}

#[test]
fn arena_counts_games_and_says_so_again() {
    let line = "arena connect-n --a 2 --b random --games 6 --seed 3";
    let found = answer(line);
    assert_eq!((&found["games"], &found["a"]), (&json!(6), &json!("2")));
    let [won, drawn, lost] =
        ["wins", "draws", "losses"].map(|key| found[key].as_u64().expect("a number"));
    assert_eq!(won + drawn + lost, 6);
    let score = (2 * won + drawn) as f64 / 12.0;
    assert!((found["score"].as_f64().expect("a number") - score).abs() < 0.001);
    let again = answer(line);
    for key in ["wins", "draws", "losses", "turns"] {
        assert_eq!(found[key], again[key], "{key}");
    }
    assert!(failure("arena connect-n --a 6 --b 1").contains("from 1 to 5"));
}

#[test]
fn a_book_that_cannot_be_written_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("none").join("new.book");
    let said = failure(&format!("book {}", nowhere.display()));
    assert!(said.contains("new.book: "), "{said}");
}

#[cfg(unix)]
#[test]
fn container_stays_and_says_why_when_its_configuration_is_refused() {
    use std::io::{BufRead, BufReader};
    use std::path::Path;

    let built = Path::new(env!("CARGO_BIN_EXE_anteroom"));
    let usual = std::env::var("PATH").unwrap();
    let path = format!("{}:{usual}", built.parent().unwrap().display());
    let folder = tempfile::tempdir().unwrap();
    let entrypoint = |command: &str| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/packaging/docker-entrypoint");
        Command::new("sh")
            .args([script, command])
            .current_dir(&folder)
            .env("PATH", &path)
            .env_remove("ANTEROOM_DISCORD_TOKEN")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    };
    // The token is missing. The entrypoint keeps running, or Docker would restart the container for ever.
    let mut container = entrypoint("run");
    let said = BufReader::new(container.stderr.take().unwrap()).lines();
    let said: Vec<String> = said.take(2).map(Result::unwrap).collect();
    assert!(said[0].contains("There is no Discord token"), "{said:?}");
    assert!(said[1].contains("another start would fail"), "{said:?}");
    assert_eq!(container.try_wait().unwrap(), None);
    terminate(&container);
    assert_eq!(container.wait().unwrap().code(), Some(2));
    // Any other command exits as it does outside the container.
    assert_eq!(entrypoint("--version").wait().unwrap().code(), Some(0));
    assert_eq!(entrypoint("healthcheck").wait().unwrap().code(), Some(2));
}

#[test]
fn the_page_on_the_command_line_is_what_the_program_prints() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cli.md");
    let printed = String::from_utf8(anteroom("cli").stdout).unwrap();
    if std::env::var_os("INSTA_UPDATE").is_some() {
        std::fs::write(file, &printed).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), printed);
}
