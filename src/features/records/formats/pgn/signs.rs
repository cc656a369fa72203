//! Signs that comment on moves, and results as programs write them.

/// Signs and the numbers that stand for them (NAGs).
const SIGNS: [(&str, u8); 27] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+/=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("N", 146),
    ("D", 220),
];

/// What a word between the moves means.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning<'w> {
    /// Nothing: the number of a move, a sign of check.
    Nothing,
    /// A NAG: `$1`.
    Sign(String),
    /// A result in its usual form.
    Result(&'static str),
    /// A seat is passed over.
    Pass,
    /// A move, and a sign that was written behind it.
    Move(&'w str, Option<String>),
}

/// A result in its usual form, however it is written; `None` for another word.
pub(crate) fn result_word(word: &str) -> Option<&'static str> {
    let plain: String = word
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
            other => other,
        })
        .collect();
    match plain.replace('½', "1/2").as_str() {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// What a word between the moves means.
pub(crate) fn meaning(word: &str) -> Meaning<'_> {
    if let Some(result) = result_word(word) {
        return Meaning::Result(result);
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dotted = digits.starts_with(['.', '…']);
    let word = if digits.len() < word.len() && (digits.is_empty() || dotted) {
        digits
    } else {
        word
    };
    let word = word.trim_start_matches(['.', '…']);
    if word.starts_with('$') {
        return Meaning::Sign(word.to_owned());
    }
    if let Some(nag) = nag(word) {
        return Meaning::Sign(nag);
    }
    match word {
        // En passant is told by the squares.
        "" | "e.p." | "ep" => Meaning::Nothing,
        "--" | "Z0" => Meaning::Pass,
        // Signs of check, and such as have no number.
        _ if word.chars().all(|c| "!?.+-/=#".contains(c)) => Meaning::Nothing,
        _ => {
            let plain = word.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
            let sign = word.strip_prefix(plain).and_then(nag);
            Meaning::Move(if sign.is_some() { plain } else { word }, sign)
        }
    }
}

fn nag(sign: &str) -> Option<String> {
    let found = SIGNS.iter().find(|(written, _)| *written == sign);
    found.map(|(_, number)| format!("${number}"))
}
