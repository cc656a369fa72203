//! The results and tables of a league once more, written plainly from its log alone, and in halves of points.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use anteroom::features::leagues::model::{
    ActId, Deed, Event, Fate, GameEnd, GameId, How, Score, SeasonId,
};
use anteroom::matches::UserId;

/// A division as its log tells it.
#[derive(Default)]
pub struct Plain {
    pub season: SeasonId,
    /// People and their lots, in the order of their seeds.
    pub people: Vec<(UserId, u32)>,
    pub games: BTreeMap<GameId, [usize; 2]>,
    pub results: BTreeMap<GameId, GameEnd>,
    pub running: BTreeSet<GameId>,
    pub annulled: BTreeSet<usize>,
    pub forfeited: BTreeSet<usize>,
    pub over: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    pub user: UserId,
    pub points: f64,
    pub wins: usize,
    pub played: usize,
    pub between: f64,
    pub opponents: f64,
    pub thinking: u64,
    lot: u32,
    group: u8,
}

/// Reads a whole log.
pub fn read<'a>(log: impl IntoIterator<Item = &'a Event>) -> Vec<Plain> {
    let (mut all, mut next, mut legs): (Vec<Plain>, GameId, u32) = (Vec::new(), 1, 1);
    let mut acts: BTreeMap<ActId, &Deed> = BTreeMap::new();
    for event in log {
        if let Event::Created { rules, .. } = event {
            legs = rules.legs;
        }
        if let Event::SeasonBegan {
            season, divisions, ..
        } = event
        {
            for lineup in divisions {
                let people = lineup.people.iter().copied().zip(lineup.lots.clone());
                let mut plain = Plain {
                    season: *season,
                    people: people.collect(),
                    ..Plain::default()
                };
                for pair in round_robin(lineup.people.len(), legs) {
                    plain.games.insert(next, pair);
                    next += 1;
                }
                all.push(plain);
            }
        }
        if let Event::Acted { act, deed, .. } = event {
            acts.insert(*act, deed);
        }
        for plain in &mut all {
            plain.hears(event);
            if let Event::Undone { act, .. } = event {
                plain.undoes(acts[act]);
            }
        }
    }
    all
}

/// The circle method: the last stays, all others go round.
fn round_robin(people: usize, legs: u32) -> Vec<[usize; 2]> {
    let even = people + people % 2;
    let mut all = Vec::new();
    for leg in 0..legs {
        for round in 0..even - 1 {
            let mut pairs = Vec::new();
            // In round 0, person 0 (number 1) meets the last; in each further round the circle has turned by half.
            let turned = (round * (even / 2)) % (even - 1);
            let at = |place: usize| (place + turned) % (even - 1);
            pairs.push([at(0), even - 1]);
            for step in 1..even / 2 {
                pairs.push([at(step), at(even - 1 - step)]);
            }
            let mut pairs: Vec<[usize; 2]> = pairs
                .into_iter()
                .filter(|pair| pair.iter().all(|person| *person < people))
                .collect();
            for pair in &mut pairs {
                pair.sort_unstable();
            }
            pairs.sort_unstable();
            for pair in &mut pairs {
                // The lower number moves first if the sum is odd, and the other way round in the second leg.
                if (pair[0] + pair[1] + leg as usize).is_multiple_of(2) {
                    pair.swap(0, 1);
                }
            }
            all.extend(pairs);
        }
    }
    all
}

impl Plain {
    fn seat(&self, user: UserId) -> Option<usize> {
        self.people.iter().position(|(known, _)| *known == user)
    }

    /// Settles a game that has neither a match nor a result.
    fn settle(&mut self, game: GameId, score: Score, how: How) {
        if self.games.contains_key(&game) && !self.running.contains(&game) {
            let end = GameEnd::unplayed(score, how);
            self.results.entry(game).or_insert(end);
        }
    }

    fn settle_against(&mut self, seat: usize, games: &[GameId]) {
        for id in games {
            let Some([first, second]) = self.games.get(id).copied() else {
                continue;
            };
            if first == seat {
                self.settle(*id, Score::Second, How::Forfeit);
            } else if second == seat {
                self.settle(*id, Score::First, How::Forfeit);
            }
        }
    }

