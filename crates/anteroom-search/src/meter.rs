//! The budget of a search.

/// Number of nodes between two checks of `stop`: far less than a millisecond's work.
const BETWEEN_LOOKS: u64 = 64;

/// The most bytes of the tree or the table of one search. All other memory of a search is negligible.
pub(super) const MOST_BYTES: usize = 48 << 20;

/// A counter of the nodes of one search, which ends the search.
/// Strength is measured in nodes because the count is the same on every machine. A caller that may stop for another
/// reason (a clock, a match that has ended) passes a function that is called regularly. Then the result depends on the
/// time of the stop.
pub(super) struct Meter<'a> {
    spent: u64,
    most: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a> Meter<'a> {
    pub(super) fn new(most: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            spent: 0,
            most,
            stop,
            stopped: false,
        }
    }

    /// Counts a node. Returns whether the search may go on.
    #[inline]
    pub(super) fn spend(&mut self) -> bool {
        self.spent += 1;
        if self.spent.is_multiple_of(BETWEEN_LOOKS) && !self.stopped {
            self.stopped = (self.stop)();
        }
        !self.is_empty()
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.stopped || self.spent >= self.most
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    pub(super) fn left(&self) -> u64 {
        if self.stopped {
            0
        } else {
            self.most.saturating_sub(self.spent)
        }
    }

    /// Does a part of the work with at most *n* of the remaining nodes.
    pub(super) fn with_at_most<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.most;
        self.most = whole.min(self.spent.saturating_add(nodes));
        let done = work(self);
        self.most = whole;
        done
    }
}
