//! The private page of a ladder for one person.

use super::view::{View, places};
use crate::db::journal::Journal;
use crate::discord::ui::composed::page_buttons;
use crate::discord::ui::contests::entry::{ASKING, WITHDRAW};
use crate::discord::ui::contests::{link, named};
use crate::discord::ui::words::{channel_link, counted, cut_lines, date, line_above};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, cut, mention, relative};
use crate::features::Cancelling;
use crate::features::ladders::model::{
    Candidate, ChallengeRefusal, GameId, Ladder, LadderGame, Side, Stage, place_on_return,
};
use crate::features::ladders::press::Press;
use crate::features::play::press::Press as PlayPress;
use crate::matches::{ChannelId, MatchId, UserId};

/// What the page shows beside the ladder.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The page of the order, counted from 0; `None` for the person's own.
    pub page: Option<u32>,
    pub organises: bool,
    /// Whether the bot serves web pages.
    pub has_pages: bool,
    /// Whether moderators keep the person from playing in the server.
    pub kept_out: bool,
    /// A sentence about what the person has just done; may be empty.
    pub said: String,
    /// The threads of the person's matches.
    pub threads: Vec<(MatchId, ChannelId)>,
}

/// Returns the page of a ladder.
pub fn page(view: &View, user: UserId, shown: &Page) -> Composed {
    let own = view.page_of(user);
    let page = shown.page.map_or(own, |page| {
        usize::try_from(page).map_or(0, |page| page.min(view.pages() - 1))
    });
    let mut text = format!(
        "{}{} · {} · {} · {}{}\n{}",
        line_above(&shown.said),
        view.title(),
        view.terms(),
        view.people(),
        channel_link(view.journal.channel),
        view.condition_line(),
        own_line(view, user)
    );
    for (_, game) in of_person(view, user) {
        text.push('\n');
        text.push_str(&game_line(game, user, &shown.threads));
    }
    if !view.is_closed() {
        text.push_str(&format!("\n-# {}", rules_line(view)));
    }
    Composed {
        drawing: view.drawing(page),
        rows: rows(view, user, shown, page),
        ..Composed::text(cut_lines(&text))
    }
}

fn own_line(view: &View, user: UserId) -> String {
    let Some(place) = view.ladder.place(user) else {
        return match (view.is_closed(), view.ladder.old_place(user)) {
            (true, _) => String::from("You are not on this ladder."),
            _ if view.ladder.requests().has(user) => String::from(ASKING),
            (false, None) => {
                String::from("You are not on this ladder. Press *Join* to start in last place.")
            }
            (false, Some(old)) => format!(
                "You were in place {old} when you left this ladder. Press *Join* to return in place {}.",
                place_on_return(old, view.ladder.size().saturating_add(1))
            ),
        };
    };
    let warned = if view.ladder.is_warned(user) {
        " You have had no match for a long time. Challenge somebody, or you will move down."
    } else {
        ""
    };
    format!(
        "You are in place **{place}** of {}.{warned}",
        view.ladder.size()
    )
}

/// Words the rules in one line.
fn rules_line(view: &View) -> String {
    let rules = view.ladder.rules();
    format!(
        "Challenge somebody up to {} above you, and take the place just above them if you win. After {} without a match you move down.",
        places(view.ladder.reach()),
        counted(rules.idle_days, "day")
    )
}

/// Returns a person's challenges and matches that are not over.
fn of_person(view: &View, user: UserId) -> impl Iterator<Item = (GameId, &LadderGame)> {
    let games = view.ladder.games();
    games.filter(move |(_, game)| game.is_open() && game.side_of(user).is_some())
}

fn game_line(game: &LadderGame, user: UserId, threads: &[(MatchId, ChannelId)]) -> String {
    let side = game.side_of(user).unwrap_or(Side::Challenger);
    let other = mention(game.person(side.other()));
    match (game.stage, side) {
        (Stage::Waiting { answer_by }, Side::Challenged) => format!(
            "• {other} challenges you. Answer by {} ({}), or it counts as a loss.",
            date(answer_by),
            relative(answer_by)
        ),
        (Stage::Waiting { answer_by }, Side::Challenger) => format!(
            "• You challenged {other}. Their time to answer ends {}.",
            relative(answer_by)
        ),
        (Stage::Accepted, _) => format!("• Your match against {other} begins in a moment."),
        (Stage::Running(id) | Stage::Ending(id, _), _) => {
            let thread = threads.iter().find(|(one, _)| *one == id);
            let place = thread.map(|(_, thread)| format!(": {}", channel_link(*thread)));
            format!("• Match {id} against {other}{}", place.unwrap_or_default())
        }
    }
}

