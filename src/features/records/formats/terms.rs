//! The terms of a match and the challenger's figures, as the bot's own records write them.

use std::time::Duration;

use super::moment::moment;
use crate::matches::{Figures, MatchTerms, OpponentTerms};

/// A term of a match as a header of a record.
pub(crate) struct TermHeader {
    pub(crate) key: &'static str,
    /// Whether each record has it.
    pub(crate) required: bool,
    /// Returns the text; `None` if the header is not needed.
    pub(crate) write: fn(&MatchTerms) -> Option<String>,
    /// Reads the text; `None` if it means nothing.
    pub(crate) read: fn(&mut MatchTerms, &str) -> Option<()>,
}

/// The terms of a match, in the order of their headers.
pub(crate) const HEADERS: &[TermHeader] = &[
    TermHeader {
        key: "Rated",
        required: true,
        write: |terms| Some(String::from(if terms.rated { "yes" } else { "no" })),
        read: |terms, text| {
            terms.rated = match text {
                "yes" => true,
                "no" => false,
                _ => return None,
            };
            Some(())
        },
    },
    TermHeader {
        key: "Only",
        required: false,
        write: |terms| (!terms.opponent.is_none()).then(|| opponent_terms(&terms.opponent)),
        read: |terms, text| {
            terms.opponent = read_opponent_terms(text)?;
            Some(())
        },
    },
];

/// Writes terms: `punctual, quick, finished 5, rated 1400-1700`.
fn opponent_terms(terms: &OpponentTerms) -> String {
    let parts = [
        terms.punctual.then(|| String::from("punctual")),
        terms.quick.then(|| String::from("quick")),
        (terms.finished > 0).then(|| format!("finished {}", terms.finished)),
        terms.rating.map(|range| format!("rated {range}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Reads terms written by [`opponent_terms`].
fn read_opponent_terms(text: &str) -> Option<OpponentTerms> {
    let mut read = OpponentTerms::default();
    for part in text.split(", ") {
        match part {
            "punctual" => read.punctual = true,
            "quick" => read.quick = true,
            other => match other.strip_prefix("rated ") {
                Some(range) => read.rating = Some(range.parse().ok()?),
                None => read.finished = other.strip_prefix("finished ")?.parse().ok()?,
            },
        }
    }
    Some(read)
}

/// Writes figures, with times in seconds:
/// `finished 12, late 1, last late 2026-09-21T14:13:20Z, since 4, turns 60 3600 86400`.
pub(crate) fn figures(figures: &Figures) -> String {
    let mut parts = vec![
        format!("finished {}", figures.finished),
        format!("late {}", figures.lost_on_time),
    ];
    parts.extend(
        figures
            .last_lost_on_time
            .map(|last| format!("last late {last}")),
    );
    parts.extend((figures.since > 0).then(|| format!("since {}", figures.since)));
    parts.extend(figures.quartiles.map(|quartiles| {
        let seconds = quartiles.map(|time| time.as_secs().to_string());
        format!("turns {}", seconds.join(" "))
    }));
    parts.join(", ")
}

/// Reads figures written by [`figures`].
pub(crate) fn read_figures(text: &str) -> Option<Box<Figures>> {
    let mut read = Figures::default();
    for part in text.split(", ") {
        if let Some(finished) = part.strip_prefix("finished ") {
            read.finished = finished.parse().ok()?;
        } else if let Some(last) = part.strip_prefix("last late ") {
            read.last_lost_on_time = Some(moment(last)?);
        } else if let Some(since) = part.strip_prefix("since ") {
            read.since = since.parse().ok()?;
        } else if let Some(late) = part.strip_prefix("late ") {
            read.lost_on_time = late.parse().ok()?;
        } else {
            let seconds = part.strip_prefix("turns ")?.split(' ');
            let seconds: Option<Vec<Duration>> = seconds
                .map(|text| text.parse().ok().map(Duration::from_secs))
                .collect();
            read.quartiles = Some(seconds?.try_into().ok()?);
        }
    }
    Some(Box::new(read))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::Moment;

    #[test]
    fn what_is_written_reads_back() {
        for (punctual, quick, finished, range) in [
            (true, false, 0, ""),
            (false, true, 0, "1600+"),
            (false, false, 7, ""),
            (false, false, 0, "1400-1700"),
            (true, true, 1000, "0-1500"),
        ] {
            let terms = OpponentTerms {
                punctual,
                quick,
                finished,
                rating: range.parse().ok(),
            };
            assert_eq!(read_opponent_terms(&opponent_terms(&terms)), Some(terms));
        }
        for (last_lost_on_time, since, quartiles) in [
            (None, 0, None),
            (
                Some(Moment(1_790_000_000_123)),
                9,
                Some([60, 3600, 86_400].map(Duration::from_secs)),
            ),
        ] {
            let figures = Figures {
                finished: 12,
                lost_on_time: 3,
                last_lost_on_time,
                since,
                quartiles,
            };
            let read = read_figures(&super::figures(&figures));
            assert_eq!(read, Some(Box::new(figures)));
        }
        for text in ["", "fast", "rated 1", "finished x", "turns 1 2", "late"] {
            assert_eq!(
                (read_opponent_terms(text), read_figures(text)),
                (None, None),
                "{text}"
            );
        }
    }
}
