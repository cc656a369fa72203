//! A league as messages show it.

use crate::discord::ui::contests::view::{ContestView, paused_words, terms};
use crate::discord::ui::terms::matches;
use crate::discord::ui::words::{counted, date, game_words, list, people, plural};
use crate::discord::ui::{Button, mention, relative};
use crate::features::leagues::model::{
    ContestGame, Cost, Kind, League, MOST_THREADS, Phase, Season, SeasonId, State,
};
use crate::features::tournaments::press::Press as Tournaments;
use crate::matches::UserId;

/// A league with what messages show of it.
pub type View = ContestView<League>;

impl View {
    pub(crate) fn is_seasonal(&self) -> bool {
        self.contest.rules().kind == Kind::Seasonal
    }

    /// Whether people can join.
    pub(crate) fn is_open(&self) -> bool {
        !self.contest.is_closed()
    }

    /// Returns the terms of the games: `Connect N, 7×6, four in a row · 5 days each, and 12 hours more after each turn · rated`.
    pub(crate) fn terms(&self) -> String {
        let rules = self.contest.rules();
        terms(&rules.game, &rules.options, rules.clock)
    }

    /// Returns the game with its settings: `Connect N, 7×6, four in a row`.
    pub(crate) fn game_words(&self) -> String {
        let rules = self.contest.rules();
        game_words(&rules.game, &rules.options)
    }

    /// Returns the name of a season: `Season 2`, in a quick league `Division 2`.
    pub(crate) fn season_name(&self, id: SeasonId) -> String {
        if self.is_seasonal() {
            format!("Season {id}")
        } else {
            format!("Division {id}")
        }
    }

    /// Returns the name of a division with its season: `Season 2, Division A`.
    pub(crate) fn division_name(&self, season: SeasonId, index: usize) -> String {
        let name = self.season_name(season);
        if self.is_seasonal() {
            format!("{name}, {}", division_name(index))
        } else {
            name
        }
    }

    /// Returns sentences about the state of the league.
    pub(crate) fn state(&self) -> String {
        let league = &self.contest;
        if let Some(since) = league.paused() {
            return paused_words(since);
        }
        let state = match (league.state(), league.rules().kind) {
            (State::Over, _) => String::from("**This league is closed.**"),
            (State::PlayOffs, _) => String::from("**No further season begins.**"),
            (_, Kind::Quick) => self.quick_state(),
            (State::Running | State::Closing, Kind::Seasonal) => self.running_state(),
            (State::Gathering, Kind::Seasonal) => self.gathering_state(),
        };
        state + &self.running_play_offs()
    }

    /// Says which play-offs are being played; empty without any.
    fn running_play_offs(&self) -> String {
        let running = self.contest.running_play_offs();
        let seasons: Vec<String> = running.map(|(one, _)| one.season.to_string()).collect();
        match seasons.len() {
            0 => String::new(),
            1 => format!(" The play-offs of season {} are running.", list(&seasons)),
            _ => format!(" The play-offs of seasons {} are running.", list(&seasons)),
        }
    }

    /// Returns the button that leads to the latest play-offs that are being played.
    pub(crate) fn play_offs_button(&self) -> Option<Button> {
        let (_, journal) = self.contest.running_play_offs().next_back()?;
        Some(Button::plain("Play-offs", Tournaments::Show(journal)))
    }

    /// Says what play-offs the league has, after a space; empty without any.
    pub(crate) fn champion_rule(&self) -> String {
        match self.contest.rules().play_offs {
            0 => String::new(),
            size => format!(" {}", play_offs_words(size)),
        }
    }

    fn running_state(&self) -> String {
        let Some(season) = self.contest.current().next() else {
            return String::new();
        };
        let name = self.season_name(season.id);
        if season.phase == Phase::Closing {
            return format!("{name} is ending: its last results will follow in a moment.");
        }
        let last = if self.contest.is_closed() {
            " This is the last season."
        } else {
            ""
        };
        format!(
            "{name} is running until {} ({}).{last}",
            date(season.ends),
            relative(season.ends)
        )
    }

    fn gathering_state(&self) -> String {
        let league = &self.contest;
        let name = self.season_name(league.next_season());
        let joined = league.members().len();
        let people = people(joined);
        let least = league.rules().least_people();
        let missing = least.saturating_sub(joined);
        if let Some(starts) = league.starts() {
            let needs = match missing {
                0 => String::new(),
                missing => format!(" It needs {missing} more."),
            };
            let have = if joined == 1 { "has" } else { "have" };
            return format!(
                "{name} starts {} ({}). {people} {have} joined.{needs}",
                date(starts),
                relative(starts)
            );
        }
        if let Some(opens) = league.opens() {
            return format!("{name} opens {} and starts a week later.", relative(opens));
        }
        match missing {
            0 => format!("The start of {name} will be set in a moment. {people} have joined."),
            missing => format!(
                "{name} starts on the Monday after {least} people have joined. It needs {missing} more."
            ),
        }
    }

