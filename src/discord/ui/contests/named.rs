//! The option of `/league` and `/ladder` that says which one.

use crate::db::journal::{self, Journal};
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::command_options::CommandOptions;
use crate::discord::ui::reply::Reply;
use crate::kernel::contests::Contest;
use crate::matches::{GuildId, MOST_NAME};

pub(crate) fn option<C: Contest>() -> Parameter {
    let kind = C::KIND;
    let what = format!("Which {kind} (if empty: this channel's)");
    Parameter::text(kind, what)
        .at_most(u16::try_from(MOST_NAME).unwrap_or(40))
        .completed(|app, reply, _, typed| Box::pin(complete::<C>(app, reply, typed)))
}

/// Returns the open contests of the server whose names contain the typed text.
async fn complete<C: Contest>(app: &App, reply: &mut Reply<'_>, typed: &str) -> Choices {
    let Some(guild) = reply.interaction.guild() else {
        return Choices::default();
    };
    let all = app.arbiter.contests_in::<C>(guild).await;
    let all = all.unwrap_or_default().into_iter();
    let typed = typed.trim().to_lowercase();
    let fitting = all.filter(|journal| journal.name.to_lowercase().contains(&typed));
    choices(fitting.map(|journal| (journal.name, journal.id.0.to_string())))
}

/// Returns the open contests of the server, and the number of the named one or of the one in this channel.
pub(crate) async fn found<C: Contest>(
    app: &App,
    reply: &mut Reply<'_>,
    guild: GuildId,
    given: &CommandOptions<'_>,
) -> Result<(Vec<Journal>, Option<u64>), CommandError> {
    let kind = C::KIND;
    let all = app.arbiter.contests_in::<C>(guild);
    let all = reply.while_doing(all).await?;
    let found = match given.text(kind)? {
        Some(typed) => Some(journal::named(&all, typed).ok_or_else(|| {
            CommandError::says(format!(
                "This server has no open {kind} of that name. `/{kind}` lists them."
            ))
        })?),
        None => journal::only_of(&all, &reply.interaction.channels()),
    };
    let found = found.map(|journal| journal.id.0);
    Ok((all, found))
}
