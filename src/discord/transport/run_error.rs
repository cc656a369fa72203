/// The reason why the bot stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Discord refused the token.
    #[error("Discord does not accept the token any more: check discord.token")]
    WrongToken,
    /// The connection failed for good.
    #[error("the connection to Discord is lost: {0}")]
    Lost(String),
    /// The gateway's thread hangs. Only a new process helps.
    #[error("the connection to Discord hangs")]
    Stalled,
}
