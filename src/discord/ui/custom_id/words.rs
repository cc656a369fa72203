//! How a custom id is written and read: one table, from which both are made.

use std::fmt;

use super::part::{Part, game, person, turn, word, write_part};
use super::{CustomId, acts};
use crate::matches::MatchId;

impl CustomId {
    /// Show what a turn would do; `None` if the turn's text does not fit.
    #[must_use]
    pub fn try_turn(id: MatchId, board: u32, text: &str) -> Option<Self> {
        turn(text).map(|turn| Self::TryTurn { id, board, turn })
    }

    /// Read a part of a board; all of it if what was typed does not fit.
    #[must_use]
    pub fn describe(id: MatchId, what: &str) -> Self {
        match turn(what) {
            Some(what) => Self::DescribePart { id, what },
            None => Self::Describe(id),
        }
    }

    /// Reads what Discord gives back. Any text may come; only what [`Display`](fmt::Display) writes is understood.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        Self::of_parts(&parts)
    }
}

/// Makes reading and writing of one table: a word, the variant, and what follows the word, with the reader where a
/// part's type alone does not say what it may be.
macro_rules! words {
    (@read $part:ident) => {
        Part::read($part)?
    };
    (@read $part:ident $read:ident) => {
        self::$read($part)?
    };
    ($($word:literal => $variant:ident
        $(($only:ident))?
        $({ $($part:ident $(by $read:ident)?),+ })?;
    )+) => {
        impl CustomId {
            fn of_parts(parts: &[&str]) -> Option<Self> {
                Some(match *parts {
                    $([$word $(, $only)? $($(, $part)+)?] => Self::$variant
                        $((words!(@read $only)))?
                        $({ $($part: words!(@read $part $($read)?)),+ })?,
                    )+
                    _ => return acts::read(parts),
                })
            }
        }

        impl fmt::Display for CustomId {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant $(($only))? $({ $($part),+ })? => {
                        f.write_str($word)?;
                        $(write_part(f, $only)?;)?
                        $($(write_part(f, $part)?;)+)?
                        Ok(())
                    })+
                    Self::Pick { session, generation, act } => {
                        acts::write(f, *session, *generation, act)
                    }
                }
            }
        }
    };
}

words! {
    "accept" => Accept(id);
    "take" => Take(id);
    "decline" => Decline(id);
    "decline-listed" => DeclineListed(id);
    "withdraw" => Withdraw(id);
    "withdraw-listed" => WithdrawListed(id);
    "end" => EndExhibition(id);
    "renew" => Renew(id);
    "move" => Move { id, board };
    "turn" => MoveText { id, board };
    "try" => TryTurn { id, board, turn };
    "rules" => Rules { game by game, page };
    "page" => RulesPage { game by game, page };
    "rules-leaf" => RulesLeaf { game by game, page, to };
    "rules-part" => RulesPart { game by game };
    "help" => Help { page };
    "games" => Games { tab, game by game, page };
    "open" => OpenMatch;
    "abort" => Abort(id);
    "rematch" => Rematch(id);
    "harder" => Harder(id);
    "choose" => ChooseGame { with };
    "game" => GamePage { game by game, with };
    "challenge" => Challenge { game by game, with };
    "challenge-so" => ChallengeSo { game by game, with, wish };
    "wish" => Wish { want, game by game, with, wish };
    "game-so" => GameSo { game by game, with, wish };
    "more" => MoreTerms { game by game, with, wish };
    "only" => PlayOnly { id, board };
    "resign" => ResignUnseen(id);
    "resign" => Resign { id, board };
    "resign-yes" => ResignConfirm { id, board };
    "resign-no" => ResignKeep(id);
    "takeback-yes" => TakebackAccept { id, board };
    "takeback-no" => TakebackDecline { id, board };
    "draw" => Draw { id, board };
    "draw-yes" => DrawAccept { id, board };
    "draw-no" => DrawDecline { id, board };
    "history" => History { id, ply };
    "replay" => Replay(id);
    "follow" => Follow(id);
    "follow-so" => SetFollow { id, how };
    "unfollow" => Unfollow(id);
    "notes" => Notes(id);
    "note" => NoteForm { id, ply };
    "note-text" => NoteText { id, ply };
    "notes-publish" => PublishNotes(id);
    "notes-clear" => ClearNotes(id);
    "share" => AskShare(id);
    "post-board" => PostBoard(id);
    "post-replay" => PostReplay { id, pace };
    "take-back" => TakeBack(id);
    "gift" => AskGift(id);
    "give-time" => GiveTime { id, seconds };
    "explore" => Explore { id, ply };
    "puzzle" => NextPuzzle { game by game };
    "puzzle-again" => TryPuzzle { game by game, number };
    "solution" => PuzzleSolution { game by game, number };
    "mistake" => Mistake { id, ply };
    "better" => BetterTurn { id, ply };
    "analysis" => Analysis(id);
    "hint" => Hint(id);
    "hint-turn" => HintTurn { id, board };
    "hints-yes" => HintsAgree(id);
    "hints-no" => HintsDecline(id);
    "lines" => Lines(id);
    "line" => AddLine { id, board, mark };
    "clear" => ClearLines(id);
    "clear" => ClearLine { id, number };
    "board" => Board(id);
    "describe" => Describe(id);
    "describe" => DescribePart { id, what };
    "import" => ImportLeaf { import, ply, to };
    "import-list" => ImportList { number, page };
    "import-open" => ImportOpen { number };
    "play-on-from" => PlayOnFrom { import, ply };
    "play-on" => PlayOn { import, ply, how };
    "leaf" => Leaf { id, ply, to };
    "finished" => Finished { person by person, game by game, score, at, id };
    "finished-result" => FinishedResult { person by person, game by game };
    "export-all" => ExportAll;
    "export-of" => AskExport(id);
    "export" => Export { id, form };
    "leaders" => Leaders { game by game, everywhere, page };
    "leaders-of" => LeadersOf { everywhere };
    "panel" => Page { page by word };
    "pages" => Pages;
    "set" => Set { page by word, act by word };
    "privacy-export" => PrivacyExport;
    "forget" => ForgetAsk;
    "forget-yes" => ForgetMe;
    "mute" => Mute { id, board };
    "mute-all" => MuteAll;
    "pick-again" => PickAgain { id, board };
    "plan" => PlanReply(id);
    "offer" => TryOffer { id, board, mark };
    "type" => TypeTurn { id, board };
    "learn" => Learn;
    "lessons" => LessonsOf { game by game };
    "lesson" => Lesson(lesson);
    "lesson-type" => LessonType(lesson);
    "lesson-text" => LessonText(lesson);
    "lesson-show" => LessonShow(lesson);
    "lesson-match" => LessonMatch(lesson);
    "lesson-match-here" => LessonMatchHere(lesson);
}
