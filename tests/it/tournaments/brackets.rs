//! The brackets beside those of another program; `brackets.mjs` says which, and how they were made.

use std::collections::BTreeMap;

use anteroom::contests::{GameEnd, GameId, How, Score};
use anteroom::features::tournaments::model::{
    By, Command, Event, Facts, OrganiserAct, Pairing, Rules, Seeding, Tournament,
};
use anteroom::games::Values;
use anteroom::matches::{ContestName, MatchId, UserId};
use anteroom::people::Moment;
use fastrand::Rng;
use serde::Deserialize;

const ORGANISER: UserId = UserId(9_000);

#[derive(Deserialize)]
struct Reference {
    cases: Vec<Case>,
}

/// A bracket that was played. People are their seeds, from 1.
#[derive(Deserialize)]
struct Case {
    people: u32,
    /// For each round its matches, as `brackets.mjs` writes them.
    rounds: Vec<String>,
    champion: Option<u64>,
    /// The match for third place, if there was one.
    consolation: Option<String>,
    third: Option<u64>,
}

/// A match of the other program.
#[derive(Debug)]
struct Known {
    people: [Option<UserId>; 2],
    /// The side that won; `None` if nobody did.
    winner: Option<usize>,
}

impl Known {
    fn read(text: &str) -> Self {
        let at = text.find(['+', '-', 'x', '.']).expect("a sign");
        let person = |text: &str| text.parse().ok().map(UserId);
        let people = [&text[..at], &text[at + 1..]].map(person);
        let winner = match &text[at..=at] {
            "+" => Some(0),
            "-" => Some(1),
            "x" => None,
            _ => people.iter().position(Option::is_some),
        };
        Self { people, winner }
    }
}

impl Case {
    /// Returns all matches in our order: round by round, the one for third place last.
    fn matches(&self) -> Vec<Known> {
        let texts = self.rounds.iter().flat_map(|round| round.split(' '));
        texts
            .chain(self.consolation.as_deref())
            .map(Known::read)
            .collect()
    }
}

/// A tournament that is played as the other program's was.
struct Replay {
    rng: Rng,
    now: Moment,
    tournament: Tournament,
    running: BTreeMap<GameId, MatchId>,
    next_match: u64,
}

impl Replay {
    fn new(case: &Case, games: u32, seed: u64) -> Self {
        let rules = Rules {
            name: ContestName::new("Beside others").expect("a name"),
            game: String::from("any"),
            options: Values::default(),
            clock: "5d+12h".parse().expect("a clock"),
            games,
            third: case.consolation.is_some(),
            seeding: Seeding::Rated,
            most: case.people,
            days: 25,
            swiss: None,
            play_offs: None,
        };
        let created = Tournament::create(rules, ORGANISER);
        let now = Moment(1_800_000_000_000);
        let mut replay = Self {
            rng: Rng::with_seed(seed),
            now,
            tournament: Tournament::replay([(now, &created)]).expect("a tournament"),
            running: BTreeMap::new(),
            next_match: 1,
        };
        let mut people: Vec<u64> = (1..=u64::from(case.people)).collect();
        replay.rng.shuffle(&mut people);
        for person in people {
            let user = UserId(person);
            replay.does(&Command::Join { user });
        }
        replay.does(&Command::SetStart { starts: now });
        replay
    }

    fn does(&mut self, command: &Command) -> Vec<Event> {
        self.now.0 += 60_000;
        let decided = self.tournament.decide(command, self.now);
        let events = decided.unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
        for event in &events {
            self.tournament
                .apply(self.now, event)
                .expect("an event that fits");
        }
        events
    }

    /// Does what the bot does after each result.
    fn bot_works(&mut self) {
        let ratings = (1..=128_u64)
            .map(|user| (UserId(user), 2_000 - user as i32))
            .collect();
        let facts = Facts {
            ratings,
            ..Facts::default()
        };
        self.does(&Command::Due(facts));
        for pending in self.tournament.pending() {
            let (game, match_id) = (pending.game, MatchId(self.next_match));
            self.next_match += 1;
            self.does(&Command::GameBegan { game, match_id });
            self.running.insert(game, match_id);
        }
        for wish in self.tournament.to_end() {
            let end = GameEnd::unplayed(wish.wanted.rule.score([0; 2]), wish.wanted.why.how());
            self.ends(wish.game, end);
        }
    }

    fn ends(&mut self, game: GameId, end: GameEnd) {
        let match_id = self.running.remove(&game).expect("a match");
        self.does(&Command::GameEnded {
            game,
            match_id,
            end,
        });
    }

    /// Ends a game with a move of each player; `None` is a draw.
    fn plays(&mut self, pairing: &Pairing, index: usize, winner: Option<usize>) {
        let game = pairing.games[index].clone();
        let score = match winner {
            None => Score::Draw,
            Some(side) if game.seats[0] == side => Score::First,
            Some(_) => Score::Second,
        };
        let end = GameEnd {
            score,
            how: How::Played,
            thinking: [1; 2],
            last_moves: [Some(self.now); 2],
        };
        self.ends(game.id, end);
    }

