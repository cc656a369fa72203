//! Tables and brackets that are hard to draw: full, with every sign, and with long and strange names.

use anteroom_board::Seat;
use anteroom_board::scene::{Figure, Kind};
use anteroom_render::{
    BracketEntrant, BracketFate, BracketPairing, BracketRound, BracketSheet, BracketSide,
    ChartPoint, ChartSide, Crosstable, CrosstableLine, LadderLine, LadderSheet, Leg, Sheet,
    Standings, StandingsLine, Zone,
};

/// Returns every sample with its name.
pub fn all() -> Vec<(&'static str, Sheet)> {
    vec![
        ("standings", Sheet::Standings(standings())),
        ("standings-over", Sheet::Standings(over())),
        ("standings-full", Sheet::Standings(full())),
        ("standings-swiss", Sheet::Standings(swiss())),
        ("crosstable", Sheet::Crosstable(crosstable(8, 1))),
        ("crosstable-legs", Sheet::Crosstable(crosstable(6, 2))),
        ("crosstable-wide", Sheet::Crosstable(crosstable(13, 1))),
        ("crosstable-full", Sheet::Crosstable(crosstable(13, 2))),
        ("ladder", Sheet::Ladder(ladder())),
        ("ladder-full", Sheet::Ladder(full_ladder())),
        ("bracket", Sheet::Bracket(bracket(8, 3))),
        ("bracket-over", Sheet::Bracket(bracket(8, 8))),
        ("bracket-of-5", Sheet::Bracket(bracket(5, 1))),
        ("bracket-of-5-over", Sheet::Bracket(bracket(5, 5))),
        ("bracket-of-4", Sheet::Bracket(bracket(4, 4))),
        ("bracket-of-2", Sheet::Bracket(bracket(2, 0))),
        ("bracket-wide", Sheet::Bracket(bracket(13, 7))),
        ("bracket-full", Sheet::Bracket(bracket(16, 16))),
    ]
}

/// Returns charts of chances for the pieces of several games, with estimates and proofs.
pub fn charts() -> Vec<(&'static str, Sheet)> {
    let values = [
        0.52, 0.55, 0.49, 0.58, 0.44, 0.61, 0.57, 0.35, 0.31, 0.0, 0.0, 0.0, 0.66, 0.72, 0.81, 1.0,
        1.0, 1.0, 1.0, 1.0,
    ];
    let chart = |names: [&str; 2], kind: Kind, colours: [Seat; 2]| Sheet::Chances {
        title: format!("{}'s chance to win, turn by turn", names[0]),
        sides: [(names[0], colours[0]), (names[1], colours[1])].map(|(name, colour)| ChartSide {
            name: name.to_owned(),
            kind,
            colour,
        }),
        chances: (0..)
            .zip(values)
            .map(|(turn, chance)| ChartPoint {
                turn,
                chance,
                is_proven: chance == 0.0 || chance == 1.0,
            })
            .collect(),
        marks: vec![
            (7, String::from("7")),
            (9, String::from("9")),
            (12, String::from("12")),
        ],
    };
    let seats = [Seat::First, Seat::Second];
    vec![
        ("chart-chips", chart(["Red", "Black"], Kind::Chip, seats)),
        (
            "chart-chess",
            chart(["White", "Black"], Kind::Chess(Figure::Pawn), seats),
        ),
        (
            "chart-stones",
            chart(["Black", "White"], Kind::Stone, seats),
        ),
    ]
}

const NAMES: [&str; 20] = [
    "Alexandra",
    "Ben",
    "Søren Kierkegaard",
    "анааш",
    "Mei-Ling",
    "Jo",
    "Wolfeschlegelsteinhausen",
    "Dr. Ω",
    "👩‍🚀 Valentina",
    "Ngũgĩ",
    "Łukasz",
    "Iñaki",
    "Zoë",
    "Émilie",
    "Quentin",
    "tic_tac_tony",
    "Ragnhild",
    "Þorbjörg",
    "O'Neill",
    "Xavier",
];

fn line(place: usize, points: &str, wins: &str, opponents: &str, finish: &str) -> StandingsLine {
    StandingsLine {
        place: place.to_string(),
        name: NAMES[(place - 1) % NAMES.len()].to_owned(),
        points: points.to_owned(),
        wins: wins.to_owned(),
        direct: String::from("1½"),
        opponents: opponents.to_owned(),
        finish: finish.to_owned(),
        ..StandingsLine::default()
    }
}

