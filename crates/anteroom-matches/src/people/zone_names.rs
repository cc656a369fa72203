//! The names under which people look for a time zone: `assets/zones.txt`, and offsets.

use std::sync::LazyLock;

use icu_normalizer::DecomposingNormalizer;

/// The table of zones and names, zones with the most people first.
const TABLE: &str = include_str!("../../../../assets/zones.txt");

/// Zones for offsets that are no whole hours, in minutes; two have such an offset in winter only.
const BETWEEN_HOURS: [(i32, &str); 10] = [
    (-570, "Pacific/Marquesas"),
    (-210, "America/St_Johns"),
    (210, "Asia/Tehran"),
    (270, "Asia/Kabul"),
    (330, "Asia/Kolkata"),
    (345, "Asia/Kathmandu"),
    (390, "Asia/Yangon"),
    (525, "Australia/Eucla"),
    (570, "Australia/Darwin"),
    (765, "Pacific/Chatham"),
];

/// A zone with everything that it is called.
struct Entry {
    /// The name in the IANA database: `America/Sao_Paulo`.
    zone: &'static str,
    /// The same, simplified: `america sao paulo`.
    whole: String,
    /// Its city and its other names, simplified: `sao paulo`, `rio de janeiro`, `brt`.
    names: Vec<String>,
}

/// How well a typed text fits a zone; better fits are less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    Beginning,
    Region,
    Word,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let utc = ["UTC: GMT, Z, Zulu, Universal Time"];
    lines.chain(utc).map(entry).collect()
});

fn entry(line: &'static str) -> Entry {
    let (zone, others) = line.split_once(": ").unwrap_or((line, ""));
    let city = zone.rsplit('/').next().unwrap_or(zone);
    let mut names: Vec<String> = Vec::new();
    for name in std::iter::once(city).chain(others.split(", ")) {
        for name in [simplified(name), simplified(&umlauts_spelled_out(name))] {
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    Entry {
        zone,
        whole: simplified(zone),
        names,
    }
}

/// Returns the zones that a text names: all that it names exactly, or else all that it may become.
pub(super) fn found(typed: &str) -> Vec<String> {
    if let Some(zone) = of_offset(typed) {
        return vec![zone];
    }
    if simplified(typed).is_empty() {
        return Vec::new();
    }
    let all = fitting(typed);
    let exact: Vec<&str> = all
        .iter()
        .filter(|(fit, _)| *fit == Fit::Exact)
        .map(|(_, zone)| *zone)
        .collect();
    let zones = match exact.as_slice() {
        [] => all.into_iter().map(|(_, zone)| zone).collect(),
        _ => exact,
    };
    zones.into_iter().map(String::from).collect()
}

/// Returns the zones that a text may become, the best fit first, and of equal fits the one with more people.
pub(super) fn completions(typed: &str) -> Vec<String> {
    let offset = of_offset(typed);
    let zones = fitting(typed).into_iter().map(|(_, zone)| zone);
    let others = zones.filter(|zone| offset.as_deref() != Some(zone));
    offset
        .iter()
        .map(String::as_str)
        .chain(others)
        .map(String::from)
        .collect()
}

fn fitting(typed: &str) -> Vec<(Fit, &'static str)> {
    let typed = simplified(typed);
    let mut all: Vec<(Fit, &str)> = ENTRIES
        .iter()
        .filter_map(|entry| Some((fit(entry, &typed)?, entry.zone)))
        .collect();
    all.sort_by_key(|(fit, _)| *fit);
    all
}

fn fit(entry: &Entry, typed: &str) -> Option<Fit> {
    let names = || entry.names.iter().map(String::as_str);
    let at_a_word = |name: &str| {
        name.match_indices(' ')
            .any(|(at, _)| name[at + 1..].starts_with(typed))
    };
    if entry.whole == typed || names().any(|name| name == typed) {
        Some(Fit::Exact)
    } else if names().any(|name| name.starts_with(typed)) {
        Some(Fit::Beginning)
    } else if entry.whole.starts_with(typed) {
        Some(Fit::Region)
    } else {
        names()
            .chain([&*entry.whole])
            .any(at_a_word)
            .then_some(Fit::Word)
    }
}

/// Returns a zone that always has a typed offset: `Etc/GMT-3` for `UTC+3`.
fn of_offset(typed: &str) -> Option<String> {
    let text = typed.trim().to_ascii_lowercase();
    let text = text
        .strip_prefix("utc")
        .or_else(|| text.strip_prefix("gmt"))
        .unwrap_or(&text)
        .trim_start();
    let (sign, digits) = match text.strip_prefix(['-', '\u{2212}', '\u{2013}']) {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+')?),
    };
    let digits = digits.trim();
    let number = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<i32>().ok())?
    };
    let (hours, minutes) = match digits.split_once([':', '.']) {
        Some((hours, "5")) => (number(hours)?, 30),
        Some((hours, minutes)) if minutes.len() == 2 => (number(hours)?, number(minutes)?),
        Some(_) => return None,
        // `0530` without a colon.
        None if digits.len() > 2 => {
            let (hours, minutes) = digits.split_at_checked(digits.len() - 2)?;
            (number(hours)?, number(minutes)?)
        }
        None => (number(digits)?, 0),
    };
    let offset = sign * hours.checked_mul(60)?.checked_add(minutes)?;
    match (offset / 60, offset % 60) {
        (0, 0) => Some(String::from("UTC")),
        // The signs of these names are the other way round.
        (hours @ 1..=14, 0) => Some(format!("Etc/GMT-{hours}")),
        (hours @ -12..=-1, 0) => Some(format!("Etc/GMT+{}", -hours)),
        _ => {
            let zone = BETWEEN_HOURS.iter().find(|(minutes, _)| *minutes == offset);
            zone.map(|(_, zone)| String::from(*zone))
        }
    }
}

/// Returns a name in lower case without accents; everything but letters and digits becomes a space.
fn simplified(name: &str) -> String {
    let mut plain = String::new();
    for c in DecomposingNormalizer::new_nfkd().normalize_iter(name.chars()) {
        match c.to_lowercase().next().unwrap_or(c) {
            'ł' => plain.push('l'),
            'ø' => plain.push('o'),
            'đ' | 'ð' => plain.push('d'),
            'ı' => plain.push('i'),
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'þ' => plain.push_str("th"),
            c if c.is_alphanumeric() => plain.push(c),
            // Accents, and apostrophes and points as in Xi'an and St. Louis.
            '\u{300}'..='\u{36f}' | '\'' | '\u{2019}' | '.' => {}
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a name as Germans write it without umlauts: `Koeln` for `Köln`.
fn umlauts_spelled_out(name: &str) -> String {
    let pairs = [
        ('ä', "ae"),
        ('ö', "oe"),
        ('ü', "ue"),
        ('Ö', "Oe"),
        ('Ü', "Ue"),
    ];
    let spelled = |text: String, (umlaut, letters): (char, &str)| text.replace(umlaut, letters);
    pairs.into_iter().fold(name.to_owned(), spelled)
}
