//! The messages of ladders, as people read them.

use std::collections::BTreeSet;
use std::time::Duration;
use strum::VariantNames;

use anteroom::contests::RequestRefusal;
use anteroom::db::journal::Journal;
use anteroom::discord::ui::Composed;
use anteroom::features::ladders::messages::page::{self, Page};
use anteroom::features::ladders::messages::view::{LATELY, View};
use anteroom::features::ladders::messages::{manage, news, post};
use anteroom::features::ladders::model::{
    ChallengeRefusal, Command, Departure, Event, Ladder, Outcome, Records, Refusal, Rules, Side,
    Unfit,
};
use anteroom::features::pages::messages::contest::Contest;
use anteroom::features::tournaments::messages::server;
use anteroom::games::{self, GivenOptions};
use anteroom::matches::{
    ChannelId, ContestName, JournalId, MatchId, Moment, NameError, RoleId, UserId,
};

use crate::support::messages::check_denials;
use crate::support::messages::{START, check_text, journal, on_the_web};

const DAY: Duration = Duration::from_hours(24);
const ANA: UserId = UserId(111);
const BEN: UserId = UserId(222);
const CLEO: UserId = UserId(333);
const DAN: UserId = UserId(444);
const BOSS: UserId = UserId(900);

/// A ladder with all that happened on it.
struct Story {
    ladder: Ladder,
    events: Vec<(Moment, Event)>,
    /// The news of the events so far.
    news: Vec<String>,
    now: Moment,
}

impl Story {
    fn new() -> Self {
        let game = games::find("connect-n").expect("a game");
        let options = game.complete_options(&GivenOptions::new(), || 0);
        let rules = Rules {
            name: ContestName::new("Monday Ladder").expect("a name"),
            game: String::from("connect-n"),
            options: options.expect("settings"),
            clock: "3d".parse().expect("a clock"),
            reach: 3,
            idle_days: 14,
            rated: true,
        };
        let created = Ladder::create(BOSS, rules).expect("a ladder");
        Self {
            ladder: Ladder::begin(START, &created).expect("a ladder"),
            events: vec![(START, created)],
            news: Vec::new(),
            now: START,
        }
    }

    /// A ladder of Ana, Ben, Cleo and Dan.
    fn of_four() -> Self {
        let mut story = Self::new();
        for user in [ANA, BEN, CLEO, DAN] {
            story.does(Command::Join { user });
        }
        story
    }

    fn does(&mut self, command: Command) -> &mut Self {
        let events = self.ladder.decide(&command, self.now).expect("events");
        for event in events {
            let before = self.ladder.clone();
            self.ladder.apply(self.now, &event).expect("it fits");
            let told = news::news(
                &journal("Monday Ladder"),
                Some(&before),
                &self.ladder,
                &event,
            );
            self.news.extend(told.map(|told| told.to_string()));
            self.events.push((self.now, event));
        }
        self
    }

    fn waits(&mut self, time: Duration) -> &mut Self {
        self.now = self.now.after(time);
        self
    }

    fn challenges(&mut self, by: UserId, to: UserId) -> &mut Self {
        let (away, blocked) = (None, false);
        self.does(Command::Challenge {
            by,
            to,
            away,
            blocked,
        })
    }

    /// Accepts a challenge. The number of its match is that of the game and 100.
    fn accepts(&mut self, game: u32, by: UserId) -> &mut Self {
        self.does(Command::Accept { game, by });
        let match_id = MatchId(u64::from(game) + 100);
        self.does(Command::GameBegan { game, match_id })
    }

    fn ends(&mut self, game: u32, result: Outcome) -> &mut Self {
        self.does(Command::GameEnded { game, result })
    }

