//! What all pages have.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::features::pages::model::Asked;

/// The sign of the program: four stones.
pub const SIGN: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#6e4526"/><circle cx="11" cy="11" r="5" fill="#f8ecd4"/><circle cx="21" cy="21" r="5" fill="#2c221c"/><circle cx="21" cy="11" r="5" fill="#b67f50"/><circle cx="11" cy="21" r="5" fill="#b67f50"/></svg>"##;

/// Returns what previews read of a page that is not for search engines. `card` is the form of the preview.
pub(super) fn preview(title: &str, description: &str, card: &str) -> Markup {
    html! {
        meta name="robots" content="noindex";
        meta name="referrer" content="no-referrer";
        meta name="description" content=(description);
        meta property="og:type" content="website";
        meta property="og:site_name" content="Anteroom";
        meta property="og:title" content=(title);
        meta property="og:description" content=(description);
        meta name="twitter:card" content=(card);
        meta name="theme-color" content="#6e4526";
    }
}

/// Returns a whole document. `head` has what only this page has.
pub(super) fn document(title: &str, head: &Markup, body: &Markup, footer: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                title { (title) }
                (head)
                link rel="icon" href=(Asked::Icon);
                link rel="stylesheet" href=(Asked::Style);
                script src=(Asked::Script) defer {}
            }
            body {
                header class="top" { strong { (PreEscaped(SIGN)) "Anteroom" } }
                main { (body) }
                footer { (footer) }
            }
        }
    };
    page.into_string()
}
