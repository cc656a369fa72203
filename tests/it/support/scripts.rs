//! A short match of every game from its first turn to its end: `tests/games/<key>/match.txt`.

use anteroom::games::{AnyPosition, CATALOGUE, Chosen, Game, read_turn, split_steps, step_key};

use super::game_files::{Block, blocks};

/// A match: its turns as players type them.
pub struct Script {
    pub game: &'static Game,
    pub turns: Vec<String>,
    block: Block,
}

pub fn scripts() -> impl Iterator<Item = Script> {
    CATALOGUE.iter().map(Script::of)
}

impl Script {
    fn of(game: &'static Game) -> Self {
        let block = blocks(game, "match.txt").remove(0);
        let script = Self {
            game,
            turns: block.all("turn").map(str::to_owned).collect(),
            block,
        };
        let over = script.positions().pop().expect("a last position");
        assert!(
            over.outcome().is_some(),
            "{}: the match goes on",
            script.block.place
        );
        script
    }

    pub fn key(&self) -> &'static str {
        self.game.card.key
    }

    pub fn options(&self) -> Vec<(&str, &str)> {
        self.block.options()
    }

    /// Returns the positions before each turn, and the last one.
    fn positions(&self) -> Vec<AnyPosition> {
        let mut positions = vec![self.block.start(self.game)];
        for turn in &self.turns {
            let read = read_turn(&**positions.last().expect("a position"), turn);
            let after =
                read.unwrap_or_else(|error| panic!("{}: {turn}: {error}", self.block.place));
            positions.push(after.after);
        }
        positions
    }

    /// Returns the keys of the picks that lead to each turn.
    pub fn picks(&self) -> Vec<Vec<String>> {
        let positions = self.positions();
        let turns = positions.iter().zip(&self.turns);
        turns
            .map(|(position, turn)| picks(position, turn))
            .collect()
    }
}

/// Returns the keys of the picks that lead to a turn.
pub fn picks(position: &AnyPosition, turn: &str) -> Vec<String> {
    let mut position = position.clone();
    let mut all = Vec::new();
    for step in split_steps(turn) {
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
    // A game may have too many groups to show all; a player puts a hidden one together cell by cell.
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