    fn view(&self) -> View {
        let events = self.events.iter().map(|(at, event)| (*at, event));
        let read = Records::of(events, self.now.before(LATELY));
        let (ladder, records) = read.expect("a ladder");
        assert_eq!(ladder, self.ladder);
        let names = [(ANA, "Ana"), (BEN, "Ben"), (CLEO, "Cleo_*x*"), (DAN, "Dan")];
        View {
            journal: journal("Monday Ladder"),
            ladder,
            records,
            names: names.map(|(user, name)| (user, name.to_owned())).into(),
            now: self.now,
        }
    }

    fn page(&self, user: UserId, shown: &Page) -> Composed {
        page::page(&self.view(), user, shown)
    }
}

/// Compares several messages with one snapshot.
#[track_caller]
fn check_all<'a>(name: &str, all: impl IntoIterator<Item = (&'a str, Composed)>) {
    let mut text = String::new();
    for (what, message) in all {
        assert!(message.content.chars().count() <= 2000, "{what}");
        text.push_str(&format!("== {what}\n{message}\n"));
    }
    check_text(name, &text);
}

fn reason() -> String {
    String::from("A *quarrel* with <@1>")
}

/// A ladder on which Dan beat Cleo, Cleo plays Ben, and Ben and Dan challenge others.
fn in_play() -> Story {
    let mut story = Story::of_four();
    story.challenges(DAN, CLEO).accepts(1, CLEO);
    story
        .waits(DAY)
        .ends(1, Outcome::Won(Side::Challenger))
        .waits(DAY);
    story.challenges(CLEO, BEN).accepts(2, BEN);
    story.challenges(DAN, BEN).challenges(DAN, ANA);
    story.challenges(BEN, ANA).challenges(CLEO, ANA);
    story
}

#[test]
fn post_of_ladder() {
    let mut all = Vec::new();
    let mut story = Story::new();
    all.push(("post_of_nobody", post::order(&story.view())));
    story = in_play();
    all.push(("post", post::order(&story.view())));
    story.does(Command::Pause {
        by: BOSS,
        reason: reason(),
    });
    all.push(("post_paused", post::order(&story.view())));
    story.does(Command::Close {
        by: BOSS,
        reason: reason(),
    });
    all.push(("post_closed", post::order(&story.view())));
    check_all("posts", all);
}

#[test]
fn page_of_ladder() {
    let mut all = Vec::new();
    let story = in_play();
    let plain = Page::default();
    let organiser = Page {
        organises: true,
        said: String::from("Something was done."),
        threads: vec![(MatchId(102), ChannelId(77))],
        ..Page::default()
    };
    all.push(("page_of_stranger", story.page(UserId(999), &plain)));
    all.push(("page_of_challenged", story.page(ANA, &plain)));
    all.push(("page_of_challenger", story.page(DAN, &plain)));
    all.push(("page_of_player_who_organises", story.page(CLEO, &organiser)));
    let mut story = story;
    story.does(Command::Leave {
        user: ANA,
        why: Departure::Pressed,
    });
    all.push(("page_of_leaver", story.page(ANA, &plain)));
    story.does(Command::Close {
        by: BOSS,
        reason: reason(),
    });
    all.push(("page_of_closed", story.page(CLEO, &organiser)));
    all.push(("choose_none", page::choose(&[], false)));
    all.push(("choose_none_as_organiser", page::choose(&[], true)));
    let two = [0; 2].map(|_| journal("Monday Ladder"));
    all.push(("choose", page::choose(&two, true)));
    check_all("pages", all);
}

#[test]
fn ladder_on_the_web() {
    let mut story = in_play();
    // A match that is drawn, one that is cancelled for the second time, and a challenge that is declined.
    story.ends(2, Outcome::Draw);
    story.does(Command::Decline { game: 3, by: BEN });
    story.accepts(4, ANA);
    story.accepts(5, ANA);
    story.does(Command::Leave {
        user: ANA,
        why: Departure::Pressed,
    });
    let contest = Contest::Ladder(story.view());
    check_text("on_the_web", &on_the_web(&contest, None));
    assert!(contest.content(Some(1)).is_none());
    let results = contest.results(3);
    assert_eq!(results.len(), 3);
}

