//! Finds tokens that the operator has put into a wrong place, so that nothing prints them.

/// How many characters in a row a text may share with a token.
const SHARED: usize = 9;

/// The length at which a part of a token is recognised without knowing the token: the beginning of a token is the
/// bot's id, a number of at least 17 digits, in base64.
const RECOGNISED: usize = 16;

/// The maximum number of characters of an unknown key that is shown, and of a word of mixed case in it.
const KEY: usize = 60;
const WORD: usize = 16;

/// The tokens that are known while a configuration is read.
#[derive(Default)]
pub(super) struct Secrets(Vec<String>);

impl Secrets {
    /// Adds a token as it was typed.
    pub(super) fn add(&mut self, token: &str) {
        let token = token.trim().trim_start_matches("Bot ").trim();
        if !token.is_empty() {
            self.0.push(token.to_owned());
        }
    }

    /// Adds all texts that may be tokens, of a file that cannot be parsed.
    pub(super) fn add_all_of(&mut self, file: &str) {
        let words = file.split(|c: char| !is_of_tokens(c) && c != '.');
        let long = words.filter(|word| word.len() >= RECOGNISED);
        self.0.extend(long.map(str::to_owned));
    }

    /// Whether a text has a token or a part of one in it.
    pub(super) fn are_in(&self, text: &str) -> bool {
        begins_a_token(text)
            || self.0.iter().any(|secret| {
                let size = secret.len().min(SHARED + 1);
                let mut parts = secret.as_bytes().windows(size);
                size > SHARED
                    && parts.any(|part| text.as_bytes().windows(size).any(|other| other == part))
            })
    }

    /// Returns an unknown key as far as it may be shown: not if it may be a secret.
    pub(super) fn shown_key(&self, key: String) -> Option<String> {
        let is_plain = |word: &str| {
            let mut chars = word.chars();
            let marks = |c: char| c.is_ascii_digit() || matches!(c, '_' | '-');
            chars.clone().all(|c| c.is_ascii_lowercase() || marks(c))
                || chars.clone().all(|c| c.is_ascii_uppercase() || marks(c))
                || word.len() <= WORD && chars.all(char::is_alphabetic)
        };
        let may_be_shown = key.len() <= KEY && key.split('.').all(is_plain) && !self.are_in(&key);
        may_be_shown.then_some(key)
    }
}

/// Whether the beginning of a Discord token is anywhere in a text.
fn begins_a_token(text: &str) -> bool {
    let is_number = |part: &[u8]| {
        part.as_chunks::<4>().0.iter().all(|four| {
            let value = |byte: u8| ALPHABET.iter().position(|known| *known == byte);
            let bits = four
                .iter()
                .try_fold(0, |bits, byte| Some(bits << 6 | value(*byte)?));
            bits.is_some_and(|bits| {
                let bytes = [bits >> 16, bits >> 8, bits].map(|byte| byte & 0xff);
                bytes.iter().all(|byte| (0x30..=0x39).contains(byte))
            })
        })
    };
    text.as_bytes().windows(RECOGNISED).any(is_number)
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn is_of_tokens(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}
