//! The messages of tournaments, as people read them.

use std::time::Duration;

use anteroom::contests::RequestRefusal;
use anteroom::contests::{GameEnd, GameId, How, Score};
use anteroom::db::journal::Journal;
use anteroom::discord::ui::Composed;
use anteroom::features::pages::messages::contest::Contest;
use anteroom::features::tournaments::messages::page::{self, Page};
use anteroom::features::tournaments::messages::view::View;
use anteroom::features::tournaments::messages::{manage, news, person, post, results};
use anteroom::features::tournaments::model::{
    Command, Event, Facts, Moved, OrganiserAct, PlayOffs, Refusal, Rules, Seeding, Tournament,
};
use anteroom::games::{self, GivenOptions};
use anteroom::matches::{ContestName, EntryRule, JournalId, MatchId, UserId};
use anteroom::people::{Moment, Zone};

use crate::support::messages::{START, check_denials, check_text, journal, listed, on_the_web};

pub(super) const DAY: Duration = Duration::from_hours(24);
pub(super) const BOSS: UserId = UserId(900);
const NAMES: [&str; 6] = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"];

pub(super) fn user(index: u64) -> UserId {
    UserId(111 * (index + 1))
}

/// Returns the rules of a knock-out.
pub(super) fn rules(games: u32) -> Rules {
    let game = games::find("connect-n").expect("a game");
    let options = game.complete_options(&GivenOptions::new(), || 0);
    Rules {
        name: ContestName::new("Winter Cup").expect("a name"),
        game: String::from("connect-n"),
        options: options.expect("settings"),
        clock: "2d+4h".parse().expect("a clock"),
        games,
        third: true,
        seeding: Seeding::Rated,
        most: 16,
        days: 15,
        swiss: None,
        play_offs: None,
    }
}

/// A tournament with all that was told of it.
pub(super) struct Story {
    pub(super) tournament: Tournament,
    pub(super) now: Moment,
    pub(super) news: Vec<Composed>,
    pub(super) entry: EntryRule,
    /// The people and their names. The first one is the best seed.
    names: Vec<(UserId, String)>,
    /// What was shown so far, for one snapshot.
    shown: Vec<String>,
    next_match: u64,
}

impl Story {
    /// A tournament without people.
    pub(super) fn of(rules: Rules, names: Vec<(UserId, String)>) -> Self {
        let created = Tournament::create(rules, BOSS);
        Self {
            tournament: Tournament::replay([(START, &created)]).expect("a tournament"),
            now: START,
            news: Vec::new(),
            shown: Vec::new(),
            entry: EntryRule::Everyone,
            names,
            next_match: 12,
        }
    }

    fn new(games: u32, people: u64) -> Self {
        Self::joined(rules(games), people)
    }

    /// A tournament that people have joined. Ana is the best seed, then Ben, and so on.
    pub(super) fn joined(rules: Rules, people: u64) -> Self {
        let more = (7..).map(|number| format!("Player {number}"));
        let names = NAMES.into_iter().map(str::to_owned).chain(more);
        let names = (0..140).zip(names);
        let names = names.map(|(index, name)| (user(index), name));
        let mut story = Self::of(rules, names.collect());
        for index in 0..people {
            let user = user(index);
            story.does(Command::Join { user });
        }
        story
    }

    /// A tournament that has begun.
    fn begun(games: u32, people: u64) -> Self {
        let mut story = Self::new(games, people);
        story.starts();
        story
    }

    /// Starts the tournament in three days.
    pub(super) fn starts(&mut self) {
        let starts = self.now.after(DAY * 3);
        self.does(Command::SetStart { starts });
        self.now = starts;
        self.due();
    }

    pub(super) fn view(&self) -> View {
        let names = self.names.iter().cloned();
        View {
            journal: Journal {
                entry: self.entry.clone(),
                ..journal(self.tournament.rules().name.as_str())
            },
            contest: self.tournament.clone(),
            names: names.chain([(BOSS, String::from("Boss"))]).collect(),
        }
    }

    pub(super) fn does(&mut self, command: Command) {
        let events = self.tournament.decide(&command, self.now);
        for event in events.expect("events") {
            self.happens(&event);
        }
    }

    fn happens(&mut self, event: &Event) {
        let before = self.tournament.clone();
        self.tournament
            .apply(self.now, event)
            .expect("an event that fits");
        if news::is_told(event) {
            self.news.extend(news::news(&self.view(), &before, event));
        }
    }

    /// Does what is due, and begins the matches.
    pub(super) fn due(&mut self) {
        let users = self.names.iter().map(|(user, _)| *user);
        let ratings = users.zip((0..=2000).rev());
        self.does(Command::Due(Facts {
            ratings: ratings.collect(),
            ..Facts::default()
        }));
        self.begins();
    }

    /// Begins the matches.
    pub(super) fn begins(&mut self) {
        for pending in self.tournament.pending() {
            let match_id = MatchId(self.next_match);
            self.next_match += 1;
            let game = pending.game;
            self.does(Command::GameBegan { game, match_id });
        }
    }

