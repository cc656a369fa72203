//! The tab *Challenges*.

use super::pager::{Entry, Group, Listing, pages, place};
use crate::discord::ui::terms::{for_whom, terms};
use crate::discord::ui::words::{called, called_plainly, message_link, up_to};
use crate::discord::ui::{Button, Composed, Tone, channel_link};
use crate::features::lists::press::Press;
use crate::kernel::View;
use crate::matches::{Player, UserId};

/// The most challenges of a server that are listed.
pub const MOST_OPEN: u32 = 200;
/// The challenges per page: each may have two buttons, and Discord allows five rows of components.
pub const CHALLENGES_ON_A_PAGE: usize = 3;

/// A page of the open challenges: to the person, for anyone here, and the person's own.
/// `here` is true if only one channel is listed, and `None` outside servers. `name` returns a person's name, if known.
pub fn challenges(
    open: &[View],
    user: UserId,
    here: Option<bool>,
    (listing, count): (&Listing, usize),
    name: impl Fn(UserId) -> Option<String>,
) -> Composed {
    let me = Player::Person(user);
    let whose = |one: &View| {
        let proposal = one.state.proposal();
        match proposal.invited {
            _ if proposal.challenger == user => Whose::Own,
            Some(invited) if invited == me => Whose::ToMe,
            _ => Whose::Open,
        }
    };
    let group = |title: String, which: Whose| Group {
        title,
        entries: open
            .iter()
            .filter(|one| whose(one) == which)
            .map(|one| entry(one, which, &name))
            .collect(),
    };
    let here = here.map(place);
    let groups = vec![
        group(String::from("Challenges to you"), Whose::ToMe),
        group(format!("Open in {}", here.unwrap_or_default()), Whose::Open),
        group(String::from("Your challenges"), Whose::Own),
    ];
    let empty = match here {
        Some(place) => format!(
            "There is no challenge for you, and none is open in {place}. Make one with `/play`: without an opponent anyone may accept it."
        ),
        None => String::from(
            "There is no challenge for you. Challenges that anyone may accept are made in servers. Here you can `/play` against the computer.",
        ),
    };
    let page = pages(groups, open.len()).into_iter().next();
    listing.show_one(page, count, &empty, Vec::new())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    ToMe,
    Open,
    Own,
}

fn entry(
    View { state, places, .. }: &View,
    whose: Whose,
    name: impl Fn(UserId) -> Option<String>,
) -> Entry {
    let (id, proposal) = (state.id(), state.proposal());
    let game = state.game().card.name;
    let by = match (whose, proposal.invited) {
        (Whose::Own, invited) => {
            let team = proposal.team.map(|team| called(Player::Team(team)));
            let team = team.map(|team| format!(" by {team}")).unwrap_or_default();
            let invited = invited.map(|player| format!(" to {}", called(player)));
            team + &invited.unwrap_or_default()
        }
        _ => format!(" by {}", called(proposal.challenging())),
    };
    let link = match places.card {
        Some(card) => message_link(proposal.place.guild, proposal.place.channel, card),
        None => channel_link(proposal.place.channel),
    };
    let expected = state.expected().map(|(_, usual)| up_to(usual));
    let expected = expected.map(|time| format!(" · usually {time}"));
    let for_whom = for_whom(&proposal.terms.opponent).map(|words| format!("\n{words}"));
    let button = |label: &str, tone, press| Button::new(format!("{label} {id}"), tone, press);
    let accept = || button("Accept", Tone::Success, Press::Take(id));
    let named = match proposal.challenging() {
        Player::Person(user) => name(user),
        other => Some(called_plainly(other, name)),
    };
    let named = named
        .filter(|_| whose != Whose::Own)
        .map(|name| format!(" by {name}"));
    Entry {
        id,
        text: format!(
            "**{game}**, match {id}{by} · {link}\n{}{}{}",
            terms(state),
            expected.unwrap_or_default(),
            for_whom.unwrap_or_default()
        ),
        label: format!("{id}: {game}{}", named.unwrap_or_default()),
        buttons: match whose {
            Whose::ToMe => vec![
                accept(),
                button("Decline", Tone::Plain, Press::DeclineListed(id)),
            ],
            Whose::Open => vec![accept()],
            Whose::Own => vec![button("Withdraw", Tone::Plain, Press::WithdrawListed(id))],
        },
    }
}
