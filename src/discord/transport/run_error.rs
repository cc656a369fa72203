/// Why the bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The token was refused.
    #[error("Discord does not accept the token any more: check discord.token")]
    WrongToken,
    /// The connection cannot be kept.
    #[error("the connection to Discord is lost: {0}")]
    Lost(String),
    /// The gateway's thread is silent. A new process is the only cure.
    #[error("the connection to Discord hangs")]
    Stalled,
}
