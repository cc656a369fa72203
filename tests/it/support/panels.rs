//! Panels: commands that open pages, which change by menus, buttons and forms.

use loopback_discord::{Answer, Message, Place};

use super::stage::private;

/// Opens a page of a panel.
pub async fn page(place: &Place, panel: &str, page: &str) -> Message {
    private(place.command(panel, [("page", page)]).await)
}

/// Chooses from a menu of a page: what comes of it.
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
    let form = answer.modal();
    let form = form.unwrap_or_else(|| panic!("a form, not {answer:#?}"));
    place.submit(form, texts.iter().copied()).await
}

/// The value that stands chosen in a menu of a page.
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
