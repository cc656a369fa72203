use std::io::{Read, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::rules::print_lines;
use crate::discord::ui::words::counted;
use crate::features::records;
use crate::features::records::formats::{Format, NotWritten, RecordFile, Recorded, Source};
use crate::games::{self, CATALOGUE, Game};
use crate::matches::result_sentence;
use crate::ops::failure::Failure;

/// The maximum size of a file in bytes.
const MOST_BYTES_OF_FILE: u64 = 256 << 20;

/// The arguments of `anteroom record`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the matches of a file in another format
    Convert {
        /// The format of the file: text, apgame, pgn, sgf or columns. If none is named, it is detected
        #[arg(long, value_name = "FORMAT")]
        from: Option<Format>,
        /// The format to write
        #[arg(long, value_name = "FORMAT")]
        to: Format,
        /// The game, if the record does not name it, as in PGN of other programs
        #[arg(long, value_name = "GAME", value_parser = game)]
        game: Option<&'static Game>,
        /// The number of one record in the file (default: all)
        #[arg(long, value_name = "NUMBER", value_parser = one_or_more)]
        record: Option<usize>,
        /// The file (default: standard input)
        file: Option<PathBuf>,
    },
    /// Replay records, and print what they contain or where they break the rules
    Check {
        /// The format of the files. If none is named, it is detected for each
        #[arg(long, value_name = "FORMAT")]
        from: Option<Format>,
        /// The game, if the records do not name it, as in PGN of other programs
        #[arg(long, value_name = "GAME", value_parser = game)]
        game: Option<&'static Game>,
        /// The files (default: standard input)
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
                record,
                file,
            } => {
                let opened = Opened::new(from, game, file.as_ref())?;
                if let Some(encoding) = opened.encoding {
                    // A closed pipe is no error.
                    let _ = writeln!(
                        std::io::stderr(),
                        "{}: read as {encoding}, as it is not UTF-8.",
                        opened.name
                    );
                }
                let chosen = match record {
                    Some(number) if number > opened.file.count() => {
                        return Err(Failure::Refused(format!(
                            "{}: there is no record {number}. Choose from 1 to {}.",
                            opened.name,
                            opened.file.count()
                        )));
                    }
                    Some(number) => number - 1..number,
                    None => 0..opened.file.count(),
                };
                let several = chosen.len() > 1;
                if several && to == Format::Columns {
                    return Err(Failure::Refused(format!(
                        "{}: a string of columns is one game, and this file has {}. Choose one with --record.",
                        opened.name,
                        chosen.len()
                    )));
                }
                let texts: Result<Vec<String>, Failure> = chosen
                    .map(|index| {
                        let read = opened.read(index).map_err(Failure::Refused)?;
                        let written = written(&read, to, several);
                        written.map_err(|error| match several {
                            true => Failure::Refused(format!("{}: {error}", opened.place(index))),
                            false => Failure::of(error),
                        })
                    })
                    .collect();
                print_lines(&texts?)
            }
            What::Check { from, game, files } => check(from, game, &files),
        }
    }
}

/// Writes a record in a format. If there are several, each gets its place among them.
fn written(read: &Recorded, to: Format, several: bool) -> Result<String, NotWritten> {
    let source = Source {
        state: &read.state,
        events: &read.events,
        names: read.names.clone(),
        // The time is fixed, so that a conversion gives the same record at any time.
        now: read.state.changed_at(),
        notes: &read.notes,
        extras: Some(&read.extras),
    };
    let text = match to {
        Format::ApGame if several => records::formats::line(&source)?,
        to => records::formats::write(to, &source)?,
    };
    let apart = several && matches!(to, Format::Pgn | Format::Text);
    Ok(text.trim_end().to_owned() + if apart { "\n" } else { "" })
}

