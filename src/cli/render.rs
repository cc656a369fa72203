use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::rules;
use super::start::Start;
use crate::board::Seat;
use crate::ops::failure::Failure;
use crate::render::{Format, Painter, Theme};

/// The arguments of `anteroom render`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// Steps to play from there, separated by spaces; the last turn is marked on the picture
    #[arg(long, value_name = "STEPS", allow_hyphen_values = true)]
    play: Option<String>,
    /// Turn the board to the second player's side
    #[arg(long)]
    turned: bool,
    /// The colours of the picture: light, dark, high-contrast, greyscale or wood
    #[arg(long, default_value_t)]
    theme: Theme,
    /// The PNG file to write; an existing one is replaced
    #[arg(short, long, value_name = "FILE.png")]
    output: PathBuf,
}

impl Arguments {
    /// Writes the picture and prints its size.
    pub(super) fn run(self) -> Result<(), Failure> {
        let seat = if self.turned {
            Seat::Second
        } else {
            Seat::First
        };
        let scene = self
            .start
            .find()?
            .scene(self.play.as_deref().unwrap_or_default(), seat)?;
        let frame = Painter::new().frame(&scene, Format::still(self.theme));
        let png = frame.png().map_err(Failure::fault)?;
        let file = self.output.display();
        fs::write(&self.output, &png)
            .map_err(|error| Failure::Refused(format!("{file} cannot be written: {error}.")))?;
        let (width, height) = frame.size();
        rules::print(
            &json!({ "file": file.to_string(), "width": width, "height": height, "bytes": png.len() }),
        )
    }
}
