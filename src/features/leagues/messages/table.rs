//! The table of a division, as a picture and as text.

use std::time::Duration;

use super::view::View;
use crate::discord::ui::contests::words::{points, points_words, quarters};
use crate::discord::ui::words::{MOST_ALT, plural};
use crate::discord::ui::{Drawing, cut, mention};
use crate::features::leagues::model::{
    CanFinish, ContestGame, Division, GameState, How, Placed, Season,
};
use crate::matches::UserId;
use crate::render::{Crosstable, CrosstableLine, Leg, Sheet, Standings, StandingsLine, Zone};

/// A line of a division's table.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The place, from 1.
    pub(crate) place: usize,
    pub(crate) placed: Placed,
    /// The number of people of the division who are still in.
    pub(crate) still_in: usize,
    /// The number of the person's games that count.
    pub(crate) games: usize,
    pub(crate) zone: Option<Zone>,
    /// What puts the person ahead of the next one, if the two are equal in all that games decide.
    pub(crate) by: Option<By>,
    /// The person's own figure of that, or of what puts the one before ahead: `31 h`, `lot 2`.
    pub(crate) figure: String,
    pub(crate) champion: bool,
}

/// What decides between two people who are equal in points, direct games, wins and Sonneborn–Berger, with both figures.
#[derive(Clone, Debug)]
pub(crate) enum By {
    Thinking([String; 2]),
    Lot([u32; 2]),
}

impl By {
    /// Compares a person with the next one; `None` if games decide between them, or one of them has no game that is over.
    fn of(one: &Placed, next: &Placed) -> Option<Self> {
        let key = |placed: &Placed| {
            let row = placed.row;
            let out = placed.out.map(|(fate, _)| fate);
            (out, row.points, row.direct, row.wins, row.sonneborn_berger)
        };
        if key(one) != key(next) || one.row.played() == 0 || next.row.played() == 0 {
            return None;
        }
        Some(if one.row.thinking == next.row.thinking {
            Self::Lot([one.lot, next.lot])
        } else {
            Self::Thinking(told_apart(one.row.thinking, next.row.thinking))
        })
    }

    /// Words the reason: `by less thinking time, 31 h against 45 h`.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Thinking([own, other]) => {
                format!("by less thinking time, {own} against {other}")
            }
            Self::Lot([own, other]) => format!("by the lot, {own} against {other}"),
        }
    }

    /// Returns the figures of both people as the picture shows them.
    fn figures(&self) -> [String; 2] {
        match self {
            Self::Thinking(both) => both.clone(),
            Self::Lot(lots) => lots.map(|lot| format!("lot {lot}")),
        }
    }
}

/// Words two times in the largest unit in which they differ: `31 h` and `45 h`.
fn told_apart(one: Duration, other: Duration) -> [String; 2] {
    let units = [("h", 3_600_000), ("min", 60_000), ("s", 1000)];
    let differ = |length: u128| one.as_millis() / length != other.as_millis() / length;
    let found = units.into_iter().find(|(_, length)| differ(*length));
    let (unit, length) = found.unwrap_or(("ms", 1));
    [one, other].map(|time| format!("{} {unit}", time.as_millis() / length))
}

/// A division with its table: places are looked up once for a message.
pub(crate) struct Table<'a> {
    pub(crate) season: &'a Season,
    /// The index of the division.
    pub(crate) index: usize,
    pub(crate) lines: Vec<Line>,
}

impl Table<'_> {
    /// Returns the lines as text.
    pub(crate) fn text(&self) -> Vec<String> {
        let lines = self.lines.iter();
        lines.map(|line| line.words(self.season)).collect()
    }

    pub(crate) fn line_of(&self, user: UserId) -> Option<&Line> {
        self.lines.iter().find(|line| line.placed.user == user)
    }
}

impl Line {
    fn is_over(&self, season: &Season) -> bool {
        season.all_over() || self.placed.out.is_some()
    }

