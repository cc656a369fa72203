//! The results of a contest as an Atom feed (RFC 4287).

use atom_syndication::{Entry, Feed, FixedDateTime, Link, Person, Text};

use crate::contests::{How, Score};
use crate::features::pages::messages::html::words::machine;
use crate::features::pages::model::{Asked, GameStage, ListedGame, Look, PageName};
use crate::people::Moment;

/// Returns the latest results of a contest, the newest first. `changed` is when the contest last changed.
pub fn feed(
    (address, name): (&str, &PageName),
    title: &str,
    results: &[ListedGame],
    changed: Moment,
) -> String {
    let page = Asked::Contest {
        name: name.clone(),
        season: None,
    };
    let own = Asked::Feed { name: name.clone() };
    let page = format!("{address}{page}");
    let entries = results
        .iter()
        .filter_map(|game| entry((address, name), &page, game))
        .collect();
    let feed = Feed {
        title: Text::plain(title),
        id: id(name),
        updated: date(changed),
        authors: vec![Person {
            name: String::from("Anteroom"),
            ..Person::default()
        }],
        links: vec![
            link("self", format!("{address}{own}")),
            link("alternate", page),
        ],
        entries,
        ..Feed::default()
    };
    feed.to_string()
}

fn entry((address, of): (&str, &PageName), page: &str, game: &ListedGame) -> Option<Entry> {
    let GameStage::Over { at, score, how } = game.state else {
        return None;
    };
    let [first, second] = &game.names;
    let title = match score {
        Score::First => format!("{first} beat {second}"),
        Score::Second => format!("{second} beat {first}"),
        Score::Draw => format!("{first} and {second} drew"),
        Score::Void => return None,
    };
    let why = match how {
        How::Played | How::Annulled | How::NoFirstMove => "",
        How::Time => " on time",
        How::SeasonOver => " at the end of the season",
        How::RoundOver => " at the end of the round",
        How::Forfeit => " by default",
        How::Organiser => " by the organiser's decision",
    };
    let of_match = game.page.as_ref().map(|name| {
        let asked = Asked::Match {
            name: name.clone(),
            turn: None,
            look: Look::default(),
        };
        format!("{address}{asked}")
    });
    let summary = (!game.part.is_empty()).then(|| Text::plain(game.part.clone()));
    Some(Entry {
        title: Text::plain(format!("{title}{why}")),
        id: format!("{}:game-{}", id(of), game.id),
        updated: date(at),
        summary,
        links: vec![link(
            "alternate",
            of_match.unwrap_or_else(|| page.to_owned()),
        )],
        ..Entry::default()
    })
}

/// Returns the id of a feed. It stays the same if the pages move to another host.
fn id(name: &PageName) -> String {
    format!("urn:x-anteroom:{name}")
}

fn link(rel: &str, href: String) -> Link {
    Link {
        href,
        rel: rel.to_owned(),
        ..Link::default()
    }
}

/// Writes a moment as feeds do.
fn date(at: Moment) -> FixedDateTime {
    machine(at).parse().unwrap_or_default()
}
