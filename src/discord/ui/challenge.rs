use std::time::Duration;

use super::composed::{Button, Composed, Tone};
use super::terms::{for_whom, matches, rules_button, terms};
use super::words::{called, counted, cut, mention, relative, roughly, up_to};
use crate::features::play::press::Press as PlayPress;
use crate::features::teams::press::{Press as TeamPress, Side};
use crate::matches::{Match, Player, Status, Team};

/// Returns the message of a challenge that waits for an answer.
pub fn challenge(open: &Match) -> Composed {
    let proposal = open.proposal();
    let name = open.game().card.name;
    let challenger = mention(proposal.challenger);
    let id = open.id();
    if let Some(contest) = open.contest() {
        let other = proposal.invited.map(called).unwrap_or_default();
        return Composed {
            content: format!(
                "**{name}** (match {id}): {challenger} against {other}. {}.\n{}",
                contest.words(),
                terms(open)
            ),
            rows: vec![vec![rules_button(open.game())]],
            ..Composed::default()
        };
    }
    if proposal.has_team() {
        return of_team(open);
    }
    let first = match proposal.invited {
        Some(Player::Computer(level)) => {
            return Composed {
                content: format!(
                    "{challenger} plays **{name}** against {} (match {id}).\n{}",
                    called(Player::Computer(level)),
                    terms(open)
                ),
                rows: vec![vec![rules_button(open.game())]],
                ..Composed::default()
            };
        }
        Some(invited) => {
            let what = match proposal.rematch_of {
                Some(of) => format!("a rematch of match {of}: **{name}**"),
                None => format!("**{name}**"),
            };
            format!(
                "{}, {challenger} challenges you to {what} (match {id}).",
                called(invited)
            )
        }
        None => format!(
            "{challenger} is looking for an opponent in **{name}** (match {id}). Anyone may accept."
        ),
    };
    let mut buttons = vec![Button::new("Accept", Tone::Success, PlayPress::Accept(id))];
    if proposal.invited.is_some() {
        buttons.push(Button::plain("Decline", PlayPress::Decline(id)));
    }
    buttons.push(Button::plain("Withdraw", PlayPress::Withdraw(id)));
    buttons.push(rules_button(open.game()));
    Composed {
        content: format!(
            "{first}\n{}{}{}{}",
            terms(open),
            asked_terms(open),
            record_of_challenger(open),
            expectation(open)
        ),
        rows: vec![buttons],
        pings: invited(open),
        ..Composed::default()
    }
}

/// Returns the person to notify of a challenge, if it is to one.
fn invited(open: &Match) -> Vec<u64> {
    let person = open.proposal().invited.and_then(Player::person);
    person.iter().map(|user| user.0).collect()
}

/// Returns the message of a challenge by a team or to one.
fn of_team(open: &Match) -> Composed {
    let proposal = open.proposal();
    let (name, id) = (open.game().card.name, open.id());
    let challenger = mention(proposal.challenger);
    let bold = |team: Team| format!("**{}**", called(Player::Team(team)));
    let joins = |team: Team, seat, tone| {
        let press = TeamPress::Join {
            id,
            seat: Side(seat),
        };
        Button::new(cut(&format!("Join {}", team.name), 80), tone, press)
    };
    let (own, other) = (proposal.seat, proposal.seat.other());
    let mut buttons = Vec::new();
    let first = match (proposal.team, proposal.invited) {
        (Some(team), Some(Player::Team(invited))) => {
            buttons.push(joins(invited, other, Tone::Success));
            buttons.push(joins(team, own, Tone::Plain));
            let (team, invited) = (bold(team), bold(invited));
            format!(
                "{challenger} starts a match of **{name}** (match {id}) for the team {team}. It begins when somebody else joins {invited}."
            )
        }
        (Some(team), Some(invited @ Player::Person(_))) => {
            buttons.push(Button::new("Accept", Tone::Success, PlayPress::Accept(id)));
            buttons.push(Button::plain("Decline", PlayPress::Decline(id)));
            buttons.push(joins(team, own, Tone::Plain));
            format!(
                "{}, {challenger} challenges you to **{name}** (match {id}) for the team {}.",
                called(invited),
                bold(team)
            )
        }
        (Some(team), Some(computer @ Player::Computer(_))) => {
            buttons.push(joins(team, own, Tone::Success));
            format!(
                "The team {}, started by {challenger}, plays **{name}** against {} (match {id}).",
                bold(team),
                called(computer)
            )
        }
        (Some(team), None) => {
            buttons.push(Button::new("Accept", Tone::Success, PlayPress::Accept(id)));
            buttons.push(joins(team, own, Tone::Plain));
            format!(
                "The team {}, started by {challenger}, is looking for an opponent in **{name}** (match {id}). Anyone may accept, and plays alone against it.",
                bold(team)
            )
        }
        (None, invited) => {
            let team = invited.and_then(Player::team);
            buttons.extend(team.map(|team| joins(team, other, Tone::Success)));
            format!(
                "{challenger} challenges the team {} to **{name}** (match {id}). The match begins when somebody joins it.",
                team.map(bold).unwrap_or_default()
            )
        }
    };
    // A computer has accepted already.
    if *open.status() == Status::Open {
        buttons.push(Button::plain("Withdraw", PlayPress::Withdraw(id)));
    }
    buttons.push(rules_button(open.game()));
    let who = match proposal.role() {
        Some(role) => format!("<@&{role}> votes on each turn."),
        None => String::from("Who joins a team votes on each of its turns."),
    };
    Composed {
        content: format!("{first}\n{}\n{who}", terms(open)),
        rows: vec![buttons],
        pings: invited(open),
        ..Composed::default()
    }
}

/// Returns the terms of an open challenge on a line; empty if it has none.
fn asked_terms(open: &Match) -> String {
    let words = for_whom(&open.proposal().terms.opponent);
    words.map(|words| format!("\n{words}")).unwrap_or_default()
}

/// Returns the punctuality of the challenger on a small line; empty if it is unknown.
fn record_of_challenger(open: &Match) -> String {
    let proposal = open.proposal();
    let Some(figures) = &proposal.figures else {
        return String::new();
    };
    let late = match (figures.lost_on_time, figures.last_lost_on_time) {
        (0, _) => String::from("none of them lost on time"),
        (lost, Some(last)) => {
            let since = match figures.since {
                0 => String::new(),
                since => format!(", with {} finished since", matches(since)),
            };
            format!(
                "{lost} of them lost on time, last {}{since}",
                relative(last)
            )
        }
        (lost, None) => format!("{lost} of them lost on time"),
    };
    let turns = figures
        .quartiles
        .map(|[_, half, _]| format!(" {}", usual_reply(half)));
    format!(
        "\n-# {} has finished {}, {late}.{}",
        mention(proposal.challenger),
        matches(figures.finished),
        turns.unwrap_or_default()
    )
}

/// Returns the usual number of turns and the usual duration of a match on a small line.
fn expectation(open: &Match) -> String {
    let Some((turns, usual)) = open.expected() else {
        return String::new();
    };
    format!(
        "\n-# About {}: usually {}.",
        counted(turns, "turn"),
        up_to(usual)
    )
}

/// Returns the sentence for the time within which a player makes half of their turns.
pub(crate) fn usual_reply(half: Duration) -> String {
    format!("Usual reply: under {}.", roughly(half))
}

/// Returns the message of a challenge that can no longer be accepted.
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
                PlayPress::Renew(id),
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
