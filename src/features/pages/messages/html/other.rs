//! Pages about what cannot be shown.

use maud::html;

use super::document::document;

/// Why there is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Nothing has this address.
    NotFound,
    /// The reader asks too often.
    TooMany,
    /// The program has too much to do.
    Busy,
}

/// Returns the page that says why there is no other.
pub fn problem(why: Problem) -> String {
    let (title, words) = match why {
        Problem::NotFound => (
            "No Page Here",
            "The link may be incomplete, or the players have withdrawn this page.",
        ),
        Problem::TooMany => (
            "Too Many Requests",
            "You have opened many pages in a short time. Try again in a minute.",
        ),
        Problem::Busy => (
            "Busy",
            "The bot plays first and shows pages after that. Try again in a minute.",
        ),
    };
    let head = html! { meta name="robots" content="noindex"; };
    let body = html! {
        article class="note" {
            h1 { (title) }
            p { (words) }
        }
    };
    document(title, &head, &body, &html! {})
}
