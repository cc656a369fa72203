//! Leagues in the kernel: what people and organisers do, and what falls due.

pub(crate) mod acting;
pub(crate) mod contest;
pub(crate) mod due;
pub(crate) mod looking;

/// The kind of journals, matches and alarms of leagues.
pub(crate) const LEAGUE: &str = "league";

/// The kinds of owed posts: news, and the posts with tables.
pub(crate) const NEWS: &str = "league-news";
pub(crate) const TABLE: &str = "league-table";

/// The hour of Monday at which a season starts, in the time zone of the organiser.
pub(crate) const START_HOUR: u8 = 9;
