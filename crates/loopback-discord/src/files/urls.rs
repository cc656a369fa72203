//! The addresses of attachments, and of pictures of unfolded pages.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::DAY;
use crate::server::Server;
use crate::snowflake::Snowflake;
use crate::state::File;

/// The expiry of a signature that does not expire. No attachment has it: [`Server::is_signed`] compares it with the time.
const NEVER: u64 = 0;

impl Server {
    /// Returns an attachment's URL.
    ///
    /// It is signed and expires, as on Discord, so that callers do not store it.
    pub fn file_url(&self, channel: Snowflake, file: &File) -> String {
        let today = self.clock.now() / DAY;
        // The URL is the same all day, so that a page need not load a picture again.
        let (issued, expires) = (today * DAY / 1000, (today + 2) * DAY / 1000);
        let signature = self.signature(file.id, expires);
        let name = &file.filename;
        format!(
            "{}/attachments/{channel}/{}/{name}?ex={expires:x}&is={issued:x}&hm={signature:016x}",
            self.base_url, file.id
        )
    }

    /// Whether a URL was signed here and has not expired.
    pub fn is_signed(&self, file: Snowflake, expires: &str, signature: &str) -> bool {
        let (Ok(expires), Ok(signature)) = (
            u64::from_str_radix(expires, 16),
            u64::from_str_radix(signature, 16),
        ) else {
            return false;
        };
        signature == self.signature(file, expires) && self.clock.now() / 1000 < expires
    }

    /// Returns the URL of an unfolded page's picture, as Discord's media proxy gives it. It is signed and never expires.
    pub fn picture_url(&self, file: &File) -> String {
        let signature = self.signature(file.id, NEVER);
        let name = &file.filename;
        format!(
            "{}/external/{}/{signature:016x}/{name}",
            self.base_url, file.id
        )
    }

    /// Whether the URL of an unfolded page's picture was signed here.
    pub fn is_picture(&self, file: Snowflake, signature: &str) -> bool {
        u64::from_str_radix(signature, 16) == Ok(self.signature(file, NEVER))
    }

    fn signature(&self, file: Snowflake, expires: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.world.token, file, expires).hash(&mut hasher);
        hasher.finish()
    }
}
