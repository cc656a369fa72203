use crate::discord::ui::Composed;

/// Says how many matches are being played.
pub(crate) fn ongoing(count: u64) -> Composed {
    Composed::text(match count {
        0 => String::from("No match is being played here. Start one with `/play`."),
        1 => String::from("1 match is being played here."),
        count => format!("{count} matches are being played here."),
    })
}