pub fn standings() -> Standings {
    let mut lines = vec![
        line(1, "5½", "5", "14½", "1–2"),
        line(2, "5", "4", "12", "1–3"),
        line(3, "4½", "5", "11½", "1–4"),
        line(4, "3½", "5", "9", "3–6"),
        line(5, "3", "4", "7½", "4–6"),
        line(6, "2½", "5", "6", "4–7"),
        line(7, "1", "1", "3½", "6–7"),
        line(8, "½", "4", "1", "8"),
    ];
    for (row, line) in lines.iter_mut().enumerate() {
        line.zone = match row {
            0 | 1 => Some(Zone::Promotion),
            6 | 7 => Some(Zone::Relegation),
            _ => None,
        };
    }
    lines[7].out = true;
    lines[2].by = String::from("31 h");
    lines[3].by = String::from("45 h");
    Standings {
        title: String::from("Berlin Open, Division B"),
        subtitle: String::from("Season 2 · Connect N · ends Mon 14 Dec"),
        lines,
        legend: vec![
            String::from("Direct: among equals · SB: Sonneborn–Berger"),
            String::from("Beside the place: thinking time, or the lot"),
        ],
    }
}

/// The table of a season that is over.
pub fn over() -> Standings {
    let mut standings = standings();
    standings.subtitle = String::from("Season 2 · Connect N · final table");
    for line in &mut standings.lines {
        line.finish.clear();
    }
    standings.lines[0].champion = true;
    standings
}

/// A table with as many rows and as wide figures as there are.
pub fn full() -> Standings {
    let lines = (1..=13).map(|place| {
        let points = format!("{}½", 13 - place);
        let mut line = line(place, &points, "12", "101½", "10–13");
        line.zone = match place {
            1..=4 => Some(Zone::Promotion),
            10.. => Some(Zone::Relegation),
            _ => None,
        };
        line.out = place == 7 || place == 8;
        line
    });
    Standings {
        title: String::from("The Worshipful Company of Board Players, Division A"),
        subtitle: String::from("Season 12 · Six-sided chess with dragons · ends Wednesday 23 Dec"),
        lines: lines.collect(),
        legend: Vec::new(),
    }
}

/// A part of the table of a large Swiss tournament.
pub fn swiss() -> Standings {
    let lines = (1..=13).map(|place| StandingsLine {
        buchholz: String::from(if place % 3 == 0 { "37" } else { "42½" }),
        direct: String::from(if place % 4 == 0 { "½" } else { "" }),
        by: String::from(if place > 11 { "lot 102" } else { "" }),
        out: place == 9,
        champion: place == 1,
        place: (place + 100).to_string(),
        ..line(place, "5½", "5", "114¼", "")
    });
    Standings {
        title: String::from("The Worshipful Company of Board Players"),
        subtitle: String::from("Places 101 to 113 · 128 players · round 9 of 9 · Connect N, 7×6"),
        lines: lines.collect(),
        legend: vec![
            String::from("BH: Buchholz without the worst opponent"),
            String::from("Direct: among equals · SB: Sonneborn–Berger"),
            String::from("Beside the place: the lot, which decides last"),
        ],
    }
}

pub fn crosstable(count: usize, legs: usize) -> Crosstable {
    let result = |row: usize, column: usize, leg: usize| {
        let (low, high) = (row.min(column), row.max(column));
        let first = match (low * 7 + high * 3 + leg * 5) % 11 {
            0 => Leg::Running,
            1 => Leg::Open,
            2 | 3 => Leg::Draw,
            4 | 5 => Leg::Loss,
            6 if high + 1 == count => Leg::ForfeitWin,
            _ => Leg::Win,
        };
        match first {
            first if row < column => first,
            Leg::Win => Leg::Loss,
            Leg::Loss => Leg::Win,
            Leg::ForfeitWin => Leg::ForfeitLoss,
            other => other,
        }
    };
    let lines = (0..count).map(|row| {
        let results: Vec<Vec<Leg>> = (0..count)
            .map(|column| (0..legs).map(|leg| result(row, column, leg)).collect())
            .collect();
        let mut halves = 0;
        for (column, legs) in results.iter().enumerate() {
            for leg in legs.iter().filter(|_| column != row) {
                halves += match leg {
                    Leg::Win | Leg::ForfeitWin => 2,
                    Leg::Draw => 1,
                    _ => 0,
                };
            }
        }
        let half = if halves % 2 == 1 { "½" } else { "" };
        CrosstableLine {
            name: NAMES[row].to_owned(),
            results,
            points: format!("{}{half}", halves / 2),
            out: row + 1 == count,
        }
    });
    Crosstable {
        title: String::from("Berlin Open, Division B"),
        subtitle: String::from("Season 2 · Connect N · all results"),
        lines: lines.collect(),
    }
}

pub fn ladder() -> LadderSheet {
    let moved = [0, 2, -1, -1, 0, 1, -1, 0, 12, -3];
    let scores = [
        (12, 3),
        (9, 4),
        (10, 10),
        (7, 5),
        (3, 3),
        (2, 1),
        (4, 6),
        (1, 0),
        (15, 2),
        (0, 4),
    ];
    let lines = (0..10).map(|row| LadderLine {
        name: NAMES[row].to_owned(),
        wins: scores[row].0,
        losses: scores[row].1,
        moved: moved[row],
    });
    LadderSheet {
        above: 0,
        title: String::from("Connect N ladder"),
        subtitle: String::from("23 people · 5 matches running"),
        lines: lines.collect(),
        running: vec![[0, 2], [3, 1], [5, 4], [8, 4], [9, 7]],
    }
}

