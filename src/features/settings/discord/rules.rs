use crate::discord::ui::custom_id::draft::{Draft, Want};
use crate::discord::ui::{App, Reply, Result};
use crate::features::settings::model::ServerRules;
use crate::features::settings::store::server_rules;
use crate::matches::{ChannelId, ContestName};

/// Returns the rules of the server in which a person acts. Outside of servers, no rules apply.
pub(crate) async fn here(app: &App, reply: &mut Reply<'_>) -> Result<ServerRules> {
    let Some(guild) = reply.interaction.guild() else {
        return Ok(ServerRules::default());
    };
    let read = app
        .arbiter
        .read(move |db| server_rules::of_server(db, guild));
    Ok(reply.while_doing(read).await?)
}

/// Applies what an organiser has chosen for a new contest in the menu `want`, if it was a menu.
pub(crate) async fn choose<Own>(
    app: &App,
    reply: &mut Reply<'_>,
    want: Option<Want>,
    draft: &mut Draft<Own>,
) -> Result {
    app.organised(reply).await?;
    if let Some(want) = want {
        let rules = here(app, reply).await?;
        draft.choose(reply, want, rules.in_channel)?;
    }
    Ok(())
}

/// Returns the channel of a new contest and the name from the form, if the server's rules allow the contest.
pub(crate) async fn place_and_name<Own>(
    app: &App,
    reply: &mut Reply<'_>,
    draft: &Draft<Own>,
) -> Result<(ChannelId, ContestName)> {
    let rules = here(app, reply).await?;
    rules.check_contest(ChannelId(draft.channel), &draft.game)?;
    draft.place_and_name(reply, rules.in_channel)
}
