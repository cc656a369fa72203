//! Ratings in messages: beside a match, as a leaderboard, and in a profile.

use super::model::{Leaders, Profile};
use crate::board::Seat;
use crate::db::{Past, Tally};
use crate::discord::ui::challenge::usual_reply;
use crate::discord::ui::composed::page_buttons;
use crate::discord::ui::terms::matches;
use crate::discord::ui::words::{MOST_ALT, at_seat, counted, date, game_name, plural, quoted};
use crate::discord::ui::{
    Button, Composed, Drawing, Menu, MenuOption, cut, escaped, mention, relative,
};
use crate::features::ratings::press::Press;
use crate::games::{self, AnyPosition, CATALOGUE, Game, GivenOptions, written_turn};
use crate::matches::{Figures, LEAST_RATED_TURNS, Match, Player, UserId};
use crate::people::Moment;
use crate::ratings::{
    ACTIVE, MOST_OF_A_PAIR, PAIR_SPAN, Ranked, Rating, Score, Stakes, Standing, Uncounted,
};
use crate::render::{Sheet, SheetLine};

/// The number of players on a page.
const ON_A_PAGE: usize = 15;

/// Returns the line about ratings below news of a match; `None` if there is nothing to say.
///
/// The terms of a challenge say that it is rated. Only the end of a match says that its result does not count.
pub fn stakes_line(now: &Match, stakes: &Stakes, at: Moment) -> Option<String> {
    let game = now.game().card.name;
    let days = PAIR_SPAN.as_secs() / 86_400;
    match stakes {
        Stakes::Open {
            counts_from: Some(from),
            ..
        }
        | Stakes::Playing {
            counts_from: Some(from),
        } => Some(format!(
            "These two players have {MOST_OF_A_PAIR} rated matches of {game} within {days} days, the most allowed. \
             This one counts only if it ends after {}.",
            date(*from)
        )),
        Stakes::Open { standings, .. } => expectation(now, standings, at),
        Stakes::Uncounted(Uncounted::TooMany) => Some(format!(
            "Not rated: these two players already had {MOST_OF_A_PAIR} rated matches of {game} within {days} days."
        )),
        Stakes::Uncounted(Uncounted::TooShort) => Some(format!(
            "Not rated: a match counts for ratings after {LEAST_RATED_TURNS} turns of each player."
        )),
        Stakes::Uncounted(Uncounted::Adjudicated) => Some(String::from(
            "Not rated: the match was not played to its end.",
        )),
        Stakes::Changed { before, after } => {
            let changes = Seat::BOTH.map(|seat| {
                let was = before[seat.index()].map_or(Rating::START, |standing| standing.rating);
                let now_is = after[seat.index()].rating;
                let who = at_seat(now, seat);
                format!("{who} {was} → {now_is} (±{:.0})", now_is.deviation)
            });
            Some(format!("Ratings in {game}: {}", changes.join(" · ")))
        }
        Stakes::None | Stakes::Playing { counts_from: None } | Stakes::Annulled => None,
    }
}

/// Returns the sentence about a challenge's expected score.
fn expectation(now: &Match, standings: &[Option<Standing>; 2], at: Moment) -> Option<String> {
    let proposal = now.proposal();
    let rating =
        |standing: &Option<Standing>| standing.map_or(Rating::START, |standing| standing.now(at));
    let [own, other] = [rating(&standings[0]), rating(&standings[1])];
    let challenger = mention(proposal.challenger);
    match (proposal.invited, standings) {
        (Some(Player::Person(invited)), [_, Some(_)] | [Some(_), _]) => {
            let chance = own.expected(other) * 100.0;
            Some(format!(
                "Ratings: {challenger} {own}, {} {other}. Expected score of {challenger}: {chance:.0} %; a draw counts half.",
                mention(invited)
            ))
        }
        (None, [Some(_), _]) => Some(format!("{challenger}'s rating: {own}")),
        _ => None,
    }
}

/// A column of the leaderboard, to the right of the names.
struct Column {
    /// The figure in the message.
    written: fn(&Ranked<UserId>) -> String,
    /// The figure in the picture.
    drawn: fn(&Ranked<UserId>) -> String,
}

