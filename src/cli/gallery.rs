use std::fs;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::rules;
use super::start::start;
use crate::board::Seat;
use crate::games::CATALOGUE;
use crate::ops::failure::Failure;
use crate::render::{Accent, Format, Painter, SheetPicture, Theme, contact_sheet};

/// The long edge of a picture on the sheet in pixels, and the number of pictures.
const EDGE: u32 = 600;
const BOARDS: usize = 3;

/// The arguments of `anteroom gallery`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder to write to, created if needed. Pictures of the same names are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Arguments {
    /// Writes a picture of every game in every theme, and a sheet of some games.
    pub(super) fn run(self) -> Result<(), Failure> {
        let folder = self.folder.display();
        let refused = |error: std::io::Error| {
            Failure::Refused(format!("{folder} cannot be written to: {error}."))
        };
        fs::create_dir_all(&self.folder).map_err(refused)?;
        let painter = Painter::new();
        let mut scenes = Vec::new();
        for game in CATALOGUE {
            let sample = &game.card.sample;
            let options = sample
                .options
                .iter()
                .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
                .collect();
            let from = Some(sample.from).filter(|from| !from.is_empty());
            let scene = start(game.card.key, &options, from)?.scene(sample.play, Seat::First)?;
            for theme in Theme::ALL {
                let png = painter
                    .png(&scene, Format::still(theme))
                    .map_err(Failure::fault)?;
                fs::write(
                    self.folder.join(format!("{}-{theme}.png", game.card.key)),
                    png,
                )
                .map_err(refused)?;
            }
            scenes.push((game.card.name, scene));
        }
        // Every second game from the second on: three boards that look very different.
        let theme = Theme::default();
        let few = scenes.iter().skip(1).step_by(2).take(BOARDS);
        let sheet: Vec<_> = few
            .map(|(name, scene)| SheetPicture {
                caption: name,
                frame: painter.frame(scene, Format { theme, edge: EDGE }),
                accent: Accent::Plain,
            })
            .collect();
        let sheet = contact_sheet(BOARDS, &sheet).map_err(Failure::fault)?;
        fs::write(self.folder.join("gallery.png"), &sheet).map_err(refused)?;
        let pictures = CATALOGUE.len() * Theme::ALL.len() + 1;
        rules::print(
            &json!({ "folder": folder.to_string(), "pictures": pictures, "bytes_of_gallery": sheet.len() }),
        )
    }
}
