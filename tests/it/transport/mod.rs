//! The gateway, requests and their limits, TLS, proxies.

mod full_servers;
mod gateway;
pub(crate) mod limits;
mod outages;
mod over_tls;
mod proxy;
mod requests;
