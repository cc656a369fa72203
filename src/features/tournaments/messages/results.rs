//! All results of a round.

use super::view::View;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::words::channel_link;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, mention, relative};
use crate::features::tournaments::model::{By, Pairing};
use crate::features::tournaments::press::Press;
use crate::matches::UserId;

/// Returns the results of a round for a person, with the matches that they can follow.
pub fn results(view: &View, round: u32, user: UserId) -> Composed {
    let id = view.id();
    let tournament = &view.contest;
    let back = Button::plain("Back", Press::Show(id));
    let last = view.last_round();
    if tournament.began().is_none() {
        let text = format!("{} has not begun, so there are no results.", view.title());
        return Composed::text(text).with_row(vec![back]);
    }
    let round = round.clamp(1, last);
    let all: Vec<&Pairing> = tournament
        .pairings()
        .iter()
        .filter(|one| one.round == round)
        .collect();
    let text = format!("{} · {}", view.title(), view.round_name(round));
    let lines = all.iter().filter_map(|one| line(view, one)).collect();
    let rounds = (1..=last)
        .rev()
        .map(|one| MenuOption::new(view.round_name(one), one.to_string()).chosen(one == round));
    let mut menus = vec![Menu::one("Round", Press::OfRound(id), rounds.collect())];
    let matches = all.iter().flat_map(|pairing| {
        let people = tournament.people_of(pairing);
        let running = pairing.games.iter().filter_map(|game| game.running());
        running.filter_map(move |id| Some(([people[0]?, people[1]?], id)))
    });
    menus.extend(view.follow_menu(matches, user));
    let part = view.parts() == 1;
    Composed {
        drawing: view.picture(0).filter(|_| part),
        menus,
        rows: vec![vec![back]],
        ..Composed::text(with_lines(text, lines, |rest| {
            format!("…and {rest} more: the tournament's posts show them.")
        }))
    }
}

/// Tells a pairing; `None` if nobody of it is known.
pub(super) fn line(view: &View, pairing: &Pairing) -> Option<String> {
    let tournament = &view.contest;
    if tournament.is_swiss() {
        return view.swiss_result(pairing);
    }
    let people = tournament.people_of(pairing);
    let what = match tournament.third_place() {
        Some(third) if third.id == pairing.id => "Third place: ",
        _ => "",
    };
    let [one, other] = match people {
        [Some(one), Some(other)] => [one, other].map(mention),
        [Some(one), None] | [None, Some(one)] => {
            let out = view.is_out(people);
            let state = match pairing.decision.map(|decision| decision.winner) {
                None if out => "is out",
                None => "waits for an opponent",
                Some(Some(_)) if pairing.round == 1 => "has a bye",
                Some(Some(_)) => "has no opponent and goes on",
                Some(None) => return None,
            };
            return Some(format!("• {what}{} {state}", mention(one)));
        }
        [None, None] => return None,
    };
    let Some(decision) = pairing.decision else {
        let state = match pairing.choose_until {
            Some(until) => format!(
                "equal; the side of the deciding game is known {}",
                relative(until)
            ),
            None => format!("{} so far", view.score(pairing, 0)),
        };
        return Some(format!("• {what}{one} against {other}: {state}"));
    };
    let (winner, loser) = match decision.winner {
        Some(0) => (one, other),
        Some(_) => (other, one),
        None => return Some(format!("• {what}neither {one} nor {other} goes on")),
    };
    let score = view.score(pairing, decision.winner.unwrap_or(0));
    let by = match decision.by {
        By::Games => score,
        By::DecidingGame => format!("{score} and the deciding game"),
        By::Walkover => String::from("without playing on"),
        By::Seed => format!("{score} and the better seed"),
        By::Organiser => String::from("the organiser decided"),
    };
    Some(format!("• {what}**{winner}** beats {loser}: {by}"))
}

/// Words the channel of a tournament.
pub(super) fn place(view: &View) -> String {
    channel_link(view.journal.channel)
}
