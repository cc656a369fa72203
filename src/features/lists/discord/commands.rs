//! `/games`.

use strum::VariantArray;

use super::pages::{self, Wanted};
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::{App, Command, CommandOptions, Parameter, Reply, Result};
use crate::features::lists::press::Tab;
use crate::matches::UserId;

pub(crate) fn all() -> Vec<Command> {
    let tabs = Tab::VARIANTS.iter().map(|tab| (tab.label(), tab.label()));
    vec![
        Command::new(
            "games",
            "See your matches, open challenges, matches here and finished matches",
            |app, reply, given| Box::pin(games(app, reply, given)),
        )
        .with(Parameter::text("show", "Which list to show first").one_of(tabs))
        .with(Parameter::person("person", "Whose finished matches to see"))
        .with(Parameter::game("game", "Only this game")),
    ]
}

async fn games(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let game = given.text("game")?.unwrap_or("any");
    if let Some(person) = given.person("person")? {
        let user = UserId(person.id.get());
        app.learn(None, user, display_name(person));
        let filter = pages::filter(user, game, 0, None);
        let page = pages::finished(app, reply, filter).await?;
        return app.whisper(reply, page).await;
    }
    let show = given.text("show")?;
    let tab = Tab::VARIANTS.iter().find(|tab| Some(tab.label()) == show);
    let wanted = Wanted {
        tab: match tab {
            Some(tab) => *tab,
            None => pages::first_tab(app, reply).await?,
        },
        game: game.to_owned(),
        page: 0,
    };
    let page = pages::page(app, reply, &wanted).await?;
    app.whisper(reply, page).await
}
