use std::fmt;

use strum::VariantArray;

use super::{Look, PageName, Picture, RecordFile};
use crate::board::Seat;
use crate::games::{Game, find};

/// The most digits of the number of a turn or season.
const MOST_DIGITS: usize = 6;

/// The most characters of the name of a rule's picture.
const MOST_FIGURE: usize = 60;

/// What an address asks for. Printed, it is the path with its query.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A match at a turn; without a turn at the newest one, or at the start if that is how it is looked at.
    Match {
        name: PageName,
        turn: Option<u32>,
        look: Look,
    },
    /// A picture of a turn.
    Picture {
        name: PageName,
        turn: u32,
        picture: Picture,
        seen_from: Seat,
        /// The mark of the turns up to this one, if the address has it.
        mark: Option<u32>,
    },
    /// A match as a record.
    Record {
        name: PageName,
        file: RecordFile,
    },
    /// A match as an animation.
    Animation {
        name: PageName,
    },
    /// The stream that says when a match has changed.
    Changes {
        name: PageName,
    },
    /// A league, ladder, tournament or simul; of a league a season, the latest one if none is named.
    Contest {
        name: PageName,
        season: Option<u32>,
    },
    /// The results of a contest as a feed.
    Feed {
        name: PageName,
    },
    /// A person's calendar.
    Calendar {
        secret: PageName,
    },
    /// The rules of a game.
    Rules(&'static Game),
    /// A picture of the rules: `about`, or the name of a rule and the number of its example.
    Figure {
        game: &'static Game,
        figure: String,
    },
    Style,
    Script,
    Icon,
    Robots,
}

/// The content of the files that all pages share.
pub const STYLE: &str = include_str!("../../../../../assets/pages/style.css");
/// See [`STYLE`].
pub const SCRIPT: &str = include_str!("../../../../../assets/pages/script.js");

/// Numbers of the contents of style and script. With them in their addresses, both may be kept for ever.
const STYLE_MARK: u32 = fnv(STYLE.as_bytes(), BASIS);
const SCRIPT_MARK: u32 = fnv(SCRIPT.as_bytes(), BASIS);

/// The start of [`fnv`].
pub(crate) const BASIS: u32 = 0x811c_9dc5;

/// Returns the FNV-1a hash of bytes, continued from another: the same in every version of the program.
pub(crate) const fn fnv(bytes: &[u8], mut hash: u32) -> u32 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    hash
}

impl Asked {
    /// Reads a path and a query; `None` if nothing has this address. What a query has beyond what is known is left out.
    pub fn read(path: &str, query: &str) -> Option<Self> {
        let parts: Vec<&str> = path.strip_prefix('/')?.split('/').collect();
        Some(match parts.as_slice() {
            ["m", name] => Self::Match {
                name: name.parse().ok()?,
                turn: None,
                look: Look::read(query),
            },
            ["m", name, what] => Self::of_match(name.parse().ok()?, what, query)?,
            ["m", name, turn, picture] => Self::Picture {
                name: name.parse().ok()?,
                turn: number(turn)?,
                picture: picture.parse().ok()?,
                seen_from: Look::read(query).seen_from(),
                mark: query.split('&').find_map(mark),
            },
            ["c", file] if file.ends_with(FEED) => Self::Feed {
                name: file.strip_suffix(FEED)?.parse().ok()?,
            },
            ["c", name] => Self::Contest {
                name: name.parse().ok()?,
                season: None,
            },
            ["c", name, season] => Self::Contest {
                name: name.parse().ok()?,
                season: Some(number(season)?),
            },
            ["cal", file] => Self::Calendar {
                secret: file.strip_suffix(".ics")?.parse().ok()?,
            },
            ["g", game] => Self::Rules(find(game)?),
            ["g", game, figure] => {
                let figure = figure.strip_suffix(".png")?;
                let fits = |letter: u8| {
                    letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-'
                };
                let is_one = figure.len() <= MOST_FIGURE && figure.bytes().all(fits);
                Self::Figure {
                    game: find(game)?,
                    figure: is_one.then(|| figure.to_owned())?,
                }
            }
            ["robots.txt"] => Self::Robots,
            ["icon.svg"] => Self::Icon,
            _ => [Self::Style, Self::Script]
                .into_iter()
                .find(|one| one.to_string() == path)?,
        })
    }

    fn of_match(name: PageName, what: &str, query: &str) -> Option<Self> {
        if what == "events" {
            return Some(Self::Changes { name });
        }
        if what == ANIMATION {
            return Some(Self::Animation { name });
        }
        let mut files = RecordFile::VARIANTS.iter().copied();
        if let Some(file) = files.find(|file| file.name() == what) {
            return Some(Self::Record { name, file });
        }
        Some(Self::Match {
            name,
            turn: Some(number(what)?),
            look: Look::read(query),
        })
    }
}

