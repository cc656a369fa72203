//! What a button, a menu or a modal carries: everything it needs, in at most 100 characters.
//!
//! The text is `what/number/number` or alike. It is kept by Discord for as long as the message lives, so a form that was once
//! sent is never given another meaning; what is not understood any more is `None`, and the person is told so.

use std::fmt;

use crate::matches::MatchId;

/// What pressing a component, or sending a modal, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    /// Take up a challenge.
    Accept(MatchId),
    /// Turn a challenge down.
    Decline(MatchId),
    /// Take one's own challenge back.
    Withdraw(MatchId),
    /// Open one's own expired challenge again.
    Renew(MatchId),
    /// End an exhibition.
    EndExhibition(MatchId),
    /// Open a picker for a turn.
    Move {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Open a picker for a turn in the message of one that has ended.
    PickAnew {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Pick something.
    Pick {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
        /// The pick's key.
        key: String,
    },
    /// Pick what is chosen from a menu.
    PickFrom {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
        /// The choice's list, counted from 0.
        list: u8,
    },
    /// Take the last pick back.
    PickBack {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
    },
    /// Take all picks back.
    PickOver {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
    },
    /// Play the turn that was picked.
    PickPlay {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
    },
    /// Pick what ends the turn, and play it.
    PickEnd {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
        /// The pick's key.
        key: String,
    },
    /// Go on, in a line of turns laid down beforehand, with the turn after the one that is whole.
    PickOn {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
    },
    /// Keep the line that was picked.
    PickSave {
        /// The match.
        id: MatchId,
        /// The picker's generation that the message shows.
        generation: u32,
    },
    /// Open a picker for a line of turns laid down beforehand.
    PlanReply(MatchId),
    /// Open the text field for a turn.
    TypeTurn {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// The text field for a turn, filled in.
    MoveText {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Show what a turn would do before it counts, or how it may go on.
    TryTurn {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
        /// The canonical text of the turn, or of its beginning.
        turn: String,
    },
    /// The same with a turn that is too long to be carried, and is kept.
    TryOffer {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
        /// Which turn it is: see [`turn_mark`](crate::matches::turn_mark).
        mark: u32,
    },
    /// Make the turn that is the only one.
    PlayOnly {
        /// The match.
        id: MatchId,
        /// The number of the board on which it is.
        board: u32,
    },
    /// Make the turn that was shown before.
    PlayDraft {
        /// The match.
        id: MatchId,
        /// The number of the board that it was shown for.
        board: u32,
        /// Which turn it is: see [`Draft::mark`](crate::matches::Draft::mark).
        mark: u32,
    },
    /// Open the text field for a turn with the one in it that was shown before.
    ChangeDraft {
        /// The match.
        id: MatchId,
        /// The number of the board that it was shown for.
        board: u32,
        /// Which turn it is: see [`Draft::mark`](crate::matches::Draft::mark).
        mark: u32,
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
    /// Turn to another page of one's own matches, in the message that shows them.
    Games {
        /// The page, counted from 0.
        page: u32,
    },
    /// Show a page of the matches that are played in the server, in the message that shows one's own.
    ServerGames {
        /// The page, counted from 0.
        page: u32,
    },
    /// Ask whether the person really wants to resign.
    Resign {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown; none where there was no board.
        board: Option<u32>,
    },
    /// Resign.
    ResignConfirm {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the person was asked.
        board: u32,
    },
    /// Do not resign after all.
    ResignKeep(MatchId),
    /// Offer a draw.
    Draw {
        /// The match.
        id: MatchId,
        /// The number of the board that was to be seen when the button was shown.
        board: u32,
    },
    /// Agree to a take-back.
    TakebackAccept {
        /// The match.
        id: MatchId,
        /// The number of the board on which it was asked for.
        board: u32,
    },
    /// Let the turns stand.
    TakebackDecline {
        /// The match.
        id: MatchId,
        /// The number of the board on which a take-back was asked for.
        board: u32,
    },
    /// Take up an offer of a draw.
    DrawAccept {
        /// The match.
        id: MatchId,
        /// The number of the board on which the draw was offered.
        board: u32,
    },
    /// Turn down an offer of a draw.
    DrawDecline {
        /// The match.
        id: MatchId,
        /// The number of the board on which the draw was offered.
        board: u32,
    },
    /// Open the history of a match.
    History {
        /// The match.
        id: MatchId,
        /// The turn that is shown first: how many had been played when the button was shown.
        ply: u32,
    },
    /// Show a match in motion to whoever asks.
    Replay(MatchId),
    /// Look at a board as it stands.
    Board(MatchId),
    /// Read a board in words.
    Describe(MatchId),
    /// Turn over to another turn, in the message that shows the history.
    Leaf {
        /// The match.
        id: MatchId,
        /// How many turns had been played on the board that is shown.
        ply: u32,
        /// Which way.
        to: Leaf,
    },
    /// Change a setting to what was chosen from its menu.
    Set(Setting),
}

/// Where to turn in the history of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// To the beginning.
    First,
    /// One turn back.
    Back,
    /// One turn on.
    Next,
    /// To the latest turn.
    Last,
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
    /// The colours of a server's boards.
    ServerTheme,
}

/// The most characters of a turn in a button: as many as fit beside the greatest numbers.
const MOST_TURN: usize = 64;

impl CustomId {
    /// Show what a turn would do; `None` if the turn's text does not fit.
    #[must_use]
    pub fn try_turn(id: MatchId, board: u32, text: &str) -> Option<Self> {
        turn(text).map(|turn| Self::TryTurn { id, board, turn })
    }

    /// Reads what Discord gives back. Any text may come; only what [`Display`](fmt::Display) writes is understood.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('/').collect();
        Some(match *parts.as_slice() {
            ["accept", id] => Self::Accept(match_id(id)?),
            ["decline", id] => Self::Decline(match_id(id)?),
            ["withdraw", id] => Self::Withdraw(match_id(id)?),
            ["end", id] => Self::EndExhibition(match_id(id)?),
            ["renew", id] => Self::Renew(match_id(id)?),
            ["move", id, board] => Self::Move {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["turn", id, board] => Self::MoveText {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["draft", id, board, mark] => Self::PlayDraft {
                id: match_id(id)?,
                board: number(board)?,
                mark: number(mark)?,
            },
            ["redraft", id, board, mark] => Self::ChangeDraft {
                id: match_id(id)?,
                board: number(board)?,
                mark: number(mark)?,
            },
            ["try", id, board, text] => Self::TryTurn {
                id: match_id(id)?,
                board: number(board)?,
                turn: turn(text)?,
            },
            ["rules", game, page] => Self::Rules {
                game: self::game(game)?,
                page: number(page)?,
            },
            ["page", game, page] => Self::RulesPage {
                game: self::game(game)?,
                page: number(page)?,
            },
            ["games", page] => Self::Games {
                page: number(page)?,
            },
            ["only", id, board] => Self::PlayOnly {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["resign", id] => Self::Resign {
                id: match_id(id)?,
                board: None,
            },
            ["resign", id, board] => Self::Resign {
                id: match_id(id)?,
                board: Some(number(board)?),
            },
            ["server-games", page] => Self::ServerGames {
                page: number(page)?,
            },
            ["resign-yes", id, board] => Self::ResignConfirm {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["resign-no", id] => Self::ResignKeep(match_id(id)?),
            ["takeback-yes", id, board] => Self::TakebackAccept {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["takeback-no", id, board] => Self::TakebackDecline {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["draw", id, board] => Self::Draw {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["draw-yes", id, board] => Self::DrawAccept {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["draw-no", id, board] => Self::DrawDecline {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["history", id, ply] => Self::History {
                id: match_id(id)?,
                ply: number(ply)?,
            },
            ["replay", id] => Self::Replay(match_id(id)?),
            ["board", id] => Self::Board(match_id(id)?),
            ["describe", id] => Self::Describe(match_id(id)?),
            ["leaf", id, ply, to] => Self::Leaf {
                id: match_id(id)?,
                ply: number(ply)?,
                to: Leaf::of_word(to)?,
            },
            ["set", word] => Self::Set(Setting::of_word(word)?),
            ["anew", id, board] => Self::PickAnew {
                id: match_id(id)?,
                board: number(board)?,
            },
            ["pick", id, generation, key] => Self::Pick {
                id: match_id(id)?,
                generation: number(generation)?,
                key: self::key(key)?,
            },
            ["from", id, generation, list] => Self::PickFrom {
                id: match_id(id)?,
                generation: number(generation)?,
                list: number(list)?,
            },
            ["back", id, generation] => Self::PickBack {
                id: match_id(id)?,
                generation: number(generation)?,
            },
            ["over", id, generation] => Self::PickOver {
                id: match_id(id)?,
                generation: number(generation)?,
            },
            ["play", id, generation] => Self::PickPlay {
                id: match_id(id)?,
                generation: number(generation)?,
            },
            ["end", id, generation, key] => Self::PickEnd {
                id: match_id(id)?,
                generation: number(generation)?,
                key: self::key(key)?,
            },
            ["on", id, generation] => Self::PickOn {
                id: match_id(id)?,
                generation: number(generation)?,
            },
            ["save", id, generation] => Self::PickSave {
                id: match_id(id)?,
                generation: number(generation)?,
            },
            ["plan", id] => Self::PlanReply(match_id(id)?),
            ["offer", id, board, mark] => Self::TryOffer {
                id: match_id(id)?,
                board: number(board)?,
                mark: number(mark)?,
            },
            ["type", id, board] => Self::TypeTurn {
                id: match_id(id)?,
                board: number(board)?,
            },
            _ => return None,
        })
    }
}

impl Leaf {
    const ALL: [Leaf; 4] = [Leaf::First, Leaf::Back, Leaf::Next, Leaf::Last];

    const fn word(self) -> &'static str {
        match self {
            Leaf::First => "first",
            Leaf::Back => "back",
            Leaf::Next => "next",
            Leaf::Last => "last",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|leaf| leaf.word() == word)
    }
}

impl Setting {
    /// Every setting.
    pub const ALL: [Setting; 5] = [
        Setting::Theme,
        Setting::Viewpoint,
        Setting::TextOnly,
        Setting::Confirm,
        Setting::ServerTheme,
    ];

    const fn word(self) -> &'static str {
        match self {
            Setting::Theme => "theme",
            Setting::Viewpoint => "viewpoint",
            Setting::TextOnly => "text-only",
            Setting::Confirm => "confirm",
            Setting::ServerTheme => "server-theme",
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.word() == word)
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept(MatchId(id)) => write!(f, "accept/{id}"),
            Self::Decline(MatchId(id)) => write!(f, "decline/{id}"),
            Self::Withdraw(MatchId(id)) => write!(f, "withdraw/{id}"),
            Self::Renew(MatchId(id)) => write!(f, "renew/{id}"),
            Self::EndExhibition(MatchId(id)) => write!(f, "end/{id}"),
            Self::Move {
                id: MatchId(id),
                board,
            } => write!(f, "move/{id}/{board}"),
            Self::MoveText {
                id: MatchId(id),
                board,
            } => write!(f, "turn/{id}/{board}"),
            Self::PlayDraft {
                id: MatchId(id),
                board,
                mark,
            } => write!(f, "draft/{id}/{board}/{mark}"),
            Self::ChangeDraft {
                id: MatchId(id),
                board,
                mark,
            } => write!(f, "redraft/{id}/{board}/{mark}"),
            Self::PickAnew {
                id: MatchId(id),
                board,
            } => write!(f, "anew/{id}/{board}"),
            Self::Pick {
                id: MatchId(id),
                generation,
                key,
            } => write!(f, "pick/{id}/{generation}/{key}"),
            Self::PickFrom {
                id: MatchId(id),
                generation,
                list,
            } => write!(f, "from/{id}/{generation}/{list}"),
            Self::PickBack {
                id: MatchId(id),
                generation,
            } => write!(f, "back/{id}/{generation}"),
            Self::PickOver {
                id: MatchId(id),
                generation,
            } => write!(f, "over/{id}/{generation}"),
            Self::PickPlay {
                id: MatchId(id),
                generation,
            } => write!(f, "play/{id}/{generation}"),
            Self::PickEnd {
                id: MatchId(id),
                generation,
                key,
            } => write!(f, "end/{id}/{generation}/{key}"),
            Self::PickOn {
                id: MatchId(id),
                generation,
            } => write!(f, "on/{id}/{generation}"),
            Self::PickSave {
                id: MatchId(id),
                generation,
            } => write!(f, "save/{id}/{generation}"),
            Self::PlanReply(MatchId(id)) => write!(f, "plan/{id}"),
            Self::TryOffer {
                id: MatchId(id),
                board,
                mark,
            } => write!(f, "offer/{id}/{board}/{mark}"),
            Self::TypeTurn {
                id: MatchId(id),
                board,
            } => write!(f, "type/{id}/{board}"),
            Self::Rules { game, page } => write!(f, "rules/{game}/{page}"),
            Self::RulesPage { game, page } => write!(f, "page/{game}/{page}"),
            Self::ServerGames { page } => write!(f, "server-games/{page}"),
            Self::Games { page } => write!(f, "games/{page}"),
            Self::TryTurn {
                id: MatchId(id),
                board,
                turn,
            } => write!(f, "try/{id}/{board}/{turn}"),
            Self::PlayOnly {
                id: MatchId(id),
                board,
            } => write!(f, "only/{id}/{board}"),
            Self::Resign {
                id: MatchId(id),
                board: None,
            } => write!(f, "resign/{id}"),
            Self::Resign {
                id: MatchId(id),
                board: Some(board),
            } => write!(f, "resign/{id}/{board}"),
            Self::ResignConfirm {
                id: MatchId(id),
                board,
            } => write!(f, "resign-yes/{id}/{board}"),
            Self::ResignKeep(MatchId(id)) => write!(f, "resign-no/{id}"),
            Self::TakebackAccept {
                id: MatchId(id),
                board,
            } => write!(f, "takeback-yes/{id}/{board}"),
            Self::TakebackDecline {
                id: MatchId(id),
                board,
            } => write!(f, "takeback-no/{id}/{board}"),
            Self::Draw {
                id: MatchId(id),
                board,
            } => write!(f, "draw/{id}/{board}"),
            Self::DrawAccept {
                id: MatchId(id),
                board,
            } => write!(f, "draw-yes/{id}/{board}"),
            Self::DrawDecline {
                id: MatchId(id),
                board,
            } => write!(f, "draw-no/{id}/{board}"),
            Self::History {
                id: MatchId(id),
                ply,
            } => write!(f, "history/{id}/{ply}"),
            Self::Replay(MatchId(id)) => write!(f, "replay/{id}"),
            Self::Board(MatchId(id)) => write!(f, "board/{id}"),
            Self::Describe(MatchId(id)) => write!(f, "describe/{id}"),
            Self::Leaf {
                id: MatchId(id),
                ply,
                to,
            } => write!(f, "leaf/{id}/{ply}/{}", to.word()),
            Self::Set(setting) => write!(f, "set/{}", setting.word()),
        }
    }
}

fn match_id(text: &str) -> Option<MatchId> {
    number(text).filter(|id| *id > 0).map(MatchId)
}

/// A whole number in the one form in which it is written, so that reading and writing agree.
fn number<N: std::str::FromStr + fmt::Display>(text: &str) -> Option<N> {
    text.parse::<N>()
        .ok()
        .filter(|number| number.to_string() == text)
}

/// The text of a turn, or of its beginning.
fn turn(text: &str) -> Option<String> {
    let fits = !text.is_empty()
        && text.len() <= MOST_TURN
        && text
            .bytes()
            .all(|b| (b' '..=b'~').contains(&b) && b != b'/');
    fits.then(|| text.to_owned())
}

/// A game's key, whether or not the game still exists.
fn game(text: &str) -> Option<String> {
    let fits = !text.is_empty()
        && text.len() <= 32
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    fits.then(|| text.to_owned())
}

/// The key of a pick, whether or not it is on offer.
fn key(text: &str) -> Option<String> {
    let fits = (1..=60).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    fits.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<CustomId> {
        let ids = [MatchId(1), MatchId(u64::MAX)];
        let plies = [0, u32::MAX];
        let mut all = Vec::new();
        for id in ids {
            all.extend([
                CustomId::Accept(id),
                CustomId::Decline(id),
                CustomId::Withdraw(id),
                CustomId::Renew(id),
                CustomId::EndExhibition(id),
            ]);
            all.extend([
                CustomId::ResignKeep(id),
                CustomId::Resign { id, board: None },
                CustomId::PlanReply(id),
                CustomId::Replay(id),
                CustomId::Describe(id),
                CustomId::Board(id),
            ]);
            for board in plies {
                all.extend([
                    CustomId::Move { id, board },
                    CustomId::PlayOnly { id, board },
                    CustomId::Resign {
                        id,
                        board: Some(board),
                    },
                    CustomId::MoveText { id, board },
                    CustomId::ResignConfirm { id, board },
                ]);
                all.extend([
                    CustomId::TakebackAccept { id, board },
                    CustomId::TakebackDecline { id, board },
                ]);
                all.extend([
                    CustomId::Draw { id, board },
                    CustomId::DrawAccept { id, board },
                    CustomId::DrawDecline { id, board },
                ]);
                all.extend([CustomId::TryTurn {
                    id,
                    board,
                    turn: "d3-N end !e4".repeat(6)[..64].to_owned(),
                }]);
                let mark = board;
                all.extend([
                    CustomId::PlayDraft { id, board, mark },
                    CustomId::ChangeDraft { id, board, mark },
                ]);
                all.push(CustomId::TryOffer { id, board, mark });
                let generation = board;
                all.extend([
                    CustomId::PickAnew { id, board },
                    CustomId::TypeTurn { id, board },
                ]);
                all.extend([
                    CustomId::PickBack { id, generation },
                    CustomId::PickOver { id, generation },
                ]);
                all.extend([
                    CustomId::PickOn { id, generation },
                    CustomId::PickSave { id, generation },
                ]);
                all.extend([
                    CustomId::PickPlay { id, generation },
                    CustomId::PickFrom {
                        id,
                        generation,
                        list: 255,
                    },
                ]);
                let key = "k".repeat(60);
                all.push(CustomId::Pick {
                    id,
                    generation,
                    key: key.clone(),
                });
                all.push(CustomId::PickEnd {
                    id,
                    generation,
                    key,
                });
                let ply = board;
                all.push(CustomId::History { id, ply });
                all.extend(Leaf::ALL.map(|to| CustomId::Leaf { id, ply, to }));
            }
        }
        all.extend(Setting::ALL.map(CustomId::Set));
        for page in plies {
            let game = "a".repeat(32);
            all.extend([
                CustomId::Rules {
                    game: game.clone(),
                    page,
                },
                CustomId::RulesPage { game, page },
                CustomId::Games { page },
                CustomId::ServerGames { page },
            ]);
        }
        all
    }

    #[test]
    fn every_id_is_read_back_and_fits() {
        for id in samples() {
            let text = id.to_string();
            assert!(text.len() <= 100, "{text}");
            assert_eq!(CustomId::parse(&text), Some(id), "{text}");
        }
    }

    #[test]
    fn no_two_ids_share_a_text() {
        let mut texts: Vec<_> = samples().iter().map(ToString::to_string).collect();
        let all = texts.len();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), all);
    }

    #[test]
    fn what_was_not_written_here_is_not_understood() {
        for text in [
            "",
            "/",
            "accept",
            "accept/",
            "accept/0",
            "accept/-1",
            "accept/+1",
            "accept/01",
            "accept/1/2",
            "move/1",
            "move/1/-1",
        ] {
            assert_eq!(CustomId::parse(text), None, "{text}");
        }
        for text in [
            "pick/1/2",
            "pick/1/2/",
            "pick/1/2/a b",
            "pick/1/2/a/b",
            "from/1/2/256",
            "back/1/2/3",
        ] {
            assert_eq!(CustomId::parse(text), None, "{text}");
        }
        for text in [
            "move/1/2/3",
            "rules/Go/0",
            "rules//0",
            "rules/a b/0",
            "fly/1",
            "try/1/2/",
            "try/1/2/a/b",
            "try/1/2/é",
            "accept/18446744073709551616",
            "move/1/4294967296",
            "set/all",
        ] {
            assert_eq!(CustomId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn any_text_is_read_as_nothing_or_as_what_writes_it() {
        let mut random = fastrand::Rng::with_seed(7);
        let samples: Vec<_> = samples().iter().map(ToString::to_string).collect();
        for _ in 0..20_000 {
            let mut text: Vec<char> = samples[random.usize(..samples.len())].chars().collect();
            for _ in 0..random.usize(..4) {
                let at = random.usize(..=text.len());
                if random.bool() && at < text.len() {
                    text.remove(at);
                } else {
                    text.insert(
                        at,
                        random
                            .choice(['/', '-', '0', '1', '7', '9', 'a', 'z', 'é', '\u{0}'])
                            .unwrap_or('/'),
                    );
                }
            }
            let text: String = text.into_iter().collect();
            if let Some(id) = CustomId::parse(&text) {
                assert_eq!(id.to_string(), text);
            }
        }
    }
}
