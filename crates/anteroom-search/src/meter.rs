//! How much a search may still do.

/// How many nodes pass between two looks at whether to stop: far less than a millisecond's work.
const BETWEEN_LOOKS: u64 = 64;

/// How many bytes the tree or the table of one search may take. Nothing else of a search has a size worth counting.
pub(super) const MOST_BYTES: usize = 48 << 20;

/// Counts the nodes of one search and says when it is over.
///
/// Strength is measured in nodes, because the count is the same on every machine. A caller that may stop for another reason
/// (a clock, a match that has ended) passes a function that is called now and then; then the result depends on when it stops.
pub(super) struct Meter<'a> {
    spent: u64,
    most: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a> Meter<'a> {
    /// A meter for *n* nodes.
    pub(super) fn new(most: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            spent: 0,
            most,
            stop,
            stopped: false,
        }
    }

    /// Counts a node. Whether the search may go on.
    #[inline]
    pub(super) fn spend(&mut self) -> bool {
        self.spent += 1;
        if self.spent.is_multiple_of(BETWEEN_LOOKS) && !self.stopped {
            self.stopped = (self.stop)();
        }
        !self.is_empty()
    }

    /// Whether nothing is left.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.stopped || self.spent >= self.most
    }

    /// How many nodes were counted.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// How many nodes are left.
    pub(super) fn left(&self) -> u64 {
        if self.stopped {
            0
        } else {
            self.most.saturating_sub(self.spent)
        }
    }

    /// Does a part of the work with at most *n* nodes of what is left.
    pub(super) fn with_at_most<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.most;
        self.most = whole.min(self.spent.saturating_add(nodes));
        let done = work(self);
        self.most = whole;
        done
    }
}
