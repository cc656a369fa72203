//! The referee's panel.

use super::acts::moderation;
use crate::board::Seat;
use crate::db::Listed;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::match_lines::{at, match_name};
use crate::discord::ui::refusals;
use crate::discord::ui::words::{at_seat, called, list};
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Offer, Tone, escaped, mention, relative,
};
use crate::features::moderation::model::asks;
use crate::features::moderation::store::acts::{Banned, Moderated};
use crate::kernel::View;
use crate::matches::{Command, Match, MatchId, ModeratorAsks, Refusal, UserId, result_sentence};
use crate::people::Moment;

pub(crate) const REFEREE: &str = "referee";

/// Returns the label of an act, for its button and its form.
fn label(now: &Match, verb: &str) -> String {
    let [first, second] = Seat::BOTH.map(|seat| now.colour(seat));
    String::from(match verb {
        "pause" => "Pause",
        "resume" => "Resume",
        "undo" => "Undo Turn",
        "redo" => "Put Back",
        "reopen" => "Reopen",
        "first" => return format!("{first} Wins"),
        "second" => return format!("{second} Wins"),
        "out-first" => return format!("Let {first} Out"),
        "out-second" => return format!("Let {second} Out"),
        "draw" => "Draw",
        _ => "No Result",
    })
}

/// Returns the title of the form for an act.
pub(crate) fn form_title(now: &Match, verb: &str) -> String {
    format!("Match {}: {}", now.id(), label(now, verb))
}

/// Composes the list of moderators' acts in a server, with menus of matches and people.
///
/// `name` returns a person's name.
pub(crate) fn overview(
    acts: &[Moderated],
    banned: &[Banned],
    matches: &[Listed],
    name: impl Fn(UserId) -> Option<String>,
    id: impl Fn(&str) -> CustomId,
) -> Composed {
    let everybody = Offer::People(Vec::new());
    let person = Menu::one_of("Choose a person", id("person"), everybody);
    let mut page = moderation(acts, banned);
    page.menus = match_menu(matches, name, id("match")).into_iter().collect();
    page.menus.push(person);
    page
}

/// Returns a menu of matches; `None` without matches.
fn match_menu(
    matches: &[Listed],
    name: impl Fn(UserId) -> Option<String>,
    id: CustomId,
) -> Option<Menu> {
    let options = matches.iter().take(25);
    let options: Vec<_> = options
        .map(|one| MenuOption::new(match_name(one, &name), one.id.to_string()))
        .collect();
    (!options.is_empty()).then(|| Menu::one("Choose a match", id, options))
}

/// Composes the page of a match, with a button for each allowed act.
///
/// `said` tells the last act, which the verb `back` undoes.
pub(crate) fn of_match(
    view: &View,
    by: UserId,
    manages: bool,
    (said, back): (Option<String>, Option<&str>),
    now: Moment,
    id: impl Fn(&str) -> CustomId,
) -> Composed {
    let state = &*view.state;
    let decide = |asks| {
        let reason = String::from("x");
        state.decide(&Command::Moderate { by, asks, reason }, now)
    };
    let button = |label: String, verb: &str| Button::plain(label, id(verb));
    let verbs = ["pause", "resume", "undo", "redo", "reopen"].into_iter();
    let can = verbs.filter(|verb| asks(verb, state).is_some_and(|asks| decide(asks).is_ok()));
    let mut acts: Vec<_> = can
        .map(|verb| button(format!("{}…", label(state, verb)), verb))
        .collect();
    if decide(ModeratorAsks::End(None)).is_ok() {
        acts.push(button("End…".into(), "end"));
    }
    let mut more = Vec::new();
    if let Some(verb) = back {
        more.push(button("Take That Back".into(), &format!("back-{verb}")));
    }
    let annul = Command::Annul {
        by,
        moderates: manages,
    };
    if state.decide(&annul, now).is_ok() {
        more.push(button("Annul…".into(), "annul"));
    }
    more.push(button("Other Matches".into(), "others"));
    let why = match (acts.is_empty(), decide(ModeratorAsks::Pause)) {
        (true, Err(Refusal::Finished { .. })) => decide(ModeratorAsks::Reopen).err(),
        (true, Err(why)) => Some(why),
        _ => None,
    };
    let told = "-# Both players can see what you do and the reason that you give.";
    let told = (!acts.is_empty()).then_some(told);
    let parts = [
        said,
        Some(sentence(view)),
        why.map(|why| refusals::sentence(&why)),
        told.map(String::from),
    ];
    let content: Vec<_> = parts.into_iter().flatten().collect();
    Composed {
        rows: [acts, more]
            .into_iter()
            .filter(|row| !row.is_empty())
            .collect(),
        ..Composed::text(content.join("\n"))
    }
}