    fn quick_state(&self) -> String {
        let waiting = self.contest.members().len();
        let size = self.contest.rules().size;
        let wait = match waiting {
            0 => String::from("no one is waiting yet"),
            count => plural(count, "person is waiting", "people are waiting"),
        };
        let running = match self.contest.current().count() {
            0 => String::new(),
            count => format!(
                " {}.",
                plural(count, "division is running", "divisions are running")
            ),
        };
        if self.contest.is_closed() {
            return format!("No more divisions will start.{running}");
        }
        format!("A division starts as soon as {size} people are waiting: {wait}.{running}")
    }

    /// Returns the season that is being played or was played last; `None` before the first one.
    ///
    /// A person's own season comes first: in a quick league several are played at once.
    pub(crate) fn latest(&self, user: Option<UserId>) -> Option<&Season> {
        let is_in = |season: &&Season| user.is_some_and(|user| season.seat_of(user).is_some());
        let running = || self.contest.current();
        running()
            .find(is_in)
            .or_else(|| running().last())
            .or_else(|| self.contest.seasons().next_back())
    }

    /// Returns a line for the profile of a person who plays or has played; `None` for others.
    pub fn place_line(&self, user: UserId) -> Option<String> {
        let season = self.latest(Some(user))?;
        let (division, _) = season.seat_of(user)?;
        let index = season.divisions.iter().position(|one| one == division)?;
        let (places, _) = division.places();
        let place = places.iter().position(|one| *one == user)? + 1;
        let name = if self.is_seasonal() {
            format!("division {}", letter(index))
        } else {
            format!("division {}", season.id)
        };
        if !division.games.iter().any(ContestGame::is_over) {
            return Some(format!("{}: {name}", self.title()));
        }
        Some(format!(
            "{}: {name}, place {place} of {}",
            self.title(),
            places.len()
        ))
    }

    /// Returns a line about the seasons that a person has won; `None` without any.
    pub fn champion_line(&self, user: UserId) -> Option<String> {
        let won = self.contest.champions().iter();
        let seasons: Vec<String> = won
            .filter(|(_, champion)| *champion == user)
            .map(|(season, _)| season.to_string())
            .collect();
        let what = match (self.is_seasonal(), seasons.len()) {
            (_, 0) => return None,
            (true, 1) => "champion of season",
            (true, _) => "champion of seasons",
            (false, 1) => "winner of division",
            (false, _) => "winner of divisions",
        };
        let list = list(&seasons);
        Some(format!("{}: {what} {list}", self.title()))
    }

    /// Returns a line for the weekly page.
    pub fn weekly_line(&self) -> String {
        let Some(season) = self.contest.current().last() else {
            if self.contest.state() == State::PlayOffs {
                return format!("{}: play-offs of its last season", self.title());
            }
            let joined = people(self.contest.members().len());
            return match self.contest.starts() {
                Some(starts) => format!(
                    "{}: {joined} joined, starts {}",
                    self.title(),
                    relative(starts)
                ),
                None => format!("{}: {joined} joined", self.title()),
            };
        };
        let (mut over, mut all) = (0, 0);
        for (_, game) in season.games() {
            all += 1;
            over += u32::from(game.is_over());
        }
        let leader = season.divisions.first().and_then(|division| {
            let (places, still_in) = division.places();
            places.first().copied().filter(|_| still_in > 0)
        });
        let leads = match leader {
            Some(leader) if over > 0 && self.is_seasonal() => {
                format!(", {} leads division A", mention(leader))
            }
            Some(leader) if over > 0 => format!(", {} leads", mention(leader)),
            _ => String::new(),
        };
        let name = self.season_name(season.id).to_lowercase();
        format!(
            "{}, {name}: {over} of {} played{leads}",
            self.title(),
            counted(all, "game")
        )
    }
}

/// Says what play-offs of some people are.
pub(crate) fn play_offs_words(size: u32) -> String {
    let first = match size {
        2 => String::from("first two"),
        size => format!("first {size}"),
    };
    format!(
        "After a season, the {first} of the highest division play a knock-out, whose winner is the champion."
    )
}

/// Words what a season or a division costs, as small print.
pub(crate) fn cost_line(what: &str, cost: &Cost) -> String {
    let divisions = match cost.divisions {
        0 | 1 => String::new(),
        divisions => format!(
            " in {divisions} divisions, whose tables are there after {}",
            counted(cost.minutes, "minute")
        ),
    };
    let threads = if cost.matches > MOST_THREADS {
        format!(
            " Discord keeps at most {MOST_THREADS} threads of a server active. A move for which no thread opens is posted in this channel."
        )
    } else {
        String::new()
    };
    format!(
        "-# {what} costs {}{divisions}, and about {} to Discord.{threads}",
        matches(cost.matches),
        counted(rounded(cost.requests), "request")
    )
}

/// Rounds a number up to two digits.
fn rounded(number: u64) -> u64 {
    let step = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(step).saturating_mul(step)
}

/// Returns the name of a division by its index: `Division A` is the highest.
pub fn division_name(index: usize) -> String {
    format!("Division {}", letter(index))
}

fn letter(index: usize) -> String {
    match u8::try_from(index).ok().filter(|index| *index < 26) {
        Some(index) => char::from(b'A' + index).to_string(),
        None => (index + 1).to_string(),
    }
}
