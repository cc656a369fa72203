//! A simul as messages show it.

use std::collections::BTreeMap;

use crate::board::scene::Scene;
use crate::contests::{ContestGame, GameId};
use crate::db::Listed;
use crate::db::journal::Journal;
use crate::discord::ui::contests::words::rated_word;
use crate::discord::ui::words::{
    MOST_ALT, channel_link, counted, date, game_words, list, plural, simul_time_words,
};
use crate::discord::ui::{Gallery, GalleryBoard, called, cut, mention, relative, time_words};
use crate::features::simuls::model::{
    BOARDS_A_HALF, BoardState, HostPlayer, Rules, Simul, State, Tally, WhyCancelled,
};
use crate::features::simuls::press::{HostChoice, Side};
use crate::games::{self, Rateable};
use crate::matches::{JournalId, MatchId, Player, UserId, computer_name};
use crate::render::Accent;

/// A simul with what messages show of it.
#[derive(Clone, Debug)]
pub struct View {
    pub journal: Journal,
    pub simul: Simul,
    /// The names of its people, if they are known.
    pub names: BTreeMap<UserId, String>,
    /// The running matches of its boards.
    pub listed: Vec<Listed>,
    /// The positions of its boards, if they are shown.
    pub positions: Vec<Shown>,
}

/// The position of a board.
#[derive(Clone, Debug)]
pub struct Shown {
    pub game: GameId,
    pub scene: Scene,
    /// The position in words.
    pub words: String,
}

/// The number of boards in a row of the picture.
const BESIDE: usize = 4;

/// The most boards that a picture shows.
pub const MOST_SHOWN: usize = 10;

impl View {
    /// Returns the number of the simul, for ids of buttons.
    pub(crate) fn id(&self) -> JournalId {
        self.journal.id
    }

    /// Returns the name of the simul in bold.
    pub(crate) fn title(&self) -> String {
        format!("**{}**", self.journal.name)
    }

    /// Returns the name of a person in plain text.
    pub(crate) fn name(&self, user: UserId) -> String {
        let known = self.names.get(&user).cloned();
        let deleted = || user.deleted_name();
        known.or_else(deleted).unwrap_or_else(|| String::from("?"))
    }

    /// Returns the name of the host in plain text.
    pub(crate) fn host_name(&self) -> String {
        match self.simul.host() {
            HostPlayer::Person(user) => self.name(user),
            HostPlayer::Computer(level) => computer_name(level),
        }
    }

    /// Returns the host: a person as a mention, a computer by its level.
    pub(crate) fn host(&self) -> String {
        called(self.simul.host().into())
    }

    /// Returns the terms of the boards: `Connect N, 7×6, four in a row · 3 days a turn · rated`.
    pub(crate) fn terms(&self) -> String {
        let rules = self.simul.rules();
        let time = match self.simul.state() {
            State::Gathering | State::Cancelled(_) => time_words(rules.clock),
            State::Running | State::Over => {
                simul_time_words(rules.clock, rules.host_clock(self.simul.boards()))
            }
        };
        terms(rules, &time)
    }

    /// Whether its boards are rated, but those of people who want them not to be.
    pub(crate) fn is_rated(&self) -> bool {
        let rules = self.simul.rules();
        let game = games::find(&rules.game).filter(|_| rules.rated);
        game.is_some_and(|game| (game.card.rateable)(&rules.options) != Rateable::No)
    }

    /// Says who plays whom: `@Ana plays 8 people at once.`
    pub(crate) fn who(&self) -> String {
        let host = self.host();
        let count = self.simul.seats().len();
        match self.simul.state() {
            State::Gathering | State::Cancelled(_) => format!(
                "{host} plays up to {} people at once.",
                self.simul.rules().seats
            ),
            State::Running => format!("{host} plays {count} people at once."),
            State::Over => format!("{host} played {count} people at once."),
        }
    }

