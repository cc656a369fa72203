//! Fetches pages and pictures from this machine, and from nowhere else.
//!
//! The connection goes to a loopback address that stands in the link, without a look-up of names and without a proxy.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::body::Bytes;
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::{Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use url::{Host, Url};

/// The most bytes that are read of a page; the rest is ignored.
const PAGE_SIZE: usize = 256 << 10;
/// The most bytes of a picture. A larger one is not shown.
pub(super) const PICTURE_SIZE: usize = 5 << 20;
/// The most bytes of an answer's header.
const HEADER_SIZE: usize = 64 << 10;
/// The most redirects that are followed.
const REDIRECTS: usize = 5;
/// Discord's own name, by which a site may know it.
const USER_AGENT: &str = "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)";

/// A page or a picture.
#[derive(Debug)]
pub(super) struct Fetched {
    /// The address after redirects.
    pub address: Url,
    pub is_page: bool,
    pub bytes: Vec<u8>,
}

/// Returns the socket addresses of a link to this machine; none for all other links.
///
/// `own` is the sandbox's own port, which is not asked.
pub(super) fn sockets(url: &Url, own: u16) -> Vec<SocketAddr> {
    let hosts: Vec<IpAddr> = match url.host() {
        Some(Host::Domain("localhost")) => {
            vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]
        }
        Some(Host::Ipv4(ip)) => vec![ip.into()],
        Some(Host::Ipv6(ip)) => vec![ip.into()],
        Some(Host::Domain(_)) | None => Vec::new(),
    };
    let port = url.port_or_known_default().filter(|port| *port != own);
    let is_plain = url.scheme() == "http" && url.username().is_empty() && url.password().is_none();
    let (Some(port), true) = (port, is_plain) else {
        return Vec::new();
    };
    let local = hosts.into_iter().filter(IpAddr::is_loopback);
    local.map(|host| SocketAddr::new(host, port)).collect()
}

/// Fetches a page or a picture. `None` for anything else, and for whatever is not on this machine.
pub(super) async fn fetch(mut address: Url, own: u16) -> Option<Fetched> {
    for _ in 0..=REDIRECTS {
        let (response, _connection) = ask(&address, own).await.ok()?;
        if response.status().is_redirection() {
            let location = response.headers().get(header::LOCATION)?.to_str().ok()?;
            address = address.join(location).ok()?;
            continue;
        }
        if response.status() != StatusCode::OK {
            return None;
        }
        let kind = response
            .headers()
            .get(header::CONTENT_TYPE)?
            .to_str()
            .ok()?;
        let kind = kind.split(';').next()?.trim().to_ascii_lowercase();
        let is_page = matches!(kind.as_str(), "text/html" | "application/xhtml+xml");
        if !is_page && !kind.starts_with("image/") {
            return None;
        }
        let most = if is_page { PAGE_SIZE } else { PICTURE_SIZE };
        let (bytes, is_whole) = read(response.into_body(), most).await;
        return (is_page || is_whole).then_some(Fetched {
            address,
            is_page,
            bytes,
        });
    }
    None
}

/// A connection that is closed when it is dropped.
struct Connection(JoinHandle<hyper::Result<()>>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn ask(address: &Url, own: u16) -> io::Result<(Response<Incoming>, Connection)> {
    let sockets = sockets(address, own);
    let stream = TcpStream::connect(&*sockets).await?;
    let shaken = http1::Builder::new()
        .max_buf_size(HEADER_SIZE)
        .handshake(TokioIo::new(stream))
        .await;
    let (mut sender, connection) = shaken.map_err(io::Error::other)?;
    let connection = Connection(tokio::spawn(connection));
    let host = &address[url::Position::BeforeHost..url::Position::AfterPort];
    let request = Request::get(&address[url::Position::BeforePath..url::Position::AfterQuery])
        .header(header::HOST, host)
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::ACCEPT, "*/*")
        .header(header::CONNECTION, "close")
        .body(Empty::<Bytes>::new())
        .map_err(io::Error::other)?;
    let response = sender.send_request(request).await;
    Ok((response.map_err(io::Error::other)?, connection))
}

/// Reads a body up to a number of bytes. Returns whether that was all of it.
async fn read(mut body: Incoming, most: usize) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            return (bytes, false);
        };
        let data = frame.data_ref().map_or(&[][..], |data| data);
        let room = most - bytes.len();
        bytes.extend_from_slice(&data[..data.len().min(room)]);
        if data.len() > room {
            return (bytes, false);
        }
    }
    (bytes, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_asked() {
        for (address, count) in [
            ("http://127.0.0.1:80/a", 1),
            ("http://127.9.9.9/", 1),
            ("http://[::1]:8080/", 1),
            ("http://localhost/", 2),
            ("http://LOCALHOST:90/", 2),
            ("http://2130706433/", 1),
            ("http://127.0.0.1:4000/", 0),
            ("https://127.0.0.1/", 0),
            ("http://ana@127.0.0.1/", 0),
            ("http://:word@localhost/", 0),
            ("http://localhost.example.org/", 0),
            ("http://localhost./", 0),
            ("http://0.0.0.0/", 0),
            ("http://[::]/", 0),
            ("http://[::ffff:127.0.0.1]/", 0),
            ("http://10.0.0.1/", 0),
            ("http://192.168.0.1/", 0),
            ("http://169.254.169.254/", 0),
            ("http://example.org/", 0),
            ("file:///etc/passwd", 0),
        ] {
            let url = Url::parse(address).expect("an address");
            assert_eq!(sockets(&url, 4000).len(), count, "{address}");
        }
    }
}
