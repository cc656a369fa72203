//! What stands between the slashes of an id beside numbers and texts: a few words each.

use crate::matches::{Level, MatchId, TimeControl, UserId};

/// Where to turn in the history of a match, or in a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// To the beginning.
    First,
    /// One turn or page back.
    Back,
    /// One turn or page on.
    Next,
    /// To the latest turn, or the last page.
    Last,
}

/// Against whom somebody goes on from a board of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayOn {
    /// The computer, with the first seat for oneself.
    First,
    /// The computer, with the second seat for oneself.
    Second,
    /// Anyone who accepts.
    Anyone,
}

/// A record that somebody brought along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The number of the file.
    pub number: u32,
    /// Which record of the file, counted from 0.
    pub record: u32,
}

impl PlayOn {
    pub(crate) const ALL: [PlayOn; 3] = [PlayOn::First, PlayOn::Second, PlayOn::Anyone];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            PlayOn::First => "first",
            PlayOn::Second => "second",
            PlayOn::Anyone => "anyone",
        }
    }
}

/// What somebody does about their time off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwayAct {
    /// Go now.
    Go,
    /// Be back, or call off what is planned.
    Return,
    /// Have a day taken whenever a clock is about to run out.
    ByItself,
    /// Have none taken by itself.
    ByHand,
}

impl AwayAct {
    pub(crate) const ALL: [AwayAct; 4] = [
        AwayAct::Go,
        AwayAct::Return,
        AwayAct::ByItself,
        AwayAct::ByHand,
    ];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            AwayAct::Go => "go",
            AwayAct::Return => "return",
            AwayAct::ByItself => "by-itself",
            AwayAct::ByHand => "by-hand",
        }
    }
}

/// Something about reminders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReminderSetting {
    /// When nudges come.
    Nudge,
    /// Which last calls come.
    LastCalls,
    /// When digests come.
    Digest,
    /// All of them come as private messages.
    Private,
    /// All of them come in threads.
    Thread,
    /// There are no quiet hours.
    NoQuiet,
}

impl ReminderSetting {
    pub(crate) const ALL: [ReminderSetting; 6] = [
        ReminderSetting::Nudge,
        ReminderSetting::LastCalls,
        ReminderSetting::Digest,
        ReminderSetting::Private,
        ReminderSetting::Thread,
        ReminderSetting::NoQuiet,
    ];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            ReminderSetting::Nudge => "nudge",
            ReminderSetting::LastCalls => "last-calls",
            ReminderSetting::Digest => "digest",
            ReminderSetting::Private => "private",
            ReminderSetting::Thread => "thread",
            ReminderSetting::NoQuiet => "no-quiet",
        }
    }
}

/// Against whom somebody wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// Whoever likes to.
    Anyone,
    Person(UserId),
    Computer(Level),
    /// Whoever played against them in this match, with the same clock.
    Same(MatchId),
}

/// What somebody wants of a match to which they are about to challenge by a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The clock; `None`: the usual one.
    pub time: Option<TimeControl>,
    /// Whether it counts for ratings, where it can.
    pub rated: bool,
}

impl Wish {
    /// What somebody gets who chooses nothing.
    pub const USUAL: Self = Self {
        time: None,
        rated: true,
    };
}

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The colours of a person's own boards.
    Theme,
    /// From where a person sees them.
    Viewpoint,
    /// Whether a person reads texts instead of boards.
    TextOnly,
    /// Which turns a person sees before they count.
    Confirm,
    /// Whether a person is in no list, and their profile is their own.
    Unlisted,
    /// The colours of a server's boards.
    ServerTheme,
    /// How many challenges of one person are open in a server.
    ServerOpen,
    /// How many matches one person plays in a server.
    ServerRunning,
}

impl Leaf {
    pub(crate) const ALL: [Leaf; 4] = [Leaf::First, Leaf::Back, Leaf::Next, Leaf::Last];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Leaf::First => "first",
            Leaf::Back => "back",
            Leaf::Next => "next",
            Leaf::Last => "last",
        }
    }
}

impl Setting {
    pub const ALL: [Setting; 8] = [
        Setting::Theme,
        Setting::Viewpoint,
        Setting::TextOnly,
        Setting::Confirm,
        Setting::Unlisted,
        Setting::ServerTheme,
        Setting::ServerOpen,
        Setting::ServerRunning,
    ];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::Viewpoint => "viewpoint",
            Setting::TextOnly => "text-only",
            Setting::Confirm => "confirm",
            Setting::Unlisted => "unlisted",
            Setting::ServerTheme => "server-theme",
            Setting::ServerOpen => "server-open",
            Setting::ServerRunning => "server-running",
        }
    }
}
