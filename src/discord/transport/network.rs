//! The network: host names, certificate authorities, connections.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The timeout of one request.
const REQUEST_TIME: Duration = Duration::from_secs(15);

/// The network settings. The default is the public web: the system's DNS and the web's authorities.
#[derive(Clone, Default)]
pub struct Network {
    /// Hosts with a fixed address: no DNS, no proxy. The address's port replaces a URL's missing port.
    pub hosts: Vec<(String, SocketAddr)>,
    /// Additional trusted certificate authorities, in DER.
    pub authorities: Vec<Vec<u8>>,
}

/// A connection, with or without TLS.
pub trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("hosts", &self.hosts)
            .field("authorities", &self.authorities.len())
            .finish()
    }
}

impl Network {
    /// Returns the client for requests to an address. `None` if the address is invalid or has a user name,
    /// or if an authority is invalid.
    pub fn client(&self, address: &str) -> Option<reqwest::Client> {
        let url = url::Url::parse(address)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))
            .filter(|url| url.username().is_empty() && url.password().is_none())?;
        let host = url.host_str()?;
        let bare = host.trim_matches(['[', ']']);
        let loopback =
            host == "localhost" || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let mut builder = reqwest::Client::builder().timeout(REQUEST_TIME);
        // Local hosts and hosts with a fixed address need no proxy.
        if loopback || self.address(host).is_some() {
            builder = builder.no_proxy();
        }
        for (host, address) in &self.hosts {
            builder = builder.resolve(host, *address);
        }
        for authority in &self.authorities {
            let certificate = reqwest::Certificate::from_der(authority).ok()?;
            builder = builder.add_root_certificate(certificate);
        }
        builder.build().ok()
    }

    /// Returns the TLS configuration.
    pub fn tls(&self) -> Result<TlsConnector, String> {
        let mut roots = RootCertStore::empty();
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        for authority in &self.authorities {
            let certificate = CertificateDer::from(authority.clone());
            roots.add(certificate).map_err(|error| error.to_string())?;
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(TlsConnector::from(Arc::new(config)))
    }

    /// Connects to the host of an address, with TLS for the schemes `wss` and `https`.
    pub async fn connect(&self, url: &url::Url, tls: &TlsConnector) -> io::Result<Box<dyn Wire>> {
        let odd = |what: &str| io::Error::new(io::ErrorKind::InvalidInput, what.to_owned());
        let host = url
            .host_str()
            .ok_or_else(|| odd("the address has no host"))?;
        let encrypted = matches!(url.scheme(), "wss" | "https");
        let usual = if encrypted { 443 } else { 80 };
        let stream = match self.address(host) {
            Some(mut address) => {
                if let Some(port) = url.port() {
                    address.set_port(port);
                }
                TcpStream::connect(address).await?
            }
            None => {
                let bare = host.trim_matches(['[', ']']);
                TcpStream::connect((bare, url.port().unwrap_or(usual))).await?
            }
        };
        // Payloads are small, and the peer waits for each.
        stream.set_nodelay(true)?;
        if !encrypted {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(host.trim_matches(['[', ']']).to_owned())
            .map_err(|_| odd("the address has no host that a certificate could name"))?;
        Ok(Box::new(tls.connect(name, stream).await?))
    }

    fn address(&self, host: &str) -> Option<SocketAddr> {
        self.hosts
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(host))
            .map(|(_, address)| *address)
    }
}
