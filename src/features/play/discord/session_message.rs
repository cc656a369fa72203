//! The message of a board session.

use crate::board::Seat;
use crate::discord::ui::{App, Composed, Reply, Result};
use crate::features::play::messages;
use crate::features::play::model::session::About;
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::matches::Viewpoint;
use crate::search::Thought;

/// The message of a session, for its owner.
pub(crate) async fn compose(
    app: &App,
    reply: &mut Reply<'_>,
    shown: &BoardView,
    thought: Option<&Thought>,
) -> Composed {
    let seen_from = seen_from(app, reply, shown).await;
    messages::session_board(shown, reply.interaction.user(), seen_from, thought)
}

/// Shows a session to its owner, in the private message whose button was pressed if there is one.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, shown: &BoardView) -> Result {
    let message = compose(app, reply, shown, None).await;
    app.whisper_here(reply, message).await
}

/// Returns the side from which a board is shown. Explorations are not flipped after every turn.
async fn seen_from(app: &App, reply: &mut Reply<'_>, shown: &BoardView) -> Seat {
    let Some(view) = &shown.ground.view else {
        return match shown.kind {
            BoardKind::Exploration { .. } => Seat::First,
            _ => shown.side(),
        };
    };
    let (now, user) = (&view.state, reply.interaction.user());
    let viewpoint = reply.preferences(&app.arbiter).await.own.viewpoint;
    match (&shown.session.about, viewpoint) {
        (About::Mistake { .. }, _) => shown.side(),
        (About::Match { .. }, _) => viewpoint.seat_looking_back(now, user),
        (About::Line { .. }, Viewpoint::Mover) => Viewpoint::Own.seat(now, user),
        _ => viewpoint.seat(now, user),
    }
}
