use std::io::Read;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Failure;
use super::rules::print_lines;
use crate::games::{self, CATALOGUE, Game};
use crate::matches::result_sentence;
use crate::records::{self, Format, MOST_BYTES, Recorded, Source};

/// The arguments of `anteroom record`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write a match in another format
    Convert {
        /// The format of the file: text, apgame, pgn, sgf or columns; what it looks like, when none is named
        #[arg(long, value_name = "FORMAT")]
        from: Option<Format>,
        /// The format to write
        #[arg(long, value_name = "FORMAT")]
        to: Format,
        /// The game, where the record does not say so, as PGN of other programs
        #[arg(long, value_name = "GAME", value_parser = game)]
        game: Option<&'static Game>,
        /// The file; standard input, when none is named
        file: Option<PathBuf>,
    },
    /// Play records through by the rules, and say what they are or where they go wrong
    Check {
        /// The format of the files; what each looks like, when none is named
        #[arg(long, value_name = "FORMAT")]
        from: Option<Format>,
        /// The game, where the records do not say so, as PGN of other programs
        #[arg(long, value_name = "GAME", value_parser = game)]
        game: Option<&'static Game>,
        /// The files; standard input, when none is named
        files: Vec<PathBuf>,
    },
}

impl Arguments {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.what {
            What::Convert {
                from,
                to,
                game,
                file,
            } => {
                let read = read(from, game, file.as_ref())?;
                let source = Source {
                    state: &read.state,
                    events: &read.events,
                    names: read.names.clone(),
                    // A record says the same whenever it is converted.
                    now: read.state.changed_at(),
                    notes: &read.notes,
                };
                let text = records::write(to, &source).map_err(Failure::of)?;
                print_lines(&[text.trim_end().to_owned()])
            }
            What::Check { from, game, files } => {
                if files.is_empty() {
                    return print_lines(&[summary("standard input", &read(from, game, None)?)]);
                }
                let mut wrong = 0;
                for file in &files {
                    let name = file.display().to_string();
                    match read(from, game, Some(file)) {
                        Ok(read) => print_lines(&[summary(&name, &read)])?,
                        Err(Failure::Refused(why) | Failure::Fault(why)) => {
                            wrong += 1;
                            print_lines(&[why])?;
                        }
                    }
                }
                match wrong {
                    0 => Ok(()),
                    wrong => Err(Failure::Refused(format!(
                        "{wrong} of {} files are no records.",
                        files.len()
                    ))),
                }
            }
        }
    }
}

fn game(key: &str) -> Result<&'static Game, String> {
    games::find(key).ok_or_else(|| {
        let keys = CATALOGUE.iter().map(|game| game.card.key);
        let keys: Vec<_> = keys.collect();
        format!("there are {}", keys.join(", "))
    })
}

fn read(
    from: Option<Format>,
    said: Option<&'static Game>,
    file: Option<&PathBuf>,
) -> Result<Recorded, Failure> {
    let name = file.map_or_else(
        || String::from("standard input"),
        |file| file.display().to_string(),
    );
    let failed = |why: String| Failure::Refused(format!("{name}: {why}"));
    let mut bytes = Vec::new();
    let limit = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX) + 1;
    let done = match file {
        Some(file) => {
            std::fs::File::open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
        }
        None => std::io::stdin().lock().take(limit).read_to_end(&mut bytes),
    };
    done.map_err(|error| failed(error.to_string()))?;
    if let Some(sentence) = records::not_text(&bytes) {
        return Err(failed(sentence));
    }
    let text = String::from_utf8_lossy(&bytes);
    let read = match said {
        Some(said) => records::read(from, &records::of_game(said, &text))
            .and_then(|read| records::check_game(&read, said).map(|()| read)),
        None => records::read(from, &text),
    };
    read.map_err(|error| failed(error.to_string()))
}

fn summary(name: &str, read: &Recorded) -> String {
    let state = &read.state;
    let players = state.players();
    let called = |player| match players {
        Some([first, _]) if first == player => shown(&read.names[0], "the first player"),
        _ => shown(&read.names[1], "the second player"),
    };
    let result = result_sentence(state, called).unwrap_or_else(|| String::from("Not over."));
    format!(
        "{name}: {}, {} turns. {result}",
        state.game().card.name,
        state.record().len()
    )
}

fn shown(name: &str, otherwise: &str) -> String {
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name.to_owned()
    }
}
