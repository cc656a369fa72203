//! The bot as in production, but on loopback: `https://discord.com`, TLS, a gateway with its own name.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anteroom::bot::{Bot, ConnectError, DISCORD, Settings};
use anteroom::discord::{GatewaySettings, Network};
use anteroom::render::Painter;
use loopback_discord::Answer;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::io::{AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::support::stage::Stage;

const GATEWAY: &str = "gateway.discord.gg";
const RESUME: &str = "gateway-us-east1-b.discord.gg";

/// A TLS-terminating proxy in front of a sandbox.
struct Front {
    address: SocketAddr,
    /// The self-signed certificate.
    authority: Vec<u8>,
    /// The requested server names, in order.
    called: Arc<Mutex<Vec<String>>>,
    /// Counts the requests to end connections.
    ends: watch::Sender<u32>,
}

impl Front {
    async fn before(sandbox: SocketAddr) -> Self {
        let names = ["discord.com", GATEWAY, RESUME].map(str::to_owned);
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(names).expect("a certificate");
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(signing_key.serialize_der()));
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .expect("a server");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .expect("a port");
        let address = listener.local_addr().expect("an address");
        let called = Arc::<Mutex<Vec<String>>>::default();
        let (ends, ending) = watch::channel(0);
        let list = Arc::clone(&called);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, list) = (acceptor.clone(), Arc::clone(&list));
                let mut ending = ending.clone();
                ending.mark_unchanged();
                tokio::spawn(async move {
                    let mut outside = match acceptor.accept(stream).await {
                        Ok(outside) => outside,
                        // The client does not trust the certificate.
                        Err(_) => return,
                    };
                    let name = outside.get_ref().1.server_name().unwrap_or("").to_owned();
                    let is_gateway = name != "discord.com";
                    list.lock().expect("no panic").push(name);
                    let mut inside = TcpStream::connect(sandbox).await.expect("the sandbox");
                    tokio::select! {
                        _ = copy_bidirectional(&mut outside, &mut inside) => {}
                        _ = ending.changed(), if is_gateway => {}
                    }
                    // TLS is closed properly, the WebSocket is not.
                    let _ = outside.shutdown().await;
                });
            }
        });
        Self {
            address,
            authority: cert.der().to_vec(),
            called,
            ends,
        }
    }

    fn calls(&self, name: &str) -> usize {
        let called = self.called.lock().expect("no panic");
        called.iter().filter(|called| *called == name).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_as_on_discord() {
    let mut stage = Stage::without_bot().await;
    let front = Front::before(stage.sandbox.address()).await;
    for name in ["discord.com", GATEWAY, RESUME] {
        stage.sandbox.answers_to(name);
    }
    stage
        .sandbox
        .gateway_is_at(&format!("wss://{GATEWAY}"), &format!("wss://{RESUME}"));
    let settings = Settings {
        api_url: DISCORD.to_owned(),
        network: Network {
            hosts: ["discord.com", GATEWAY, RESUME]
                .map(|host| (host.to_owned(), front.address))
                .to_vec(),
            authorities: vec![front.authority.clone()],
        },
        gateway: GatewaySettings {
            first_wait: Duration::from_millis(50),
            ..GatewaySettings::default()
        },
        ..stage.settings()
    };
    stage.start_with(settings.clone()).await;
    assert_eq!((front.calls(GATEWAY), front.calls(RESUME)), (1, 0));
    let table = stage.begin("connect-n", &[]).await;
    table.ana.command("move", [("turn", "d")]).await;
    stage.board(&table, 2).await;

    // TLS closes properly in the middle of a session. The bot resumes at the address that Discord named.
    front.ends.send_modify(|ends| *ends += 1);
    let answer = table.ben.command("move", [("turn", "e")]).await;
    assert!(!matches!(answer, Answer::Failed(_)), "{answer:?}");
    stage.board(&table, 3).await;
    assert_eq!(stage.sandbox.session_counts(), (1, 1));
    assert_eq!((front.calls(GATEWAY), front.calls(RESUME)), (1, 1));

    // The same, with a gateway that refuses the first attempts.
    stage.sandbox.gateway_refuses(true);
    front.ends.send_modify(|ends| *ends += 1);
    let before = stage.sandbox.gateway_connections();
    stage.until_connections(before + 2).await;
    stage.sandbox.gateway_refuses(false);
    table.ana.command("move", [("turn", "d")]).await;
    stage.board(&table, 4).await;
    assert_eq!(stage.sandbox.session_counts(), (1, 2));
    // The bot also shuts down in time during such attempts.
    stage.sandbox.gateway_refuses(true);
    let before = stage.sandbox.gateway_connections();
    front.ends.send_modify(|ends| *ends += 1);
    stage.until_connections(before + 1).await;
    let stopped = tokio::time::timeout(Duration::from_secs(5), stage.stop()).await;
    stopped.expect("in time").expect("an orderly end");
    stage.sandbox.gateway_refuses(false);

    // Without the authority, the bot sends nothing to the proxy.
    let strangers = Settings {
        network: Network {
            authorities: Vec::new(),
            ..settings.network.clone()
        },
        ..settings
    };
    let Err(error) = Bot::connect(strangers, Arc::new(Painter::new())).await else {
        panic!("connected to a stranger")
    };
    assert!(matches!(error, ConnectError::Unreachable { .. }), "{error}");
}
