//! What a page says about itself in its `<head>`.
//!
//! This is no HTML parser: it reads the tags in order, which suffices for `<meta>` and `<title>`.

use std::collections::HashMap;

/// The most characters of a title and of a description.
const TITLE: usize = 256;
const DESCRIPTION: usize = 350;

/// What a page says about itself. Empty texts are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub title: Option<String>,
    pub description: Option<String>,
    pub site_name: Option<String>,
    /// The address of a picture, possibly relative.
    pub image: Option<String>,
    pub image_alt: Option<String>,
    pub colour: Option<u32>,
    /// Whether the picture is shown large, not as a thumbnail.
    pub is_large: bool,
}

/// Reads a page, up to its body or the end of what is there.
pub(super) fn read(html: &str) -> Head {
    let (metas, title) = metas(html);
    let first = |names: &[&str]| {
        let texts = names.iter().filter_map(|name| metas.get(*name));
        texts.map(|text| text.trim()).find(|text| !text.is_empty())
    };
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let title = first(&["og:title", "twitter:title"])
        .or(title.as_deref())
        .map(one_line)
        .filter(|title| !title.is_empty());
    let image = first(&[
        "og:image",
        "og:image:url",
        "og:image:secure_url",
        "twitter:image",
    ]);
    Head {
        title: title.map(|title| shortened(&title, TITLE)),
        description: first(&["og:description", "twitter:description", "description"])
            .map(|text| shortened(text, DESCRIPTION)),
        site_name: first(&["og:site_name"]).map(|name| shortened(&one_line(name), TITLE)),
        image: image.map(str::to_owned),
        image_alt: first(&["og:image:alt", "twitter:image:alt"])
            .map(|text| shortened(text, DESCRIPTION)),
        colour: first(&["theme-color"]).and_then(colour),
        is_large: first(&["twitter:card"]) == Some("summary_large_image"),
    }
}

/// Returns the first content of each `<meta>` by its name or property, and the text of the first `<title>`.
fn metas(html: &str) -> (HashMap<String, String>, Option<String>) {
    let mut metas = HashMap::new();
    let mut title = None;
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            let Some(end) = comment.find("-->") else {
                break;
            };
            rest = &comment[end..];
            continue;
        }
        let Some((tag, after)) = Tag::read(rest) else {
            break;
        };
        rest = after;
        match tag.name.as_str() {
            "/head" | "body" => break,
            "meta" => {
                let name = tag.attribute("property").or(tag.attribute("name"));
                if let Some((name, content)) = name.zip(tag.attribute("content")) {
                    let name = name.trim().to_ascii_lowercase();
                    metas.entry(name).or_insert_with(|| unescaped(content));
                }
            }
            // Tags inside these are text.
            name @ ("title" | "script" | "style" | "textarea") => {
                let Some(end) = find_end(rest, name) else {
                    break;
                };
                if name == "title" && title.is_none() {
                    title = Some(unescaped(&rest[..end]));
                }
                rest = &rest[end..];
            }
            _ => {}
        }
    }
    (metas, title)
}

/// A tag with its attributes, whose values are not unescaped yet.
struct Tag<'a> {
    /// In lower case; an end tag begins with a slash. Empty for what is no tag.
    name: String,
    attributes: Vec<(String, &'a str)>,
}

impl<'a> Tag<'a> {
    /// Reads the tag that the text starts with, and returns the text after it. `None` if the tag has no end.
    fn read(text: &'a str) -> Option<(Tag<'a>, &'a str)> {
        let inside = text.strip_prefix('<')?;
        let name = inside.strip_prefix('/').unwrap_or(inside);
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let tag = Tag {
                name: String::new(),
                attributes: Vec::new(),
            };
            return Some((tag, inside));
        }
        let ends = |c: char| matches!(c, '>' | '/') || c.is_ascii_whitespace();
        let end = inside.len() - name.len() + name.find(ends)?;
        let mut tag = Tag {
            name: inside[..end].to_ascii_lowercase(),
            attributes: Vec::new(),
        };
        let mut rest = &inside[end..];
        loop {
            rest = rest.trim_start_matches(|c: char| c == '/' || c.is_ascii_whitespace());
            if let Some(after) = rest.strip_prefix('>') {
                return Some((tag, after));
            }
            // An equals sign at the start belongs to the name.
            let ends = |c: char| matches!(c, '=' | '>' | '/') || c.is_ascii_whitespace();
            let first = rest.chars().next()?.len_utf8();
            let end = first + rest[first..].find(ends)?;
            let name = rest[..end].to_ascii_lowercase();
            rest = rest[end..].trim_ascii_start();
            let value = match rest.strip_prefix('=') {
                Some(after) => {
                    let (value, after) = value(after.trim_ascii_start())?;
                    rest = after;
                    value
                }
                None => "",
            };
            tag.attributes.push((name, value));
        }
    }

    fn attribute(&self, name: &str) -> Option<&'a str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| *value)
    }
}

/// Splits off the value of an attribute. `None` if it has no end.
fn value(text: &str) -> Option<(&str, &str)> {
    if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        return text[1..].split_once(quote);
    }
    let end = text.find(|c: char| c == '>' || c.is_ascii_whitespace())?;
    Some(text.split_at(end))
}

