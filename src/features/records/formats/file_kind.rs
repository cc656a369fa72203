//! Detection of files that are not text by their first bytes, for a helpful error message.

/// The first bytes of file types, their names, and the kind of remedy.
const BEGINNINGS: [(&[u8], &str, Kind); 26] = [
    (b"PK\x03\x04", "a ZIP file", Kind::Packed),
    (b"PK\x05\x06", "an empty ZIP file", Kind::Other),
    (b"\x1f\x8b", "a gzip file", Kind::Packed),
    (b"BZh", "a bzip2 file", Kind::Packed),
    (b"\xfd7zXZ\x00", "an xz file", Kind::Packed),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file", Kind::Packed),
    (b"7z\xbc\xaf\x27\x1c", "a 7z file", Kind::Packed),
    (b"Rar!\x1a\x07", "a RAR file", Kind::Packed),
    (b"%PDF-", "a PDF", Kind::Other),
    (b"\x89PNG\r\n", "a picture (PNG)", Kind::Other),
    (b"\xff\xd8\xff", "a picture (JPEG)", Kind::Other),
    (b"GIF8", "a picture (GIF)", Kind::Other),
    (b"BM", "a picture (BMP)", Kind::Other),
    (b"II*\x00", "a picture (TIFF)", Kind::Other),
    (b"MM\x00*", "a picture (TIFF)", Kind::Other),
    (b"OggS", "a sound or a film (Ogg)", Kind::Other),
    (b"ID3", "a sound (MP3)", Kind::Other),
    (b"fLaC", "a sound (FLAC)", Kind::Other),
    (b"\x1aE\xdf\xa3", "a film (Matroska or WebM)", Kind::Other),
    (b"SQLite format 3\x00", "a database (SQLite)", Kind::Other),
    (b"\x7fELF", "a program", Kind::Other),
    (b"MZ", "a program", Kind::Other),
    (b"\xd0\xcf\x11\xe0", "an old Office document", Kind::Other),
    (b"{\\rtf", "a text with formatting (RTF)", Kind::Formatted),
    (b"\xff\xfe", "a text in UTF-16", Kind::Encoded),
    (b"\xfe\xff", "a text in UTF-16", Kind::Encoded),
];

/// The number of bytes that are searched for zero bytes.
const LOOKED_AT: usize = 4096;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Packed,
    Formatted,
    Encoded,
    Other,
}

/// Returns the reason why bytes are not a text record; `None` if they may be one.
pub(crate) fn not_text(bytes: &[u8]) -> Option<String> {
    // Short signatures can also be the beginning of a text.
    let whole = std::str::from_utf8(bytes).is_ok();
    let begins = |beginning: &[u8]| bytes.starts_with(beginning);
    let at = |start: usize, what: &[u8]| {
        bytes
            .get(start..)
            .is_some_and(|rest| rest.starts_with(what))
    };
    let found = BEGINNINGS
        .iter()
        .find(|(beginning, ..)| begins(beginning) && !(whole && beginning.len() < 4))
        .map(|(_, what, kind)| (*what, *kind));
    let found = found.or_else(|| match () {
        () if begins(b"RIFF") && at(8, b"WEBP") => Some(("a picture (WebP)", Kind::Other)),
        () if begins(b"RIFF") && at(8, b"WAVE") => Some(("a sound (WAV)", Kind::Other)),
        () if at(4, b"ftyp") => Some(("a film or a picture (MP4, HEIC or alike)", Kind::Other)),
        () if at(257, b"ustar") => Some(("a tar file", Kind::Packed)),
        () => None,
    });
    match found {
        Some((what, Kind::Packed)) => Some(format!(
            "This file is {what}. Unpack it and import the record in it."
        )),
        Some((what, Kind::Formatted)) => Some(format!(
            "This file is {what}. Save it as plain text, then import it again."
        )),
        Some((what, Kind::Encoded)) => Some(format!(
            "This file is {what}. Save it as UTF-8, then import it again."
        )),
        Some((what, Kind::Other)) => Some(format!("This file is {what}. The bot reads text only.")),
        None if bytes.iter().take(LOOKED_AT).any(|byte| *byte == 0) => Some(String::from(
            "This file is not text. The bot reads text only.",
        )),
        None => None,
    }
}