/// Writes `Match 12: **Connect N**, @Ana (Red) against @Ben (Black), turn 5. The match is in <#77>.`
fn sentence(view: &View) -> String {
    let state = &*view.state;
    let how = match result_sentence(state, called) {
        Some(result) => result,
        None => {
            let [first, second] =
                Seat::BOTH.map(|seat| format!("{} ({})", at_seat(state, seat), state.colour(seat)));
            let turn = state.ply().saturating_add(1);
            let paused = if state.is_paused() {
                " It is paused."
            } else {
                ""
            };
            format!("{first} against {second}, turn {turn}.{paused}")
        }
    };
    format!(
        "Match {}: **{}**, {how}{}",
        state.id(),
        state.game().card.name,
        at(view.places.thread)
    )
}

/// Asks how a match ends.
pub(crate) fn end_question(view: &View, id: impl Fn(&str) -> CustomId) -> Composed {
    let now = &*view.state;
    let danger = |verb| Button::new(label(now, verb), Tone::Danger, id(verb));
    let out = ["out-first", "out-second"].into_iter();
    let out = out.filter(|verb| asks(verb, now).is_some()).map(danger);
    let keep = Button::plain("Keep Playing", id("show"));
    Composed {
        rows: vec![
            ["first", "second", "draw", "none"].map(danger).into(),
            out.chain([keep]).collect(),
        ],
        ..Composed::text(format!(
            "{}\n**How does it end?** The next step asks for your reason. A player who is let out need not play on: \
             the match ends without a result, and no rating changes.",
            sentence(view)
        ))
    }
}

/// Asks whether to annul a match.
pub(crate) fn annul_question(match_id: MatchId, id: impl Fn(&str) -> CustomId) -> Composed {
    let text = format!(
        "Remove match {match_id} from the ratings? The ratings that followed are recomputed, everybody is told, and this cannot be undone."
    );
    Composed::text(text).with_row(vec![
        Button::new("Annul", Tone::Danger, id("annul-yes")),
        Button::plain("Keep Result", id("show")),
    ])
}

/// Says what *Keep Out…* does to the leagues and ladders of a person.
fn kept_out_of(contests: &[String]) -> String {
    const SHOWN: usize = 10;
    if contests.is_empty() {
        return String::from(
            "They cannot join leagues, ladders, tournaments and simuls, and their running matches go on.",
        );
    }
    let mut names: Vec<String> = contests
        .iter()
        .take(SHOWN)
        .map(|name| format!("**{name}**"))
        .collect();
    if contests.len() > SHOWN {
        names.push(format!("{} more", contests.len() - SHOWN));
    }
    format!(
        "*Keep Out…* takes them out of {}, ends their games there, and takes away their *Join*; their other running matches go on.",
        list(&names)
    )
}

/// Composes the page of a person, with their ban and their matches.
pub(crate) fn of_person(
    person: UserId,
    (banned, contests): (Option<&Banned>, &[String]),
    matches: &[Listed],
    name: impl Fn(UserId) -> Option<String>,
    id: impl Fn(&str) -> CustomId,
) -> Composed {
    let who = mention(person);
    let (content, button) = match banned {
        Some(banned) => (
            format!(
                "{who} cannot begin matches in this server or join leagues, ladders, tournaments and simuls: kept out by {} {}. {}\n\
                 Their running matches outside these go on. *Let In* gives them back the places that they had in leagues and ladders, while the same season is being played.",
                mention(banned.by),
                relative(banned.at),
                escaped(&banned.reason)
            ),
            Button::new("Let In", Tone::Success, id("let-in")),
        ),
        None => (
            format!(
                "{who} may begin matches in this server.\n\
                 People who are kept out see your reason when they try to begin a match. {}",
                kept_out_of(contests)
            ),
            Button::new("Keep Out…", Tone::Danger, id("keep-out")),
        ),
    };
    Composed {
        menus: match_menu(matches, name, id("match")).into_iter().collect(),
        rows: vec![vec![button, Button::plain("Other Matches", id("others"))]],
        ..Composed::text(content)
    }
}