    /// Returns the places that the person can still finish in: `1–3`; empty once the table shows it, or while it is all.
    fn finish(&self, season: &Season, to: &str) -> String {
        let CanFinish { best, worst } = self.placed.finish;
        if self.is_over(season) || self.placed.finish.is_all(self.still_in) {
            return String::new();
        }
        if best == worst {
            best.to_string()
        } else {
            format!("{best}{to}{worst}")
        }
    }

    /// Words the line for the text of a message: `1. @Ana: 4½ points, 5 of 7 played, final place 1 to 3`.
    fn words(&self, season: &Season) -> String {
        let row = &self.placed.row;
        let mut text = format!(
            "{}\\. {}: {}, {} of {} played",
            self.place,
            mention(self.placed.user),
            points_words(row.points),
            row.played(),
            self.games
        );
        if let Some(by) = &self.by {
            text.push_str(&format!(", ahead {}", by.words()));
        }
        let finish = self.finish(season, " to ");
        if !finish.is_empty() {
            text.push_str(&format!(", final place {finish}"));
        }
        if self.placed.out.is_some() {
            text.push_str(", out");
        } else if self.champion {
            text.push_str(", **champion**");
        } else if let (true, Some(zone)) = (season.all_over(), self.zone) {
            text.push_str(match zone {
                Zone::Promotion => ", moves up",
                Zone::Relegation => ", moves down",
            });
        }
        text
    }
}

impl View {
    /// Returns the table of a division.
    pub(crate) fn table<'a>(&self, season: &'a Season, index: usize) -> Table<'a> {
        Table {
            season,
            index,
            lines: self.lines(season, index),
        }
    }

    fn lines(&self, season: &Season, index: usize) -> Vec<Line> {
        let Some(division) = season.divisions.get(index) else {
            return Vec::new();
        };
        let table = division.table();
        let still_in = table.iter().filter(|one| one.out.is_none()).count();
        let moves = season.moves().get(index).copied().unwrap_or_default();
        let ahead = |above: usize| By::of(table.get(above)?, table.get(above + 1)?);
        let figure = |above: usize| {
            let behind = || Some(ahead(above.checked_sub(1)?)?.figures()[1].clone());
            let figures = ahead(above).map(|by| by.figures()[0].clone());
            figures.or_else(behind).unwrap_or_default()
        };
        let line = |(above, placed): (usize, &Placed)| Line {
            place: above + 1,
            placed: *placed,
            games: division
                .games_of(placed.row.seat)
                .filter(|game| !division.is_annulled(game))
                .count(),
            zone: match () {
                () if !self.is_seasonal() || above >= still_in => None,
                () if above < moves.up => Some(Zone::Promotion),
                () if above >= still_in - moves.down => Some(Zone::Relegation),
                () => None,
            },
            by: ahead(above),
            figure: figure(above),
            still_in,
            champion: self.contest.champions().contains(&(season.id, placed.user)),
        };
        table.iter().enumerate().map(line).collect()
    }

    /// Returns the picture of a division's table.
    pub(crate) fn standings(&self, table: &Table<'_>) -> Drawing {
        let Table {
            season,
            index,
            lines,
        } = table;
        let spoken: Vec<String> = lines
            .iter()
            .map(|line| {
                let name = cut(&self.name(line.placed.user), 32);
                let total = points_words(line.placed.row.points);
                let row = line.placed.row;
                let by = line.by.as_ref().map(|by| format!(", ahead {}", by.words()));
                format!(
                    "{} {name}, {total}, {}, direct {}, SB {}{}",
                    line.place,
                    plural(row.wins as usize, "win", "wins"),
                    points(row.direct),
                    quarters(row.sonneborn_berger),
                    by.unwrap_or_default()
                )
            })
            .collect();
        let figures = lines.iter().any(|line| !line.figure.is_empty());
        let beside = "Beside the place: thinking time, or the lot";
        let legend: Vec<&str> = std::iter::once(LEGEND)
            .chain(figures.then_some(beside))
            .collect();
        let name = self.division_name(season.id, *index);
        let sheet = Standings {
            title: self.journal.name.clone(),
            subtitle: format!("{name} · {}", self.game_words()),
            lines: lines
                .iter()
                .map(|line| {
                    let Placed { user, row, out, .. } = line.placed;
                    StandingsLine {
                        place: line.place.to_string(),
                        zone: line.zone,
                        name: self.name(user),
                        by: line.figure.clone(),
                        points: points(row.points),
                        buchholz: String::new(),
                        wins: row.wins.to_string(),
                        direct: points(row.direct),
                        opponents: quarters(row.sonneborn_berger),
                        finish: line.finish(season, "–"),
                        out: out.is_some(),
                        champion: line.champion,
                    }
                })
                .collect(),
            legend: legend.iter().map(|line| (*line).to_owned()).collect(),
        };
        let legend = legend.join(". ");
        let table = format!(
            "The table of {}, {name}: {}",
            self.journal.name,
            spoken.join("; ")
        );
        // A table that is too long is cut, and not its legend.
        let room = MOST_ALT.saturating_sub(legend.chars().count() + 3);
        Drawing {
            sheet: Sheet::Standings(sheet),
            alt: format!("{}. {legend}.", cut(&table, room)),
            file: format!("league-{}-{}-{index}.png", self.id(), season.id),
        }
    }

    /// Returns the picture of all results of a division.
    pub(crate) fn crosstable(&self, table: &Table<'_>) -> Option<Drawing> {
        let Table {
            season,
            index,
            lines,
        } = table;
        let division = season.divisions.get(*index)?;
        let row = |line: &Line| CrosstableLine {
            name: self.name(line.placed.user),
            results: lines
                .iter()
                .map(|other| {
                    let between = games_between(division, line, other);
                    between.map(|game| leg(division, game, line)).collect()
                })
                .collect(),
            points: points(line.placed.row.points),
            out: line.placed.out.is_some(),
        };
        let name = self.division_name(season.id, *index);
        let people: Vec<String> = lines
            .iter()
            .map(|line| cut(&self.name(line.placed.user), 32))
            .collect();
        Some(Drawing {
            alt: cut(
                &format!(
                    "All results of {}, {name}. The text of the message lists them. From the top: {}.",
                    self.journal.name,
                    people.join(", ")
                ),
                MOST_ALT,
            ),
            file: format!("results-{}-{}-{index}.png", self.id(), season.id),
            sheet: Sheet::Crosstable(Crosstable {
                title: self.journal.name.clone(),
                subtitle: format!("{name} · {}", self.game_words()),
                lines: lines.iter().map(row).collect(),
            }),
        })
    }
}

