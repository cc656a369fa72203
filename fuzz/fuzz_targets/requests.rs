//! `anteroom rules --stdin` answers every line, whatever it is, with one line of JSON.
#![no_main]

use anteroom_fuzz::{Setup, Text, Walk, answers};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use serde_json::{Map, Value, json};

#[derive(Arbitrary, Debug)]
enum Line {
    Any(Vec<u8>),
    Request {
        setup: Setup,
        walk: Walk,
        from: Option<Text>,
        play: Option<Text>,
        more: Option<(String, String)>,
    },
    Json {
        setup: Setup,
        text: Text,
    },
}

impl Line {
    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Any(bytes) => bytes.clone(),
            Self::Request {
                setup,
                walk,
                from,
                play,
                more,
            } => {
                let mut request = request(setup);
                let mut steps = Vec::new();
                if let Some(setting) = setup.setting() {
                    let mut position = setting.start();
                    walk.walk(&mut position, |_, step| steps.push(step.to_owned()));
                    if let Some(from) = from {
                        request.insert(String::from("from"), from.of(&position.text()).into());
                    }
                }
                if let Some(play) = play {
                    request.insert(String::from("play"), play.of(&steps.join(" ")).into());
                }
                if let Some((key, value)) = more {
                    request.insert(key.clone(), value.clone().into());
                }
                Value::Object(request).to_string().into_bytes()
            }
            Self::Json { setup, text } => text
                .of(&Value::Object(request(setup)).to_string())
                .into_bytes(),
        }
    }
}

fn request(setup: &Setup) -> Map<String, Value> {
    let mut request = Map::new();
    if let Some(setting) = setup.setting() {
        request.insert(String::from("game"), setting.game.card.key.into());
        let options: Map<_, _> = setting
            .values
            .iter()
            .map(|(key, value)| (key.to_owned(), json!(value)))
            .collect();
        request.insert(String::from("options"), options.into());
    }
    request
}

fuzz_target!(|lines: Vec<Line>| {
    let mut input = Vec::new();
    for line in lines.iter().take(4) {
        input.extend(line.bytes().into_iter().filter(|&byte| byte != b'\n'));
        input.push(b'\n');
    }
    let asked = lines.len().min(4);
    let output = answers(&input).unwrap_or_else(|error| panic!("{error}"));
    let output = String::from_utf8(output).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(output.lines().count(), asked);
    for line in output.lines() {
        let answer: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let refused = answer["error"]
            .as_str()
            .is_some_and(|sentence| !sentence.is_empty());
        assert!(
            refused || (answer["game"].is_string() && answer["steps"].is_array()),
            "{line}"
        );
    }
});
