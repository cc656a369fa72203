use crate::discord::ui::{App, Reply, Result};
use crate::features::settings::model::ServerRules;
use crate::features::settings::store::server_rules;

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