/// Returns the place of an element's end tag.
fn find_end(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let start = from + text[from..].find("</")?;
        from = start + 2;
        let found = text.as_bytes().get(from..from + name.len())?;
        if found.eq_ignore_ascii_case(name.as_bytes()) {
            return Some(start);
        }
    }
}

/// The entities that pages use in titles and descriptions. Others stay as they are.
const ENTITIES: [(&str, &str); 24] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\u{a0}"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("middot", "·"),
    ("bull", "•"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("sbquo", "‚"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("bdquo", "„"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("times", "×"),
    ("minus", "−"),
    ("copy", "©"),
    ("reg", "®"),
    ("trade", "™"),
];

/// The longest entity, with its semicolon.
const LONGEST: usize = 10;

fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        rest = &rest[start + 1..];
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b';');
        let known = end.and_then(|end| Some((entity(&rest[..end])?, end)));
        if let Some((letter, end)) = known {
            plain.push_str(&letter);
            rest = &rest[end + 1..];
        } else {
            plain.push('&');
        }
    }
    plain + rest
}

fn entity(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        let letter = char::from_u32(code.ok()?).filter(|letter| *letter != '\0');
        return Some(letter.unwrap_or(char::REPLACEMENT_CHARACTER).to_string());
    }
    let found = ENTITIES.iter().find(|(known, _)| *known == name);
    found.map(|(_, letter)| (*letter).to_owned())
}

/// Returns the number of a colour such as `#ffcc00` or `#fc0`. Colours by name are not known.
fn colour(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        6 => Some(number),
        3 => {
            let double = |shift: u32| ((number >> shift) & 0xf) * 0x11;
            Some((double(8) << 16) | (double(4) << 8) | double(0))
        }
        _ => None,
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    kept.trim_end().to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_it_shows() {
        let head = read(
            r##"<!DOCTYPE html><html><head><!-- <meta property="og:title" content="no"> -->
            <script>var x = '<meta property="og:title" content="no">';</script>
            <TITLE>Window</TITLE>
            <META Property='og:title' Content='Ana &amp; Ben &#183; Anache&#x21;'/>
            <meta property="og:title" content="later">
            <meta content=short name=og:description>
            <meta property="og:site_name" content=" Our &lt;Games&gt; ">
            <meta property="og:image" content="/m/1.png?a=1&amp;b=2">
            <meta property="og:image:alt" content="A board">
            <meta name="twitter:card" content="summary_large_image"><meta name="theme-color" content="#f80">
            </head><body><meta name="description" content="no">"##,
        );
        let text = |text: &str| Some(text.to_owned());
        let expected = Head {
            title: text("Ana & Ben · Anache!"),
            description: text("short"),
            site_name: text("Our <Games>"),
            image: text("/m/1.png?a=1&b=2"),
            image_alt: text("A board"),
            colour: Some(0xff_88_00),
            is_large: true,
        };
        assert_eq!(head, expected);
    }

    #[test]
    fn title_and_description_of_the_page_are_second_best() {
        let head = read(
            "<title>A\n  page &nosuch; &amp</title><meta name=description content='What &quot;it&quot; is'>",
        );
        assert_eq!(head.title.as_deref(), Some("A page &nosuch; &amp"));
        assert_eq!(head.description.as_deref(), Some("What \"it\" is"));
        let long = read(&format!("<title>{}</title>", "ä".repeat(300)));
        assert_eq!(long.title.map(|title| title.chars().count()), Some(256));
    }

    #[test]
    fn malformed_pages_are_read_as_far_as_they_go() {
        for (html, title) in [
            ("", None),
            ("<", None),
            ("<<title>a</title>", Some("a")),
            ("<title>never closed", None),
            ("<title>a</tit></TITLE >", Some("a</tit>")),
            ("<title></title>", None),
            ("<!-- <title>a</title>", None),
            ("<p title=\"<title>b</title>", None),
            ("<meta property=og:title content=\"no end", None),
            ("<meta property=og:title content", None),
            ("<meta property=og:title><title>a</title>", Some("a")),
            ("<meta property content==><title>a</title>", Some("a")),
            ("<meta =x property=\"og:title\" content=\"a\">", Some("a")),
            ("<meta property=\"og:title\"content=\"a\"/>", Some("a")),
            ("<meta/property=og:title/content=a>", None),
            (
                "<meta property='og:title' content='&#0;&#xd800;&#x110000;&#99999999999;'>",
                Some("\u{fffd}\u{fffd}\u{fffd}&#99999999999;"),
            ),
            ("ü</ü><ü><title>ü</title>", Some("ü")),
            ("</head><title>a</title>", None),
            ("<body><title>a</title>", None),
        ] {
            assert_eq!(read(html).title.as_deref(), title, "{html}");
        }
        for (text, expected) in [
            ("#0a0B0c", Some(0x000a_0b0c)),
            ("red", None),
            ("#12", None),
            ("#+12345", None),
            ("#é1", None),
        ] {
            assert_eq!(colour(text), expected, "{text}");
        }
    }
}
