//! Messages of exports.

use strum::VariantArray;

use crate::discord::ui::{Button, Composed};
use crate::features::records::formats::Format;
use crate::features::records::press::Press;
use crate::matches::{Match, MatchId};

/// The buttons of the export formats that support the match.
pub fn export_buttons(now: &Match) -> Vec<Button> {
    Format::offered(now)
        .map(|format| {
            let index = Format::VARIANTS.iter().position(|one| *one == format);
            let form = index
                .and_then(|index| index.try_into().ok())
                .unwrap_or(u8::MAX);
            Button::plain(format.label(), Press::Export { id: now.id(), form })
        })
        .collect()
}

/// The question for the format.
pub fn ask_export(now: &Match) -> Composed {
    let text = format!("Choose a format for the file of match {}.", now.id());
    Composed::text(text).with_row(export_buttons(now))
}

/// The message with the file of a match.
pub fn exported(now: &Match, format: Format) -> Composed {
    Composed::text(format!(
        "Match {}, **{}**, as {format}.",
        now.id(),
        now.game().card.name
    ))
}

/// The message with the files of all matches.
pub fn exported_all(written: usize, all: u64, failed: &[MatchId]) -> Composed {
    let mut text = match written {
        0 => {
            return Composed::text(
                "None of your matches is over yet, so there is nothing to export.",
            );
        }
        1 => String::from("Your finished match, as an APGameRecord."),
        written => format!("Your {written} latest finished matches: an APGameRecord on each line."),
    };
    let left = all.saturating_sub(u64::try_from(written).unwrap_or(u64::MAX));
    if left > 0 {
        text.push_str(&format!(
            " {left} are not in it: older ones for which there is no room, or such as have no result. *Finished* in `/games` lists them."
        ));
    }
    match failed.len() {
        0 => {}
        1 => text.push_str(" One match cannot be read by this version of the bot."),
        failed => {
            text.push_str(&format!(
                " {failed} matches cannot be read by this version of the bot."
            ));
        }
    }
    Composed::text(text)
}
