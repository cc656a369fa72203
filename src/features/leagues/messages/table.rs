//! The table of a division, as a picture and as text.

use super::view::{View, points, points_words, quarters};
use crate::discord::ui::words::MOST_ALT;
use crate::discord::ui::{Drawing, cut, mention};
use crate::features::leagues::model::{CanFinish, Division, Game, GameState, How, Placed, Season};
use crate::matches::UserId;
use crate::render::{Crosstable, CrosstableLine, Leg, Sheet, Standings, StandingsLine, Zone};

/// A line of a division's table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The place, from 1.
    pub(crate) place: usize,
    pub(crate) placed: Placed,
    /// The number of the person's games that count.
    pub(crate) games: usize,
    pub(crate) zone: Option<Zone>,
    /// Whether others have the same points, and something else decides.
    pub(crate) tied: bool,
    pub(crate) champion: bool,
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

    /// Returns the places that the person can still finish in: `1–3`; empty once that is known.
    fn finish(&self, season: &Season, to: &str) -> String {
        if self.is_over(season) {
            return String::new();
        }
        let CanFinish { best, worst } = self.placed.finish;
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
        let tied = |one: &Placed| {
            let mut same = table.iter().filter(|other| {
                other.row.points == one.row.points && other.out.is_some() == one.out.is_some()
            });
            one.row.played() > 0 && same.nth(1).is_some()
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
            tied: tied(placed),
            champion: self.league.champions().contains(&(season.id, placed.user)),
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
                let points = points_words(line.placed.row.points);
                format!("{} {name}, {points}", line.place)
            })
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
                        points: points(row.points),
                        played: format!("{}/{}", row.played(), line.games),
                        ties: if line.tied {
                            let between = points(row.direct);
                            format!("{between} · {}", quarters(row.sonneborn_berger))
                        } else {
                            String::new()
                        },
                        finish: line.finish(season, "–"),
                        out: out.is_some(),
                        champion: line.champion,
                    }
                })
                .collect(),
        };
        Drawing {
            sheet: Sheet::Standings(sheet),
            alt: cut(
                &format!(
                    "The table of {}, {name}: {}.",
                    self.journal.name,
                    spoken.join("; ")
                ),
                MOST_ALT,
            ),
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

/// Returns the games between two lines, the first one first.
pub(crate) fn games_between<'a>(
    division: &'a Division,
    one: &Line,
    other: &Line,
) -> impl Iterator<Item = &'a Game> {
    let (one, other) = (one.placed.row.seat, other.placed.row.seat);
    let games = division.games_of(one);
    games.filter(move |game| one != other && game.seats.contains(&other))
}

/// Returns the result of a game for the person of a line.
pub(crate) fn leg(division: &Division, game: &Game, line: &Line) -> Leg {
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
