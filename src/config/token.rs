use std::fmt;

/// A bot's token, which is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Reads a token as people copy it: with white space around it, or with the scheme `Bot` before it.
    ///
    /// Returns `None` for an empty text, or for characters that no token has and no request could carry.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let token = text.strip_prefix("Bot ").unwrap_or(text).trim_start();
        let fits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(token.to_owned()))
    }

    /// Returns the token, for requests.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}
