//! Posts about a team in the thread of its match.

use crate::discord::ui::words::{called, cut_lines, list, mention, plural, relative};
use crate::discord::ui::{Button, Composed, Tone};
use crate::features::teams::model::Question;
use crate::features::teams::press::Press;
use crate::matches::{Match, Player, UserId, Voting};
use crate::people::Moment;

/// Adds to the post of a board how many have voted, but not for what. `ends` is when the vote ends as things stand, and
/// `said` when the post says that it closes.
pub fn counted(
    mut board: Composed,
    (voters, size): (usize, usize),
    (ends, said): (Option<Moment>, Option<Moment>),
) -> Composed {
    if voters == 0 && ends.is_none() {
        board
            .content
            .push_str("\nNo vote came in time. The first one starts 30 more minutes.");
        return board;
    }
    let ends = ends.filter(|ends| Some(*ends) != said);
    let until = ends.map(|ends| format!(" Voting closes {} now.", relative(ends)));
    board.content = cut_lines(&format!(
        "{}\n{}{}",
        board.content,
        voted(voters, size),
        until.unwrap_or_default()
    ));
    board
}

/// Returns how many of a team have voted.
pub(super) fn voted(voters: usize, size: usize) -> String {
    match voters {
        0 => String::from("No votes yet."),
        voters => format!(
            "**{voters} of {}** {} voted. Votes stay hidden until the turn is played.",
            plural(size.max(voters), "member", "members"),
            if voters == 1 { "has" } else { "have" }
        ),
    }
}

/// The reminder of the members who have not voted.
pub fn reminder(now: &Match, voting: &Voting, people: &[UserId], ends: Option<Moment>) -> Composed {
    let (id, board) = (now.id(), now.board());
    let names: Vec<_> = people.iter().map(|user| mention(*user)).collect();
    Composed {
        content: format!(
            "{}: **{}** still needs your vote. Voting closes {}.",
            list(&names),
            called(Player::Team(voting.team)),
            relative(ends.unwrap_or(voting.closes))
        ),
        rows: vec![vec![
            Button::new("Vote…", Tone::Primary, Press::Vote { id, board }),
            Button::plain("My Team", Press::Show(id)),
        ]],
        pings: people.iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// The question whether a team resigns.
pub fn question(now: &Match, asked: &Question, people: &[UserId]) -> Composed {
    let (id, number) = (now.id(), asked.number());
    let team = now.player(asked.seat).map(called).unwrap_or_default();
    let names: Vec<_> = people.iter().map(|user| mention(*user)).collect();
    let names = match names.is_empty() {
        true => String::new(),
        false => format!("\n-# {}", list(&names)),
    };
    Composed {
        content: format!(
            "A member asks whether **{team}** resigns match {id}. Members answer until {}. \
             It resigns if two thirds of those who answer say yes, and they are enough.{names}",
            relative(asked.closes)
        ),
        rows: vec![vec![
            Button::new("Resign", Tone::Danger, Press::Yes { id, asked: number }),
            Button::plain("Play On", Press::No { id, asked: number }),
        ]],
        pings: people.iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}
