use std::net::SocketAddr;
use std::sync::Arc;

use crate::board::Theme;

/// How the pages are served.
#[derive(Clone, Debug, PartialEq)]
pub struct WebSettings {
    /// Where the server listens.
    pub listen: SocketAddr,
    /// The scheme and host under which readers reach it, without a slash at the end.
    pub address: Arc<str>,
    /// Whether a proxy on this machine says whose requests it passes on.
    pub behind_proxy: bool,
    /// The theme of boards in servers that have chosen none.
    pub theme: Theme,
    /// Where the operator says what is kept of people.
    pub privacy: Option<String>,
}