#[test]
fn page_of_long_ladder_fits() {
    let mut story = Story::new();
    let people = (1..=47).map(|number| UserId(1_400_000_000_000_000_000 + number));
    let people: Vec<_> = people.collect();
    for user in &people {
        story.does(Command::Join { user: *user });
    }
    let last = people[46];
    let shown = story.page(last, &Page::default());
    let alt = shown.drawing.as_ref().map(|drawing| drawing.alt.clone());
    assert!(
        alt.expect("a picture")
            .contains("top: 41 ? (0–0), 42 ? (0–0)")
    );
    for page in 0..4 {
        let shown = Page {
            page: Some(page),
            ..Page::default()
        };
        let shown = story.page(last, &shown);
        assert!(shown.content.chars().count() <= 2000, "{}", shown.content);
        assert!(shown.drawing.is_some());
    }
    // An organiser who plays a match, is challenged by others and has challenged others has the most buttons.
    let own = people[20];
    story.challenges(own, people[19]).accepts(1, people[19]);
    story.challenges(own, people[18]);
    for by in [21, 22, 23] {
        story.challenges(people[by], own);
    }
    let organiser = Page {
        organises: true,
        has_pages: true,
        ..Page::default()
    };
    let shown = story.page(own, &organiser);
    let rows = shown.rows.iter().map(Vec::len);
    assert_eq!(rows.collect::<Vec<_>>(), [5, 2, 2, 2, 3]);
}

#[test]
fn questions() {
    let mut all = Vec::new();
    let mut story = in_play();
    let ask = |story: &Story, user| {
        let view = story.view();
        let whom = view
            .ladder
            .challengeable(user, story.now, &|_| None, &|_| false);
        page::ask_challenge(&view, user, &whom)
    };
    all.push(("ask_whom_from_top", ask(&story, ANA)));
    all.push(("ask_whom_with_nobody_left", ask(&story, CLEO)));
    all.push(("ask_whom_of_stranger", ask(&story, UserId(999))));
    story
        .waits(DAY)
        .does(Command::Withdraw { game: 4, by: DAN });
    all.push(("ask_whom", ask(&story, DAN)));
    let view = story.view();
    let away = |user| (user == ANA).then(|| story.now.after(5 * DAY));
    let whom = view
        .ladder
        .challengeable(DAN, story.now, &away, &|user| user == CLEO);
    all.push(("why_not", page::why_not(&view, DAN, &whom)));
    all.push(("ask_leave", page::ask_leave(&view, BEN)));
    all.push(("ask_decline", page::ask_decline(&view, 3, DAN, BEN)));
    let three = (1..=3).map(|to| UserId(to + 500)).collect::<Vec<_>>();
    let mut story = Story::new();
    for user in three.iter().chain([&ANA]) {
        story.does(Command::Join { user: *user });
    }
    for to in three {
        story.challenges(ANA, to);
    }
    all.push(("ask_whom_with_three_running", ask(&story, ANA)));
    check_all("questions", all);
}

