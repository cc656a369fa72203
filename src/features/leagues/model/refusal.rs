//! Why a league refuses a command.

use crate::contests::RequestRefusal;
use strum::{IntoStaticStr, VariantNames};

use crate::contests::{ActId, GameId};
use crate::features::leagues::press::ids::SeasonId;
use crate::matches::{TimeControl, UserId};

/// Why a command is refused. Its `Display` is the message to the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    #[error("A division has 4 to 10 people, not {0}.")]
    Size(u32),
    #[error("A season waits for 4 to 100 people, not {0}.")]
    Least(u32),
    #[error("A pair plays one or two games, not {0}.")]
    Legs(u32),
    #[error(
        "With the clock {clock} a match of this game can take {needed} days, and a season lasts at most {most}. Choose a shorter time or a smaller increment."
    )]
    SlowClock {
        clock: TimeControl,
        needed: u32,
        most: u32,
    },

    #[error("Play-offs have 2, 4 or 8 people, not {0}.")]
    PlayOffs(u32),
    #[error("A quick league has no play-offs: each of its divisions has a winner of its own.")]
    QuickPlayOffs,
    #[error(
        "With the clock {clock} the play-offs of {size} people can take {needed} days, and they last at most {most}. Choose fewer people or a shorter time."
    )]
    SlowPlayOffs {
        clock: TimeControl,
        size: u32,
        needed: u32,
        most: u32,
    },
    #[error("A season is being played. You can change the play-offs when it is over.")]
    PlayOffsFixed,
    #[error("That is the rule already.")]
    PlayOffsAlready,
    #[error("Season {0} has no play-offs that could begin or end now.")]
    NoPlayOffs(SeasonId),

    #[error("You are in this league already.")]
    AlreadyIn,
    #[error("You are not in this league. Press *Join* to take part.")]
    NotIn,
    #[error("You left a division that is still playing. You can join again when it is over.")]
    OutUntilOver,
    #[error("This league is closed: no further season begins.")]
    Closed,

    #[error("A quick league has no day of start: a division starts as soon as it is full.")]
    NoStartDay,
    #[error("A season is being played. You can choose the next start when it is over.")]
    SeasonRunning,
    #[error("The start must be in the future, and at most 90 days away.")]
    StartDay,
    #[error(
        "A season of this league needs {least} people, and {have} have joined. Choose the start when more have joined."
    )]
    TooFewPeople { least: usize, have: usize },

    #[error("This league has no game {0}.")]
    NoGame(GameId),
    #[error("Game {0} has begun already.")]
    GameBegan(GameId),
    #[error("Game {0} is not being played in that match.")]
    NotItsMatch(GameId),
    #[error("Game {0} is over. Its result stands.")]
    GameOver(GameId),

    #[error("Write a reason: everybody in the league can read it.")]
    NoReason,
    #[error("The league is paused already.")]
    PausedAlready,
    #[error("The league is paused. Undo the pause first.")]
    Paused,
    #[error("That season is not being played.")]
    SeasonNotRunning,
    #[error("This person is not playing in this league now.")]
    NotPlaying(UserId),
    #[error(
        "This person has no game in which it has been their turn for 24 hours without a move of theirs. Your own games are left out."
    )]
    NothingToForfeit(UserId),
    #[error(
        "This person has moved or finished a game already, so no newcomer can take their place. You can decide their games one by one."
    )]
    HasMoved(UserId),
    #[error(
        "This person takes part in this league already. Only a newcomer can take a person's place."
    )]
    NoNewcomer(UserId),
    #[error("You play in game {0} yourself. Ask another organiser.")]
    OwnGame(GameId),
    #[error("The next season has no such division. Choose another one.")]
    NoDivision,
    #[error("The result must be a win or a draw.")]
    NoResult,
    #[error("The end must not be in the past, and must be earlier than the season's last moment.")]
    EndMoment,

    #[error(transparent)]
    Request(#[from] RequestRefusal),

    #[error("There is no act {0} in this league.")]
    NoAct(ActId),
    #[error("Act {0} has been undone already.")]
    UndoneAlready(ActId),
    #[error("The season of act {0} is no longer being played, so the act cannot be undone.")]
    TooLateToUndo(ActId),
    #[error("The newcomer of act {0} is out, so the act cannot be undone.")]
    PersonOut(ActId),
    #[error(
        "This person takes part in this league again, so they cannot get their old place back."
    )]
    CannotReturn(UserId),
    #[error("A later act changed the end of the season. Undo that act first.")]
    LaterAct,
    /// A decision does not apply: a mistake in the bot.
    #[error(
        "The bot could not do that because of a mistake in its own rules. Tell the bot's operator: {0}"
    )]
    Broken(String),
}