    fn wins(&mut self, pairing: &Pairing, side: usize) {
        let games = pairing.games.len();
        let equal = self.rng.u8(..4) == 0;
        if equal {
            let first = (games > 1).then_some(side);
            self.plays(pairing, 0, first);
            if games > 1 {
                self.plays(pairing, 1, Some(1 - side));
            }
            let by = self.tournament.people_of(pairing)[self.tournament.better_side(pairing)];
            let first = self.rng.bool();
            self.does(&Command::Choose {
                pairing: pairing.id,
                by: by.expect("a person"),
                first,
            });
            self.bot_works();
            let pairing = self
                .tournament
                .pairing(pairing.id)
                .expect("the pairing")
                .clone();
            let draws = pairing.games[games].seats[1] == side && self.rng.bool();
            self.plays(&pairing, games, (!draws).then_some(side));
        } else {
            let draw = (games > 1).then(|| self.rng.usize(..3));
            for index in 0..games {
                let winner = (draw != Some(index)).then_some(side);
                self.plays(pairing, index, winner);
            }
        }
    }

    /// Both people of a pairing are out at once, or an organiser decides against both.
    fn nobody_wins(&mut self, pairing: &Pairing) {
        if pairing.games.len() == 2 && self.rng.bool() {
            for game in &pairing.games {
                self.ends(game.id, GameEnd::unplayed(Score::First, How::Time));
            }
        } else {
            self.does(&Command::Act {
                by: ORGANISER,
                reason: String::from("nobody was there"),
                action: OrganiserAct::Decide {
                    pairing: pairing.id,
                    winner: None,
                },
                moved: BTreeMap::new(),
            });
        }
    }
}

/// Plays a case in another order than the other program did.
fn replay(case: &Case, games: u32, seed: u64) {
    let known = case.matches();
    let mut replay = Replay::new(case, games, seed);
    replay.bot_works();
    let players = replay.tournament.players().iter().map(|player| player.user);
    assert!(
        players.eq((1..=u64::from(case.people)).map(UserId)),
        "the seeds"
    );
    assert_eq!(replay.tournament.pairings().len(), known.len());
    loop {
        let pairings = replay.tournament.pairings().iter().enumerate();
        let open: Vec<_> = pairings
            .filter(|(_, one)| one.decision.is_none() && one.opened.is_some())
            .map(|(index, one)| (index, one.clone()))
            .collect();
        let Some((index, pairing)) = replay.rng.choice(open) else {
            break;
        };
        match known[index].winner {
            Some(side) => replay.wins(&pairing, side),
            None => replay.nobody_wins(&pairing),
        }
        replay.bot_works();
    }
    let played = &replay.tournament;
    let of = |people: [Option<UserId>; 2], winner: Option<usize>| {
        let winner = winner.and_then(|side| people[side]);
        (people, winner)
    };
    for (index, (pairing, known)) in played.pairings().iter().zip(&known).enumerate() {
        let about = format!("{} people, pairing {index}: {known:?}", case.people);
        assert_eq!(
            of(played.people_of(pairing), pairing.winner()),
            of(known.people, known.winner),
            "{about}"
        );
        let decision = pairing.decision.unwrap_or_else(|| panic!("{about}"));
        let alone = known.people.contains(&None);
        // People who are out in silence leave their pairing by a walkover too.
        assert!(!alone || decision.by == By::Walkover, "{about}");
        assert!(
            alone || known.winner.is_none() || decision.by != By::Walkover,
            "{about}"
        );
        assert_eq!(pairing.games.is_empty(), alone, "{about}");
    }
    let champion = case.champion.map(UserId);
    assert_eq!(played.champion(), champion);
    let third = played.third_place().and_then(|third| played.winner(third));
    assert_eq!(third, case.third.map(UserId));
    assert!(played.next_due().is_none() && played.running().next().is_none());
}

#[test]
fn brackets_of_4_to_128_people_are_those_of_another_program() {
    let reference = include_str!("brackets.json");
    let reference: Reference = serde_json::from_str(reference).expect("the brackets");
    for (seed, case) in (0..).zip(&reference.cases) {
        replay(case, 1 + (seed / 2 % 2) as u32, seed);
    }
    let sizes = |third: bool| {
        let cases = reference.cases.iter();
        let sizes = cases.filter(|case| case.consolation.is_some() == third);
        let mut sizes: Vec<u32> = sizes.map(|case| case.people).collect();
        sizes.dedup();
        sizes
    };
    for third in [true, false] {
        assert!(
            sizes(third).into_iter().eq(4..=128),
            "every number of people"
        );
    }
}