    /// Returns sentences about the state of the simul.
    pub(crate) fn state(&self) -> String {
        let simul = &self.simul;
        match simul.state() {
            State::Gathering if self.journal.closed => String::from("**This simul was ended.**"),
            State::Gathering => {
                let (taken, seats) = (simul.seats().len(), simul.rules().seats);
                let are = if taken == 1 { "is" } else { "are" };
                let starter = match simul.host() {
                    HostPlayer::Person(_) => Some(String::from("the host")),
                    HostPlayer::Computer(_) => simul.organiser().map(mention),
                };
                let starts = starter.map_or_else(String::new, |starter| {
                    format!(" when {starter} presses *Start*,")
                });
                format!(
                    "{taken} of {seats} seats {are} taken. It begins when all are taken,{starts} or on {} ({}) if at least 2 are taken.",
                    date(simul.until()),
                    relative(simul.until())
                )
            }
            State::Running => {
                let tally = simul.tally();
                let open = plural(tally.open, "board is", "boards are");
                match usize::try_from(tally.open) == Ok(simul.games().len()) {
                    true => format!("{open} running."),
                    false => {
                        let so_far = score(tally);
                        format!("{open} running. So far **{}**: {so_far}", digits(tally))
                    }
                }
            }
            State::Over => {
                let tally = simul.tally();
                format!("**The simul is over, {}**: {}", digits(tally), score(tally))
            }
            State::Cancelled(why) => {
                format!(
                    "**This simul is cancelled**, because {}.",
                    cancelled(why, simul.host())
                )
            }
        }
    }

    /// Returns the lines of the boards, with links to their threads or without, or of the seats before the start.
    pub(crate) fn lines(&self, links: bool) -> Vec<String> {
        let simul = &self.simul;
        if simul.games().is_empty() {
            let seats = (1..).zip(simul.seats());
            return seats
                .map(|(board, user)| {
                    let unrated = match simul.is_unrated(*user) {
                        true => " · not rated",
                        false => "",
                    };
                    format!("{board}\\. {}{unrated}", mention(*user))
                })
                .collect();
        }
        let games = simul.games().iter();
        games.map(|game| self.line(game, links)).collect()
    }

    /// Returns the line of a board: `3. @Cleo · #thread · their move`.
    fn line(&self, game: &ContestGame, links: bool) -> String {
        let state = match self.simul.board_state(game) {
            BoardState::ToBegin => String::from("begins in a moment"),
            BoardState::Running(id) => self.running(id, links),
            BoardState::HostWon => String::from("host won"),
            BoardState::GuestWon => String::from("**won**"),
            BoardState::Draw => String::from("draw"),
            BoardState::NoResult(_) => String::from("no result"),
        };
        format!(
            "{}\\. {} · {state}",
            game.id,
            mention(self.simul.guest(game))
        )
    }

    /// Words a running match: its thread, and who is to move.
    fn running(&self, id: MatchId, links: bool) -> String {
        let Some(one) = self.listed.iter().find(|one| one.id == id) else {
            return String::from("being played");
        };
        let host = self.simul.host().into();
        let turn = match one.player_to_move() {
            Some(player) if player == host => "host’s move",
            Some(_) => "their move",
            None => "frozen",
        };
        match one.places.thread.filter(|_| links) {
            Some(thread) => format!("{} · {turn}", channel_link(thread)),
            None => turn.to_owned(),
        }
    }

    /// Returns the picture of all boards; `None` if their positions are not shown.
    pub(crate) fn picture(&self) -> Option<Gallery> {
        if self.positions.is_empty() {
            return None;
        }
        let captions = self.positions.iter().filter_map(|shown| {
            let game = self.simul.game(shown.game)?;
            let name = cut(&self.name(self.simul.guest(game)), 24);
            let (state, accent) = match self.simul.board_state(game) {
                BoardState::ToBegin => ("", Accent::Plain),
                BoardState::Running(id) => self.to_move(id),
                BoardState::HostWon => (": host won", Accent::Faded),
                BoardState::GuestWon => (" won", Accent::Yellow),
                BoardState::Draw => (": draw", Accent::Plain),
                BoardState::NoResult(_) => (": no result", Accent::Faded),
            };
            let board = GalleryBoard {
                caption: format!("{}. {name}{state}", game.id),
                scene: shown.scene.clone(),
                accent,
            };
            Some((board, &shown.words))
        });
        let (boards, words): (Vec<GalleryBoard>, Vec<String>) = captions
            .map(|(board, words)| {
                let words = format!("{}. {}", board.caption, cut(words, 60));
                (board, words)
            })
            .unzip();
        Some(Gallery {
            alt: cut(&words.join(" "), MOST_ALT),
            boards,
            beside: BESIDE,
            file: format!("simul-{}.png", self.id()),
            lasting: false,
        })
    }

    /// Words who is to move, to follow the name of the host's opponent. Boards that wait for the host stand out.
    fn to_move(&self, id: MatchId) -> (&'static str, Accent) {
        let one = self.listed.iter().find(|one| one.id == id);
        match one.and_then(Listed::player_to_move) {
            Some(player) if player == Player::from(self.simul.host()) => {
                (": host to move", Accent::Cream)
            }
            Some(_) => (" to move", Accent::Plain),
            None => ("", Accent::Plain),
        }
    }

