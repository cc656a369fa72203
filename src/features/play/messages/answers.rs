//! Short private answers to a person's action in a match.

use crate::discord::ui::{Composed, at, mention, moved_on};
use crate::matches::{ChannelId, MatchId, UserId};

pub const BOT_ALONE: &str = "In a direct message you can play against the computer, with the option `computer`. To play against somebody else, use this command in a server's channel.";
pub const NO_SUCH_LEVEL: &str = "The computer plays at five levels: 1 to 5.";
pub const CLOCK_HINT: &str = "Write 3d for three days a turn, or 7d+12h for seven days and twelve hours more after each turn";
pub const DECLINED: &str = "You declined the challenge.";
pub const WITHDREW: &str = "You withdrew the challenge.";
pub const RENEWED: &str = "Your challenge is open for 14 more days.";
pub const PLAYS_ON: &str = "You keep playing.";

/// An action that a person has done in a match.
#[derive(Clone, Copy, Debug)]
pub enum Done {
    OfferedDraw,
    AcceptedDraw,
    AskedTakeBack,
    TookBack,
    GaveTime,
    Resigned,
    Aborted,
}

/// Confirms an action. `thread` is the match's thread if the person is elsewhere.
pub fn done(what: Done, id: MatchId, thread: Option<ChannelId>) -> Composed {
    let words = match what {
        Done::OfferedDraw => format!("You offered a draw in match {id}."),
        Done::AcceptedDraw => format!("You accepted the draw in match {id}."),
        Done::AskedTakeBack => format!("You asked for a take-back in match {id}."),
        Done::TookBack => format!("You took back your turn in match {id}."),
        Done::GaveTime => format!("You gave the other player more time in match {id}."),
        Done::Resigned => format!("You resigned match {id}."),
        Done::Aborted => format!("You cancelled match {id}: it does not count."),
    };
    Composed::text(format!("{words}{}", at(thread)))
}

/// Confirms that a person accepted a challenge whose message can no longer be edited.
pub fn accepted(id: MatchId, in_channel: bool) -> String {
    let next = if in_channel {
        "Its board will be posted in a moment."
    } else {
        "Its thread will open in a moment."
    };
    format!("You accepted match {id}. {next}")
}

/// A request of one player to the other.
#[derive(Clone, Copy, Debug)]
pub enum Question {
    Draw,
    TakeBack,
}

impl Question {
    const fn called(self) -> &'static str {
        match self {
            Self::Draw => "draw offer",
            Self::TakeBack => "take-back request",
        }
    }

    const fn object(self) -> &'static str {
        match self {
            Self::Draw => "the draw",
            Self::TakeBack => "the take-back",
        }
    }

    /// The text of a question that was declined before.
    pub fn was_declined(self) -> String {
        format!("This {} was declined.", self.called())
    }

    /// The text of a lapsed question. `latest` says where the latest board is; `None` if the match is over.
    pub fn has_lapsed(self, latest: Option<&str>) -> String {
        let why = latest.map_or_else(
            || String::from("the match is over."),
            |latest| format!("the match went on. {latest}"),
        );
        format!("This {} has lapsed: {why}", self.called())
    }

    /// The text of an accepted question.
    pub fn accepted_by(self, user: UserId) -> String {
        format!("{} accepted {}.", mention(user), self.object())
    }

    /// Confirms to a player that they accepted a question.
    pub fn you_accepted(self, id: MatchId) -> String {
        format!("You accepted {} in match {id}.", self.object())
    }

    /// Confirms to a player that they declined a question.
    pub fn you_declined(self) -> String {
        format!("You declined {}.", self.object())
    }
}

/// The refusal of a press on an old board; `latest` says where the latest board is.
pub fn old_board(latest: &str) -> String {
    format!("That board is old. {latest}")
}

/// The refusal of a confirmed resignation after another turn.
pub fn ask_resign_again(ply: u32) -> String {
    format!("{} If you still want to resign, ask again.", moved_on(ply))
}

/// The refusal of a match where the bot is a guest; `add` is the link that installs the bot.
pub fn bot_is_guest(add: &str, on_server: bool) -> String {
    let instead = if on_server {
        format!("People who manage the server can [add it]({add}).")
    } else {
        format!("Matches between people are played in servers: [add the bot]({add}) to one.")
    };
    format!(
        "The bot is not in this server, so it cannot open threads or post boards, and no match can start here. \
         {instead} You can play against the computer in a direct message to the bot."
    )
}

/// The refusal of a challenge to a bot.
pub fn is_a_bot(user: UserId) -> String {
    format!("{} is a bot and cannot be challenged.", mention(user))
}