fn rows(view: &View, user: UserId, shown: &Page, page: usize) -> Vec<Vec<Button>> {
    let id = view.id();
    let mut first = Vec::new();
    if !view.is_closed() {
        if view.ladder.place(user).is_some() {
            let challenge = Press::AskChallenge(id);
            first.push(Button::new("Challenge…", Tone::Primary, challenge).enabled(view.is_open()));
            first.push(Button::plain("Leave…", Press::AskLeave(id)));
        } else if view.ladder.requests().has(user) {
            first.push(Button::plain(WITHDRAW, Press::Leave(id)));
        } else if !shown.kept_out {
            first.push(Button::new("Join", Tone::Success, Press::Join(id)));
        }
    }
    let plays = |(_, game): (GameId, &LadderGame)| matches!(game.stage, Stage::Running(_));
    if of_person(view, user).any(plays) {
        first.push(Button::plain("Next", PlayPress::Next));
    }
    if shown.organises {
        first.push(Button::plain("Manage…", Press::Manage(id)));
    }
    first.extend(link::button(
        &view.journal,
        shown.organises,
        shown.has_pages,
    ));
    let (against, mut last) = answers(view, user);
    if view.pages() > 1 {
        let to = |page| Press::Show { ladder: id, page };
        last.extend(page_buttons(page, view.pages(), to));
    }
    let rows = [first].into_iter().chain(against).chain([last]);
    rows.filter(|row| !row.is_empty()).collect()
}

/// Returns the buttons for a person's challenges: a row for each one to them, and their own.
fn answers(view: &View, user: UserId) -> (Vec<Vec<Button>>, Vec<Button>) {
    let ladder = view.id();
    let waiting = |side| {
        let mine = of_person(view, user);
        let waits = |game: &LadderGame| {
            matches!(game.stage, Stage::Waiting { .. }) && game.side_of(user) == Some(side)
        };
        let waiting = mine.filter(move |(_, game)| waits(game));
        waiting
            .map(|(id, game)| (id, game.person(side.other())))
            .collect::<Vec<_>>()
    };
    // Several challenges need names.
    let label = |verb: &str, user, several: bool, end: &str| {
        if several {
            cut(&format!("{verb}: {}", view.name(user)), 40)
        } else {
            format!("{verb}{end}")
        }
    };
    let (against, own) = (waiting(Side::Challenged), waiting(Side::Challenger));
    let several = against.len() > 1;
    let rows = against
        .iter()
        .map(|&(game, by)| {
            vec![
                Button::new(
                    label("Accept", by, several, ""),
                    Tone::Success,
                    Press::Accept { ladder, game },
                ),
                Button::plain(
                    label("Decline", by, several, "…"),
                    Press::AskDecline { ladder, game },
                ),
            ]
        })
        .collect();
    let several = own.len() > 1;
    let withdraw = own.iter().map(|&(game, to)| {
        let press = Press::Withdraw { ladder, game };
        Button::plain(label("Withdraw", to, several, ""), press)
    });
    (rows, withdraw.collect())
}

/// Returns the list of a server's ladders, to choose one.
pub fn choose(ladders: &[Journal], organises: bool) -> Composed {
    named::list::<Ladder>(ladders, organises, Press::Choose, Press::New)
}

/// Asks whom a person challenges.
pub fn ask_challenge(view: &View, user: UserId, candidates: &[Candidate]) -> Composed {
    let id = view.id();
    let mut buttons = vec![Button::plain("Back", Press::Mine(id))];
    let Some(place) = view.ladder.place(user) else {
        let join = Button::new("Join", Tone::Success, Press::Join(id));
        buttons.insert(0, join);
        let text = format!(
            "{}: you are not on this ladder. Press *Join* to start in last place, then challenge somebody above you.",
            view.title()
        );
        return Composed::text(text).with_row(buttons);
    };
    let may = candidates.iter().filter(|one| one.may.is_ok());
    // The nearest come first: they are the ones that people challenge most.
    let options = may.rev().take(25).map(|one| {
        let record = view.records.of_person(one.user);
        let label = format!("{}. {}", one.place, cut(&view.name(one.user), 60));
        MenuOption::new(label, one.user.0.to_string())
            .described(format!("Won {}, lost {}", record.wins, record.losses))
    });
    let options: Vec<_> = options.collect();
    let within = within_reach(view, place, candidates);
    if within.iter().any(|one| one.may.is_err()) {
        let why = Button::plain("Why Not Others?", Press::WhyNot(id));
        buttons.insert(0, why);
    }
    let text = if place == 1 {
        String::from(
            "You are at the top, so there is nobody to challenge. Others can challenge you.",
        )
    } else if options.is_empty() {
        // If the reason is the same for everybody, no list is needed.
        match whole_reason(&within) {
            Some(why) => {
                buttons.retain(|button| button.label == "Back");
                why.to_string()
            }
            None => String::from("You cannot challenge anybody right now."),
        }
    } else {
        format!(
            "Who do you want to challenge? You are in place {place} and can challenge people up to {} above you. They have 3 days to answer.",
            places(view.ladder.reach())
        )
    };
    let menu = Menu::one("Person", Press::Challenge(id), options.clone());
    Composed {
        menus: Vec::from_iter((!options.is_empty()).then_some(menu)),
        rows: vec![buttons],
        ..Composed::text(format!("{}: {text}", view.title()))
    }
}

