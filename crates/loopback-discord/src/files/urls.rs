//! The addresses of attachments.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::DAY;
use crate::server::Server;
use crate::snowflake::Snowflake;
use crate::state::File;

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

    fn signature(&self, file: Snowflake, expires: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.world.token, file, expires).hash(&mut hasher);
        hasher.finish()
    }
}