/// A ladder with as many rows and about as many challenges as there are.
pub fn full_ladder() -> LadderSheet {
    let lines = (0..20).map(|row| LadderLine {
        name: NAMES[row].to_owned(),
        wins: 100 - row as u32 * 5,
        losses: 3 + row as u32,
        moved: (row as i32 * 5) % 7 - 3,
    });
    let pairs = (0..20).flat_map(|row| [[row, row + 1 + row % 5], [row, row + 2 + row % 3]]);
    LadderSheet {
        above: 0,
        title: String::from("Connect N ladder"),
        subtitle: String::from("124 people · 29 matches running"),
        lines: lines.collect(),
        running: pairs.collect(),
    }
}

/// A bracket of 2 to 16 people in which this number of pairings are over, and the next two running.
pub fn bracket(people: usize, over: usize) -> BracketSheet {
    let mut seeds = vec![1];
    while seeds.len() < people {
        let sum = 2 * seeds.len() + 1;
        seeds = seeds.iter().flat_map(|seed| [*seed, sum - seed]).collect();
    }
    let person = |seed: &usize| match NAMES.get(seed - 1) {
        Some(name) if *seed <= people => BracketEntrant::Person {
            name: (*name).to_owned(),
            seed: *seed as u32,
        },
        _ => BracketEntrant::Bye,
    };
    let mut entrants: Vec<BracketEntrant> = seeds.iter().map(person).collect();
    let (mut rounds, mut third, mut begun) = (Vec::new(), None, 0);
    let mut pairing = |entrants: &[BracketEntrant]| {
        let is_bye = entrants.contains(&BracketEntrant::Bye);
        let place = begun;
        begun += usize::from(!is_bye);
        bracket_pairing(entrants, place, if is_bye { 0 } else { over })
    };
    while entrants.len() > 1 {
        let pairings: Vec<BracketPairing> = entrants.chunks(2).map(&mut pairing).collect();
        let leaving = |fate| {
            let pairings = pairings.iter().enumerate();
            pairings.map(move |(place, pairing)| leaving(pairing, fate, place + 1))
        };
        entrants = leaving(BracketFate::Won).collect();
        if let [_, _] = pairings[..] {
            let losers: Vec<BracketEntrant> = leaving(BracketFate::Lost).collect();
            third = Some(pairing(&losers));
        }
        let name = match pairings.len() {
            1 => "Final",
            2 => "Semi-finals",
            4 => "Quarter-finals",
            _ => "Round of 16",
        };
        rounds.push(BracketRound {
            name: name.to_owned(),
            pairings,
        });
    }
    let champion = match entrants.pop() {
        Some(BracketEntrant::Person { name, .. }) => Some(name),
        _ => None,
    };
    BracketSheet {
        title: String::from("Berlin Open"),
        subtitle: format!("Knock-out of {people} · Connect N · 2 games a pairing"),
        rounds,
        third,
        champion,
    }
}

/// A pairing of a bracket in the place from which the first `over` ones are over.
fn bracket_pairing(entrants: &[BracketEntrant], place: usize, over: usize) -> BracketPairing {
    let scores = match place {
        _ if place > over || over == 0 => ["", ""],
        _ if place == over => ["½", "1½"],
        _ => [["1½", "½"], ["2", "0"], ["w/o", ""]][place % 3],
    };
    let side = |index: usize| {
        // The lower side wins some pairings.
        let order = (index + usize::from(place % 4 == 1)) % 2;
        BracketSide {
            who: entrants[index].clone(),
            score: scores[order].to_owned(),
            fate: match order {
                _ if place >= over => BracketFate::Open,
                0 => BracketFate::Won,
                _ => BracketFate::Lost,
            },
        }
    };
    BracketPairing {
        sides: [side(0), side(1)],
        running: over > 0 && (over..over + 2).contains(&place),
    }
}

/// The one who leaves a pairing with this fate.
fn leaving(pairing: &BracketPairing, fate: BracketFate, number: usize) -> BracketEntrant {
    let [upper, lower] = &pairing.sides;
    let sides = match fate {
        BracketFate::Won => [upper, lower],
        _ => [lower, upper],
    };
    match sides.map(|side| &side.who) {
        [who, BracketEntrant::Bye] | [BracketEntrant::Bye, who] if fate == BracketFate::Won => {
            who.clone()
        }
        [BracketEntrant::Bye, _] | [_, BracketEntrant::Bye] => BracketEntrant::Bye,
        _ => match sides.iter().find(|side| side.fate == fate) {
            Some(side) => side.who.clone(),
            None if fate == BracketFate::Won => BracketEntrant::Open(format!("Winner of {number}")),
            None => BracketEntrant::Open(format!("Loser of {number}")),
        },
    }
}
