//! Any configuration is accepted or refused in words, from a file and from the environment.
#![no_main]

use anteroom_fuzz::config::{Config, KEYS, variable};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

/// What makes other texts likely to be values.
const VALUES: [&str; 8] = [
    "light",
    "dark",
    "info",
    "7d+12h",
    "https://discord.com",
    "Bot abc",
    "",
    "\u{0}",
];

#[derive(Arbitrary, Debug)]
enum File {
    None,
    Any(String),
    Keys(Vec<(u8, Value)>),
}

#[derive(Arbitrary, Debug)]
enum Value {
    Known(u8),
    Quoted(String),
    Raw(String),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Known(number) => VALUES[usize::from(*number) % VALUES.len()].to_owned(),
            Self::Quoted(text) | Self::Raw(text) => text.clone(),
        }
    }

    fn toml(&self) -> String {
        match self {
            Self::Known(_) | Self::Quoted(_) => toml::Value::String(self.text()).to_string(),
            Self::Raw(text) => text.clone(),
        }
    }
}

fn key(number: u8) -> &'static str {
    KEYS[usize::from(number) % KEYS.len()].0
}

/// A variable of a key, or any variable, and its value.
type Variable = (Result<u8, String>, Value);

fuzz_target!(|input: (File, Vec<Variable>)| {
    let (file, variables) = input;
    let text = match &file {
        File::None => None,
        File::Any(text) => Some(text.clone()),
        File::Keys(lines) => Some(
            lines
                .iter()
                .map(|(number, value)| format!("{} = {}\n", key(*number), value.toml()))
                .collect(),
        ),
    };
    let variables: Vec<_> = variables
        .iter()
        .map(|(name, value)| {
            let name = name
                .as_ref()
                .map_or_else(Clone::clone, |&number| variable(key(number)));
            (name, value.text())
        })
        .collect();
    // That key names a file, and any file of this machine might be meant.
    let names_a_file =
        |text: &str| text.to_lowercase().contains("token_file") || text.contains('\\');
    if text.as_deref().is_some_and(names_a_file)
        || variables.iter().any(|(name, _)| names_a_file(name))
    {
        return;
    }
    match Config::read(text.as_deref().map(|text| ("config.toml", text)), variables) {
        Ok(config) => {
            assert!(config.api_url.starts_with("http") && !config.database.as_os_str().is_empty())
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
