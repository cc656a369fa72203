//! The messages of leagues, as people read them.

mod organising;
mod pages;
mod play_offs;
mod tables;

use std::collections::BTreeMap;
use std::time::Duration;

use anteroom::discord::ui::Composed;
use anteroom::features::leagues::messages::news;
use anteroom::features::leagues::messages::page::{self, Page};
use anteroom::features::leagues::messages::view::View;
use anteroom::features::leagues::model::{
    Command, Facts, GameEnd, GameId, How, Kind, League, OrganiserRequest, Refusal, Rules, Score,
};
use anteroom::games::{self, GivenOptions};
use anteroom::matches::{ContestName, MatchId, UserId};
use anteroom::people::{Moment, Zone};
use anteroom::render::Theme;

use crate::support::messages::{START, journal, listed};

pub(super) const DAY: Duration = Duration::from_hours(24);
pub(super) const BOSS: UserId = UserId(900);
pub(super) const NAMES: [&str; 9] = [
    "Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hugo", "Ida",
];

pub(super) fn user(index: u64) -> UserId {
    UserId(111 * (index + 1))
}

/// A league with all that happened in it.
pub(super) struct Story {
    pub(super) league: League,
    pub(super) now: Moment,
    /// The news so far.
    pub(super) news: Vec<Composed>,
    pub(super) next_match: u64,
}

impl Story {
    pub(super) fn new(kind: Kind, size: u32) -> Self {
        let game = games::find("connect-n").expect("a game");
        let options = game.complete_options(&GivenOptions::new(), || 0);
        let options = options.expect("settings");
        let (clock, days) = match kind {
            Kind::Seasonal => ("5d+12h", 28),
            Kind::Quick => ("2d+2h", 14),
        };
        let rules = Rules {
            name: ContestName::new("Berlin Open").expect("a name"),
            game: String::from("connect-n"),
            options,
            size,
            legs: 1,
            kind,
            clock: clock.parse().expect("a clock"),
            days,
            least: 4,
            play_offs: 0,
        };
        let created = League::create(rules, BOSS);
        Self {
            league: League::replay([(START, &created)]).expect("a league"),
            now: START,
            news: Vec::new(),
            next_match: 12,
        }
    }

    /// A league that people have joined.
    pub(super) fn joined(kind: Kind, size: u32, people: u64) -> Self {
        let mut story = Self::new(kind, size);
        for index in 0..people {
            let user = user(index);
            story.does(Command::Join { user });
        }
        story
    }

    /// A league whose first season has begun.
    pub(super) fn begun(size: u32, people: u64) -> Self {
        let mut story = Self::joined(Kind::Seasonal, size, people);
        let starts = story.now.after(DAY * 3);
        story.does(Command::SetStart { starts });
        story.now = starts;
        story.due();
        story.begins();
        story
    }

    pub(super) fn view(&self) -> View {
        let names = (0..).zip(NAMES);
        let names = names.map(|(index, name)| (user(index), name.to_owned()));
        View {
            journal: journal("Berlin Open"),
            contest: self.league.clone(),
            names: names.chain([(BOSS, String::from("Boss"))]).collect(),
        }
    }

    /// Returns the page of a person.
    pub(super) fn page(&self, index: u64, organises: bool) -> Composed {
        page::page(&self.view(), user(index), &shown(organises))
    }

    pub(super) fn does(&mut self, command: Command) -> &mut Self {
        let events = self.league.decide(&command, self.now).expect("events");
        for event in events {
            self.league.apply(self.now, &event).expect("it fits");
            let told = news::news(&self.view(), std::slice::from_ref(&event));
            assert_eq!(told.is_some(), news::is_told(&event), "{event:?}");
            self.news.extend(told);
        }
        self
    }

    pub(super) fn due(&mut self) -> &mut Self {
        self.does(Command::Due(Facts {
            ratings: (0..9)
                .map(|index| (user(index), 1800 - index as i32))
                .collect(),
            elsewhere: BTreeMap::new(),
            unmoved: BTreeMap::new(),
            to_move: BTreeMap::new(),
            seed: 5,
            zone: Zone::default(),
        }))
    }

    /// Begins the matches that the league wants.
    pub(super) fn begins(&mut self) -> &mut Self {
        for pending in self.league.pending() {
            let match_id = MatchId(self.next_match);
            self.next_match += 1;
            let game = pending.game;
            self.does(Command::GameBegan { game, match_id });
        }
        self
    }

    pub(super) fn ends(&mut self, game: GameId, score: Score, how: How) -> &mut Self {
        let found = self.league.game(game).expect("a game").2;
        let match_id = found.running().expect("a match");
        let end = GameEnd {
            thinking: [1000 * u64::from(game), 2000],
            last_moves: [Some(self.now); 2],
            ..GameEnd::unplayed(score, how)
        };
        self.does(Command::GameEnded {
            game,
            match_id,
            end,
        })
    }

    /// Ends all games of the first division; the better seed wins, and some games are drawn.
    pub(super) fn plays_out(&mut self) -> &mut Self {
        let wanted = self.league.current().flat_map(|season| season.games());
        let open: Vec<_> = wanted
            .filter(|(_, game)| game.running().is_some())
            .map(|(_, game)| (game.id, game.seats))
            .collect();
        for (id, [first, second]) in open {
            let score = match (first + second) % 4 {
                3 => Score::Draw,
                _ if first < second => Score::First,
                _ => Score::Second,
            };
            self.ends(id, score, How::Played);
        }
        self
    }

    pub(super) fn acts(&mut self, request: OrganiserRequest) -> &mut Self {
        let reason = String::from("No *show*.");
        self.does(Command::Act {
            by: BOSS,
            reason,
            request,
        })
    }

    pub(super) fn refused(&self, command: Command) -> Refusal {
        let refused = self.league.decide(&command, self.now);
        refused.expect_err("a refusal")
    }

    /// Returns the news as text.
    pub(super) fn told(&self) -> String {
        for message in &self.news {
            assert!(message.content.chars().count() <= 2000, "{message}");
        }
        let news: Vec<_> = self.news.iter().map(ToString::to_string).collect();
        news.join("---\n")
    }
}

pub(super) fn shown(organises: bool) -> Page {
    let games = (12..=14).map(listed).collect();
    Page {
        organises,
        has_pages: true,
        said: String::new(),
        games,
        others: false,
        kept_out: false,
    }
}

/// Checks that the pictures of a message can be painted. With `PICTURES`, they are written to that folder.
pub(super) fn paint(name: &str, message: &Composed) {
    let drawing = message.drawing.as_ref().expect("a drawing");
    let png = drawing.sheet.png(Theme::default()).expect("a picture");
    if let Some(folder) = std::env::var_os("PICTURES") {
        let file = std::path::Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(file, png).expect("a file");
    }
}