    /// Returns a line for the profile of a person who plays, was the host or did not lose; `None` for others.
    pub fn own_line(&self, user: UserId) -> Option<String> {
        let (simul, title) = (&self.simul, self.title());
        let host = simul.is_host(user);
        let opponent = match simul.host() {
            HostPlayer::Person(_) => String::from("the host"),
            HostPlayer::Computer(level) => computer_name(level),
        };
        match simul.state() {
            State::Running if host => Some(format!("{title}: host")),
            State::Running if simul.is_playing(user) => Some(format!("{title}: playing")),
            State::Over if host => Some(format!("{title}: host, {}", digits(simul.tally()))),
            State::Over => match simul.board_state(simul.board_of(user)?) {
                BoardState::GuestWon if simul.beat_the_host(simul.board_of(user)?) => {
                    Some(format!("{title}: beat {opponent}"))
                }
                BoardState::Draw => Some(format!("{title}: drew with {opponent}")),
                _ => None,
            },
            State::Gathering | State::Running | State::Cancelled(_) => None,
        }
    }

    /// Returns a line for the weekly page.
    pub fn weekly_line(&self) -> String {
        let (simul, title) = (&self.simul, self.title());
        let tally = simul.tally();
        match simul.state() {
            State::Gathering => format!(
                "{title}: {} of {} seats are taken",
                simul.seats().len(),
                simul.rules().seats
            ),
            _ => format!(
                "{title}: {} for the host, {} to play",
                digits(tally),
                counted(tally.open, "board")
            ),
        }
    }
}

/// Returns the terms of boards with this clock in words.
pub(crate) fn terms(rules: &Rules, time: &str) -> String {
    let words = game_words(&rules.game, &rules.options);
    let rated = match games::find(&rules.game) {
        Some(game) if rules.rated => rated_word(game, &rules.options),
        _ => "not rated",
    };
    format!("{words} · {time} · {rated} · {}", side_words(rules.side))
}

/// Words the host's side.
pub(crate) const fn side_words(side: Side) -> &'static str {
    match side {
        Side::First => "the host moves first",
        Side::Second => "the host moves second",
        Side::Alternating => "the host moves first on every other board",
    }
}

/// Says what is different in the boards of a simul, in one line.
pub(crate) fn how_it_works(rules: &Rules) -> String {
    let host = match rules.host {
        HostChoice::Organiser => format!(
            "The host has half as much time more for every {BOARDS_A_HALF} boards or part of {BOARDS_A_HALF}."
        ),
        HostChoice::Computer(_) => {
            String::from("The computer has no clock, and games against it are never rated.")
        }
    };
    format!(
        "All boards begin at once. {host} A board ends without a result if the host’s opponent makes no first move within {}.",
        up_to_first_move(rules)
    )
}

/// Returns the time in which people must make their first move.
pub(super) fn up_to_first_move(rules: &Rules) -> String {
    let patience = crate::contests::Patience::with_first_move(rules.clock);
    crate::discord::ui::words::duration_words(patience.replace)
}

/// Returns the result as digits: wins, losses and draws of the host.
pub(crate) fn digits(tally: Tally) -> String {
    format!("{}–{}–{}", tally.won, tally.lost, tally.drawn)
}

/// Returns the result in words, to follow the digits: `the host won 14, lost 3 and drew 1.`
pub(crate) fn score(tally: Tally) -> String {
    let void = match tally.void {
        0 => String::new(),
        count => format!(", and {} ended without a result", counted(count, "board")),
    };
    format!(
        "the host won {}, lost {} and drew {}{void}.",
        tally.won, tally.lost, tally.drawn
    )
}

/// Words why a simul did not begin.
pub(crate) const fn cancelled(why: WhyCancelled, host: HostPlayer) -> &'static str {
    match (why, host) {
        (WhyCancelled::ByHost, HostPlayer::Person(_)) => "the host gave it up",
        (WhyCancelled::ByHost, HostPlayer::Computer(_)) => "the person who set it up cancelled it",
        (WhyCancelled::HostGone, _) => "its host is gone",
        (WhyCancelled::TooFew, _) => "fewer than 2 people took a seat",
        (WhyCancelled::ByOrganiser, _) => "an organiser cancelled it",
    }
}

/// Mentions people: `@Ben, @Cleo and @Dan`.
pub(crate) fn mentions(users: &[UserId]) -> String {
    let names: Vec<String> = users.iter().map(|user| mention(*user)).collect();
    list(&names)
}
