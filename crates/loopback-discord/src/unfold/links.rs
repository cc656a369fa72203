//! The links of a text.

use url::Url;

/// The most links of a message that are unfolded.
const MOST: usize = 5;

/// Returns the links that Discord unfolds, as they are written, in order and each once, at most five.
///
/// Links in angle brackets and in code are not among them.
pub(crate) fn links(content: &str) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < content.len() && found.len() < MOST {
        let rest = &content[at..];
        if let Some(skipped) = code(rest).or_else(|| escaped(rest)).or_else(|| quiet(rest)) {
            at += skipped;
        } else if rest.starts_with("http://") || rest.starts_with("https://") {
            let link = bare(rest, content[..at].ends_with("]("));
            if !found.contains(&link) && Url::parse(link).is_ok_and(|url| url.has_host()) {
                found.push(link);
            }
            at += link.len();
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// Returns the length of the code that the text starts with: between the same number of backticks.
fn code(text: &str) -> Option<usize> {
    let fence = text.len() - text.trim_start_matches('`').len();
    if fence == 0 {
        return None;
    }
    let (marks, inside) = text.split_at(fence);
    Some(inside.find(marks).map_or(fence, |end| 2 * fence + end))
}

/// Returns the length of the escaped character that the text starts with.
fn escaped(text: &str) -> Option<usize> {
    let next = text.strip_prefix('\\')?.chars().next()?;
    next.is_ascii_punctuation().then_some(2)
}

/// Returns the length of the link in angle brackets that the text starts with.
fn quiet(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('<')?;
    let end = inside.find(|c: char| c == '>' || c == '<' || c.is_whitespace())?;
    let is_link = inside.starts_with("http://") || inside.starts_with("https://");
    (is_link && inside[end..].starts_with('>')).then_some(end + 2)
}

/// Returns the link that a text starts with. The link behind masked text ends at the closing parenthesis.
fn bare(text: &str, masked: bool) -> &str {
    let end = text.find(|c: char| matches!(c, '<' | '>') || c.is_whitespace());
    let link = &text[..end.unwrap_or(text.len())];
    if masked {
        let mut open = 0_usize;
        for (at, letter) in link.char_indices() {
            match letter {
                '(' => open += 1,
                ')' if open == 0 => return &link[..at],
                ')' => open -= 1,
                _ => {}
            }
        }
    }
    link.trim_end_matches([
        '.', ',', ':', ';', '"', '\'', '!', '?', ')', ']', '*', '_', '~', '|',
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_where_discord_unfolds_them() {
        for (content, expected) in [
            ("http://a/1", vec!["http://a/1"]),
            ("See https://a/b?c=d#e.", vec!["https://a/b?c=d#e"]),
            ("<http://a/1> and http://a/2", vec!["http://a/2"]),
            ("`http://a/1` ```\nhttp://a/2\n``` ``http://a/3``", vec![]),
            ("` http://a/1", vec!["http://a/1"]),
            ("\\`http://a/1`", vec!["http://a/1`"]),
            ("[one](http://a/1), [two](<http://a/2>)", vec!["http://a/1"]),
            ("[one](http://a/(b)c)d", vec!["http://a/(b)c"]),
            (
                "(http://a/1)\n||http://a/2|| **http://a/3**",
                vec!["http://a/1", "http://a/2", "http://a/3"],
            ),
            ("http://a/1 http://a/1", vec!["http://a/1"]),
            ("< http://a/1>", vec!["http://a/1"]),
            ("http:// https://? ftp://a/1 ü", vec![]),
        ] {
            assert_eq!(links(content), expected, "{content}");
        }
        let many: Vec<String> = (0..9).map(|number| format!("http://a/{number}")).collect();
        assert_eq!(links(&many.join(" ")), many[..5]);
    }
}
