//! A connection to Discord's gateway.

use std::time::Duration;

use futures_util::StreamExt;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use url::Url;

use super::payload::{self, Payload};
use crate::discord::transport::network::{Network, Wire};
use crate::discord::transport::rest::chain;

/// The timeout until Discord's HELLO.
const PATIENCE: Duration = Duration::from_secs(10);

/// The minimum heartbeat interval, whatever the gateway asks for. Discord's is about 41 s.
const LEAST_INTERVAL: Duration = Duration::from_millis(100);
/// The maximum heartbeat interval, see [`LEAST_INTERVAL`].
const LONGEST_INTERVAL: Duration = Duration::from_secs(300);

/// A connection after HELLO.
pub struct Upstream {
    pub stream: WebSocketStream<Box<dyn Wire>>,
    /// The interval of heartbeats that Discord asks for.
    pub heartbeat_interval: Duration,
}

/// The reason why a connection failed.
pub enum ConnectError {
    /// Discord closed the connection with this code and reason.
    Closed(u16, String),
    /// Another failure.
    Failed(String),
}

/// A connector to the gateway.
pub struct Connector {
    network: Network,
    tls: TlsConnector,
}

impl Connector {
    /// Creates a connector through a network.
    pub fn new(network: Network) -> Result<Self, String> {
        let tls = network.tls()?;
        Ok(Self { network, tls })
    }

    /// Connects, and waits for HELLO.
    pub async fn connect(&self, gateway: &Url) -> Result<Upstream, ConnectError> {
        let mut url = gateway.clone();
        url.set_query(Some("v=10&encoding=json"));
        timeout(PATIENCE, self.reach(&url))
            .await
            .unwrap_or_else(|_| {
                Err(ConnectError::Failed(format!(
                    "no HELLO within {} s",
                    PATIENCE.as_secs()
                )))
            })
    }

    async fn reach(&self, url: &Url) -> Result<Upstream, ConnectError> {
        let failed = |error: &dyn std::error::Error| ConnectError::Failed(chain(error));
        let wire = self
            .network
            .connect(url, &self.tls)
            .await
            .map_err(|error| failed(&error))?;
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .max_message_size(Some(payload::LONGEST))
            .max_frame_size(Some(payload::LONGEST));
        let (mut stream, _) = client_async_with_config(url.as_str(), wire, Some(config))
            .await
            .map_err(|error| failed(&error))?;
        loop {
            let text = match stream.next().await {
                Some(Ok(Message::Close(Some(frame)))) => {
                    let code = frame.code.into();
                    return Err(ConnectError::Closed(code, frame.reason.as_str().to_owned()));
                }
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(_)) => continue,
                Some(Err(error)) => return Err(failed(&error)),
                None => {
                    return Err(ConnectError::Failed(String::from("closed without a word")));
                }
            };
            match payload::read(text.as_str()) {
                Ok((Payload::Hello { heartbeat_interval }, _)) => {
                    return Ok(Upstream {
                        stream,
                        heartbeat_interval: heartbeat_interval
                            .clamp(LEAST_INTERVAL, LONGEST_INTERVAL),
                    });
                }
                Ok((Payload::Reconnect | Payload::InvalidSession { .. }, _)) => {
                    let why = String::from("Discord asks the bot to reconnect before HELLO");
                    return Err(ConnectError::Failed(why));
                }
                // HELLO may still come.
                Ok(_) | Err(_) => {}
            }
        }
    }
}
