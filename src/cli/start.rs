use clap::Args;

use crate::board::Seat;
use crate::board::scene::Scene;
use crate::games::{
    self, AnyPosition, Game, GivenOptions, Quoted, Values, add_step, split_steps, turn_marks,
};
use crate::ops::failure::Failure;

/// Which position of which game: the arguments that several commands share.
#[derive(Debug, Args)]
pub(super) struct Start {
    /// The game, for example connect-n
    pub game: String,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// The text of the position to begin with (default: the start of the game)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub from: Option<String>,
}

/// A game with its complete options, and a position of it.
#[derive(Debug)]
pub(super) struct Started {
    pub game: &'static Game,
    pub options: Values,
    pub position: AnyPosition,
}

impl Start {
    pub(super) fn find(&self) -> Result<Started, Failure> {
        start(&self.game, &given(&self.set)?, self.from.as_deref())
    }
}

impl Started {
    /// Plays these steps and returns the board with the last turn marked.
    pub(super) fn scene(&mut self, steps: &str, seen_from: Seat) -> Result<Scene, Failure> {
        let mut last_turn = Vec::new();
        for step in split_steps(steps) {
            if self.position.turn().is_empty() {
                last_turn.clear();
            }
            add_step(
                &mut last_turn,
                self.position.play(step).map_err(Failure::of)?.effects,
            );
        }
        let mut scene = self.position.scene(seen_from);
        scene.bar = Some(self.game.bar(&*self.position));
        scene.marks.extend(turn_marks(&last_turn));
        Ok(scene)
    }
}

/// Returns a game with these options, at this position or the start. The default of a seed is 0.
pub(super) fn start(
    game: &str,
    options: &GivenOptions,
    from: Option<&str>,
) -> Result<Started, Failure> {
    let Some(game) = games::find(game) else {
        let known: Vec<_> = games::CATALOGUE.iter().map(|game| game.card.key).collect();
        return Err(Failure::Refused(format!(
            "There is no game {}: there is {}.",
            Quoted(game),
            known.join(", ")
        )));
    };
    let options = game.complete_options(options, || 0).map_err(Failure::of)?;
    let position = match from {
        Some(text) => game.read(&options, text).map_err(Failure::of)?,
        None => game.start(&options).map_err(Failure::of)?,
    };
    Ok(Started {
        game,
        options,
        position,
    })
}

/// Returns the options of `--set` as given.
pub(super) fn given(set: &[String]) -> Result<GivenOptions, Failure> {
    let mut options = GivenOptions::new();
    for pair in set {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::Refused(format!(
                "--set takes key=value, for example columns=9, not {}.",
                Quoted(pair)
            )));
        };
        if options
            .insert(key.trim().to_owned(), value.trim().to_owned())
            .is_some()
        {
            return Err(Failure::Refused(format!(
                "--set gives {} twice.",
                Quoted(key.trim())
            )));
        }
    }
    Ok(options)
}
