use crate::features::pages::model::PageName;
use crate::matches::JournalId;

/// What the page or the feed of a contest depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ContestKey {
    pub(super) id: JournalId,
    /// The name of the page, which stands in its links.
    pub(super) name: PageName,
    pub(super) file: ContestFile,
    /// The number of the contest's last event.
    pub(super) last: u32,
    /// See [`Watchers::generation`](crate::features::pages::service::watchers::Watchers::generation).
    pub(super) generation: u64,
    /// The number of the period in which names are not read again.
    pub(super) period: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ContestFile {
    /// The page, of a league with the season that was asked for.
    Page(Option<u32>),
    Feed,
}