    pub(super) fn ends(&mut self, game: GameId, score: Score, how: How) {
        self.has_ended(game, score, how);
        self.due();
    }

    /// Ends a match, before the bot looks at the tournament.
    pub(super) fn has_ended(&mut self, game: GameId, score: Score, how: How) {
        let (_, known) = self.tournament.game(game).expect("a game");
        let end = GameEnd {
            thinking: [DAY.as_millis() as u64; 2],
            last_moves: match how {
                How::Time => [None; 2],
                _ => [Some(self.now); 2],
            },
            ..GameEnd::unplayed(score, how)
        };
        let match_id = known.running().expect("a match");
        self.does(Command::GameEnded {
            game,
            match_id,
            end,
        });
    }

    fn nobody_moved(&self) -> Moved {
        let running = self.tournament.running();
        running.map(|(game, _)| (game, [false; 2])).collect()
    }

    pub(super) fn acts(&mut self, action: OrganiserAct) {
        self.does(Command::Act {
            by: BOSS,
            reason: String::from("The rules say so."),
            action,
            moved: self.nobody_moved(),
        });
        self.due();
    }

    pub(super) fn undoes(&mut self, act: u32) {
        self.does(Command::Undo {
            by: BOSS,
            act,
            reason: String::from("A mistake."),
            moved: self.nobody_moved(),
        });
        self.due();
    }

    /// Shows the news since the last time.
    pub(super) fn tells(&mut self, name: &str) {
        for news in std::mem::take(&mut self.news) {
            self.shows(name, news);
        }
    }

    pub(super) fn shows(&mut self, name: &str, message: Composed) {
        assert!(message.content.chars().count() <= 2000, "{name}");
        self.shown.push(format!("# {name}\n{message}"));
    }

    /// Compares what was shown with a snapshot.
    pub(super) fn is_as_ever(&mut self, name: &str) {
        let shown = std::mem::take(&mut self.shown);
        check_text(name, &shown.join("\n\n"));
    }

    pub(super) fn page(&self, index: u64) -> Composed {
        let shown = Page {
            organises: index == 0,
            games: vec![listed(12)],
            ..Page::default()
        };
        page::page(&self.view(), user(index), &shown)
    }
}

fn posts(story: &mut Story, name: &str) {
    let post = post::post(&story.view(), 0).expect("a post");
    story.shows(name, post);
}

#[test]
fn people_gather() {
    let mut story = Story::new(2, 0);
    posts(&mut story, "gathering_nobody");
    story.is_as_ever("nobody");
    story = Story::new(2, 5);
    posts(&mut story, "gathering");
    let page = story.page(0);
    story.shows("page_joined", page);
    let page = story.page(5);
    story.shows("page_of_a_stranger", page);
    story.does(Command::SetStart {
        starts: story.now.after(DAY * 3),
    });
    posts(&mut story, "gathering_with_a_start");
    for index in 1..4 {
        story.does(Command::Leave { user: user(index) });
    }
    story.now = story.now.after(DAY * 3);
    story.due();
    story.tells("start");
    story.is_as_ever("gathering");
}

#[test]
fn knock_out_is_played() {
    let mut story = Story::begun(2, 6);
    posts(&mut story, "running");
    story.tells("begun");
    let running = Contest::Tournament(story.view());
    check_text("web_running", &on_the_web(&running, None));
    let page = story.page(3);
    story.shows("page_of_a_player", page);
    let page = story.page(1);
    story.shows("page_of_a_bye", page);
    let page = page::ask_leave(&story.view(), user(3));
    story.shows("leaving", page);
    // Pairing 2 is Dan against Eve, pairing 4 Cleo against Finn.
    let games: Vec<GameId> = story.tournament.running().map(|(game, _)| game).collect();
    for game in &games[..2] {
        story.ends(*game, Score::First, How::Played);
    }
    story.tells("equal");
    let page = story.page(3);
    story.shows("page_of_the_better_seed", page);
    let page = story.page(4);
    story.shows("page_of_the_other_seed", page);
    let page = results::results(&story.view(), 1, user(0));
    story.shows("results", page);
    story.does(Command::Choose {
        pairing: 2,
        by: user(3),
        first: true,
    });
    story.due();
    story.tells("side_chosen");
    story.ends(games[2], Score::Second, How::Time);
    story.tells("silent");
    posts(&mut story, "running_on");
    story.does(Command::Leave { user: user(3) });
    story.due();
    story.tells("left");
    let end = story.tournament.ends(2).expect("a moment");
    story.now = end.before(DAY * 2);
    let to_move = [(
        user(0),
        story.tournament.running().map(|(game, _)| game).collect(),
    )];
    story.does(Command::Due(Facts {
        to_move: to_move.into(),
        ..Facts::default()
    }));
    story.tells("round_ending");
    story.now = end;
    story.due();
    for one in story.tournament.to_end() {
        story.ends(one.game, Score::Draw, How::RoundOver);
    }
    story.tells("round_closed");
    let finals: Vec<GameId> = story.tournament.running().map(|(game, _)| game).collect();
    for game in finals {
        let (pairing, known) = story.tournament.game(game).expect("a game");
        let upper_is_first = known.seats[0] == 0;
        assert_eq!(pairing.round, 3);
        let score = if upper_is_first {
            Score::First
        } else {
            Score::Second
        };
        story.ends(game, score, How::Played);
    }
    story.tells("over");
    posts(&mut story, "over_post");
    let page = story.page(0);
    story.shows("page_of_the_winner", page);
    let page = story.page(2);
    story.shows("page_of_others", page);
    let lines = [
        story.view().own_line(user(0)),
        story.view().own_line(user(1)),
    ];
    story.is_as_ever("knock_out");
    check_text("lines", &format!("{lines:#?}"));
}

