//! A tournament as messages show it.

use crate::discord::ui::contests::view::{ContestView, paused_words, terms};
use crate::discord::ui::contests::words;
use crate::discord::ui::words::{counted, date, game_words, people, plural};
use crate::discord::ui::{Button, mention, relative};
use crate::features::leagues::press::Press as League;
use crate::features::tournaments::model::{PEOPLE, Pairing, State, Tournament};
use crate::matches::UserId;

/// A tournament with what messages show of it.
pub type View = ContestView<Tournament>;

impl View {
    /// Whether people play or can join.
    pub(crate) fn is_open(&self) -> bool {
        self.contest.state() != State::Over && !self.journal.closed
    }

    /// Whether people can join, to play or to wait for a place.
    pub(crate) fn takes_people(&self) -> bool {
        self.is_open() && self.contest.rules().play_offs.is_none()
    }

    /// Says what the winner of play-offs is, after a space; empty for other tournaments.
    pub(crate) fn stake(&self) -> String {
        let of = self.contest.rules().play_offs;
        of.map_or_else(String::new, |of| {
            format!(" The winner is the champion of season {}.", of.season)
        })
    }

    /// Returns the button that leads from play-offs to their league.
    pub(crate) fn league_button(&self) -> Option<Button> {
        let of = self.contest.rules().play_offs?;
        Some(Button::plain("League", League::Show(of.league)))
    }

    /// Returns the terms of the games: `Connect N, 7×6, four in a row · 3 days a turn · rated`.
    pub(crate) fn terms(&self) -> String {
        let rules = self.contest.rules();
        terms(&rules.game, &rules.options, rules.clock)
    }

    /// Returns the game with its settings: `Connect N, 7×6, four in a row`.
    pub(crate) fn game_words(&self) -> String {
        let rules = self.contest.rules();
        game_words(&rules.game, &rules.options)
    }

    /// Returns the name of a round: `Quarter-finals`, `Round of 16`.
    pub(crate) fn round_name(&self, round: u32) -> String {
        if self.contest.is_swiss() {
            return format!("Round {round}");
        }
        match self.contest.rounds().saturating_sub(round) {
            0 => String::from("Final"),
            1 => String::from("Semi-finals"),
            2 => String::from("Quarter-finals"),
            later => format!("Round of {}", 2_u64.saturating_pow(later + 1)),
        }
    }

    /// Names a pairing as one of its round: `Semi-final`, `Match for third place`.
    pub(crate) fn pairing_name(&self, pairing: &Pairing) -> String {
        let third = self.contest.third_place();
        if third.is_some_and(|third| third.id == pairing.id) {
            return String::from("Match for third place");
        }
        match self.round_name(pairing.round).as_str() {
            "Semi-finals" => String::from("Semi-final"),
            "Quarter-finals" => String::from("Quarter-final"),
            other => other.to_owned(),
        }
    }

    /// Returns sentences about the state of the tournament.
    pub(crate) fn state(&self) -> String {
        let tournament = &self.contest;
        if let Some(since) = tournament.paused().filter(|_| self.is_open()) {
            return paused_words(since);
        }
        match tournament.state() {
            State::Gathering | State::Running if self.journal.closed => {
                String::from("**This tournament was ended.**")
            }
            State::Gathering => self.gathering_state(),
            State::Running => self.running_state(),
            State::Over => match tournament.champion() {
                Some(user) => format!(
                    "**The tournament is over**, and {} has won it.",
                    mention(user)
                ),
                None => String::from("**The tournament is over**, without a winner."),
            },
        }
    }

    fn gathering_state(&self) -> String {
        let joined = self.contest.members().len();
        let have = if joined == 1 { "has" } else { "have" };
        let joined_words = format!("{} {have} joined.", people(joined));
        let most = self.contest.rules().most;
        let least = usize::try_from(*PEOPLE.start()).unwrap_or(usize::MAX);
        let needs = match least.saturating_sub(joined) {
            0 => String::new(),
            missing => format!(" It needs {missing} more."),
        };
        match self.contest.starts() {
            Some(starts) => format!(
                "It starts {} ({}). {joined_words}{needs}",
                date(starts),
                relative(starts)
            ),
            None => format!(
                "An organiser starts it when enough people have joined, {least} to {most}. {joined_words}{needs}"
            ),
        }
    }

