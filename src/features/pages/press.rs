//! The requests of this feature's buttons.

use crate::discord::ui::custom_id::words;
use crate::matches::{JournalId, MatchId};

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show the link to the page of a match. Its player makes the page, if it has none.
        "page-link" => Link(id: MatchId);
        /// Withdraw the page of a match.
        "page-withdraw" => Withdraw(id: MatchId);
        /// Show the link to the page of a contest. An organiser, or the host of a simul, makes the page, if it has none.
        "contest-link" => ContestLink(contest: JournalId);
        /// Withdraw the page of a contest.
        "contest-withdraw" => ContestWithdraw(contest: JournalId);
        /// Show the address of the person's calendar.
        "calendar" => Calendar;
        /// Give the calendar a new address.
        "calendar-renew" => RenewCalendar;
        /// Take the calendar away.
        "calendar-revoke" => RevokeCalendar;
    }
}
