//! The results and tables of a league once more, written plainly from its log alone, and in halves of points.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use anteroom::features::leagues::model::{
    ActId, DepartureReason, Event, Fate, GameEnd, GameId, How, OrganiserAct, Score, SeasonId,
};
use anteroom::matches::UserId;
use anteroom::people::Moment;

/// A division as its log tells it.
#[derive(Default)]
pub struct Plain {
    pub season: SeasonId,
    /// People and their lots, in the order of their seeds.
    pub people: Vec<(UserId, u32)>,
    pub games: BTreeMap<GameId, [usize; 2]>,
    /// The results, and when they came.
    pub results: BTreeMap<GameId, (GameEnd, Moment)>,
    pub running: BTreeSet<GameId>,
    /// The running games of people who were replaced, until those of the newcomers begin.
    replaced: BTreeSet<GameId>,
    pub annulled: BTreeSet<usize>,
    pub forfeited: BTreeSet<usize>,
    pub over: bool,
    /// The seats of people who are out, the first one who went first.
    pub gone: Vec<usize>,
    /// The games that an organiser forfeited or decided.
    pub by_act: BTreeSet<GameId>,
    pub last_moves: BTreeMap<usize, Moment>,
}

/// How a season ends.
#[derive(Debug, Default, PartialEq)]
pub struct End {
    pub places: Vec<Vec<UserId>>,
    /// The people of each division who are still in, by place.
    pub left: Vec<Vec<UserId>>,
    pub promoted: Vec<UserId>,
    pub relegated: Vec<UserId>,
    pub champion: Option<UserId>,
    /// For each division the people who move down, stay and move up.
    moves: Vec<[Vec<UserId>; 3]>,
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

/// Returns how a season ends now, from its divisions, the highest first.
pub fn end(divisions: &[&Plain]) -> End {
    let mut end = End::default();
    for plain in divisions {
        let table = plain.table();
        end.places
            .push(table.iter().map(|line| line.user).collect());
        let left = table.iter().filter(|line| line.group == 0);
        end.left.push(left.map(|line| line.user).collect());
    }
    let best = divisions
        .first()
        .and_then(|plain| plain.table().first().cloned());
    end.champion = best
        .filter(|line| line.group == 0 && line.points > 0.0)
        .map(|line| line.user);
    // The least number of which four make at least all.
    let quarter = |people: usize| (0..=people).find(|part| part * 4 >= people).unwrap();
    let mut up = 0;
    for (index, left) in end.left.iter().enumerate() {
        let mut down = end
            .left
            .get(index + 1)
            .map_or(0, |below| quarter(left.len()).min(quarter(below.len())));
        while up + down > left.len() {
            down -= 1;
        }
        let (rising, rest) = left.split_at(up);
        let (staying, falling) = rest.split_at(rest.len() - down);
        end.promoted.extend(rising);
        end.relegated.extend(falling);
        end.moves
            .push([falling.to_vec(), staying.to_vec(), rising.to_vec()]);
        up = down;
    }
    end
}

impl End {
    /// Returns the divisions of the next season. The members are in the order of joining, with their ratings.
    pub fn next(&self, members: &[(UserId, i32)], size: usize) -> Vec<Vec<UserId>> {
        let mut line: Vec<UserId> = Vec::new();
        for index in 0..self.moves.len() {
            if index > 0 {
                line.extend(&self.moves[index - 1][0]);
            }
            line.extend(&self.moves[index][1]);
            if let Some(below) = self.moves.get(index + 1) {
                line.extend(&below[2]);
            }
        }
        line.retain(|user| members.iter().any(|(member, _)| member == user));
        let mut new: Vec<_> = members.to_vec();
        new.retain(|(user, _)| !line.contains(user));
        new.sort_by_key(|one| std::cmp::Reverse(one.1));
        line.extend(new.iter().map(|(user, _)| *user));
        let people = line.len();
        let mut count = (people as f64 / size as f64 + 0.5).floor() as usize;
        while people > count * 10 {
            count += 1;
        }
        while people < count * 4 {
            count -= 1;
        }
        let mut divisions = Vec::new();
        for left in (1..=count).rev() {
            // The larger ones come first.
            let own = line.len().div_ceil(left);
            divisions.push(line.drain(..own).collect());
        }
        divisions
    }
}

/// The people who take part in the next season, in the order of joining.
#[derive(Default)]
pub struct Members {
    all: Vec<(UserId, Moment)>,
    /// What people had who went out.
    before: BTreeMap<UserId, Moment>,
    acts: BTreeMap<ActId, [UserId; 2]>,
}

impl Members {
    pub fn users(&self) -> impl Iterator<Item = UserId> {
        self.all.iter().map(|(user, _)| *user)
    }

    fn joins(&mut self, user: UserId, at: Moment) {
        if self.users().all(|one| one != user) {
            self.all.push((user, at));
        }
    }

    fn leaves(&mut self, user: UserId) {
        let place = self.users().position(|one| one == user);
        if let Some(place) = place {
            let (_, joined) = self.all.remove(place);
            self.before.insert(user, joined);
        }
    }