/// The columns, from the left. The first one is in the description of the picture.
const COLUMNS: &[Column] = &[
    Column {
        written: |player| format!("**{}** (±{:.0})", player.rating, player.rating.deviation),
        drawn: |player| format!("{} ±{:.0}", player.rating, player.rating.deviation),
    },
    Column {
        written: |player| rated(player.games),
        drawn: |player| rated(player.games),
    },
];

/// Composes a page of a game's leaderboard, with the user's own place.
///
/// Pages count from 0; a number beyond the end means the last page. `here` limits the list to the server's
/// players; `plain` returns people's names.
pub fn leaderboard(
    game: &Game,
    leaders: &Leaders,
    user: UserId,
    [here, in_server]: [bool; 2],
    page: u32,
    now: Moment,
    plain: impl Fn(UserId) -> Option<String>,
) -> Composed {
    let listed = &leaders.listed;
    let pages = listed.len().div_ceil(ON_A_PAGE).max(1);
    let page = usize::try_from(page).unwrap_or(usize::MAX).min(pages - 1);
    let place = if here { "in this server" } else { "everywhere" };
    let mut lines = vec![format!("**{}**: the best players {place}", game.card.name)];
    let shown = listed.iter().enumerate().skip(page * ON_A_PAGE);
    for (index, player) in shown.take(ON_A_PAGE) {
        // Discord may not show the names of people outside the server.
        let who = if here {
            mention(player.who)
        } else {
            let name = plain(player.who).map(|name| escaped(&name));
            name.unwrap_or_else(|| mention(player.who))
        };
        let figures = COLUMNS.iter().map(|column| (column.written)(player));
        let figures: Vec<_> = figures.collect();
        lines.push(format!(
            "{} {who} {}",
            place_of(player, index).replace('.', "\\."),
            figures.join(" · ")
        ));
    }
    if listed.is_empty() {
        lines.push(String::from(
            "Nobody is listed yet. Start a rated match with `/play`.",
        ));
    }
    lines.push(own_place(game, leaders, user, now));
    let mut foot = Vec::new();
    if pages > 1 {
        foot.push(format!("Page {} of {pages}.", page + 1));
    }
    foot.push(format!(
        "Players who played in the last {} days, ranked by rating minus ±. A rating with ? has no place until it is certain to ±110.",
        ACTIVE.as_secs() / 86_400
    ));
    lines.push(format!("-# {}", foot.join(" ")));
    let to = |here: bool, page: u32| Press::Leaders {
        game: game.card.key.to_owned(),
        everywhere: u8::from(!here),
        page,
    };
    let mut buttons = Vec::new();
    if pages > 1 {
        buttons.extend(page_buttons(page, pages, |page| to(here, page)));
    }
    if in_server {
        for (label, list) in [("This Server", true), ("Everywhere", false)] {
            let page = if list == here { u32::MAX } else { 0 };
            let button = Button::plain(label, to(list, page));
            buttons.push(button.enabled(list != here));
        }
    }
    let options = CATALOGUE.iter().map(|other| {
        let card = &other.card;
        MenuOption::new(card.name, card.key).chosen(card.key == game.card.key)
    });
    let menu = Menu::one(
        "Game",
        Press::LeadersOf {
            everywhere: u8::from(!here),
        },
        options.collect(),
    );
    let first = page * ON_A_PAGE;
    let shown = listed.iter().enumerate().skip(first).take(ON_A_PAGE);
    let shown: Vec<SheetLine> = shown
        .map(|(index, player)| SheetLine {
            place: place_of(player, index),
            name: plain(player.who).unwrap_or_else(|| String::from("?")),
            figures: COLUMNS
                .iter()
                .map(|column| (column.drawn)(player))
                .collect(),
            stands_out: player.who == user,
        })
        .collect();
    let title = format!("{}: the best players {place}", game.card.name);
    let said = shown.iter().map(|line| {
        let rating = line.figures.first().map_or("", String::as_str);
        format!("{} {} {rating}", line.place, cut(&line.name, 40))
    });
    let said = said.collect::<Vec<_>>().join("; ");
    let drawing = (!shown.is_empty()).then(|| Drawing {
        alt: cut(&format!("A table. {title}. {said}."), MOST_ALT),
        file: format!("{}-leaders.png", game.card.key),
        sheet: Sheet::Table {
            title,
            lines: shown,
        },
    });
    Composed {
        drawing,
        menus: vec![menu],
        rows: Vec::from_iter((!buttons.is_empty()).then_some(buttons)),
        ..Composed::text(lines.join("\n"))
    }
}