#[test]
fn play_offs_of_a_league() {
    let of = PlayOffs {
        league: JournalId(8),
        season: 2,
    };
    let rules = Rules {
        name: ContestName::new("Berlin Open, Play-offs 2").expect("a name"),
        third: false,
        seeding: Seeding::Table,
        most: 4,
        play_offs: Some(of),
        ..rules(1)
    };
    let mut story = Story::joined(rules, 0);
    let seeds = (0..4).map(user).collect();
    let lots = Vec::new();
    story.happens(&Event::Began { seeds, lots });
    story.due();
    story.tells("begun");
    posts(&mut story, "post");
    let page = story.page(0);
    story.shows("page_of_a_player", page);
    let page = story.page(5);
    story.shows("page_of_a_stranger", page);
    let zone = (&Zone::default(), &[][..]);
    let page = manage::manage(&story.view(), "", zone);
    story.shows("manage", page);
    for _ in 0..2 {
        let running: Vec<GameId> = story.tournament.running().map(|(game, _)| game).collect();
        for game in running {
            story.ends(game, Score::Second, How::Played);
        }
    }
    story.tells("over");
    posts(&mut story, "over_post");
    let winner = story.tournament.champion().expect("a winner");
    assert_eq!(story.view().own_line(winner), None, "the league tells it");
    story.is_as_ever("play_offs");
}

#[test]
fn organisers_act() {
    let mut story = Story::begun(1, 4);
    story.news.clear();
    let manage =
        |story: &Story| manage::manage(&story.view(), "", (&Zone::default(), &[story.now]));
    let page = manage(&story);
    story.shows("manage", page);
    let page = person::person(&story.view(), user(1));
    story.shows("person", page);
    let page = person::person(&story.view(), user(5));
    story.shows("person_of_a_stranger", page);
    let page = person::decide(&story.view(), 1);
    story.shows("decide", page);
    story.acts(OrganiserAct::Decide {
        pairing: 1,
        winner: Some(user(3)),
    });
    story.undoes(1);
    story.acts(OrganiserAct::Replace {
        user: user(2),
        newcomer: user(4),
    });
    story.acts(OrganiserAct::Exclude { user: user(1) });
    story.acts(OrganiserAct::Pause);
    posts(&mut story, "paused");
    story.undoes(4);
    story.acts(OrganiserAct::Decide {
        pairing: 1,
        winner: None,
    });
    story.tells("acts");
    let page = manage(&story);
    story.shows("managed", page);
    story.is_as_ever("acts");
    let mut story = Story::new(1, 4);
    let page = manage(&story);
    story.shows("manage_before", page);
    story.does(Command::Close {
        by: BOSS,
        reason: String::from("Too few."),
    });
    story.tells("closed");
    posts(&mut story, "closed_post");
    story.is_as_ever("closed");
}

#[test]
fn refusals() {
    let person = user(1);
    let all = [
        Refusal::Most(3),
        Refusal::Games(3),
        Refusal::SwissMost(6),
        Refusal::Rounds { rounds: 5, most: 4 },
        Refusal::SlowClock {
            clock: "5d+12h".parse().expect("a clock"),
            needed: 210,
            people: 32,
        },
        Refusal::SlowRounds {
            clock: "5d+12h".parse().expect("a clock"),
            needed: 196,
            rounds: 7,
        },
        Refusal::AlreadyIn,
        Refusal::NotIn,
        Refusal::NoWayBack,
        Refusal::Closed,
        Refusal::PlayOffs,
        Refusal::HasBegun,
        Refusal::NotBegun,
        Refusal::StartDay,
        Refusal::TooFewPeople(2),
        Refusal::NoGame(4),
        Refusal::GameBegan(4),
        Refusal::NotItsMatch(4),
        Refusal::GameOver(4),
        Refusal::NoChoice,
        Refusal::NotChooser,
        Refusal::NoReason,
        Refusal::PausedAlready,
        Refusal::NoPairing(2),
        Refusal::OwnPairing,
        Refusal::NotPlaying(person),
        Refusal::HasMoved(person),
        Refusal::NoNewcomer(person),
        Refusal::NoAct(1),
        Refusal::UndoneAlready(1),
        Refusal::TooLateToUndo(1),
        Refusal::LaterAct(1),
        Refusal::from(RequestRefusal::TooMany),
        Refusal::Broken(String::from("why")),
    ];
    check_denials("refusals", &all);
}