/// Returns the people above a person within reach.
fn within_reach(view: &View, place: u32, candidates: &[Candidate]) -> Vec<Candidate> {
    let above = place.saturating_sub(view.ladder.reach())..place;
    let within = candidates.iter().filter(|one| above.contains(&one.place));
    within.copied().collect()
}

/// Returns the reason that concerns the challenger and so everybody within reach.
fn whole_reason(within: &[Candidate]) -> Option<ChallengeRefusal> {
    within.iter().find_map(|one| match one.may {
        Err(
            why @ (ChallengeRefusal::TooManyOwn
            | ChallengeRefusal::Paused
            | ChallengeRefusal::Closed),
        ) => Some(why),
        _ => None,
    })
}

/// Tells why a person cannot challenge the others within reach.
pub fn why_not(view: &View, user: UserId, candidates: &[Candidate]) -> Composed {
    let place = view.ladder.place(user).unwrap_or_default();
    let mut text = format!(
        "{}: why you cannot challenge these people now:",
        view.title()
    );
    for one in within_reach(view, place, candidates) {
        if let Err(why) = one.may {
            text.push_str(&format!("\n{}\\. {}: {why}", one.place, mention(one.user)));
        }
    }
    let id = view.id();
    Composed::text(cut_lines(&text)).with_row(vec![Button::plain("Back", Press::AskChallenge(id))])
}

/// Asks whether a person really leaves.
pub fn ask_leave(view: &View, user: UserId) -> Composed {
    let id = view.id();
    let place = view.ladder.place(user).unwrap_or_default();
    let games = of_person(view, user);
    let running = games.filter(|(_, game)| !matches!(game.stage, Stage::Waiting { .. }));
    let lost = match running.count() {
        0 => String::new(),
        1 => String::from(" Your running match counts as a loss."),
        count => format!(" Your {count} running matches count as losses."),
    };
    let text = format!(
        "Leave {} and give up place {place}?{lost} If you come back later, you start some places lower.",
        view.title()
    );
    Composed::text(text).with_row(vec![
        Button::new("Leave", Tone::Danger, Press::Leave(id)),
        Button::plain("Stay", Press::Mine(id)),
    ])
}

/// Says what it means on the ladder if a player cancels a match, who has cancelled one before or not.
pub(crate) fn cancelling(journal: &Journal, side: Side, before: bool) -> Cancelling {
    let name = &journal.name;
    let (before, after) = match (before, side) {
        (false, _) => (
            format!(
                "It is your first on the ladder **{name}**, so no place changes; the next one counts as declining."
            ),
            format!(
                "No place on the ladder **{name}** changes. The next match that you cancel there counts as declining."
            ),
        ),
        (true, Side::Challenged) => (
            format!(
                "You have cancelled a match on the ladder **{name}** before, so **it counts as declining: a loss, and your opponent takes your place**."
            ),
            format!("It counts as declining on the ladder **{name}**: a loss."),
        ),
        (true, Side::Challenger) => (
            format!(
                "You have cancelled a match on the ladder **{name}** before, so **it counts**: you cannot challenge this person again for 7 days."
            ),
            format!(
                "It counts on the ladder **{name}**: you cannot challenge this person again for 7 days."
            ),
        ),
    };
    Cancelling { before, after }
}

/// Asks whether a person really declines.
pub fn ask_decline(view: &View, game: GameId, by: UserId, user: UserId) -> Composed {
    let ladder = view.id();
    let place = view.ladder.place(user).unwrap_or_default();
    let text = format!(
        "Decline the challenge of {}? It counts as a loss: they take place {place}, and you move down one.",
        mention(by)
    );
    Composed::text(text).with_row(vec![
        Button::new("Decline", Tone::Danger, Press::Decline { ladder, game }),
        Button::plain("Back", Press::Mine(ladder)),
    ])
}