/// Returns the place of a listed player: `3.`, or `–` for a provisional rating.
fn place_of(player: &Ranked<UserId>, index: usize) -> String {
    if player.rating.is_provisional() {
        String::from("–")
    } else {
        format!("{}.", index + 1)
    }
}

/// Words the sentence about the user's place in the list.
fn own_place(game: &Game, leaders: &Leaders, user: UserId, now: Moment) -> String {
    let listed = &leaders.listed;
    if let Some(index) = listed.iter().position(|player| player.who == user) {
        let rating = listed[index].rating;
        if rating.is_provisional() {
            return format!(
                "Your rating is **{rating}** (±{:.0}). A few more rated matches give you a place.",
                rating.deviation
            );
        }
        let certain = listed.iter().filter(|one| !one.rating.is_provisional());
        return format!(
            "You are number {} of {}: **{rating}** (±{:.0}).",
            index + 1,
            certain.count(),
            rating.deviation
        );
    }
    let Some(own) = leaders.own else {
        return format!("You have no rating in {} yet.", game.card.name);
    };
    let rating = own.now(now);
    let why = if leaders.unlisted {
        String::from("you chose in `/settings` not to be listed")
    } else if own.at.until(now) > ACTIVE {
        format!("your last rated match ended {}", relative(own.at))
    } else {
        String::from("the bot has not seen you in this server before; look again in a moment")
    };
    format!(
        "You are not listed. Your rating is **{rating}** (±{:.0}): {why}.",
        rating.deviation
    )
}

fn rated(games: u32) -> String {
    plural(games, "rated match", "rated matches")
}

