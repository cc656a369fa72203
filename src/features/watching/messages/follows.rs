//! Messages about following matches.

use strum::VariantArray;

use crate::discord::ui::{Button, Composed, Tone};
use crate::features::watching::press::Press;
use crate::matches::{Follow, Match};

/// Composes the choices for following a match; `how` is the current one. `digest` tells whether the person gets a daily
/// digest.
pub fn follow(now: &Match, how: Option<Follow>, digest: bool) -> Composed {
    let id = now.id();
    let chosen = match how {
        Some(Follow::Turns) => {
            " You follow it: the bot mentions you under each turn and the result."
        }
        Some(Follow::End) => " You follow it: the bot mentions you under the result.",
        Some(Follow::List) if digest => {
            " You follow it: *Here* in `/games` lists it first, and your daily digest has a line about it."
        }
        Some(Follow::List) => {
            " You follow it: *Here* in `/games` lists it first. For a line in a daily digest, choose its hour under *Reminders* in `/settings`."
        }
        None => "",
    };
    let label = |how| match how {
        Follow::Turns => "Each Turn",
        Follow::End => "The Result",
        Follow::List => "Just List It",
    };
    let mut buttons: Vec<_> = Follow::VARIANTS
        .iter()
        .map(|&one| {
            let tone = if how == Some(one) {
                Tone::Success
            } else {
                Tone::Plain
            };
            Button::new(label(one), tone, Press::SetFollow { id, how: one })
                .enabled(how != Some(one))
        })
        .collect();
    if how.is_some() {
        buttons.push(Button::new("Stop", Tone::Danger, Press::Unfollow(id)));
    }
    let text = format!(
        "When should the bot mention you in **{}**, match {id}?{chosen}",
        now.game().card.name
    );
    Composed::text(text).with_row(buttons)
}