    fn hears(&mut self, event: &Event) {
        let ids: Vec<GameId> = self.games.keys().copied().collect();
        match event {
            Event::GameBegan { game, .. } if self.games.contains_key(game) => {
                self.results.remove(game);
                self.running.insert(*game);
            }
            Event::GameEnded { game, end, .. } if self.games.contains_key(game) => {
                self.running.remove(game);
                let out = self.games[game]
                    .iter()
                    .any(|seat| self.annulled.contains(seat));
                // Without a person who is out, a newcomer plays the game again.
                if out || end.how != How::Annulled {
                    self.results.insert(*game, *end);
                }
            }
            Event::Out { user, fates, .. } => {
                let fate = fates.iter().find(|(season, _)| *season == self.season);
                if let (Some(seat), Some((_, fate))) = (self.seat(*user), fate) {
                    match fate {
                        Fate::Annulled => {
                            self.annulled.insert(seat);
                        }
                        Fate::Forfeited => {
                            self.forfeited.insert(seat);
                            self.settle_against(seat, &ids);
                        }
                    }
                }
            }
            Event::SeasonOver { season, .. } if *season == self.season => self.over = true,
            Event::SeasonClosing { season } if *season == self.season => {
                for id in ids {
                    self.settle(id, Score::Draw, How::SeasonOver);
                }
            }
            Event::Acted { deed, .. } => match deed {
                Deed::Forfeit { user, games } => {
                    if let Some(seat) = self.seat(*user) {
                        self.settle_against(seat, games);
                    }
                }
                Deed::Adjudicate { game, score } => self.settle(*game, *score, How::Organiser),
                Deed::Replace {
                    season,
                    user,
                    newcomer,
                } if *season == self.season => {
                    if let Some(seat) = self.seat(*user) {
                        self.people[seat].0 = *newcomer;
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Takes back what an act has settled.
    fn undoes(&mut self, deed: &Deed) {
        let (games, how) = match deed {
            Deed::Forfeit { games, .. } => (games.clone(), How::Forfeit),
            Deed::Adjudicate { game, .. } => (vec![*game], How::Organiser),
            Deed::Replace {
                season,
                user,
                newcomer,
            } => {
                let seat = self.seat(*newcomer).filter(|_| *season == self.season);
                if let Some(seat) = seat {
                    self.people[seat].0 = *user;
                }
                return;
            }
            Deed::Pause | Deed::EndSeason { .. } => return,
        };
        for id in games {
            let Some(pair) = self.games.get(&id).filter(|_| !self.over) else {
                continue;
            };
            let out = |seat: &usize| self.annulled.contains(seat) || self.forfeited.contains(seat);
            if !pair.iter().any(out) && self.results.get(&id).is_some_and(|end| end.how == how) {
                self.results.remove(&id);
            }
        }
    }

    /// Returns the table in the order of places.
    pub fn table(&self) -> Vec<Line> {
        let counted: Vec<([usize; 2], &GameEnd)> = self
            .results
            .iter()
            .map(|(id, end)| (self.games[id], end))
            .filter(|([a, b], _)| !self.annulled.contains(a) && !self.annulled.contains(b))
            .collect();
        let halves = |seat: usize, pair: [usize; 2], score: Score| match score {
            Score::Void => None,
            Score::Draw => Some(0.5),
            Score::First => Some(f64::from(u8::from(pair[0] == seat))),
            Score::Second => Some(f64::from(u8::from(pair[1] == seat))),
        };
        let mut lines: Vec<Line> = Vec::new();
        for (seat, (user, lot)) in self.people.iter().enumerate() {
            let mut line = Line {
                user: *user,
                lot: *lot,
                group: match () {
                    () if self.annulled.contains(&seat) => 2,
                    () if self.forfeited.contains(&seat) => 1,
                    () => 0,
                },
                points: 0.0,
                wins: 0,
                played: 0,
                between: 0.0,
                opponents: 0.0,
                thinking: 0,
            };
            for (pair, end) in &counted {
                if let (true, Some(points)) = (pair.contains(&seat), halves(seat, *pair, end.score))
                {
                    line.points += points;
                    line.played += 1;
                    line.wins += usize::from(points == 1.0);
                    line.thinking += end.thinking[usize::from(pair[1] == seat)];
                }
            }
            lines.push(line);
        }
        let before = lines.clone();
        for (seat, line) in lines.iter_mut().enumerate() {
            for (pair, end) in &counted {
                let Some(points) = halves(seat, *pair, end.score) else {
                    continue;
                };
                if !pair.contains(&seat) {
                    continue;
                }
                let other = &before[if pair[0] == seat { pair[1] } else { pair[0] }];
                line.opponents += points * other.points;
                if (other.points, other.group) == (line.points, line.group) {
                    line.between += points;
                }
            }
        }
        lines.sort_by(Line::ahead);
        lines
    }
}

impl Line {
    fn ahead(&self, other: &Self) -> Ordering {
        if self.group != other.group {
            return self.group.cmp(&other.group);
        }
        for (own, others) in [
            (self.points, other.points),
            (self.between, other.between),
            (self.wins as f64, other.wins as f64),
            (self.opponents, other.opponents),
            (-(self.thinking as f64), -(other.thinking as f64)),
        ] {
            if own != others {
                return others.total_cmp(&own);
            }
        }
        self.lot.cmp(&other.lot)
    }
}
