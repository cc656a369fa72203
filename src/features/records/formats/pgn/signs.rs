//! Move annotation signs, and the spellings of results.

/// The annotation signs and their numbers (NAGs).
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

/// The meaning of a word between the moves.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning<'w> {
    /// A move number or a sign of check, which is skipped.
    Nothing,
    /// A NAG: `$1`.
    Sign(String),
    /// A result in its standard form.
    Result(&'static str),
    /// A seat was passed over.
    Pass,
    /// A move, and the signs written right after it as NAGs.
    Move(&'w str, Vec<String>),
}

/// Returns the standard form of a result; `None` for another word.
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

/// Returns the meaning of a word between the moves.
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
        // The squares show that a move is en passant.
        "" | "e.p." | "ep" => Meaning::Nothing,
        "--" | "Z0" => Meaning::Pass,
        // Signs of check, and signs without a number.
        _ if word.chars().all(|c| "!?.+-/=#".contains(c)) => Meaning::Nothing,
        _ => {
            let (mut plain, mut signs) = (word, Vec::new());
            while let Some((before, nag)) = sign_behind(plain) {
                plain = before;
                signs.insert(0, nag);
            }
            Meaning::Move(plain, signs)
        }
    }
}

/// Splits the longest sign off the end of a move: `e3±`, `Nf3!?`. Letters are part of the move.
fn sign_behind(word: &str) -> Option<(&str, String)> {
    let signs = SIGNS.iter().filter(|(sign, _)| !["N", "D"].contains(sign));
    let longest = signs
        .filter_map(|(sign, number)| Some((word.strip_suffix(sign)?, number)))
        .filter(|(before, _)| !before.is_empty())
        .min_by_key(|(before, _)| before.len())?;
    Some((longest.0, format!("${}", longest.1)))
}

fn nag(sign: &str) -> Option<String> {
    let found = SIGNS.iter().find(|(written, _)| *written == sign);
    found.map(|(_, number)| format!("${number}"))
}