/// Explains the columns of the picture.
const LEGEND: &str = "Direct: among equals · SB: Sonneborn–Berger";

/// Returns the games between two lines, the first one first.
pub(crate) fn games_between<'a>(
    division: &'a Division,
    one: &Line,
    other: &Line,
) -> impl Iterator<Item = &'a ContestGame> {
    let (one, other) = (one.placed.row.seat, other.placed.row.seat);
    let games = division.games_of(one);
    games.filter(move |game| one != other && game.seats.contains(&other))
}

/// Returns the result of a game for the person of a line.
pub(crate) fn leg(division: &Division, game: &ContestGame, line: &Line) -> Leg {
    match &game.state {
        _ if division.is_annulled(game) => Leg::Open,
        GameState::ToBegin { .. } => Leg::Open,
        GameState::Running { .. } => Leg::Running,
        GameState::Over { end, .. } => {
            let (first, second) = end.score.points();
            let own = if game.seats[0] == line.placed.row.seat {
                first
            } else {
                second
            };
            match (own, end.how, first + second) {
                (_, _, 0) => Leg::Open,
                (2, How::Forfeit, _) => Leg::ForfeitWin,
                (0, How::Forfeit, _) => Leg::ForfeitLoss,
                (2, ..) => Leg::Win,
                (0, ..) => Leg::Loss,
                _ => Leg::Draw,
            }
        }
    }
}
