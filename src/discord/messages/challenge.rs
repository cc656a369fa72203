use super::words::{called, duration_words, mention, settings, time_words};
use super::{Button, Composed, Tone};
use crate::discord::custom_id::CustomId;
use crate::matches::{Match, Player, Status};

/// A challenge that waits for an answer.
#[must_use]
pub fn challenge(open: &Match) -> Composed {
    let proposal = open.proposal();
    let name = open.game().card.name;
    let challenger = mention(proposal.challenger);
    let id = open.id();
    let first = match proposal.invited {
        Some(Player::Computer(level)) if proposal.exhibition.is_some() => {
            let first = proposal.exhibition.map(|exhibition| exhibition.level);
            let [first, second] =
                [first.unwrap_or(level), level].map(|level| called(Player::Computer(level)));
            return Composed {
                content: format!(
                    "{challenger} lets two computers play **{name}** (match {id}): {first} against {second}.\n{}",
                    terms(open)
                ),
                rows: vec![vec![rules_button(open)]],
                ..Composed::default()
            };
        }
        Some(Player::Computer(level)) => {
            return Composed {
                content: format!(
                    "{challenger} plays **{name}** against {} (match {id}).\n{}",
                    called(Player::Computer(level)),
                    terms(open)
                ),
                rows: vec![vec![rules_button(open)]],
                ..Composed::default()
            };
        }
        Some(invited) => format!(
            "{}, {challenger} challenges you to **{name}** (match {id}).",
            called(invited)
        ),
        None => format!(
            "{challenger} is looking for an opponent in **{name}** (match {id}). Anyone may accept."
        ),
    };
    let mut buttons = vec![Button::new("Accept", Tone::Success, CustomId::Accept(id))];
    if proposal.invited.is_some() {
        buttons.push(Button::new("Decline", Tone::Plain, CustomId::Decline(id)));
    }
    buttons.push(Button::new("Withdraw", Tone::Plain, CustomId::Withdraw(id)));
    buttons.push(rules_button(open));
    Composed {
        content: format!("{first}\n{}", terms(open)),
        rows: vec![buttons],
        pings: proposal
            .invited
            .and_then(Player::person)
            .iter()
            .map(|user| user.0)
            .collect(),
        ..Composed::default()
    }
}

/// A challenge that nobody will take up any more.
#[must_use]
pub fn closed_challenge(closed: &Match) -> Composed {
    let proposal = closed.proposal();
    let (name, id) = (closed.game().card.name, closed.id());
    let challenger = mention(proposal.challenger);
    if *closed.status() == Status::Expired {
        return Composed {
            content: format!(
                "Nobody accepted {challenger}'s challenge to **{name}** (match {id}) within 14 days. {challenger} can renew it for 14 more."
            ),
            rows: vec![vec![Button::new(
                "Renew",
                Tone::Primary,
                CustomId::Renew(id),
            )]],
            ..Composed::default()
        };
    }
    Composed::text(match (closed.status(), proposal.invited.map(called)) {
        (Status::Declined, Some(who)) => {
            format!("{who} declined {challenger}'s challenge to **{name}** (match {id}).")
        }
        (Status::Declined, None) => {
            format!("{challenger}'s challenge to **{name}** (match {id}) was declined.")
        }
        _ => format!("{challenger} withdrew the challenge to **{name}** (match {id})."),
    })
}

/// Settings, colours and clock on one line.
pub(super) fn terms(open: &Match) -> String {
    let proposal = open.proposal();
    let colours = if proposal.seat_drawn {
        String::from("random colours")
    } else {
        let who = proposal.exhibition.map_or_else(
            || mention(proposal.challenger),
            |exhibition| called(Player::Computer(exhibition.level)),
        );
        format!("{who} plays {}", open.colour(proposal.seat))
    };
    let parts = [settings(open), colours, pace(open)];
    let line = parts
        .iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" · ");
    // The line stands by itself, so it begins as a sentence does.
    let mut letters = line.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// How fast a match is played: its clock, or the time between the turns of computers.
pub(super) fn pace(open: &Match) -> String {
    let proposal = open.proposal();
    match proposal.exhibition {
        Some(exhibition) => format!("a turn every {}", duration_words(exhibition.every)),
        None => time_words(proposal.time),
    }
}

/// The button that shows the rules of a match's game.
pub(super) fn rules_button(open: &Match) -> Button {
    Button::new(
        "Rules",
        Tone::Plain,
        CustomId::Rules {
            game: open.game().card.key.to_owned(),
            page: 0,
        },
    )
}
