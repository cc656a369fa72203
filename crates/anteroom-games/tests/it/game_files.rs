//! The test data of games, `tests/games/<key>/`. The tests of the bot and the benches use this file too.
//!
//! A file consists of blocks separated by empty lines. Each line of a block is a word and its value; `#` starts a
//! comment. `docs/adding-a-game.md` lists the files and their words.

use std::fs;
use std::path::{Path, PathBuf};

use anteroom_games::{AnyPosition, Game, GivenOptions, Values};

/// Returns the path of a file with test data of a game.
pub fn path(game: &Game, file: &str) -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let games = package
        .ancestors()
        .map(|folder| folder.join("tests/games"))
        .find(|games| games.is_dir());
    games
        .expect("the folder tests/games")
        .join(game.card.key)
        .join(file)
}

pub struct Block {
    /// The file and the number of the block, for messages of failures.
    pub place: String,
    /// Each line as its word and its value.
    pub lines: Vec<(String, String)>,
}

/// Reads the blocks of a game's file. Panics if the game has no such file.
pub fn blocks(game: &Game, file: &str) -> Vec<Block> {
    let path = path(game, file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!(
            "{} needs {} (see docs/adding-a-game.md): {error}",
            game.card.name,
            path.display()
        )
    });
    let read = |(number, block): (usize, &str)| {
        let lines = block
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| {
                let (word, value) = line.split_once(' ').unwrap_or((line, ""));
                (word.to_owned(), value.to_owned())
            })
            .collect();
        Block {
            place: format!("{}, block {number}", path.display()),
            lines,
        }
    };
    let blocks = text.split("\n\n").enumerate().map(read);
    let blocks: Vec<_> = blocks.filter(|block| !block.lines.is_empty()).collect();
    assert!(!blocks.is_empty(), "{} is empty", path.display());
    blocks
}

impl Block {
    /// Returns the values of all lines with a word.
    pub fn all<'a>(&'a self, word: &str) -> impl Iterator<Item = &'a str> {
        let lines = self.lines.iter().filter(move |line| line.0 == word);
        lines.map(|line| line.1.as_str())
    }

    pub fn get(&self, word: &str) -> Option<&str> {
        self.all(word).next()
    }

    pub fn need(&self, word: &str) -> &str {
        self.get(word)
            .unwrap_or_else(|| panic!("{}: no line {word}", self.place))
    }

    /// Returns the options of the `set` lines.
    pub fn options(&self) -> Vec<(&str, &str)> {
        let pair =
            |set| str::split_once(set, '=').unwrap_or_else(|| panic!("{}: set {set}", self.place));
        self.all("set").map(pair).collect()
    }

    pub fn settings(&self, game: &Game) -> Values {
        let given: GivenOptions = self
            .options()
            .into_iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        game.complete_options(&given, || 0)
            .unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }

    /// Returns the position of the `from` line, or the start.
    pub fn start(&self, game: &Game) -> AnyPosition {
        let settings = self.settings(game);
        let position = match self.get("from") {
            Some(text) => game
                .read(&settings, text)
                .map_err(|error| error.to_string()),
            None => game.start(&settings).map_err(|error| error.to_string()),
        };
        position.unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }
}
