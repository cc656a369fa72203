//! Messages about blocked people.

use crate::discord::ui::composed::page_buttons;
use crate::discord::ui::panel::act;
use crate::discord::ui::{Button, Composed, Menu, Offer, cut, mention, relative};
use crate::matches::UserId;
use crate::people::Moment;

pub(crate) const BLOCKED: &str = "blocked";

/// The number of people on a page, each with a button.
pub(crate) const ON_A_PAGE: usize = 10;

/// Composes a page of a person's blocked people, latest first.
///
/// `page` counts from 0; `name` returns a person's name.
pub fn blocks(
    blocked: &[(UserId, Moment)],
    page: usize,
    name: impl Fn(UserId) -> Option<String>,
) -> Composed {
    let mut lines = vec![String::from(
        "Blocked people cannot challenge you or take your challenges, and are not told. You cannot challenge them either. \
         Running matches go on.",
    )];
    if blocked.is_empty() {
        lines.push(String::from("You have not blocked anybody."));
    }
    let pages = blocked.len().div_ceil(ON_A_PAGE);
    let page = page.min(pages.saturating_sub(1));
    let shown = blocked.chunks(ON_A_PAGE).nth(page).unwrap_or_default();
    lines.extend(
        shown
            .iter()
            .map(|(user, since)| format!("• {}, {}", mention(*user), relative(*since))),
    );
    let buttons: Vec<_> = shown
        .iter()
        .map(|(user, _)| {
            let name = name(*user).unwrap_or_else(|| user.to_string());
            let label = cut(&format!("Unblock {name}"), 80);
            Button::plain(label, act(BLOCKED, format!("unblock-{user}")))
        })
        .collect();
    let mut rows: Vec<_> = buttons.chunks(5).map(<[Button]>::to_vec).collect();
    if pages > 1 {
        let to = |page| act(BLOCKED, format!("to-{page}"));
        rows.push(page_buttons(page, pages, to).into());
    }
    Composed {
        menus: vec![Menu::one_of(
            "Block somebody",
            act(BLOCKED, "block"),
            Offer::People(Vec::new()),
        )],
        rows,
        ..Composed::text(lines.join("\n"))
    }
}
