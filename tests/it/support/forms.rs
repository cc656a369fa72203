//! Menus and forms that messages and presses open.

use loopback_discord::{Answer, Message, Place};

/// Chooses from the menu whose id begins with this text.
pub async fn chooses(place: &Place, shown: &Message, menu: &str, value: &str) -> Answer {
    let menus = shown.menus();
    let found = menus.iter().find(|one| one.custom_id.starts_with(menu));
    let found = found.unwrap_or_else(|| panic!("no menu {menu}: {shown:#?}"));
    place.select(shown, &found.custom_id, [value]).await
}

/// Fills in the form that an answer opens.
pub async fn fills_in(place: &Place, answer: Answer, texts: &[(&str, &str)]) -> Answer {
    let form = answer.modal();
    let form = form.unwrap_or_else(|| panic!("a form, not {answer:#?}"));
    place.submit(form, texts.iter().copied()).await
}