#[test]
fn all_news() {
    let mut story = in_play();
    story.ends(2, Outcome::Won(Side::Challenged));
    story.does(Command::Decline { game: 3, by: BEN });
    story.waits(3 * DAY).does(Command::Due {
        time_off: Vec::new(),
    });
    story.waits(8 * DAY);
    // From the top: Dan, Ben, Cleo, Ana.
    story
        .challenges(ANA, CLEO)
        .accepts(7, CLEO)
        .ends(7, Outcome::Draw);
    story.challenges(ANA, BEN).accepts(8, BEN);
    story.ends(8, Outcome::Won(Side::Challenger));
    let cancel = |game| Command::Cancel {
        by: BOSS,
        game,
        reason: reason(),
    };
    story.does(cancel(8));
    story.waits(8 * DAY).challenges(ANA, BEN).accepts(9, BEN);
    story.does(cancel(9)).challenges(CLEO, DAN).does(cancel(10));
    story.challenges(ANA, CLEO).accepts(11, CLEO);
    story.does(Command::Leave {
        user: CLEO,
        why: Departure::Pressed,
    });
    story.does(Command::Join { user: CLEO });
    for why in [
        Departure::LeftServer,
        Departure::Banned,
        Departure::DataDeleted,
    ] {
        let user = CLEO;
        story.does(Command::Leave { user, why });
        story.does(Command::Join { user });
    }
    let (by, reason) = (BOSS, reason());
    story.does(Command::Remove {
        by,
        user: CLEO,
        reason: reason.clone(),
    });
    for _ in 0..120 {
        story.waits(DAY).does(Command::Due {
            time_off: Vec::new(),
        });
    }
    story.does(Command::Pause {
        by,
        reason: reason.clone(),
    });
    story.does(Command::Resume {
        by,
        reason: reason.clone(),
    });
    story.does(Command::Close { by, reason });
    check_text("news", &story.news.join("---\n"));
}

#[test]
fn pages_of_organisers() {
    let mut all = Vec::new();
    let story = in_play();
    all.push(("manage", manage::manage(&story.view(), "")));
    let one = journal("Monday Ladder");
    let other = Journal {
        id: JournalId(8),
        channel: ChannelId(51),
        ..journal("Chess")
    };
    all.push(("server_without_ladder", server::contests(None, &[], None)));
    let role = Some(RoleId(60));
    let only = std::slice::from_ref(&one);
    all.push(("server_with_one_ladder", server::contests(role, only, None)));
    let both = [one, other];
    all.push(("server", server::contests(role, &both, None)));
    all.push(("server_moves", server::contests(role, &both, both.last())));
    check_all("organisers", all);
}

/// Every refusal, as its reader gets it.
#[test]
fn every_refusal() {
    let until = START.after(DAY);
    let all = [
        Refusal::Name(NameError::Empty),
        Refusal::Name(NameError::Markup("@")),
        Refusal::Reach(21),
        Refusal::IdleDays(3),
        Refusal::Joined { place: 3 },
        Refusal::NotOnLadder,
        Refusal::TheyAreNot,
        Refusal::TheyLeft,
        Refusal::Closed,
        Refusal::Paused,
        Refusal::NotPaused,
        Refusal::NoGame(9),
        Refusal::NotOpen,
        Refusal::TooLate,
        Refusal::NotChallenged,
        Refusal::NotChallenger,
        Refusal::NoReason,
        Refusal::NothingToUndo,
        Refusal::MovedSince,
        Refusal::BegunBefore,
        Refusal::NotBegun,
        Refusal::from(RequestRefusal::TooMany),
        Refusal::Unfit(Unfit {
            event: "joined",
            why: "it is not the last place",
        }),
    ];
    let why_not = [
        ChallengeRefusal::Closed,
        ChallengeRefusal::Paused,
        ChallengeRefusal::NotOnLadder,
        ChallengeRefusal::Yourself,
        ChallengeRefusal::TheyAreNot,
        ChallengeRefusal::Below,
        ChallengeRefusal::TooFarAbove { above: 7, reach: 5 },
        ChallengeRefusal::TooManyOwn,
        ChallengeRefusal::Playing,
        ChallengeRefusal::Lately { until },
        ChallengeRefusal::TooManyAgainst,
        ChallengeRefusal::Away { back: until },
        ChallengeRefusal::Blocked,
    ];
    let names: BTreeSet<_> = why_not.iter().map(|why| why.into_str()).collect();
    assert_eq!(names, ChallengeRefusal::VARIANTS.iter().copied().collect());
    let mut all = Vec::from(all);
    all.extend(why_not.map(Refusal::from));
    check_denials("refusals", &all);
}