/// Composes a player's profile; `own` if the player sees their own.
pub fn profile(profile: &Profile, own: bool, now: Moment) -> Composed {
    let results = &profile.results;
    let mut lines = vec![format!("**Profile** of {}", mention(profile.user))];
    if results.all.all() == 0 {
        lines.push(String::from("No match against a person has finished yet."));
    } else {
        let flagged = match results.flagged {
            0 => String::new(),
            flagged => format!(" ({flagged} of them on time)"),
        };
        let Tally { won, drawn, lost } = results.all;
        lines.push(format!(
            "{} against people: {won} won, {drawn} drawn, {lost} lost{flagged}.",
            matches(results.all.all())
        ));
    }
    lines.extend(punctuality(&profile.figures));
    lines.extend(profile.achievements.iter().cloned());
    for (key, tally) in &results.by_game {
        let name = game_name(key);
        let standing = profile.standings.iter().find(|(game, ..)| game == key);
        let rating = standing.map(|(_, standing, course)| {
            let rating = standing.now(now);
            format!(
                " · **{rating}** (±{:.0}) after {}{}",
                rating.deviation,
                rated(standing.games),
                course_line(course)
            )
        });
        let openings = results.openings.get(key).map(Vec::as_slice);
        let openings = openings.unwrap_or_default().iter();
        let start = games::find(key).and_then(start_of);
        let openings: Vec<_> = openings
            .map(|(turn, often)| {
                let written = start.as_deref().map(|start| written_turn(start, turn));
                let turn = written.as_ref().unwrap_or(turn);
                format!("{} ({often}×)", quoted(&cut(turn, 40)))
            })
            .collect();
        let began = if openings.is_empty() {
            String::new()
        } else {
            format!("\nBegins with {}", openings.join(", "))
        };
        lines.push(format!(
            "**{name}** {}{}{began}",
            tally_words(*tally),
            rating.unwrap_or_default()
        ));
    }
    if !results.opponents.is_empty() {
        let opponents = results.opponents.iter();
        let opponents: Vec<_> = opponents
            .map(|(user, tally)| format!("{} {}", mention(*user), tally_words(*tally)))
            .collect();
        lines.push(format!("Most often against: {}", opponents.join(" · ")));
    }
    if let (Some((short, few)), Some((long, many))) = (results.shortest, results.longest) {
        let turns = |turns: u32| counted(turns, "turn");
        lines.push(if short == long {
            format!("Won in {}: match {short}", turns(few))
        } else {
            format!(
                "Shortest win: match {short} in {} · longest: match {long} in {}",
                turns(few),
                turns(many)
            )
        });
    }
    if !results.latest.is_empty() {
        lines.push(String::from("Latest matches:"));
        lines.extend(results.latest.iter().map(past_line));
    }
    if own {
        lines.push(String::from(
            "-# People in servers that you share see this too, but without opponents and matches from other servers. You can hide it in `/settings`.",
        ));
    }
    // The chart is of the game that the player has played most.
    let drawing = profile.standings.first().and_then(|(key, _, course)| {
        let name = game_name(key);
        let points: Vec<f64> = course.iter().map(|one| one.rating.points).collect();
        let title = format!("{name}: the last {} rated matches", points.len());
        let told: Vec<_> = points.iter().map(|points| format!("{points:.0}")).collect();
        (points.len() >= 3).then(|| Drawing {
            alt: cut(
                &format!(
                    "A chart. {title}. The rating after each: {}.",
                    told.join(", ")
                ),
                MOST_ALT,
            ),
            file: format!("{key}-ratings.png"),
            sheet: Sheet::Course { title, points },
        })
    });
    Composed {
        drawing,
        ..Composed::text(crate::discord::ui::words::cut_lines(&lines.join("\n")))
    }
}

/// Returns the starting position of a game with default settings.
fn start_of(game: &Game) -> Option<AnyPosition> {
    let options = game.complete_options(&GivenOptions::new(), || 0).ok()?;
    game.start(&options).ok()
}

/// Returns the lines about a player's punctuality: last loss on time and usual time for a turn.
///
/// Empty before the first turn.
fn punctuality(figures: &Figures) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(last) = figures.last_lost_on_time {
        lines.push(format!(
            "Last lost on time {}; {} finished since.",
            relative(last),
            match figures.since {
                0 => String::from("no match"),
                since => matches(since),
            }
        ));
    }
    lines.extend(figures.quartiles.map(|[_, half, _]| usual_reply(half)));
    lines
}

/// Words a line about a past match.
fn past_line(past: &Past) -> String {
    let name = game_name(&past.game);
    let how = match past.score {
        Score::Win => "beat",
        Score::Draw => "drew with",
        Score::Loss => "lost to",
    };
    format!(
        "Match {}: {name}, {how} {} in {} {}",
        past.id,
        mention(past.opponent),
        counted(past.turns, "turn"),
        relative(past.at)
    )
}

/// Writes `7 won, 1 drawn, 3 lost`, without zeros.
fn tally_words(tally: Tally) -> String {
    let parts = [
        (tally.won, "won"),
        (tally.drawn, "drawn"),
        (tally.lost, "lost"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> = parts
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    parts.join(", ")
}

/// Draws the course of a rating as bars, with its minimum and maximum; empty for fewer than 3 matches.
fn course_line(course: &[Standing]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    if course.len() < 3 {
        return String::new();
    }
    let points = || course.iter().map(|standing| standing.rating.points);
    let least = points().fold(f64::INFINITY, f64::min);
    let most = points().fold(f64::NEG_INFINITY, f64::max);
    let bars: String = points()
        .filter_map(|points| {
            let share = (points - least) / (most - least).max(1.0);
            let index = ((share * 7.0).round().clamp(0.0, 7.0)) as usize;
            BARS.get(index)
        })
        .collect();
    format!(
        "\n{bars} {least:.0} to {most:.0} in the last {} rated matches",
        course.len()
    )
}
