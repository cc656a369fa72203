use std::fmt;
use std::str::FromStr;

/// The number of characters of a name.
const LENGTH: usize = 22;

/// The characters of a name: those of base64 for addresses, six random bits each.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The name of a page in its address. It has 132 random bits, so that nobody finds a page by trying names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageName(String);

impl PageName {
    /// Makes a name from random numbers.
    pub fn random(mut draw: impl FnMut() -> u32) -> Self {
        let mut letter = || char::from(ALPHABET[(draw() % 64) as usize]);
        Self((0..LENGTH).map(|_| letter()).collect())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PageName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let fits = text.len() == LENGTH && text.bytes().all(|byte| ALPHABET.contains(&byte));
        fits.then(|| Self(text.to_owned())).ok_or(())
    }
}

impl fmt::Display for PageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_as_it_is_written_and_nothing_else_is() {
        let mut next = 0;
        let name = PageName::random(|| {
            next += 2_654_435_761_u32 % 1_000;
            next
        });
        assert_eq!(name.as_str().len(), LENGTH);
        assert_eq!(name.to_string().parse(), Ok(name));
        for other in [
            "",
            "short",
            "a/b4567890123456789012",
            "ä234567890123456789012",
        ] {
            assert_eq!(other.parse::<PageName>(), Err(()), "{other}");
        }
    }
}
