//! What a button, a menu or a modal carries: everything it needs, in at most 100 characters.
//!
//! The text is `what/number/number` or alike. It is kept by Discord for as long as the message lives, so a form that was once
//! sent is never given another meaning; what is not understood any more is `None`, and the person is told so.

mod acts;
mod part;
mod parts;
mod words;

#[cfg(test)]
mod tests;

pub use acts::PickAct;
pub use parts::{Import, Leaf, PlayOn, Tab, Want, Wish, With};

use super::pace::Pace;
use crate::games::lessons::LessonId;
use crate::matches::{Follow, MatchId};

/// What pressing a component, or sending a modal, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// Take up a challenge.
    Accept(MatchId),
    /// Take up a challenge from a list of them.
    Take(MatchId),
    /// Turn a challenge down.
    Decline(MatchId),
    /// Turn a challenge down in a list of them.
    DeclineListed(MatchId),
    /// Take one's own challenge back.
    Withdraw(MatchId),
    /// Take one's own challenge back in a list of them.
    WithdrawListed(MatchId),
    /// Open one's own expired challenge again.
    Renew(MatchId),
    EndExhibition(MatchId),
    /// Open a picker for a turn.
    Move {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Open a picker for a turn in the message of one that has ended.
    PickAgain {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Do something in a board session.
    Pick {
        session: u64,
        /// The generation that the message shows.
        generation: u32,
        act: PickAct,
    },
    /// Open a picker for a line of planned turns.
    PlanReply(MatchId),
    /// Open the text field for a turn.
    TypeTurn {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// The text field for a turn, filled in.
    MoveText {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Show what a turn would do before it counts, or how it may go on.
    TryTurn {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
        /// The canonical text of the turn, or of its beginning.
        turn: String,
    },
    /// Show what a turn would do that is kept because it is too long to be carried.
    TryOffer {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
        /// Which turn it is: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Make the turn that is the only one.
    PlayOnly {
        id: MatchId,
        /// The number of the board on which it is.
        board: u32,
    },
    /// Show a page of a game's rules.
    Rules {
        /// The game's key.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Turn to another page of the rules, in the message that shows them.
    RulesPage {
        /// The game's key.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Turn over to another page of the rules, in the message that shows them.
    RulesLeaf {
        /// The game's key.
        game: String,
        /// The page that is shown, counted from 0.
        page: u32,
        to: Leaf,
    },
    /// Turn to the page of the rules that was chosen, in the message that shows them.
    RulesPart {
        /// The game's key.
        game: String,
    },
    /// Turn to another page of the help, in the message that shows it.
    Help {
        /// The page, counted from 0.
        page: u32,
    },
    /// Turn to a page of a list of matches, in the message that shows one.
    Games {
        tab: Tab,
        /// The game's key, or `any`.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Look at the match that was chosen from a list.
    OpenMatch,
    /// Ask whether the person really wants to resign.
    Resign {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Ask whether the person really wants to resign, where no board was to be seen.
    ResignUnseen(MatchId),
    ResignConfirm {
        id: MatchId,
        /// The number of the board that was to be seen when the person was asked.
        board: u32,
    },
    /// Do not resign after all.
    ResignKeep(MatchId),
    /// End a match so that it counts for nothing.
    Abort(MatchId),
    /// Play the same again with the sides exchanged.
    Rematch(MatchId),
    /// Play the same again against a stronger computer.
    Harder(MatchId),
    /// Show the games that could be played next.
    ChooseGame {
        /// Against whom.
        with: With,
    },
    /// Show one of them, in the message that shows them all.
    GamePage {
        /// The game's key.
        game: String,
        /// Against whom.
        with: With,
    },
    /// Make a challenge to a game with its usual settings.
    Challenge {
        /// The game's key.
        game: String,
        /// Against whom.
        with: With,
    },
    /// Make a challenge to a game with another clock than the usual one, or one that does not count for ratings.
    ChallengeSo {
        /// The game's key.
        game: String,
        /// Against whom.
        with: With,
        /// The clock, and whether it counts.
        wish: Wish,
    },
    /// Choose a part of the wish from a menu, in the message that leads to such a challenge.
    Wish {
        want: Want,
        /// The game's key.
        game: String,
        /// Against whom.
        with: With,
        /// What was chosen before.
        wish: Wish,
    },
    /// Show one game with what was chosen for a challenge.
    GameSo {
        /// The game's key.
        game: String,
        /// Against whom.
        with: With,
        wish: Wish,
    },
    /// Show what is seldom chosen for a challenge.
    MoreTerms {
        /// The game's key.
        game: String,
        /// Against whom.
        with: With,
        wish: Wish,
    },
    /// Offer a draw.
    Draw {
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Agree to a take-back.
    TakebackAccept {
        id: MatchId,
        /// The number of the board on which it was asked for.
        board: u32,
    },
    /// Let the turns stand.
    TakebackDecline {
        id: MatchId,
        /// The number of the board on which a take-back was asked for.
        board: u32,
    },
    /// Take up an offer of a draw.
    DrawAccept {
        id: MatchId,
        /// The number of the board on which the draw was offered.
        board: u32,
    },
    /// Turn down an offer of a draw.
    DrawDecline {
        id: MatchId,
        /// The number of the board on which the draw was offered.
        board: u32,
    },
    /// Ask what somebody wants to hear of a match that others play.
    Follow(MatchId),
    SetFollow {
        id: MatchId,
        how: Follow,
    },
    /// Follow it no more.
    Unfollow(MatchId),
    /// List one's notes of a match.
    Notes(MatchId),
    /// Open the text field for a note under a turn.
    NoteForm {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// The text field for a note, filled in.
    NoteText {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// Let everybody see one's notes of a match.
    PublishNotes(MatchId),
    /// Delete one's notes of a match.
    ClearNotes(MatchId),
    /// Open the history of a match.
    History {
        id: MatchId,
        /// The turn that is shown first: how many had been played when the button was shown.
        ply: u32,
    },
    /// Show a match in motion to the person who asks.
    Replay(MatchId),
    /// Ask what of a match to show to everyone.
    AskShare(MatchId),
    /// Show a board to everyone.
    PostBoard(MatchId),
    /// Show a match in motion to everyone.
    PostReplay {
        id: MatchId,
        /// How fast.
        pace: Pace,
    },
    /// Take one's last turn back, or ask whether one may.
    TakeBack(MatchId),
    /// Ask how much time a player gives to the other one.
    AskGift(MatchId),
    /// Give the other player more time.
    GiveTime {
        id: MatchId,
        /// How much, in seconds.
        seconds: u64,
    },
    /// Open a board of one's own that begins from a match.
    Explore {
        id: MatchId,
        /// How many turns had been made.
        ply: u32,
    },
    /// Show the next puzzle.
    NextPuzzle {
        /// The game's key.
        game: String,
    },
    /// Try a puzzle again.
    TryPuzzle {
        /// The game's key.
        game: String,
        /// Which of its puzzles, counted from 1.
        number: u32,
    },
    /// Show the solution of a puzzle.
    PuzzleSolution {
        /// The game's key.
        game: String,
        /// Which of its puzzles, counted from 1.
        number: u32,
    },
    /// Open the board of one's own first mistake in a match from a ply on.
    Mistake {
        id: MatchId,
        /// How many turns had been made before it, or fewer.
        ply: u32,
    },
    /// Show what would have been better than that mistake.
    BetterTurn {
        id: MatchId,
        /// How many turns had been made before it.
        ply: u32,
    },
    /// Show what a match came to turn by turn.
    Analysis(MatchId),
    /// Show where to look for a turn.
    Hint(MatchId),
    /// Show the turn that a hint is about.
    HintTurn {
        id: MatchId,
        /// The number of the board that the hint is for.
        board: u32,
    },
    /// Agree to hints for both players.
    HintsAgree(MatchId),
    /// Do not want hints for both players.
    HintsDecline(MatchId),
    /// List one's conditional lines.
    Lines(MatchId),
    /// Plan the line that was typed before it was known for which match.
    AddLine {
        id: MatchId,
        /// The number of the board for which it is kept.
        board: u32,
        /// Which line it is: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Clear all of one's conditional lines.
    ClearLines(MatchId),
    /// Clear one of one's conditional lines.
    ClearLine {
        id: MatchId,
        /// The line's number, counted from 1.
        number: u32,
    },
    /// Look at a board as it stands.
    Board(MatchId),
    /// Read a board in words.
    Describe(MatchId),
    /// Read a part of it.
    DescribePart {
        id: MatchId,
        /// Which, as it was typed.
        what: String,
    },
    /// Turn over to another turn, in the message that shows the history.
    Leaf {
        id: MatchId,
        /// How many turns had been played on the board that is shown.
        ply: u32,
        to: Leaf,
    },
    /// Turn to a page of the records of a file that was brought along, in the message that lists them.
    ImportList {
        /// The number of the file.
        number: u32,
        /// The page, counted from 0.
        page: u32,
    },
    /// Look at the record that was chosen from such a page.
    ImportOpen {
        /// The number of the file.
        number: u32,
    },
    /// Turn over to another turn of a record that was brought along, in the message that shows it.
    ImportLeaf {
        /// Which record.
        import: Import,
        /// How many turns had been played on the board that is shown.
        ply: u32,
        to: Leaf,
    },
    /// Ask against whom to go on from a board of such a record.
    PlayOnFrom {
        /// Which record.
        import: Import,
        /// How many turns had been played on that board.
        ply: u32,
    },
    /// Go on from there.
    PlayOn {
        /// Which record.
        import: Import,
        /// How many turns had been played on that board.
        ply: u32,
        /// Against whom.
        how: PlayOn,
    },
    /// Get no more reminders of a turn.
    Mute {
        id: MatchId,
        /// The number of the board that waits for the turn.
        board: u32,
    },
    /// Get no more reminders of any turn that is due.
    MuteAll,
    /// Turn to a page of somebody's finished matches.
    Finished {
        person: u64,
        /// The game's key, or `any`.
        game: String,
        /// 0: whatever they came to; 1: won; 2: drawn; 3: lost.
        score: u8,
        /// The match after which the page begins: when it ended, in Unix milliseconds.
        at: u64,
        /// That match's number; 0: the page begins with the latest one.
        id: u64,
    },
    /// See those that came to what was chosen.
    FinishedResult {
        person: u64,
        /// The game's key, or `any`.
        game: String,
    },
    /// Write all of one's own finished matches down as files.
    ExportAll,
    /// Ask as what to write a match down.
    AskExport(MatchId),
    /// Write a match down as a file.
    Export {
        id: MatchId,
        /// The format's place in [`Format`](crate::features::records::formats::Format).
        form: u8,
    },
    /// Turn to a page of the best players of a game.
    Leaders {
        game: String,
        /// 0: those of the server; 1: everywhere.
        everywhere: u8,
        /// Which page, counted from 0.
        page: u32,
    },
    /// See the best players of the game that was chosen.
    LeadersOf {
        /// 0: those of the server; 1: everywhere.
        everywhere: u8,
    },
    /// Get everything that is kept of oneself as a file.
    PrivacyExport,
    /// See what it means to have one's data deleted.
    ForgetAsk,
    /// Have one's data deleted.
    ForgetMe,
    /// Show a page of a panel, in the message that shows another one.
    Page {
        /// The page's key.
        page: String,
    },
    /// Show the page of a panel that was chosen from a menu.
    Pages,
    /// Do something on a page of a panel.
    Set {
        /// The page's key.
        page: String,
        /// What, in a word that the page reads.
        act: String,
    },
    /// Show the games that can be learned, in the message that shows something of lessons.
    Learn,
    /// Show the lessons of a game, or one of them where it was chosen from a menu.
    LessonsOf {
        /// The game's key.
        game: String,
    },
    /// Begin a lesson, or begin it again.
    Lesson(LessonId),
    /// Open the text field for a turn in a lesson.
    LessonType(LessonId),
    /// The text field for a turn in a lesson, filled in.
    LessonText(LessonId),
    /// Show a turn that solves a lesson.
    LessonShow(LessonId),
    /// Begin the match against the computer that is the last lesson.
    LessonMatch(LessonId),
    /// Begin that match for everyone to see.
    LessonMatchHere(LessonId),
}
