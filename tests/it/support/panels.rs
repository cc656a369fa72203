//! Panels: commands whose pages people change by menus, buttons and forms.

use loopback_discord::{Answer, Message, Place};
use reqwest::Method;
use serde_json::Value;

use super::forms;
use super::rest::as_bot;
use super::stage::{NOTHING, Stage, private};

pub async fn page(place: &Place, panel: &str, page: &str) -> Message {
    private(place.command(panel, [("page", page)]).await)
}

/// Chooses from a menu of a page, and returns the changed page.
pub async fn chooses<V: Into<String>>(
    place: &Place,
    panel: &str,
    (page, menu): (&str, &str),
    values: impl IntoIterator<Item = V>,
) -> Message {
    let shown = self::page(place, panel, page).await;
    let menu = format!("set/{page}/{menu}");
    private(place.select(&shown, &menu, values).await)
}

/// Fills in the form that a button of a page opens.
pub async fn fills_in(
    place: &Place,
    panel: &str,
    (page, button): (&str, &str),
    texts: &[(&str, &str)],
) -> Answer {
    let shown = self::page(place, panel, page).await;
    let answer = place.press(&shown, button).await;
    forms::fills_in(place, answer, texts).await
}

/// Blocks another person.
pub async fn blocks(stage: &Stage, place: &Place, person: &str) -> Message {
    let person = [stage.id(person).to_string()];
    chooses(place, "settings", ("blocked", "block"), person).await
}

/// Opens the referee's panel for the match of a thread.
pub async fn referee(place: &Place) -> Message {
    private(place.command("referee", NOTHING).await)
}

/// Gives a reason in the form that a button of the referee's panel opens.
pub async fn gives_reason(place: &Place, shown: &Message, button: &str, reason: &str) -> Answer {
    let answer = place.press(shown, button).await;
    forms::fills_in(place, answer, &[("reason", reason)]).await
}

/// Presses a button of the referee's panel, and gives a reason.
pub async fn moderates(place: &Place, button: &str, reason: &str) -> Message {
    let shown = referee(place).await;
    private(gives_reason(place, &shown, button, reason).await)
}

pub fn chosen(panel: &Message, menu: &str) -> String {
    let rows = panel.json()["components"].as_array().expect("rows").iter();
    let menu = rows
        .map(|row| &row["components"][0])
        .find(|component| component["custom_id"] == menu)
        .expect("the menu");
    let option = menu["options"]
        .as_array()
        .expect("options")
        .iter()
        .find(|option| option["default"] == true);
    option.expect("a chosen option")["value"]
        .as_str()
        .expect("a value")
        .to_owned()
}

/// Returns the id of a role of a server.
pub async fn role(stage: &Stage, server: &str, name: &str) -> String {
    let path = format!("/guilds/{}/roles", stage.sandbox.server(server));
    let (_, roles) = as_bot(&stage.sandbox, Method::GET, &path, &Value::Null).await;
    let roles = roles.as_array().expect("roles");
    let role = roles
        .iter()
        .find(|role| role["name"] == name)
        .expect("the role");
    role["id"].as_str().expect("an id").to_owned()
}