    /// Reads one event of a seasonal league.
    pub fn hears(&mut self, at: Moment, event: &Event) {
        match event {
            Event::Joined { user } => self.joins(*user, at),
            Event::Left { user } | Event::KeptOut { user } | Event::Out { user, .. } => {
                self.leaves(*user);
            }
            Event::LetIn {
                user, member: true, ..
            } => {
                self.all.push((*user, self.before[user]));
                self.all.sort_by_key(|(_, joined)| *joined);
            }
            Event::Acted {
                act,
                action: OrganiserAct::Replace { user, newcomer, .. },
                ..
            } => {
                self.acts.insert(*act, [*user, *newcomer]);
                self.leaves(*user);
                self.joins(*newcomer, at);
            }
            Event::Undone { act, .. } => {
                if let Some([user, newcomer]) = self.acts.get(act).copied() {
                    self.leaves(newcomer);
                    self.joins(user, at);
                    self.joins(newcomer, at);
                }
            }
            _ => {}
        }
    }
}

/// Reads a whole log.
pub fn read<'a>(log: impl IntoIterator<Item = (Moment, &'a Event)>) -> Vec<Plain> {
    let (mut all, mut next, mut legs): (Vec<Plain>, GameId, u32) = (Vec::new(), 1, 1);
    let mut acts: BTreeMap<ActId, &OrganiserAct> = BTreeMap::new();
    for (at, event) in log {
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
        if let Event::Acted { act, action, .. } = event {
            acts.insert(*act, action);
        }
        for plain in &mut all {
            plain.hears(at, event);
            if let Event::Undone { act, .. } = event {
                plain.undoes(at, acts[act]);
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
    fn settle(&mut self, at: Moment, game: GameId, score: Score, how: How) {
        if self.games.contains_key(&game) && !self.running.contains(&game) {
            let end = GameEnd::unplayed(score, how);
            self.results.entry(game).or_insert((end, at));
        }
    }

    fn settle_against(&mut self, at: Moment, seat: usize, games: &[GameId]) {
        for id in games {
            let Some([first, second]) = self.games.get(id).copied() else {
                continue;
            };
            if first == seat {
                self.settle(at, *id, Score::Second, How::Forfeit);
            } else if second == seat {
                self.settle(at, *id, Score::First, How::Forfeit);
            }
        }
    }

    /// The score of a game of which people are out, apart from one seat; `None` if nobody is.
    fn by_going(&self, pair: [usize; 2], but: Option<usize>) -> Option<Score> {
        let gone = self
            .gone
            .iter()
            .filter(|seat| pair.contains(seat) && Some(**seat) != but);
        let gone: Vec<&usize> = gone.collect();
        if gone.iter().any(|seat| self.annulled.contains(seat)) {
            return Some(Score::Void);
        }
        gone.first().map(|seat| {
            if **seat == pair[0] {
                Score::Second
            } else {
                Score::First
            }
        })
    }

    /// Gives a person their place back: what their going decided goes on, unless the other is out too.
    fn returns(&mut self, user: UserId) {
        let Some(seat) = self.seat(user) else {
            return;
        };
        for (id, pair) in &self.games {
            let lost = if pair[0] == seat {
                Score::Second
            } else {
                Score::First
            };
            let Some((end, _)) = self.results.get(id).filter(|_| pair.contains(&seat)) else {
                continue;
            };
            let by_going = end.how == How::Annulled || end.how == How::Forfeit && end.score == lost;
            if !by_going || self.by_act.contains(id) {
                continue;
            }
            match self.by_going(*pair, Some(seat)) {
                Some(score) => self.results.get_mut(id).unwrap().0.score = score,
                None => drop(self.results.remove(id)),
            }
        }
        self.gone.retain(|one| *one != seat);
        self.annulled.remove(&seat);
        self.forfeited.remove(&seat);
    }

    /// Whether a person lost two games without a move within 7 days.
    pub fn is_silent(&self, seat: usize) -> bool {
        const WEEK: i64 = 7 * 86_400_000;
        let mut losses: Vec<i64> = Vec::new();
        for (id, (end, at)) in &self.results {
            let pair = self.games[id];
            let lost = pair[0] == seat && end.score == Score::Second
                || pair[1] == seat && end.score == Score::First;
            let unmoved = end.how == How::Forfeit && self.by_act.contains(id);
            if lost && (end.how == How::Time || unmoved) {
                losses.push(at.0);
            }
        }
        let moved = self.last_moves.get(&seat).map_or(i64::MIN, |at| at.0);
        losses.sort_unstable();
        losses
            .windows(2)
            .any(|two| two[1] - two[0] <= WEEK && moved <= two[1] - WEEK)
    }

    /// Checks that nobody who is still in is silent.
    fn nobody_is_silent(&self) {
        for seat in 0..self.people.len() {
            assert!(
                self.gone.contains(&seat) || !self.is_silent(seat),
                "{:?}",
                self.people[seat]
            );
        }
    }

    fn hears(&mut self, at: Moment, event: &Event) {
        let ids: Vec<GameId> = self.games.keys().copied().collect();
        match event {
            Event::GameBegan { game, .. } if self.games.contains_key(game) => {
                self.results.remove(game);
                self.replaced.remove(game);
                self.running.insert(*game);
            }
            Event::GameEnded { game, end, .. } if self.games.contains_key(game) => {
                self.running.remove(game);
                let out = self.games[game]
                    .iter()
                    .any(|seat| self.annulled.contains(seat));
                // Without a person who is out, a newcomer plays the game again, however the match of their predecessor ends.
                let of_predecessor = self.replaced.remove(game);
                let by_itself = matches!(end.how, How::Played | How::Time);
                let again = end.how == How::Annulled || of_predecessor && by_itself;
                if out || !again {
                    self.results.insert(*game, (*end, at));
                }
                for (seat, moved) in self.games[game].into_iter().zip(end.last_moves) {
                    if let Some(moved) = moved {
                        let last = self.last_moves.entry(seat).or_insert(moved);
                        *last = moved.max(*last);
                    }
                }
            }
            Event::Out { user, fates, why } => {
                let fate = fates.iter().find(|(season, _)| *season == self.season);
                if let (Some(seat), Some((_, fate))) = (self.seat(*user), fate) {
                    assert!(
                        *why != DepartureReason::Silent || self.is_silent(seat),
                        "{user:?}"
                    );
                    self.gone.push(seat);
                    match fate {
                        Fate::Annulled => {
                            self.annulled.insert(seat);
                            let mut own = ids.clone();
                            own.retain(|id| self.games[id].contains(&seat));
                            for id in &own {
                                self.settle(at, *id, Score::Void, How::Annulled);
                            }
                        }
                        Fate::Forfeited => {
                            self.forfeited.insert(seat);
                            self.settle_against(at, seat, &ids);
                        }
                    }
                }
            }
            Event::LetIn { user, seasons, .. } if seasons.contains(&self.season) => {
                self.returns(*user);
            }
            Event::SeasonOver { season, .. } if *season == self.season => self.over = true,
            Event::SeasonClosing { season } if *season == self.season => {
                self.nobody_is_silent();
                for id in ids {
                    self.settle(at, id, Score::Draw, How::SeasonOver);
                }
            }
            Event::Acted { action, by, .. } => match action {
                OrganiserAct::Forfeit { user, games } => {
                    let own = games.iter().filter_map(|id| self.games.get(id));
                    let organiser = by.and_then(|by| self.seat(by));
                    let gains =
                        own.filter(|pair| organiser.is_some_and(|seat| pair.contains(&seat)));
                    assert_eq!(
                        gains.count(),
                        0,
                        "an organiser gets nothing from their own act"
                    );
                    if let Some(seat) = self.seat(*user) {
                        self.settle_against(at, seat, games);
                    }
                    self.by_act.extend(games);
                }
                OrganiserAct::Adjudicate { game, score } => {
                    self.settle(at, *game, *score, How::Organiser);
                    self.by_act.insert(*game);
                }
                OrganiserAct::Replace {
                    season,
                    user,
                    newcomer,
                } if *season == self.season => {
                    if let Some(seat) = self.seat(*user) {
                        self.people[seat].0 = *newcomer;
                        self.last_moves.remove(&seat);
                        let own = ids.iter().filter(|id| self.games[*id].contains(&seat));
                        let running = own.filter(|id| self.running.contains(id)).copied();
                        self.replaced.extend(running.collect::<Vec<_>>());
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Takes back what an act has settled.
    fn undoes(&mut self, at: Moment, action: &OrganiserAct) {
        let (games, how) = match action {
            OrganiserAct::Forfeit { games, .. } => (games.clone(), How::Forfeit),
            OrganiserAct::Adjudicate { game, .. } => (vec![*game], How::Organiser),
            OrganiserAct::Replace {
                season,
                user,
                newcomer,
            } => {
                let seat = self.seat(*newcomer).filter(|_| *season == self.season);
                if let Some(seat) = seat {
                    self.people[seat].0 = *user;
                    self.last_moves.remove(&seat);
                    let games = &self.games;
                    self.replaced.retain(|id| !games[id].contains(&seat));
                }
                return;
            }
            OrganiserAct::Pause | OrganiserAct::Place { .. } | OrganiserAct::EndSeason { .. } => {
                return;
            }
        };
        for id in games {
            let Some(pair) = self.games.get(&id).filter(|_| !self.over) else {
                continue;
            };
            self.by_act.remove(&id);
            let Some((end, _)) = self.results.get(&id).copied() else {
                continue;
            };
            if end.how != how {
                continue;
            }
            match self.by_going(*pair, None) {
                // What their going gives it, even if the act gave it otherwise.
                Some(score) => {
                    let how = match score {
                        Score::Void => How::Annulled,
                        _ => How::Forfeit,
                    };
                    let end = GameEnd { score, how, ..end };
                    self.results.insert(id, (end, at));
                }
                None => {
                    self.results.remove(&id);
                }
            }
        }
    }

    /// Returns the table in the order of places.
    pub fn table(&self) -> Vec<Line> {
        let counted: Vec<([usize; 2], &GameEnd)> = self
            .results
            .iter()
            .map(|(id, (end, _))| (self.games[id], end))
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
