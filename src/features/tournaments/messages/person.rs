//! What organisers can do about one person, and about one pairing.

use super::view::View;
use crate::discord::ui::{Button, Composed, Menu, Offer, Tone, cut, mention};
use crate::features::tournaments::model::PairingId;
use crate::features::tournaments::press::Press;
use crate::matches::UserId;

/// Returns the page of a person.
pub fn person(view: &View, person: UserId) -> Composed {
    let tournament = view.id();
    let back = Button::plain("Back", Press::Manage(tournament));
    if !view.contest.is_playing(person) {
        let text = format!(
            "{}: {} is not playing in this tournament now.",
            view.title(),
            mention(person)
        );
        return Composed::text(text).with_row(vec![back]);
    }
    let exclude = Press::Exclude { tournament, person };
    let own = view.contest.current_of(person);
    let own = own.filter(|own| own.opened.is_some());
    let pairing = own.map_or(0, |own| own.id);
    let decide = Press::PairingOf {
        tournament,
        pairing,
    };
    let decide = Button::plain("Decide Their Pairing…", decide).enabled(own.is_some());
    Composed {
        menus: vec![Menu::one_of(
            "Replace them with a newcomer…",
            Press::Replace { tournament, person },
            Offer::People(Vec::new()),
        )],
        rows: vec![vec![
            decide,
            Button::new("Put Out…", Tone::Danger, exclude),
            back,
        ]],
        ..Composed::text(format!(
            "{} · {}\nReplace: a newcomer takes over, if this player has not moved yet.\nPut out: {}.",
            view.title(),
            mention(person),
            match view.contest.is_swiss() {
                true => "this player's running game is lost, and they are not paired any more",
                false => "this player's opponent goes on",
            }
        ))
    }
}

/// Asks who goes on from a pairing.
pub fn decide(view: &View, id: PairingId) -> Composed {
    let tournament = view.id();
    let back = Button::plain("Back", Press::Manage(tournament));
    let found = view.contest.pairing(id);
    let people = found.map_or([None; 2], |found| view.contest.people_of(found));
    let [Some(one), Some(other)] = people else {
        return Composed::text("This pairing is over. Choose another one.").with_row(vec![back]);
    };
    let button = |label, winner: Option<UserId>| {
        let press = Press::Decide {
            tournament,
            pairing: id,
            winner: winner.map_or(0, |winner| winner.0),
        };
        Button::plain(label, press)
    };
    let swiss = view.contest.is_swiss();
    let wins = if swiss { "Wins" } else { "Goes On" };
    let goes_on = |user| format!("{} {wins}…", cut(&view.name(user), 40));
    let text = format!(
        "{} · {} against {}\nTheir running games end at once and are not rated.",
        view.title(),
        mention(one),
        mention(other)
    );
    Composed::text(text).with_row(vec![
        button(goes_on(one), Some(one)),
        button(goes_on(other), Some(other)),
        button(String::from("Neither…"), None),
        back,
    ])
}
