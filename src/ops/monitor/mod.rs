//! `/healthz` and `/metrics`, on a loopback address.

mod health;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use self::health::Health;
use super::failure::Failure;
use crate::db::{Store, StoreError};
use crate::discord::ShardStatus;
use crate::kernel::Arbiter;
use crate::matches::Status;
use crate::telemetry;
use crate::telemetry::{Kind, METRICS};

/// The timeout of a write, after which the database counts as unwritable. SQLite gives up on a locked database after
/// 5 seconds of sleeping, which take longer on a busy machine, and its reason says more.
const WRITING: Duration = Duration::from_secs(10);

/// The interval of compacting the measurements, so that they take little memory between two scrapes.
const UPKEEP: Duration = Duration::from_secs(5);

/// The wait before the address is tried again: a previous bot may still use it.
const AGAIN: Duration = Duration::from_secs(1);

/// The content type of Prometheus's text format.
const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A recorder of metrics, and a server of them once the bot runs.
pub(crate) struct Monitor {
    address: SocketAddr,
    recorder: PrometheusHandle,
}

/// The sources of health and metrics.
#[derive(Clone)]
pub(crate) struct Sources {
    pub store: Store,
    pub arbiter: Arbiter,
    pub shard_status: Arc<ShardStatus>,
}

#[derive(Clone)]
struct PageState {
    sources: Sources,
    recorder: PrometheusHandle,
}

impl Monitor {
    /// Records all metrics of this process from now on.
    ///
    /// # Errors
    ///
    /// When a recorder is already installed.
    pub(crate) fn install(address: SocketAddr) -> Result<Self, Failure> {
        let mut builder = PrometheusBuilder::new();
        for metric in METRICS {
            if let Kind::Histogram(bounds) = metric.kind {
                builder = builder
                    .set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), bounds.seconds())
                    .map_err(Failure::fault)?;
            }
        }
        let recorder = builder.install_recorder().map_err(Failure::fault)?;
        telemetry::describe();
        telemetry::begin();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        telemetry::process(env!("CARGO_PKG_VERSION"), now.unwrap_or_default());
        Ok(Self { address, recorder })
    }

    /// Serves until it is dropped. If the address is in use, the bot runs without the monitor.
    pub(crate) async fn serve(self, sources: Sources) {
        let listener = self.listen().await;
        let recorder = self.recorder.clone();
        let upkeep = async move {
            loop {
                recorder.run_upkeep();
                tokio::time::sleep(UPKEEP).await;
            }
        };
        let router = Router::new()
            .route("/healthz", get(healthz))
            .route("/metrics", get(metrics))
            .layer(middleware::from_fn(own_hosts_only))
            .with_state(PageState {
                sources,
                recorder: self.recorder,
            });
        let serving = async { axum::serve(listener, router).await };
        tokio::select! {
            ended = serving => {
                if let Err(error) = ended {
                    tracing::error!(%error, "/healthz and /metrics are not served any more");
                }
            }
            () = upkeep => {}
        }
    }

    async fn listen(&self) -> TcpListener {
        let mut said = false;
        loop {
            match TcpListener::bind(self.address).await {
                Ok(listener) => {
                    let address = listener.local_addr().unwrap_or(self.address);
                    tracing::info!(%address, "/healthz and /metrics are served");
                    return listener;
                }
                Err(error) => {
                    if !said {
                        tracing::warn!(%error, address = %self.address, "/healthz and /metrics are not served yet: monitor.listen is in use");
                        said = true;
                    }
                    // The measurements must be compacted from time to time.
                    self.recorder.run_upkeep();
                    tokio::time::sleep(AGAIN).await;
                }
            }
        }
    }
}

impl Sources {
    async fn health(&self) -> Health {
        let unwritable = match tokio::time::timeout(WRITING, self.store.probe()).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("nothing was written for {} s", WRITING.as_secs())),
        };
        let workload = self.arbiter.workload().await;
        Health {
            shards: self.shard_status.shards(),
            writing: self.store.writing(),
            unwritable,
            workload: workload.map_err(|error| error.to_string()),
            searches: self.arbiter.searches(),
        }
    }

    /// Updates the metrics that are not counted as they happen.
    async fn measure(&self) -> Result<(), StoreError> {
        for state in self.shard_status.shards() {
            telemetry::shard(state.shard, state.connected, state.heard);
        }
        let writing = self.store.writing();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let last = writing
            .last
            .and_then(|ago| now.unwrap_or_default().checked_sub(ago));
        telemetry::writes(writing.waiting, last);
        let (main, wal) = self.store.sizes();
        telemetry::database(main, wal);
        let (running, waiting) = self.arbiter.searches();
        telemetry::searches(running, waiting);
        if let Some(bytes) = resident_memory() {
            telemetry::memory(bytes);
        }
        let work = self.arbiter.workload().await?;
        for game in crate::games::CATALOGUE {
            for state in Status::WORDS {
                let mut counted = work.matches.iter();
                let own = counted.find(|(key, word, _)| key == game.card.key && word == state);
                // A state without matches any more must report 0.
                telemetry::matches(
                    game.card.key,
                    state,
                    own.map_or(0, |(_, _, number)| *number),
                );
            }
        }
        telemetry::alarms(work.alarms_due, work.alarms_late);
        for kind in self.arbiter.posts() {
            telemetry::pending(kind, work.pending_of(kind));
        }
        telemetry::scrub(work.scrub_due);
        Ok(())
    }
}

/// Refuses requests for host names other than this machine's: a web page whose DNS name points to a
/// loopback address could read the answer.
async fn own_hosts_only(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let authority = host.and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    let is_own = authority.is_some_and(|authority| {
        let name = authority.host().trim_matches(['[', ']']);
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    });
    if is_own {
        return next.run(request).await;
    }
    let refusal =
        "Ask by localhost or by a loopback address: other names may be somebody else's.\n";
    (StatusCode::FORBIDDEN, refusal).into_response()
}

async fn healthz(State(state): State<PageState>) -> Response {
    let health = state.sources.health().await;
    let status = if health.problems().is_empty() {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Json(health.json())).into_response()
}

async fn metrics(State(state): State<PageState>) -> Response {
    if let Err(error) = state.sources.measure().await {
        tracing::warn!(%error, "what is going on cannot be counted");
        return (StatusCode::SERVICE_UNAVAILABLE, error.to_string()).into_response();
    }
    ([(header::CONTENT_TYPE, TEXT)], state.recorder.render()).into_response()
}

/// Returns the memory in use by the process; `None` if the system does not report it.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
