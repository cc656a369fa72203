//! Moments as records have them.

use crate::people::Moment;

/// Reads a moment of a record, in UTC; `None` if the text is no moment.
pub(crate) fn moment(text: &str) -> Option<Moment> {
    let text = text.trim();
    if let Some(millis) = text.strip_suffix(" ms") {
        return millis.parse().ok().map(Moment);
    }
    humantime::parse_rfc3339_weak(text).ok().map(Moment::from)
}
