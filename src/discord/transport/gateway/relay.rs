//! The relay between serenity's gateway client and Discord.
//!
//! Serenity 0.12 takes the end of a stream for silence: when a connection breaks and the next one does too, its loop
//! turns without ever yielding; it tries again without a pause, always at the same address, and begins a new session
//! where the old one could be taken up. So serenity never sees an end that Discord makes. It speaks with this relay, on
//! loopback, which passes payloads both ways as they are and
//!
//! - ends serenity's connection with a close code after which it resumes, whatever happened on the other side,
//! - holds serenity's next connection until Discord has said HELLO, with pauses that grow,
//! - connects where Discord wants the session to be taken up again,
//! - lets no session begin that would cost the bot its token.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};

use super::starts::Permit;
use super::through::{Link, Shared, Through, closed_with, fatal, stopped};
use super::upstream::{Unreached, Upstream};
use crate::discord::transport::run_error::RunError;

/// The longest payload that a bot may send has 4,096 bytes.
const LONGEST_ASKED: usize = 64 << 10;

/// The relay of one shard.
pub struct Relay {
    shard: u32,
    shared: Arc<Shared>,
    link: Arc<Mutex<Link>>,
    /// Counts serenity's connections: the newest one is the one that matters.
    newest: watch::Sender<u64>,
}

/// Listens on loopback for serenity. What is served ends with the runtime.
///
/// # Errors
///
/// When there is no free port.
pub async fn listen(relays: &[Arc<Relay>]) -> std::io::Result<Vec<String>> {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
    let address = listener.local_addr()?;
    // Nobody else on this machine comes here by accident.
    let secret = format!("{:016x}{:016x}", random(), random());
    let mut router = Router::new();
    let mut addresses = Vec::new();
    for relay in relays {
        let path = format!("/{secret}/{}", relay.shard);
        let gateway = json!({ "url": format!("ws://{address}{path}/gateway") });
        let relay = Arc::clone(relay);
        router = router
            .route(
                // Serenity asks for it when it is built.
                &format!("{path}/api/v10/gateway"),
                get(move || async move { Json(gateway) }),
            )
            .route(
                &format!("{path}/gateway"),
                get(move |upgrade: WebSocketUpgrade| accept(relay, upgrade)),
            );
        addresses.push(format!("http://{address}{path}"));
    }
    let listener = listener.tap_io(|stream| {
        // The kernel would keep a payload back until the one before it is acknowledged, which takes up to 40 ms. A socket that
        // cannot do without that is as good.
        let _ = stream.set_nodelay(true);
    });
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::error!(%error, "the relay of the gateway has stopped listening");
        }
    });
    Ok(addresses)
}

async fn accept(relay: Arc<Relay>, upgrade: WebSocketUpgrade) -> Response {
    let through = relay.reach().await;
    upgrade
        .max_message_size(LONGEST_ASKED)
        .on_upgrade(move |socket| through.pass(socket))
        .into_response()
}

impl Relay {
    /// A relay for a shard.
    pub fn new(shard: u32, shared: Arc<Shared>) -> Arc<Self> {
        Arc::new(Self {
            shard,
            shared,
            link: Arc::default(),
            newest: watch::Sender::new(0),
        })
    }

    /// Is ready once there is no connection to Discord, and will be none.
    pub async fn closed(&self) {
        drop(self.link.lock().await);
    }

    /// Holds serenity until there is a connection to Discord; for ever, if there will be none.
    async fn reach(self: Arc<Self>) -> Through {
        let mut number = 0;
        self.newest.send_modify(|newest| {
            *newest += 1;
            number = *newest;
        });
        // A connection that serenity has left sees that there is a newer one, and lets go.
        let mut link = Arc::clone(&self.link).lock_owned().await;
        let mut stop = self.shared.stop.clone();
        let reached = tokio::select! {
            biased;
            () = stopped(&mut stop) => Err(None),
            reached = self.connect(&mut link) => reached.map_err(Some),
        };
        match reached {
            Ok((upstream, permit)) => {
                return Through {
                    shard: self.shard,
                    shared: Arc::clone(&self.shared),
                    link,
                    upstream,
                    permit,
                    number,
                    newest: self.newest.subscribe(),
                };
            }
            Err(fatal) => {
                drop(link);
                if let Some(error) = fatal {
                    let _ = self.shared.fatal.send(error);
                }
            }
        }
        // An answer would only make serenity ask again.
        std::future::pending().await
    }

    /// Connects to Discord, trying until it works or cannot work.
    async fn connect(&self, link: &mut Link) -> Result<(Upstream, Option<Permit>), RunError> {
        let Shared {
            connector, starts, ..
        } = &*self.shared;
        loop {
            if let Some(wait) = link.wait(&self.shared.settings) {
                tokio::time::sleep(wait).await;
            }
            let permit = if link.session {
                None
            } else {
                Some(starts.permit(self.shard).await)
            };
            let gateway = link.address(&self.shared.gateway).clone();
            let why = match connector.connect(&gateway).await {
                Ok(upstream) => return Ok((upstream, permit)),
                Err(Unreached::Closed(code, reason)) => match fatal(code, &reason) {
                    Some(error) => return Err(error),
                    None => closed_with(code, &reason),
                },
                Err(Unreached::Failed(why)) => why,
            };
            link.failed();
            tracing::warn!(
                shard = self.shard,
                attempts = link.attempts(),
                host = gateway.host_str(),
                why,
                "cannot reach Discord's gateway; trying again"
            );
        }
    }
}

/// From the seed that the standard library takes from the system for its maps.
pub(crate) fn random() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0_u8)
}
