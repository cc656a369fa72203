use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::{rules, start};
use crate::discord::ui::{Pace, Replay};
use crate::games::split_steps;
use crate::matches::{
    ChannelId, DaysOff, Event, Fact, Match, MatchId, Place, Proposal, TimeControl, UserId,
};
use crate::ops::failure::Failure;
use crate::people::Moment;
use crate::render::{Format, Painter, Theme};

/// The players, the first seat's first.
const PLAYERS: [UserId; 2] = [UserId(1), UserId(2)];

/// The arguments of `anteroom replay`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The game, for example connect-n
    game: String,
    /// An option of the game; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The steps of the match from its start, separated by spaces
    #[arg(long, value_name = "STEPS", allow_hyphen_values = true)]
    play: String,
    /// The speed: slow, normal or fast
    #[arg(long, value_enum, default_value_t)]
    speed: Pace,
    /// The colours of the pictures: light, dark, high-contrast, greyscale or wood
    #[arg(long, default_value_t)]
    theme: Theme,
    /// The GIF file to write; an existing one is replaced
    #[arg(short, long, value_name = "FILE.gif")]
    output: PathBuf,
}

impl Arguments {
    /// Writes the animation and prints its size and duration.
    pub(super) fn run(self) -> Result<(), Failure> {
        let played = self.played()?;
        let Some(replay) = Replay::of(&played, self.speed) else {
            return Err(Failure::of("--play names no step."));
        };
        let shots = replay.shots().map_err(Failure::fault)?;
        let painter = Painter::new();
        let format = Format::replay(self.theme);
        let gif = painter.gif(&shots, format).map_err(Failure::fault)?;
        let file = self.output.display();
        fs::write(&self.output, &gif)
            .map_err(|error| Failure::Refused(format!("{file} cannot be written: {error}.")))?;
        let (width, height) = shots
            .first()
            .map(|shot| painter.size(&shot.scene, format))
            .unwrap_or_default();
        let seconds = shots
            .iter()
            .map(|shot| shot.hold)
            .sum::<Duration>()
            .as_secs_f64();
        rules::print(&json!({
            "file": file.to_string(), "width": width, "height": height, "pictures": shots.len(), "seconds": seconds, "bytes": gif.len(),
        }))
    }

    /// Returns the match of these steps.
    fn played(&self) -> Result<Match, Failure> {
        let started = start::start(&self.game, &start::given(&self.set)?, None)?;
        let [challenger, invited] = PLAYERS;
        let at = Moment::default();
        let nowhere = Place {
            guild: None,
            channel: ChannelId(0),
        };
        let time = TimeControl::PerTurn(TimeControl::LONGEST);
        let proposal = Proposal {
            days_off: DaysOff::None,
            invited: Some(invited.into()),
            ..Proposal::new(nowhere, started.game, started.options, time, challenger)
        };
        let mut played = Match::proposed(MatchId(1), proposal, at).map_err(Failure::fault)?;
        played
            .apply(&Event {
                at,
                fact: Fact::Accepted { by: invited.into() },
            })
            .map_err(Failure::fault)?;
        let mut position = started.position;
        let mut turn = Vec::new();
        for step in split_steps(&self.play) {
            let seat = position.to_move();
            turn.push(position.play(step).map_err(Failure::of)?.step);
            if let Some(seat) = seat.filter(|_| position.turn().is_empty()) {
                let text = std::mem::take(&mut turn).join(" ");
                played
                    .apply(&Event {
                        at,
                        fact: Fact::Turn {
                            seat,
                            text,
                            conditional: false,
                            ballot: None,
                        },
                    })
                    .map_err(Failure::fault)?;
            }
        }
        if turn.is_empty() {
            Ok(played)
        } else {
            Err(Failure::Refused(format!(
                "{} is an unfinished turn.",
                turn.join(" ")
            )))
        }
    }
}
