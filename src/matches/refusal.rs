use strum::IntoStaticStr;

use super::advice::NoAdvice;
use super::ids::{ChannelId, MatchId, RoleId, UserId};
use super::illegal_turn::IllegalTurn;
use super::player::Player;
use super::refusal_words::{counted, in_line, in_server, links, marked};
use super::terms::UnmetTerm;
use crate::games::{OptionError, TurnError};
use crate::people::Moment;

/// Why a command changes nothing. Its `Display` is what the person reads; its name, for the log, is that of its variant and holds
/// nothing of what was typed: `not-your-turn`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Refusal {
    /// No game has this key.
    #[error("There is no game called \"{0}\".")]
    UnknownGame(String),
    /// The game's settings are not allowed.
    #[error(transparent)]
    Options(#[from] OptionError),
    /// Somebody challenged themselves.
    #[error("You cannot challenge yourself.")]
    SelfChallenge,
    /// The other player's data was deleted: nobody knows who they were.
    #[error("That player has had their data deleted and cannot be challenged from here.")]
    DeletedPlayer,

    /// The other player has blocked the challenger, who is not told so.
    #[error("This challenge cannot be made to that player.")]
    CannotChallenge,
    /// The challenger has blocked the person who wants to accept, who is not told so.
    #[error("This challenge is not open to you.")]
    CannotTake,
    /// The person has blocked the player whom they challenge.
    #[error(
        "You have blocked this player. *Blocked People* in `/settings` lets you play against each other again."
    )]
    BlockedYourself,
    /// Somebody has blocked as many people as they may.
    #[error(
        "You have blocked {most} people, the most allowed. Unblock one first: *Blocked People* in `/settings`."
    )]
    TooManyBlocks {
        /// How many there may be.
        most: u32,
    },

    /// Moderators keep the person from playing in the server.
    #[error(
        "A moderator of this server keeps you from playing here. Their reason: {}",
        marked(reason)
    )]
    KeptOut {
        /// Why.
        reason: String,
    },
    /// Moderators keep the other player from playing in the server.
    #[error("The other player cannot play in this server at present.")]
    OtherKeptOut,
    /// Only some people start matches in the server.
    #[error(
        "In this server only people with the role <@&{role}> start matches. You can accept challenges: *Challenges* in `/games` lists them."
    )]
    NotAStarter { role: RoleId },
    /// Matches begin in other channels of the server.
    #[error(
        "In this server matches begin in {} only: use the command there.",
        links(channels)
    )]
    NotInThisChannel { channels: Vec<ChannelId> },
    /// The game is not played in the server.
    #[error("{0} is not played in this server. `/play` lists the games; some of the others are.")]
    GameOff(
        /// Its name.
        String,
    ),
    /// Computers do not play each other in the server.
    #[error("In this server computers do not play each other.")]
    NoExhibitionsHere,
    /// As many matches go on in the server as may.
    #[error(
        "{} in this server already, the most allowed at once. Try again when one is over.",
        counted(*most, "match goes on", "matches go on")
    )]
    ServerFull { most: u32 },

    /// The challenge was answered or withdrawn already.
    #[error("This challenge is no longer open: {0}.")]
    NotOpen(
        /// What became of it: `it was withdrawn`.
        &'static str,
    ),
    /// The challenger may not answer their own challenge.
    #[error("This is your own challenge: somebody else has to accept it. You can withdraw it.")]
    OwnChallenge,
    /// Somebody else was invited.
    #[error("Only the player who was challenged can answer this challenge.")]
    OnlyInvited { invited: Player },
    /// Nobody can decline an open challenge.
    #[error("This challenge is open to everyone: only the challenger can take it back.")]
    NobodyInvited,
    /// Only the challenger may withdraw.
    #[error("Only the challenger can withdraw this challenge.")]
    NotChallenger { challenger: UserId },

    /// A challenge to a named player has terms.
    #[error(
        "`only`, `finished` and `range` are for challenges that anyone may accept: leave out either them or the opponent."
    )]
    TermsForOne,
    /// The challenge asks for something that the person does not meet.
    #[error(transparent)]
    Terms(#[from] UnmetTerm),
    /// Somebody has as many open challenges as there may be.
    #[error(
        "You have {}{}, the most allowed. Withdraw one first: `/games` lists them.",
        counted(*most, "open challenge", "open challenges"), in_server(*here)
    )]
    TooManyOpen {
        /// How many there may be.
        most: u32,
        /// Whether in this server, else in all.
        here: bool,
    },
    /// Of as many challenges of somebody came nothing as there may be in a day.
    #[error(
        "{most} of your challenges in the last 24 hours led to no match, the most allowed. \
         Try again later. Your running matches go on."
    )]
    TooManyInVain {
        /// How many there may be.
        most: u32,
    },
    /// Somebody plays as many matches as there may be.
    #[error(
        "You are playing {}{}, the most allowed. Finish one first: `/games` lists them.",
        counted(*most, "match", "matches"), in_server(*here)
    )]
    TooManyRunning {
        /// How many there may be.
        most: u32,
        /// Whether in this server, else in all.
        here: bool,
    },
    /// The challenger plays as many matches as there may be.
    #[error(
        "The challenger is playing {}{}, the most allowed. Try again later.",
        counted(*most, "match", "matches"), in_server(*here)
    )]
    ChallengerBusy {
        /// How many there may be.
        most: u32,
        /// Whether in this server, else in all.
        here: bool,
    },

    /// Only the challenger may open an expired challenge again.
    #[error("Only the challenger can renew this challenge.")]
    NotRenewer { challenger: UserId },
    /// The challenge has not expired.
    #[error("This challenge is open: there is nothing to renew.")]
    OpenAlready,
    /// The challenge was answered or withdrawn.
    #[error("This challenge can no longer be renewed. Make a new one with `/play`.")]
    NotRenewable,
    /// A computer was challenged where none plays.
    #[error("There is no computer opponent here.")]
    NoComputer,
    /// Two computers are to play, and only one is named.
    #[error("Two computers can play each other: say with `computer` and `against` which ones.")]
    NoComputerAgainst,
    /// An exhibition's turns are to come too fast.
    #[error("There are at least 30 seconds between the turns of an exhibition.")]
    TooFast,
    /// Somebody has as many exhibitions going on as there may be.
    #[error("You have {most} exhibitions going on already. End one of them first.")]
    TooManyExhibitions {
        /// How many there may be.
        most: u32,
    },
    /// Only exhibitions can be ended by others.
    #[error("Match {0} is no exhibition.")]
    NoExhibition(MatchId),
    /// The person did not begin the exhibition and is not a moderator.
    #[error("Only the person who started this exhibition or a moderator can end it.")]
    NotYourExhibition {
        /// The person who began it.
        challenger: UserId,
    },
    /// Only moderators may annul a match.
    #[error(
        "Only people with the permission **Manage Server** can annul a match, and only one that was played in their server."
    )]
    NotModerator,
    /// A match is annulled once it is over.
    #[error("Match {0} is still being played. It can be annulled when it is over.")]
    StillPlayed(MatchId),
    /// The match does not count for ratings anyway.
    #[error("Match {0} does not count for ratings, so there is nothing to annul.")]
    NotRated(MatchId),
    /// The match was annulled before.
    #[error("Match {0} was annulled before.")]
    AnnulledAlready(MatchId),
    /// A moderator has paused the match.
    #[error(
        "A moderator has paused match {0}. Clocks stand, and nothing can be played until it goes on; you can still resign."
    )]
    Paused(MatchId),
    #[error("Match {0} is paused already. `/referee` lets it go on.")]
    PausedAlready(MatchId),
    #[error("Match {0} is not paused.")]
    NotPaused(MatchId),
    /// No person has made a turn that could be undone.
    #[error("No player has made a turn in match {0} yet, so there is none to undo.")]
    NothingToUndo(MatchId),
    /// No moderator has undone a turn since the last one was made.
    #[error(
        "There is nothing to restore in match {0}: no turn was undone since the last one was played."
    )]
    NothingToRedo(MatchId),
    /// A moderator lets somebody out of a match that they do not play in.
    #[error("Only one of the two people who play match {0} can be let out of it.")]
    NoneOfItsPlayers(MatchId),
    /// The rules of the game ended the match.
    #[error(
        "Match {0} was ended by the rules of its game, and stays over. Its players can play a rematch."
    )]
    EndedByRules(MatchId),
    /// Nothing is lost with a match that was aborted, or an exhibition that was stopped.
    #[error(
        "Match {0} was ended before it counted for anything, and stays over: a new one can be begun."
    )]
    NothingToReopen(MatchId),
    /// The operator annulled the match.
    #[error("Match {0} was annulled and stays over.")]
    StaysAnnulled(MatchId),
    /// One of the players has had their data deleted.
    #[error("One of the players of match {0} has had their data deleted, so it cannot go on.")]
    PlayerGone(MatchId),
    /// Nobody moderates a match that they play in.
    #[error("You play in match {0} yourself: another moderator has to do that.")]
    ModeratesOwn(MatchId),
    /// What moderators do has a reason.
    #[error("Give a reason: both players read it.")]
    NoReason,
    /// The match cannot be read by this version of the program.
    #[error(
        "Match {0} is frozen: this version of the bot cannot read it. Its clock stands, nothing is lost, and the operator has been told."
    )]
    Frozen(MatchId),
    /// A time has run out by a clock that is not trusted yet.
    #[error(
        "By the bot's clock the time of match {0} has run out, but that clock was changed or stood still and is being checked. Try again in some minutes."
    )]
    ClockUnsure(MatchId),

    /// A computer has no clock.
    #[error("The computer has no clock: it needs no more time.")]
    NoClockToGive,
    /// Too little or too much time was to be given.
    #[error("You can give from 1 minute to 30 days at once: `1d`, for example.")]
    Gift,
    /// With that much more the other player's clock would show too much.
    #[error("With that the other clock would show more than 365 days, which is the most there is.")]
    GiftTooLarge,
    /// The match was begun without days off.
    #[error("Match {0} is played without days off: your clock runs there.")]
    NoDaysOff(MatchId),
    /// A player's time off has stopped their clock for as long as it may in one match.
    #[error("Your clock has stood for 14 days in match {0} already: it runs there.")]
    DaysOffSpent(MatchId),
    /// Nobody can come back who is not away.
    #[error("You are not away.")]
    NotAway,
    /// Another time zone would change nothing.
    #[error("Your time zone changes nothing in this match.")]
    SameZone,
    /// Time off that ends before it begins.
    #[error("That time off is over.")]
    TimeOffOver,
    /// This many absences that the match keeps no more.
    #[error("You have planned too many absences. Cancel them in `/away` first.")]
    TooMuchPlanned,
    /// What was decided does not fit the match: a fault of this program, which the log tells.
    #[error(
        "The bot could not do that, and match {0} stays as it is. Please tell the person who runs the bot."
    )]
    Unfit(MatchId),

    /// The challenge has not been accepted.
    #[error("Match {0} has not begun: the challenge has not been accepted.")]
    NotBegun(MatchId),
    /// The match never began.
    #[error("Match {id} was never played: {why}.")]
    NeverPlayed {
        id: MatchId,
        /// Why: `the challenge was declined`.
        why: &'static str,
    },
    /// The match is over.
    #[error("Match {id} is over: {result}.")]
    Finished {
        id: MatchId,
        /// How, without names: `Red won by four in a row`.
        result: String,
    },
    /// A player wants to follow their own match.
    #[error("You play in match {0}, so the bot notifies you anyway.")]
    FollowsOwn(MatchId),
    /// This many people hear of a match that there is no room for more in its posts.
    #[error(
        "{most} people are already notified of this match, the most allowed. You can still choose *Just List It*."
    )]
    TooManyFollowers {
        /// How many there may be.
        most: u32,
    },
    /// Somebody follows as many matches as they may.
    #[error(
        "You follow {most} matches, the most allowed. Stop following one first: *Here* in `/games` lists them."
    )]
    FollowsTooMany {
        /// How many there may be.
        most: u32,
    },
    /// No computer gives advice.
    #[error(transparent)]
    NoAdvice(#[from] NoAdvice),
    /// A note is for a turn that was not made.
    #[error("There is no turn {ply} yet: the last one is turn {last}.")]
    NoSuchTurn {
        ply: u32,
        /// How many there are.
        last: u32,
    },
    /// A player keeps as many notes as there may be.
    #[error("You have {most} notes in this match, the most allowed.")]
    TooManyNotes {
        /// How many there may be.
        most: u32,
    },
    /// Both players have made a turn.
    #[error(
        "Both of you have made a turn in match {0}, so it counts. You can offer a draw with `/draw` or give it up with `/resign`."
    )]
    TooLateToAbort(MatchId),
    /// Something that comes after a match's end is asked for before it.
    #[error("Match {0} is not over yet.")]
    NotOver(MatchId),
    /// The other player does not want a rematch.
    #[error("Your rematch was declined. You can still challenge them to another game.")]
    RematchDeclined,
    /// The person does not play in it.
    #[error("You are watching match {0}.")]
    NotYourMatch(MatchId),
    /// The other seat is to move.
    #[error("It is {colour}'s turn.")]
    NotYourTurn {
        to_move: Player,
        colour: &'static str,
    },
    /// The turn was meant for an older position.
    #[error("Match {id} has moved on since that board was posted. Look at the latest one.")]
    MovedOn {
        id: MatchId,
        /// The ply that the match is at.
        ply: u32,
    },
    /// The time of the seat to move has run out, so nothing else can happen.
    #[error("{colour} ran out of time.")]
    OutOfTime { colour: &'static str, at: Moment },
    /// The time of the seat to move has not run out.
    #[error("There is still time.")]
    StillTime,

    /// The turns that were offered in place of a refused one are not kept any more, because others were offered since.
    #[error("You have been offered other moves since. Use those or type your move again.")]
    OldOffer,
    /// What was typed before it was known for which match is not kept any more.
    #[error(
        "What you typed is no longer kept: the match has moved on, or you typed something else since. Please type it again."
    )]
    NotKept,
    /// The person has opened another picker for the same since, or this one was not used for long.
    #[error("You opened a newer picker in place of this one. Continue there.")]
    PickerTaken,
    /// Something else was pressed in the same picker, on another device or twice.
    #[error("This picker has already changed. Continue from what it shows now.")]
    PickedAlready,
    /// The turn that was being picked is made.
    #[error("You have played turn {} already: {turn}.", ply.saturating_add(1))]
    MadeAlready {
        /// How many entries of the record came before it.
        ply: u32,
        /// As players write it.
        turn: String,
    },
    /// What was picked is not to be had here.
    #[error("This choice is no longer available.")]
    NotOnOffer,

    /// The match went another way than a line that is being picked.
    #[error("The match has moved on: it is turn {} now, and the line that you were planning no longer fits.", ply.saturating_add(1))]
    PlanLeft {
        /// The ply that the match is at.
        ply: u32,
    },

    /// There is no lesson of this name, or none any more.
    #[error("This lesson no longer exists. `/learn` lists all lessons.")]
    NoSuchLesson,
    /// The text holds no step.
    #[error("Please type a turn.")]
    NoTurn,
    /// A step of the turn cannot be made.
    #[error(transparent)]
    Illegal(#[from] Box<IllegalTurn>),
    /// The turn is not whole.
    #[error("{} is an unfinished turn. {missing}", steps.join(" "))]
    Unfinished {
        /// The canonical texts of the steps that were typed.
        steps: Vec<String>,
        /// The sentence that says what may or must follow.
        missing: String,
        /// Up to three turn texts that go on from it, best first.
        next: Vec<String>,
    },
    /// The turn goes on after its end.
    #[error(transparent)]
    TooLong(TurnError),

    /// The same seat has offered a draw at this ply already.
    #[error("You have already offered a draw. You can offer again after the next turn.")]
    OfferedAlready,
    /// There is no offer that could be answered.
    #[error("No draw is on offer now.")]
    NoOffer,
    /// The player to move has no turn of the other player to answer.
    #[error(
        "It is your move: make it first. Planned replies answer what the other player may play next."
    )]
    MoveFirst,
    /// A turn of a line cannot be made.
    #[error("{}", in_line(before, *theirs, why))]
    InLine {
        /// The turns before it; may be empty.
        before: String,
        /// Whether it is the other player's turn.
        theirs: bool,
        why: Box<Refusal>,
    },
    /// A turn of a line is not whole.
    #[error(
        "{turn} is an unfinished turn. Every turn of a line must be finished, and the last one must be yours."
    )]
    LineUnfinished { turn: String },
    /// A line goes on after the end of the game.
    #[error("The game would end before this line does: leave out what comes after its end.")]
    LineAfterEnd,
    /// The other player's turn in a line ends the game.
    #[error("{turn} would end the game, so there is nothing to reply to.")]
    NothingToAnswer { turn: String },
    /// A line ends with the other player's turn.
    #[error("The line must end with a turn of yours: add your reply to {last}.")]
    LineWithoutAnswer {
        /// That turn.
        last: String,
    },
    /// The same line, or a longer one, is kept already.
    #[error("You have this line already.")]
    LineKept,
    /// Another answer to the same turns is kept already.
    #[error("After {before} you have already planned {conditional}. Clear that line first.")]
    OtherAnswer {
        /// The turns before the answer.
        before: String,
        /// The answer.
        conditional: String,
    },
    /// A line has too many turns.
    #[error("A line may have at most {most} turns.")]
    LineTooLong {
        /// How many it may have.
        most: usize,
    },
    /// The player keeps as many lines as there may be.
    #[error("You have planned {most} lines in this match, the most allowed. Clear one first.")]
    TooManyLines {
        /// How many there may be.
        most: usize,
    },
    /// No line has this number.
    #[error("You have no line {0} in this match.")]
    NoSuchLine(
        /// The number.
        u32,
    ),
    /// The seat has made no turn that it could take back.
    #[error("You have not played a turn yet that could be taken back.")]
    NothingToTakeBack,
    /// The same seat has asked for a take-back on this board already.
    #[error("You have already asked for a take-back. You can ask again after the next turn.")]
    AskedAlready,
    /// The other side asks for a take-back: that comes first.
    #[error(
        "The other player asks you for a take-back. Answer that first, with the buttons under the request."
    )]
    AnswerTakeback,
    /// Nobody asks for a take-back.
    #[error("Nobody asks for a take-back now.")]
    NoTakebackAsked,
    /// The person asked for the take-back, so they cannot answer it.
    #[error("You asked for this take-back yourself: the other player has to answer.")]
    OwnTakeback,
    /// The person offered the draw, so they cannot answer it.
    #[error("The draw is your own offer: the other player has to answer it.")]
    OwnOffer,
}
