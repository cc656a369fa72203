use super::{MatchId, Moment, Player, UserId};
use crate::board::Cell;
use crate::games::{OptionError, TurnError};

/// Why a command changes nothing. Its `Display` is what the person reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    OnlyInvited {
        /// Who.
        invited: Player,
    },
    /// An open challenge has nobody who could decline it.
    #[error("This challenge is open to everyone: only the challenger can take it back.")]
    NobodyInvited,
    /// Only the challenger may withdraw.
    #[error("Only the challenger can withdraw this challenge.")]
    NotChallenger {
        /// Who that is.
        challenger: UserId,
    },

    /// Only the challenger may open an expired challenge again.
    #[error("Only the challenger can renew this challenge.")]
    NotRenewer {
        /// Who that is.
        challenger: UserId,
    },
    /// The challenge has not expired.
    #[error("This challenge is open: there is nothing to renew.")]
    OpenAlready,
    /// The challenge was answered or withdrawn.
    #[error("This challenge cannot be renewed any more. Make a new one with `/play`.")]
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
    /// Somebody who neither began the exhibition nor moderates the place.
    #[error("Only who began this exhibition can end it, or somebody who moderates this channel.")]
    NotYourExhibition {
        /// Who began it.
        challenger: UserId,
    },
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

    /// The challenge has not been accepted.
    #[error("Match {0} has not begun: the challenge has not been accepted.")]
    NotBegun(MatchId),
    /// The match never began.
    #[error("Match {id} was never played: {why}.")]
    NeverPlayed {
        /// Which.
        id: MatchId,
        /// Why: `the challenge was declined`.
        why: &'static str,
    },
    /// The match is over.
    #[error("Match {id} is over: {result}.")]
    Finished {
        /// Which.
        id: MatchId,
        /// How, without names: `Red won by four in a row`.
        result: String,
    },
    /// Somebody who does not play in it.
    #[error("You do not play in match {0}.")]
    NotYourMatch(MatchId),
    /// The other seat is to move.
    #[error("It is not your turn: {colour} is to move.")]
    NotYourTurn {
        /// Who is to move.
        to_move: Player,
        /// Their colour.
        colour: &'static str,
    },
    /// The turn was meant for an older position.
    #[error("Match {id} has moved on since that board was posted. Look at the latest one.")]
    MovedOn {
        /// Which match.
        id: MatchId,
        /// The ply that the match is at.
        ply: u32,
    },
    /// The time of the seat to move has run out, so nothing else can happen.
    #[error("The time of {colour} ran out.")]
    OutOfTime {
        /// Whose.
        colour: &'static str,
        /// When.
        at: Moment,
    },
    /// The time of the seat to move has not run out.
    #[error("There is still time.")]
    StillTime,

    /// The turn that a preview showed is not kept any more, because the player looked at another one since.
    #[error("This preview is not your latest one. Use that, or type your turn again.")]
    OldPreview,
    /// The turns that were offered in place of a refused one are not kept any more, because others were offered since.
    #[error("You were offered other turns since. Use those, or type your turn again.")]
    OldOffer,
    /// The player has opened another picker for the match since.
    #[error(
        "You have opened this match's picker anew since: go on there. This one does nothing any more."
    )]
    PickerTaken,
    /// Something else was pressed in the same picker, on another device or twice.
    #[error(
        "Another press was quicker: this picker has changed meanwhile. Go on with what it shows now."
    )]
    PickedAlready,
    /// The turn that was being picked is made.
    #[error("Your turn {} is made: you played {turn}.", ply.saturating_add(1))]
    MadeAlready {
        /// How many entries of the record came before it.
        ply: u32,
        /// Its canonical text.
        turn: String,
    },
    /// What was picked is not to be had here.
    #[error("This choice is not on offer here any more.")]
    NotOnOffer,

    /// The match went another way than a line that is being picked.
    #[error("The match has moved on: it is turn {} now, and the line that you were planning does not fit it.", ply.saturating_add(1))]
    PlanLeft {
        /// The ply that the match is at.
        ply: u32,
    },

    /// The text holds no step.
    #[error("Type a turn, please.")]
    NoTurn,
    /// A step of the turn cannot be made.
    #[error(transparent)]
    Illegal(#[from] Box<IllegalTurn>),
    /// The turn is not whole.
    #[error("{} is not a whole turn. {missing}", steps.join(" "))]
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
    #[error("You have offered a draw already. You can offer again after the next turn.")]
    OfferedAlready,
    /// There is no offer that could be answered.
    #[error("No draw is on offer now.")]
    NoOffer,
    /// Whoever is to move has no turn of the other player to answer.
    #[error(
        "It is your move: make it first. Conditional turns answer what the other player may play."
    )]
    MoveFirst,
    /// A turn of a line cannot be made.
    #[error("{}{why}", if before.is_empty() { String::new() } else { format!("After {before}: ") })]
    InLine {
        /// The turns before it; may be empty.
        before: String,
        /// Why not.
        why: Box<Refusal>,
    },
    /// A turn of a line is not whole.
    #[error(
        "{turn} is not a whole turn. Each turn of a line must be whole, and the last one yours."
    )]
    LineUnfinished {
        /// The turn.
        turn: String,
    },
    /// A line goes on after the end of the game.
    #[error("The game would be over before the end of this line: leave out what comes after it.")]
    LineAfterEnd,
    /// The other player's turn in a line ends the game.
    #[error("{turn} would end the game: there is nothing to answer.")]
    NothingToAnswer {
        /// That turn.
        turn: String,
    },
    /// A line ends with the other player's turn.
    #[error("The line must end with a turn of yours: add your answer to {last}.")]
    LineWithoutAnswer {
        /// That turn.
        last: String,
    },
    /// The same line, or a longer one, is kept already.
    #[error("You have this line already.")]
    LineKept,
    /// Another answer to the same turns is kept already.
    #[error("After {before} you already play {conditional}. Clear that line first.")]
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
    #[error("You keep {most} lines in this match, and more are not possible. Clear one first.")]
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
    #[error("You have made no turn yet that could be taken back.")]
    NothingToTakeBack,
    /// The same seat has asked for a take-back on this board already.
    #[error("You have asked for a take-back already. You can ask again after the next turn.")]
    AskedAlready,
    /// The other side asks for a take-back: that comes first.
    #[error(
        "The other player asks you for a take-back. Answer that first: the buttons are under the question."
    )]
    AnswerTakeback,
    /// Nobody asks for a take-back.
    #[error("Nobody asks for a take-back now.")]
    NoTakebackAsked,
    /// Whoever asks cannot answer as well.
    #[error("You asked for this take-back yourself: the other player has to answer.")]
    OwnTakeback,
    /// Whoever offers cannot answer as well.
    #[error("The draw is your own offer: the other player has to answer it.")]
    OwnOffer,
}

/// A turn with a step that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// Why: the rule's sentence.
    pub sentence: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// The cells it is about.
    pub cells: Vec<Cell>,
    /// The canonical texts of the steps before it, which are legal.
    pub done: Vec<String>,
    /// The step as it was typed.
    pub typed: String,
    /// Whether the step may mean several legal ones.
    pub ambiguous: bool,
    /// Legal turn texts (or beginnings of one): all that are meant, or else up to three that look like what was typed,
    /// nearest first.
    pub alternatives: Vec<String>,
}

impl std::fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)?;
        match self.alternatives.split_last() {
            // The sentence names them.
            _ if self.ambiguous => Ok(()),
            None => Ok(()),
            Some((last, [])) => write!(f, " You could play {last}."),
            Some((last, others)) => write!(f, " You could play {} or {last}.", others.join(", ")),
        }
    }
}

impl std::error::Error for IllegalTurn {}