fn check(
    from: Option<Format>,
    game: Option<&'static Game>,
    files: &[PathBuf],
) -> Result<(), Failure> {
    let opened: Vec<Option<&PathBuf>> = match files {
        [] => vec![None],
        files => files.iter().map(Some).collect(),
    };
    let (mut wrong, mut count) = (0, 0);
    for file in opened {
        let opened = match Opened::new(from, game, file) {
            Ok(opened) => opened,
            Err(Failure::Refused(why) | Failure::Fault(why)) if file.is_some() => {
                (wrong, count) = (wrong + 1, count + 1);
                print_lines(&[why])?;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        count += opened.file.count();
        for index in 0..opened.file.count() {
            match opened.read(index) {
                Ok(read) => print_lines(&[opened.summary(index, &read)])?,
                Err(why) if file.is_none() && opened.file.count() == 1 => {
                    return Err(Failure::Refused(why));
                }
                Err(why) => {
                    wrong += 1;
                    print_lines(&[why])?;
                }
            }
        }
    }
    match wrong {
        0 => Ok(()),
        wrong if count == files.len() => Err(Failure::Refused(format!(
            "{wrong} of {count} files are no records."
        ))),
        wrong => Err(Failure::Refused(format!(
            "{wrong} of {count} records cannot be read."
        ))),
    }
}

fn one_or_more(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| String::from("records are counted from 1"))
}

fn game(key: &str) -> Result<&'static Game, String> {
    games::find(key).ok_or_else(|| {
        let keys = CATALOGUE.iter().map(|game| game.card.key);
        let keys: Vec<_> = keys.collect();
        format!("there are {}", keys.join(", "))
    })
}

/// A file with its name and the records in it.
struct Opened {
    name: String,
    file: RecordFile,
    /// The encoding; `None` for UTF-8.
    encoding: Option<&'static str>,
}

impl Opened {
    fn new(
        from: Option<Format>,
        said: Option<&'static Game>,
        file: Option<&PathBuf>,
    ) -> Result<Self, Failure> {
        let name = file.map_or_else(
            || String::from("standard input"),
            |file| file.display().to_string(),
        );
        let failed = |why: String| Failure::Refused(format!("{name}: {why}"));
        let mut bytes = Vec::new();
        let limit = MOST_BYTES_OF_FILE + 1;
        let done = match file {
            Some(file) => {
                std::fs::File::open(file).and_then(|file| file.take(limit).read_to_end(&mut bytes))
            }
            None => std::io::stdin().lock().take(limit).read_to_end(&mut bytes),
        };
        let length = done.map_err(|error| failed(error.to_string()))?;
        if u64::try_from(length).is_ok_and(|length| length >= limit) {
            return Err(failed(String::from(
                "A file can have at most 256 MB; this one is larger.",
            )));
        }
        let (text, encoding) = records::formats::text_of(&bytes).map_err(failed)?;
        Ok(Self {
            name,
            file: RecordFile::new(from, &text).of_game(said),
            encoding,
        })
    }

    /// Reads one of the records. The error is the reason and line of its refusal.
    fn read(&self, index: usize) -> Result<Recorded, String> {
        let read = self.file.read(index);
        read.map_err(|error| format!("{}: {error}", self.place(index)))
    }

    /// Returns the name of the file, with the number of the record if it has several.
    fn place(&self, index: usize) -> String {
        match self.file.count() {
            1 => self.name.clone(),
            _ => format!("{}, record {}", self.name, index + 1),
        }
    }

    fn summary(&self, index: usize, read: &Recorded) -> String {
        let mut place = self.place(index);
        if self.file.count() > 1 {
            place.push_str(&format!(" (line {})", self.file.line_of(index)));
        }
        if let Some(encoding) = self.encoding {
            place.push_str(&format!(" (read as {encoding})"));
        }
        summary(&place, read)
    }
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
        "{name}: {}, {}. {result}",
        state.game().card.name,
        counted(state.record().len(), "turn")
    )
}

fn shown(name: &str, otherwise: &str) -> String {
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name.to_owned()
    }
}
