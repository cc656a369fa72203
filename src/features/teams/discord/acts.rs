//! What members of a team do.

use crate::board::Seat;
use crate::discord::ui::{App, Composed, Reply, Result, unknown_component};
use crate::features::play::discord::next;
use crate::features::play::discord::session_message::compose;
use crate::features::play::model::session::About;
use crate::features::teams::messages::page;
use crate::features::teams::model::Acting;
use crate::features::teams::model::{Stand, TeamRefusal};
use crate::features::teams::store::votes::Wish;
use crate::matches::{MatchId, Status, turn_mark};

/// Returns who acts.
pub(crate) fn acting(reply: &Reply<'_>) -> Acting {
    Acting {
        user: reply.interaction.user(),
        roles: reply.interaction.roles(),
    }
}

/// Returns the person's team in a match that they may see.
pub(super) async fn stand(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<Stand> {
    app.may_know(reply, id).await?;
    let acting = acting(reply);
    let found = app.arbiter.team(id, &acting, None);
    app.in_match(reply, id, found).await
}

/// Returns the team of a member. Nobody else learns what was proposed, not even by guessing.
async fn member_stand(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<Stand> {
    let stand = stand(app, reply, id).await?;
    if !stand.is_member() {
        return Err(TeamRefusal::NotMember.into());
    }
    acting(reply).may_join(&stand.view.state, stand.seat, stand.team)?;
    Ok(stand)
}

/// Shows the person's page of a team, below a sentence about what they have just done.
async fn tell(app: &App, reply: &mut Reply<'_>, stand: &Stand, said: &str) -> Result {
    let seen_from = app.seen_from(reply, &stand.view.state).await;
    let user = reply.interaction.user();
    app.whisper_here(reply, page::page(stand, user, said, seen_from))
        .await
}

/// Shows the person's page of their team.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: MatchId, said: &str) -> Result {
    let stand = stand(app, reply, id).await?;
    tell(app, reply, &stand, said).await
}

/// Shows what a member does more rarely.
pub(crate) async fn more(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let stand = stand(app, reply, id).await?;
    let runs = matches!(stand.view.state.status(), Status::Open | Status::Playing);
    if !(stand.is_member() && runs) {
        return tell(app, reply, &stand, "").await;
    }
    app.whisper_here(reply, page::more(&stand)).await
}

/// Opens a picker for a vote.
pub(crate) async fn pick(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let found = stand(app, reply, id).await?;
    let state = &found.view.state;
    let Some(voting) = state.voting() else {
        return tell(app, reply, &found, &page::nothing_to_vote(id)).await;
    };
    acting(reply).may_join(state, voting.seat, voting.team)?;
    // An older board leads to the vote that is open now.
    let about = About::Vote {
        id,
        board: voting.board,
    };
    let opened = app.arbiter.open(reply.interaction.user(), about);
    let shown = app.in_match(reply, id, opened).await?;
    let message = compose(app, reply, &shown, None).await;
    app.whisper_here(reply, message).await
}

/// Shows a proposal that was chosen in a menu.
pub(crate) async fn other(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let mark: u32 = reply.chosen()?;
    let stand = member_stand(app, reply, id).await?;
    let seen_from = app.seen_from(reply, &stand.view.state).await;
    match page::proposal(&stand, mark, seen_from) {
        Some(message) => app.whisper_here(reply, message).await,
        None => tell(app, reply, &stand, "That proposal is no longer there.").await,
    }
}

/// Notes what a person wishes in a vote, and shows their page.
async fn wish(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    (board, wish): (u32, Wish),
    said: &str,
) -> Result {
    let stand = wished(app, reply, id, (board, wish)).await?;
    tell(app, reply, &stand, said).await
}

/// Notes what a person wishes in a vote.
async fn wished(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    (board, wish): (u32, Wish),
) -> Result<Stand> {
    app.may_know(reply, id).await?;
    let acting = acting(reply);
    let voted = app.arbiter.team_vote(id, &acting, board, wish);
    app.in_match(reply, id, voted).await
}

/// Votes for a proposal of somebody else.
pub(crate) async fn support(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    (board, mark): (u32, u32),
) -> Result {
    let found = member_stand(app, reply, id).await?;
    let mut proposals = found.count.proposals.iter();
    let Some(proposal) = proposals.find(|one| turn_mark(&one.text) == mark) else {
        return tell(app, reply, &found, "That proposal is no longer there.").await;
    };
    let turn = Some(Some((proposal.text.clone(), proposal.result.clone())));
    let for_it = Wish {
        turn,
        ..Wish::default()
    };
    let stand = wished(app, reply, id, (board, for_it)).await?;
    let (user, seen_from) = (
        reply.interaction.user(),
        app.seen_from(reply, &stand.view.state).await,
    );
    let page = |said: &str| page::page(&stand, user, said, seen_from);
    let shown = next::after_vote(app, reply, (id, None), Composed::default(), page).await;
    app.whisper_here(reply, shown).await
}

pub(crate) async fn withdraw(app: &App, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result {
    let withdrawn = Wish {
        turn: Some(None),
        ..Wish::default()
    };
    let said = "You have withdrawn your vote.";
    wish(app, reply, id, (board, withdrawn), said).await
}

pub(crate) async fn wait(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    (board, waits): (u32, bool),
) -> Result {
    let said = match waits {
        true => "The vote will last its whole time.",
        false => "The vote may end early again.",
    };
    let wanted = Wish {
        waits: Some(waits),
        ..Wish::default()
    };
    wish(app, reply, id, (board, wanted), said).await
}

pub(crate) async fn draw(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    (board, draw): (u32, bool),
) -> Result {
    let said = match draw {
        true => "You want a draw. It counts if more than half of those who vote want one.",
        false => "You no longer want a draw.",
    };
    let wanted = Wish {
        draw: Some(draw),
        ..Wish::default()
    };
    wish(app, reply, id, (board, wanted), said).await
}

/// Joins a team. A challenge to it is accepted by that.
pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: MatchId, seat: Seat) -> Result {
    app.may_know(reply, id).await?;
    let (arbiter, acting) = (app.acting(reply), acting(reply));
    let joined = arbiter.join_team(id, &acting, seat);
    let begun = app.in_match(reply, id, joined).await?;
    let mut said = String::from("You have joined the team.");
    if let Some(update) = begun {
        update.leave_to_arbiter();
        said.push_str(" The match begins.");
    }
    show(app, reply, id, &said).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    app.may_know(reply, id).await?;
    let left = app.arbiter.leave_team(id, reply.interaction.user());
    app.in_match(reply, id, left).await?;
    show(
        app,
        reply,
        id,
        "You have left the team, and your vote no longer counts.",
    )
    .await
}

pub(crate) async fn call(app: &App, reply: &mut Reply<'_>, id: MatchId, called: bool) -> Result {
    app.may_know(reply, id).await?;
    let user = reply.interaction.user();
    let noted = app.arbiter.call_to_votes(id, user, called);
    app.in_match(reply, id, noted).await?;
    let said = match called {
        true => "The next three boards of your team mention you, and later ones while you vote.",
        false => "New boards mention you only while you vote.",
    };
    show(app, reply, id, said).await
}

/// Asks whether a member really asks their team to resign.
pub(crate) async fn ask_resign(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let stand = stand(app, reply, id).await?;
    if !stand.is_member() {
        return Err(unknown_component().into());
    }
    app.whisper_here(reply, page::ask_resign(&stand)).await
}

/// Asks a member's team whether it resigns.
pub(crate) async fn resign(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    app.may_know(reply, id).await?;
    let acting = acting(reply);
    let asked = app.arbiter.ask_to_resign(id, &acting);
    app.in_match(reply, id, asked).await?;
    show(
        app,
        reply,
        id,
        "Your team is being asked. You have answered yes.",
    )
    .await
}

/// Answers whether the team resigns.
pub(crate) async fn answer(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    (asked, resigns): (u64, bool),
) -> Result {
    app.may_know(reply, id).await?;
    let acting = acting(reply);
    let answered = app.arbiter.answer_resigning(id, &acting, (asked, resigns));
    app.in_match(reply, id, answered).await?;
    show(app, reply, id, "").await
}

pub(crate) async fn players(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    app.may_know(reply, id).await?;
    let found = app.arbiter.team_players(id);
    let (view, teams) = app.in_match(reply, id, found).await?;
    app.whisper_here(reply, page::players(&view.state, &teams))
        .await
}
