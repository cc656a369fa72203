//! The buttons about pages.

use crate::discord::ui::permissions::moderates;
use crate::discord::ui::{App, CommandError, Handle, Handling, Reply, Result};
use crate::features::pages::messages;
use crate::features::pages::model::PagesRefusal;
use crate::features::pages::press::Press;
use crate::features::pages::service::contest::Organiser;
use crate::features::pages::service::links::Asker;
use crate::matches::{GuildId, JournalId, MatchId};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Link(id) => Box::pin(link(app, reply, id)),
            Press::Withdraw(id) => Box::pin(withdraw(app, reply, id)),
            Press::ContestLink(id) => Box::pin(contest_link(app, reply, id)),
            Press::ContestWithdraw(id) => Box::pin(contest_withdraw(app, reply, id)),
            Press::Calendar => Box::pin(show_calendar(app, reply)),
            Press::RenewCalendar => Box::pin(renew_calendar(app, reply)),
            Press::RevokeCalendar => Box::pin(revoke_calendar(app, reply)),
        }
    }
}

/// Answers with the link to a match's page, and makes the page if a player or a moderator asks first.
async fn link(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    let view = app.watched(reply, id).await?;
    let address = address(app)?;
    let asker = asker(reply);
    let linking = app.arbiter.page_link(id, asker);
    let name = app.in_match(reply, id, linking).await?;
    let decides = asker.moderates || view.state.decides_for_it(asker.user);
    let link = messages::link(&view.state, address, &name, decides);
    app.whisper(reply, link).await
}

/// Withdraws a match's page.
async fn withdraw(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result {
    app.watched(reply, id).await?;
    let withdrawing = app.arbiter.withdraw_page(id, asker(reply));
    app.in_match(reply, id, withdrawing).await?;
    app.whisper_here(reply, messages::withdrawn(id)).await
}

/// Answers with the link to a contest's page, and makes the page if an organiser asks first.
async fn contest_link(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let (guild, asker) = organising(app, reply).await?;
    let address = address(app)?;
    let linking = app.arbiter.contest_link(guild, id, asker);
    let (title, name, decides) = reply.while_doing(linking).await?;
    let link = messages::contest_link(id, &title, address, &name, decides);
    app.whisper(reply, link).await
}

/// Withdraws a contest's page.
async fn contest_withdraw(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let (guild, asker) = organising(app, reply).await?;
    let withdrawing = app.arbiter.withdraw_contest_page(guild, id, asker);
    let title = reply.while_doing(withdrawing).await?;
    app.whisper_here(reply, messages::contest_withdrawn(id, &title))
        .await
}

/// Returns the server of the person who asked, and whether they organise its contests.
async fn organising(app: &App, reply: &mut Reply<'_>) -> Result<(GuildId, Organiser)> {
    let guild = reply.interaction.guild();
    let guild = guild.ok_or(PagesRefusal::NoContest)?;
    let organises = app.organises(reply, guild).await?;
    let user = reply.interaction.user();
    Ok((guild, Organiser { user, organises }))
}

/// Returns the scheme and host of all pages.
fn address(app: &App) -> Result<&str> {
    let address = app.pages.as_deref();
    address.ok_or_else(|| CommandError::from(PagesRefusal::NoPages))
}

/// Shows the address of the person's calendar.
async fn show_calendar(app: &App, reply: &mut Reply<'_>) -> Result {
    let address = address(app)?;
    let calendar = app.arbiter.calendar(reply.interaction.user());
    let secret = reply.while_doing(calendar).await?;
    app.whisper(reply, messages::own_calendar(address, secret.as_ref()))
        .await
}

/// Gives the person's calendar a new address.
async fn renew_calendar(app: &App, reply: &mut Reply<'_>) -> Result {
    let address = address(app)?;
    let renewing = app.arbiter.renew_calendar(reply.interaction.user());
    let secret = reply.while_doing(renewing).await?;
    app.whisper_here(reply, messages::own_calendar(address, Some(&secret)))
        .await
}

/// Takes the person's calendar away.
async fn revoke_calendar(app: &App, reply: &mut Reply<'_>) -> Result {
    let address = address(app)?;
    let revoking = app.arbiter.revoke_calendar(reply.interaction.user());
    reply.while_doing(revoking).await?;
    app.whisper_here(reply, messages::own_calendar(address, None))
        .await
}

fn asker(reply: &Reply<'_>) -> Asker {
    Asker {
        user: reply.interaction.user(),
        moderates: moderates(reply.interaction),
    }
}
