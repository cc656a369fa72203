//! What people read about matches that they follow.

use strum::VariantArray;

use crate::board::Seat;
use crate::db::Listed;
use crate::discord::ui::composed::page_buttons;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::match_lines::watched_line;
use crate::discord::ui::{Button, Composed, Tone, board_picture};
use crate::games::{self, CATALOGUE};
use crate::matches::{Follow, Match, MatchId};

/// This many matches stand on a page of those that can be followed.
const ON_A_PAGE: usize = 5;

/// From this many matches on that are played in a server its moderators are warned.
const MANY_THREADS: u64 = 800;

/// A small line for moderators of a server in which this many matches are played, each with a thread of its own, that Discord
/// will soon open no more; empty where there is room.
#[must_use]
pub fn threads_warning(played: u64) -> String {
    if played < MANY_THREADS {
        return String::new();
    }
    format!(
        "\n-# For moderators: {played} matches are being played in this server. Discord allows about 1000 active threads, and no match begins beyond that. \
         `/server` can allow fewer matches for each person."
    )
}

/// What somebody may want to hear of a match; `how` is what they have chosen before.
#[must_use]
pub fn follow(now: &Match, how: Option<Follow>) -> Composed {
    let id = now.id();
    let chosen = match how {
        Some(Follow::Turns) => {
            " You follow it now: you are named under each turn and under the result."
        }
        Some(Follow::End) => " You follow it now: you are named under the result.",
        Some(Follow::List) => {
            " You follow it now: `/watch` lists it first, and your digest (*Reminders* in `/settings`) has a line about it."
        }
        None => "",
    };
    let label = |how| match how {
        Follow::Turns => "Each Turn",
        Follow::End => "The Result",
        Follow::List => "Just List It",
    };
    let mut buttons: Vec<_> = Follow::VARIANTS
        .iter()
        .map(|&one| {
            let tone = if how == Some(one) {
                Tone::Success
            } else {
                Tone::Plain
            };
            Button::new(label(one), tone, CustomId::SetFollow { id, how: one })
                .enabled(how != Some(one))
        })
        .collect();
    if how.is_some() {
        buttons.push(Button::new("Stop", Tone::Danger, CustomId::Unfollow(id)));
    }
    Composed {
        rows: vec![buttons],
        ..Composed::text(format!(
            "What do you want to hear of **{}**, match {id}?{chosen}",
            now.game().card.name
        ))
    }
}

/// Orders matches that are played as [`watch`] lists them, and says which is the first on a page.
pub fn first_watched(played: &mut [(Listed, u32, bool)], page: u32) -> Option<MatchId> {
    let game = |one: &Listed| {
        let known = CATALOGUE.iter().position(|game| game.card.key == one.game);
        known.unwrap_or(CATALOGUE.len())
    };
    played.sort_by_key(|(one, followers, own)| {
        let group = if *own { 0 } else { game(one) + 1 };
        (
            group,
            std::cmp::Reverse((*followers, one.changed_at, one.id)),
        )
    });
    let (page, _) = page_of(played, page);
    let (first, ..) = played.get(page * ON_A_PAGE)?;
    Some(first.id)
}

/// Which page is meant, the last one standing for those that are not there, and how many there are.
fn page_of(played: &[(Listed, u32, bool)], page: u32) -> (usize, usize) {
    let pages = played.len().div_ceil(ON_A_PAGE).max(1);
    let page = usize::try_from(page).unwrap_or(usize::MAX).min(pages - 1);
    (page, pages)
}

/// A page of the matches that are played in a server, in the order of [`first_watched`]: those first that the person follows,
/// then by game, those with the most followers and the latest turns first. Each comes with how many follow it, and whether
/// this person does. `in_channel` says that only those of one channel are listed; `first` is the first of them on this page,
/// whose board is shown, if it can be.
#[must_use]
pub fn watch(
    played: &[(Listed, u32, bool)],
    in_channel: bool,
    page: u32,
    first: Option<&Match>,
) -> Composed {
    let place = if in_channel {
        "this channel"
    } else {
        "this server"
    };
    if played.is_empty() {
        return Composed::text(format!(
            "No match is being played in {place}. Begin one with `/play`, or look for an opponent with `/lobby`."
        ));
    }
    let (page, pages) = page_of(played, page);
    let shown = played.iter().skip(page * ON_A_PAGE).take(ON_A_PAGE);
    let (mut content, mut titled) = (String::new(), String::new());
    let mut buttons = Vec::new();
    for (one, followers, own) in shown {
        let title = if *own {
            "You follow"
        } else {
            games::find(&one.game).map_or("Other games", |game| game.card.name)
        };
        if titled != title {
            content.push_str(&format!("**{title}**\n"));
            titled = title.to_owned();
        }
        let followers = match followers {
            0 => String::new(),
            1 => String::from(" · 1 follower"),
            more => format!(" · {more} followers"),
        };
        let name = games::find(&one.game)
            .filter(|_| *own)
            .map(|game| format!("{} · ", game.card.name));
        content.push_str(&format!(
            "{}{}{followers}\n",
            name.unwrap_or_default(),
            watched_line(one)
        ));
        let label = format!("{} {}", if *own { "Following" } else { "Follow" }, one.id);
        buttons.push(Button::new(label, Tone::Plain, CustomId::Follow(one.id)));
    }
    let mut rows = vec![buttons];
    let mut foot = Vec::new();
    foot.extend(first.map(|first| format!("The board is that of match {}.", first.id())));
    if pages > 1 {
        foot.push(format!("Page {} of {pages}.", page + 1));
        rows.push(page_buttons(page, pages, |page| CustomId::Watch { page }).to_vec());
    }
    if !foot.is_empty() {
        content.push_str(&format!("-# {}", foot.join(" ")));
    }
    Composed {
        picture: first.map(|first| {
            let mut picture = board_picture(first, Seat::First);
            // Its signs are explained where one plays.
            picture.legend.clear();
            picture
        }),
        small: true,
        rows,
        ..Composed::text(content.trim_end())
    }
}
