use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;

use super::connections::most_connections;
use super::contest_key::ContestKey;
use super::kept::Kept;
use super::picture_key::PictureKey;
use super::settings::WebSettings;
use crate::board::Theme;
use crate::db::StoreError;
use crate::features::pages::messages::html::Problem;
use crate::features::pages::model::bounds::Address;
use crate::features::pages::model::{Bounds, RecordFile, TurnLine};
use crate::kernel::fair::{FairPermit, FairSemaphore, Limits, NotDone, Wanted, WorkerPools};
use crate::kernel::{Arbiter, Error, Fault};
use crate::matches::{MatchId, UserId};
use crate::render::Painter;

/// The most bytes of pictures and animations that are kept.
const MOST_PICTURES: usize = 24 << 20;

/// The most bytes of pictures of rules that are kept.
const MOST_FIGURES: usize = 8 << 20;

/// The most bytes of records that are kept.
const MOST_RECORDS: usize = 2 << 20;

/// The most bytes of pages and feeds of contests that are kept.
const MOST_CONTESTS: usize = 4 << 20;

/// A record: its match, the number of its events, its form, and the names in it.
type RecordKey = (MatchId, u32, RecordFile, [String; 2]);

/// The most turns of lists that are kept.
const MOST_TURNS: usize = 50_000;

/// In the queues for threads all readers together have the place of one person, whose id no person has.
const READERS: UserId = UserId(0);

/// How much work an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effort {
    /// A page or a picture.
    Quick,
    /// The page or the feed of a contest, which may be a large one.
    Contest,
    /// An animation, a record, a calendar.
    Long,
}

/// A reader's turn, until it is dropped.
pub(super) type Turn = FairPermit<Effort, Address>;

/// What all requests share. It ends with the server, so that no open connection keeps the database.
pub(super) struct Site {
    pub(super) arbiter: Arbiter,
    /// A painter of its own: boards of readers do not drop the boards of players from its cache.
    pub(super) painter: Arc<Painter>,
    pub(super) address: Arc<str>,
    pub(super) theme: Theme,
    pub(super) privacy: Option<String>,
    pub(super) pictures: Kept<PictureKey, Bytes>,
    pub(super) figures: Kept<(&'static str, String), Bytes>,
    pub(super) records: Kept<RecordKey, Bytes>,
    pub(super) contests: Kept<ContestKey, Bytes>,
    pub(super) turns: Kept<(MatchId, u32), Arc<Vec<TurnLine>>>,
    bounds: Mutex<Bounds>,
    queue: FairSemaphore<Effort, Address>,
    workers: WorkerPools,
    behind_proxy: bool,
}

impl Site {
    pub(super) fn new(arbiter: Arbiter, workers: WorkerPools, settings: &WebSettings) -> Self {
        let limits = |at_once| Limits {
            at_once,
            at_once_of_one: 1,
            waiting: 500,
            waiting_of_one: 60,
        };
        let lanes = [
            (Effort::Quick, limits(2)),
            (Effort::Contest, limits(1)),
            (Effort::Long, limits(1)),
        ];
        Self {
            arbiter,
            painter: Arc::new(Painter::new()),
            address: Arc::clone(&settings.address),
            theme: settings.theme,
            privacy: settings.privacy.clone(),
            pictures: Kept::new(MOST_PICTURES),
            figures: Kept::new(MOST_FIGURES),
            records: Kept::new(MOST_RECORDS),
            contests: Kept::new(MOST_CONTESTS),
            turns: Kept::new(MOST_TURNS),
            // The other half of the connections is for pages.
            bounds: Mutex::new(Bounds::new(most_connections() / 2)),
            queue: FairSemaphore::new(lanes),
            workers,
            behind_proxy: settings.behind_proxy,
        }
    }

    /// Returns the address of a reader. That of a proxy on this machine says whose request it passes on.
    pub(super) fn reader(&self, peer: IpAddr, forwarded: Option<&str>) -> Address {
        let named = forwarded
            .filter(|_| self.behind_proxy && peer.to_canonical().is_loopback())
            .and_then(|list| list.rsplit(',').next()?.trim().parse().ok());
        named.unwrap_or(peer).into()
    }

    pub(super) fn bounds(&self) -> std::sync::MutexGuard<'_, Bounds> {
        crate::kernel::lock::lock(&self.bounds)
    }

    /// Waits for the reader's turn: work for readers, reads of the database too, is done for few of them at a time.
    pub(super) async fn turn(&self, reader: Address, effort: Effort) -> Result<Turn, Problem> {
        let turn = self.queue.acquire(effort, reader).await;
        turn.map_err(|_| Problem::Busy)
    }

    /// Runs work that takes some milliseconds.
    pub(super) async fn quick<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let done = self.workers.quick(Wanted::asked(READERS), work).await;
        done.map_err(not_done)
    }

    /// Runs work that takes longer.
    pub(super) async fn long<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let done = self.workers.long(Wanted::asked(READERS), work).await;
        done.map_err(not_done)
    }
}

fn not_done(why: NotDone) -> Problem {
    if let NotDone::Failed = why {
        tracing::error!("a page could not be made");
    }
    Problem::Busy
}

/// Returns what a reader is told of an error.
pub(super) fn explained(error: Error) -> Problem {
    match error {
        Error::NoSuchMatch(_) | Error::Frozen(_) => Problem::NotFound,
        Error::Full(_) | Error::Fault(Fault::Store(StoreError::Crowded)) => Problem::Busy,
        error => {
            tracing::error!(%error, "a page could not be made");
            Problem::Busy
        }
    }
}
