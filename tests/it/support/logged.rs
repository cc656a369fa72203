//! Collects what the tasks of one thread write to the log.

use std::io::{Result, Write};
use std::sync::LazyLock;
use std::time::Duration;

use tokio::sync::watch;
use tracing::subscriber::{DefaultGuard, NoSubscriber};
use tracing::{Dispatch, Level};

/// A second subscriber, which collects nothing. If there is only one, `tracing` asks the subscriber of whichever thread
/// reaches an event first if the event is wanted, and a thread of another test would say no for all threads.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::default()));

/// The log of the current thread. Dropping this value ends the collection.
pub struct Logged {
    lines: watch::Sender<Vec<String>>,
    _collecting: DefaultGuard,
}

/// Appends each event as a line.
struct Lines(watch::Sender<Vec<String>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        let line = String::from_utf8_lossy(bytes).into_owned();
        self.0.send_modify(|lines| lines.push(line));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Logged {
    /// Starts collecting. Sees all tasks only on a single-threaded runtime.
    pub fn new() -> Self {
        Self::from_level(Level::INFO)
    }

    /// Starts collecting events of this level and of more serious ones.
    pub fn from_level(level: Level) -> Self {
        LazyLock::force(&SECOND);
        let lines = watch::Sender::new(Vec::new());
        let writer = lines.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_writer(move || Lines(writer.clone()))
            .with_ansi(false)
            .with_max_level(level)
            .finish();
        Self {
            lines,
            _collecting: tracing::subscriber::set_default(subscriber),
        }
    }

    pub fn lines_with(&self, text: &str) -> Vec<String> {
        let lines = self.lines.borrow();
        let found = lines.iter().filter(|line| line.contains(text));
        found.cloned().collect()
    }

    /// Waits until a line contains this text.
    pub async fn until(&self, text: &str) {
        let mut lines = self.lines.subscribe();
        let there =
            lines.wait_for(|lines: &Vec<String>| lines.iter().any(|line| line.contains(text)));
        let waited = tokio::time::timeout(Duration::from_secs(60), there).await;
        assert!(
            waited.is_ok_and(|there| there.is_ok()),
            "\"{text}\" is not logged: {:#?}",
            self.lines.borrow()
        );
    }
}