    fn running_state(&self) -> String {
        let tournament = &self.contest;
        let Some(round) = tournament.current_round() else {
            if tournament.is_swiss() {
                return String::from("The next round follows in a moment.");
            }
            return String::from("Its last results will follow in a moment.");
        };
        let last = tournament.rounds();
        let until = |round| {
            let ends = tournament.ends(round);
            ends.map_or_else(String::new, |ends| {
                format!("{} ({})", date(ends), relative(ends))
            })
        };
        let mut name = self.round_name(round);
        if tournament.is_swiss() {
            name = format!("{name} of {last}");
        }
        let over = match round == last {
            true => String::new(),
            false => format!(" The tournament is over by {} at the latest.", until(last)),
        };
        let stake = self.stake();
        format!("{name}: until {} at the latest.{over}{stake}", until(round))
    }

    /// Words how it works, in one line.
    pub(crate) fn how_it_works(&self) -> String {
        if self.contest.is_swiss() {
            return self.how_swiss_works();
        }
        let rules = self.contest.rules();
        let games = match rules.games {
            1 => "one game",
            _ => "two games at the same time, with sides changed",
        };
        let third = match rules.third {
            true => " The losers of the semi-finals play for third place.",
            false => "",
        };
        format!(
            "A knock-out: the winner of a pairing goes on, the loser is out. A pairing is {games}, and begins as soon as both people are known. If it is equal, a deciding game with half the time follows.{third} A round lasts up to {}.",
            counted(rules.days, "day")
        )
    }

    /// Returns a line for the profile of a person who plays or has won; `None` for others.
    pub fn own_line(&self, user: UserId) -> Option<String> {
        let tournament = &self.contest;
        if tournament.champion() == Some(user) {
            // The profile names the champion of a league as that.
            if tournament.rules().play_offs.is_some() {
                return None;
            }
            return Some(format!("{}: winner", self.title()));
        }
        if tournament.is_swiss() {
            return self.swiss_line(user);
        }
        let pairing = tournament
            .current_of(user)
            .filter(|_| tournament.is_playing(user) && self.is_open())?;
        let name = self.pairing_name(pairing).to_lowercase();
        Some(format!("{}: in the {name}", self.title()))
    }

    /// Returns a line for the weekly page.
    pub fn weekly_line(&self) -> String {
        let tournament = &self.contest;
        let joined = people(tournament.members().len());
        match (tournament.current_round(), tournament.starts()) {
            (Some(round), _) => {
                let open = tournament.pairings().iter();
                let left = open.filter(|one| one.decision.is_none()).count();
                format!(
                    "{}, {}: {} to play",
                    self.title(),
                    self.round_name(round).to_lowercase(),
                    plural(left, "pairing", "pairings")
                )
            }
            (None, Some(starts)) => format!(
                "{}: {joined} joined, starts {}",
                self.title(),
                relative(starts)
            ),
            (None, None) => format!("{}: {joined} joined", self.title()),
        }
    }

    /// Returns the points of a pairing, those of a side first: `1½–½`.
    pub(crate) fn score(&self, pairing: &Pairing, side: usize) -> String {
        let [one, other] = self.side_scores(pairing);
        match side {
            0 => format!("{one}–{other}"),
            _ => format!("{other}–{one}"),
        }
    }

    /// Whether one of these people is out.
    pub(crate) fn is_out(&self, people: [Option<UserId>; 2]) -> bool {
        let mut players = self.contest.players().iter();
        players.any(|one| one.out.is_some() && people.contains(&Some(one.user)))
    }

    /// Returns the points of the two sides of a pairing.
    pub(crate) fn side_scores(&self, pairing: &Pairing) -> [String; 2] {
        let points = pairing.points(self.contest.rules().games);
        points.map(words::points)
    }
}
