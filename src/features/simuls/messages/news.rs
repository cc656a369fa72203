//! The news of a simul in its channel.
//!
//! Seats that are taken and results of single boards are not announced: the post of the simul shows them.

use super::view::{View, cancelled, digits, mentions, score, up_to_first_move};
use crate::contests::DepartureReason;
use crate::discord::ui::words::date;
use crate::discord::ui::{Button, Composed, Tone, mention, relative};
use crate::features::simuls::model::{Event, State};
use crate::features::simuls::press::Press;
use crate::matches::UserId;

/// Whether an event may be announced.
pub const fn is_told(event: &Event) -> bool {
    match event {
        Event::Began
        | Event::Cancelled { .. }
        | Event::Warned { .. }
        | Event::Out { .. }
        | Event::Over => true,
        Event::Created { .. }
        | Event::Seated { .. }
        | Event::Left { .. }
        | Event::OrganiserGone
        | Event::GameBegan { .. }
        | Event::GameEnded { .. }
        | Event::Dropped { .. } => false,
    }
}

/// Returns the news of an event; `None` if it is not announced. `after` is the simul right after it.
pub fn news(after: &View, event: &Event) -> Option<Composed> {
    let simul = &after.simul;
    let mut rows = Vec::new();
    let mut pings: Vec<UserId> = Vec::new();
    let text = match event {
        Event::Began => {
            pings.extend(simul.host().person());
            pings.extend(simul.seats());
            let my_board = Press::Show(after.id());
            rows.push(vec![Button::new("My Board", Tone::Primary, my_board)]);
            format!(
                "it begins. {} plays {}. *My Board* leads to your game. If you make no first move within {}, your board ends without a result.",
                after.host(),
                mentions(simul.seats()),
                up_to_first_move(simul.rules())
            )
        }
        Event::Cancelled { why } => {
            pings.extend(simul.seats());
            let seated = match simul.seats() {
                [] => String::new(),
                [one] => format!(" {} had a seat.", mention(*one)),
                all => format!(" {} had seats.", mentions(all)),
            };
            format!(
                "it does not begin, because {}.{seated}",
                cancelled(*why, simul.host())
            )
        }
        Event::Warned { games, until } => {
            let silent = simul.games().iter().filter(|one| games.contains(&one.id));
            let silent: Vec<_> = silent.map(|game| simul.guest(game)).collect();
            pings.extend(&silent);
            let my_board = Press::Show(after.id());
            rows.push(vec![Button::new("My Board", Tone::Primary, my_board)]);
            let (first_move, boards, ends) = match silent.len() {
                1 => ("your first move is", "your board", "ends"),
                _ => ("your first moves are", "your boards", "end"),
            };
            format!(
                "{}, {first_move} missing. Without a move by {} ({}) {boards} {ends} without a result.",
                mentions(&silent),
                date(*until),
                relative(*until)
            )
        }
        // The simul does not begin.
        Event::Out { .. } if matches!(simul.state(), State::Cancelled(_)) => return None,
        Event::Out { user, why } if simul.is_host(*user) => format!(
            "{} The games that were still running are lost for the host.",
            out(*user, *why)
        ),
        Event::Over => {
            pings.extend(simul.host().person());
            let games = simul.games().iter();
            let winners = games.filter(|game| simul.beat_the_host(game));
            let winners: Vec<_> = winners.map(|game| simul.guest(game)).collect();
            pings.extend(&winners);
            let beat = match winners.is_empty() {
                true => String::new(),
                false => format!(" {} beat the host.", mentions(&winners)),
            };
            format!(
                "it is over. {} played {} people, **{}**: {}{beat}",
                after.host(),
                simul.seats().len(),
                digits(simul.tally()),
                score(simul.tally())
            )
        }
        _ => return None,
    };
    let pings = pings.into_iter();
    let pings = pings.filter(|user| user.deleted_name().is_none());
    Some(Composed {
        pings: pings.map(|user| user.0).collect(),
        rows,
        ..Composed::text(format!("{}: {text}", after.title()))
    })
}

/// Says that the host is out. The moderators' act is between them and the person.
fn out(user: UserId, why: DepartureReason) -> String {
    let host = mention(user);
    match why {
        DepartureReason::LeftServer => format!("{host} has left the server."),
        DepartureReason::Left
        | DepartureReason::Banned
        | DepartureReason::DataDeleted
        | DepartureReason::Silent => format!("{host} is out."),
    }
}
