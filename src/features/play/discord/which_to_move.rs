//! The match in which a person wants to move.

use super::next::waiting;
use crate::db::{Connection, Listed, lists, offers};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::match_lines::{self, WhichMatch};
use crate::discord::ui::which_match::{
    Meant, NOTHING_WAITS, named_or_here, recall, suggest, which,
};
use crate::discord::ui::{App, Choices, CommandError, Composed, PICK, Reply, Result, permissions};
use crate::features::play::press::Press;
use crate::features::{self, Joined};
use crate::matches::{MatchId, Status, turn_mark};

/// Returns the match in which a person wants to move, or to vote: the named one, else the thread's if they play in
/// it, else one of those waiting for them. In a thread of an unknown match the person must choose, even if only one
/// match waits.
pub(crate) async fn which_to_move(
    app: &App,
    reply: &mut Reply<'_>,
    named: Option<&str>,
) -> Result<Meant> {
    let here = named_or_here(app, reply, named).await?;
    if let Some(id) = here
        && (named.is_some() || plays(app, reply, id).await?)
    {
        return Ok(Meant::One(id));
    }
    let waiting = waiting(app, reply).await?;
    let waiting: Vec<_> = waiting.into_iter().map(|one| one.listed).collect();
    match (here, waiting.as_slice()) {
        // The thread's match explains why the player cannot move in it.
        (Some(id), []) => Ok(Meant::One(id)),
        // The thread may belong to another match: the bot stores the id of a thread shortly after opening it.
        (None, [one]) if !permissions::in_thread(reply.interaction) => Ok(Meant::One(one.id)),
        (None, []) => Err(CommandError::says(NOTHING_WAITS)),
        _ => Ok(Meant::OneOf(waiting)),
    }
}

/// Whether a person plays in a running match, or can vote in it.
async fn plays(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<bool> {
    let state = reply.while_doing(app.arbiter.current(id)).await?;
    let user = reply.interaction.user();
    let plays = *state.status() == Status::Playing && state.seat_of(user).is_some();
    Ok(plays || state.may_vote(user))
}

/// Suggests the matches in which a person may move or vote, those waiting for them first.
pub(crate) async fn suggest_to_move(app: &App, reply: &Reply<'_>, typed: &str) -> Choices {
    let user = reply.interaction.user();
    let read = move |db: &Connection| Ok((features::joined(db, user)?, lists::games_of(db, user)?));
    let mine = app
        .arbiter
        .store()
        .read(read)
        .await
        .map(|(mut joined, own)| {
            joined.retain(|one| permissions::can_vote_here(reply.interaction, &one.listed));
            let (votes, others): (Vec<_>, Vec<_>) = joined.into_iter().partition(|one| one.waits);
            let listed = |all: Vec<Joined>| all.into_iter().map(|one| one.listed);
            listed(votes).chain(own).chain(listed(others)).collect()
        });
    suggest(app, reply, typed, mine).await
}

/// Asks in which of several matches to play a turn. The button previews it; a long turn is stored.
pub(crate) async fn ask_where(
    app: &App,
    reply: &Reply<'_>,
    waiting: &[Listed],
    typed: &str,
) -> Composed {
    let (user, typed) = (reply.interaction.user(), typed.trim());
    recall(app, reply.interaction.guild(), waiting).await;
    let mut presses = Vec::new();
    for one in waiting.iter().take(match_lines::MOST_ASKED) {
        let (id, board) = (one.id, one.board);
        if typed == PICK {
            presses.push(Press::Move { id, board });
            continue;
        }
        if let Some(short) = Press::try_turn(id, board, typed) {
            presses.push(short);
            continue;
        }
        let turns = [typed.to_owned()];
        let kept = app
            .arbiter
            .write(move |db| offers::store_offers(db, id, user, board, &turns))
            .await;
        let mark = turn_mark(typed);
        presses.push(match kept {
            Ok(()) => Press::TryOffer { id, board, mark },
            Err(error) => {
                tracing::warn!(%error, "a turn that was typed is not kept");
                Press::Move { id, board }
            }
        });
    }
    let presses = presses.into_iter().map(CustomId::from);
    let question = if typed == PICK {
        WhichMatch::Looks
    } else {
        WhichMatch::Moves(typed)
    };
    which(app, reply, waiting, question, presses.collect())
}