/// The file with the animation of a match.
pub const ANIMATION: &str = "match.gif";

/// How the address of a feed ends.
const FEED: &str = ".atom";

/// Reads the number of a turn or season.
fn number(text: &str) -> Option<u32> {
    let digits = text.len() <= MOST_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    // Each has one address.
    let plain = digits && (text == "0" || !text.starts_with('0'));
    plain.then(|| text.parse().ok()).flatten()
}

/// Reads the mark of turns.
fn mark(part: &str) -> Option<u32> {
    let text = part.strip_prefix("v=")?;
    let plain = text.len() == 8
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    plain.then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match {
                name,
                turn: None,
                look,
            } => write!(f, "/m/{name}{look}"),
            Self::Match {
                name,
                turn: Some(turn),
                look,
            } => write!(f, "/m/{name}/{turn}{look}"),
            Self::Picture {
                name,
                turn,
                picture,
                seen_from,
                mark,
            } => {
                write!(f, "/m/{name}/{turn}/{}", picture.file())?;
                let mut between = '?';
                if let Some(mark) = mark {
                    write!(f, "?v={mark:08x}")?;
                    between = '&';
                }
                match seen_from {
                    Seat::First => Ok(()),
                    Seat::Second => write!(f, "{between}side=second"),
                }
            }
            Self::Record { name, file } => write!(f, "/m/{name}/{}", file.name()),
            Self::Animation { name } => write!(f, "/m/{name}/{ANIMATION}"),
            Self::Changes { name } => write!(f, "/m/{name}/events"),
            Self::Contest { name, season: None } => write!(f, "/c/{name}"),
            Self::Contest {
                name,
                season: Some(season),
            } => write!(f, "/c/{name}/{season}"),
            Self::Feed { name } => write!(f, "/c/{name}{FEED}"),
            Self::Calendar { secret } => write!(f, "/cal/{secret}.ics"),
            Self::Rules(game) => write!(f, "/g/{}", game.card.key),
            Self::Figure { game, figure } => write!(f, "/g/{}/{figure}.png", game.card.key),
            Self::Style => write!(f, "/style-{STYLE_MARK:08x}.css"),
            Self::Script => write!(f, "/script-{SCRIPT_MARK:08x}.js"),
            Self::Icon => f.write_str("/icon.svg"),
            Self::Robots => f.write_str("/robots.txt"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "abcdefghijklmnopqrstuv";

    fn read(address: &str) -> Option<String> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        Asked::read(path, query).map(|asked| asked.to_string())
    }

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for rest in [
            "",
            "?from=start",
            "?from=start&side=second",
            "/0",
            "/14?side=first",
            "/14/wood.png",
            "/14/dark@2x.png?v=0123abcd",
            "/3/preview.png?v=0123abcd&side=second",
            "/events",
            "/match.gif",
            "/match.pgn",
            "/columns.txt",
        ] {
            let address = format!("/m/{NAME}{rest}");
            assert_eq!(read(&address), Some(address));
        }
        for rest in ["c/{}", "c/{}/12", "c/{}.atom", "cal/{}.ics"] {
            let address = format!("/{}", rest.replace("{}", NAME));
            assert_eq!(read(&address), Some(address));
        }
        for address in [
            "/g/anache",
            "/g/anache/about.png",
            "/robots.txt",
            "/icon.svg",
        ] {
            assert_eq!(read(address).as_deref(), Some(address));
        }
        for asked in [Asked::Style, Asked::Script] {
            assert_eq!(read(&asked.to_string()), Some(asked.to_string()));
        }
    }

    #[test]
    fn nothing_else_has_an_address() {
        for path in [
            "",
            "/",
            "/m",
            "/m/",
            "/m/short",
            "m/abcdefghijklmnopqrstuv",
            "/m/abcdefghijklmnopqrstu%",
            "/m/abcdefghijklmnopqrstuv/",
            "/m/abcdefghijklmnopqrstuv/014",
            "/m/abcdefghijklmnopqrstuv/-1",
            "/m/abcdefghijklmnopqrstuv/1234567",
            "/m/abcdefghijklmnopqrstuv/match.exe",
            "/m/abcdefghijklmnopqrstuv/1/wood.gif",
            "/m/abcdefghijklmnopqrstuv/1/wood.png/",
            "/m/../../etc/passwd",
            "/c",
            "/c/short",
            "/c/abcdefghijklmnopqrstuv/",
            "/c/abcdefghijklmnopqrstuv/01",
            "/c/abcdefghijklmnopqrstuv.rss",
            "/c/abcdefghijklmnopqrstuv.atom/1",
            "/g/chess",
            "/g/anache/..png",
            "/g/anache/A.png",
            "/style-00000000.css",
        ] {
            assert_eq!(read(path), None, "{path}");
        }
    }
}
