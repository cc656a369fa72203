//! What simuls say, as snapshots, and how much fits.

use std::collections::BTreeMap;

use anteroom::board::Seat;
use anteroom::contests::{GameEnd, How, Score};
use anteroom::db::journal::Journal;
use anteroom::db::{Listed, ListedStatus, Places};
use anteroom::discord::ui::MOST_CONTENT;
use anteroom::features::simuls::messages::view::{Shown, View};
use anteroom::features::simuls::messages::{news, page, post};
use anteroom::features::simuls::model::{Command, Event, Refusal, Rules, Simul};
use anteroom::features::simuls::press::{HostChoice, Side};
use anteroom::games;
use anteroom::matches::{
    ChannelId, DaysOff, EntryRule, GuildId, JournalId, MatchId, MessageId, Place, UserId,
};
use anteroom::render::Accent;

use crate::support::messages::{check_denials, check_text};
use crate::support::people::{BEGIN, proposal};

/// The longest id of a person that Discord can give.
const HOST: u64 = (1 << 63) - 1;

fn user(number: u64) -> UserId {
    UserId(HOST - number)
}

/// A simul with all its 25 boards, with the longest terms.
fn largest() -> Simul {
    let rules = Rules {
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        clock: "29d23h59m59s+23h59m59s".parse().expect("a clock"),
        seats: 25,
        host: HostChoice::Organiser,
        side: Side::Alternating,
        rated: true,
        ratings: None,
    };
    let first = Simul::create(UserId(HOST), rules).expect("rules");
    let mut simul = Simul::begin(BEGIN, &first).expect("a simul");
    for number in 1..=25 {
        asks(
            &mut simul,
            &Command::Sit {
                user: user(number),
                unrated: false,
            },
        );
    }
    for one in simul.pending() {
        let (game, match_id) = (one.game, MatchId(u64::from(one.game)));
        asks(&mut simul, &Command::GameBegan { game, match_id });
    }
    simul
}

fn asks(simul: &mut Simul, command: &Command) -> Vec<Event> {
    let events = simul.decide(command, BEGIN).expect("events");
    for event in &events {
        simul.apply(BEGIN, event).expect("it fits");
    }
    events
}

fn view(simul: Simul) -> View {
    let listed = simul.running().map(|(game, id)| {
        let guest = simul.guest(game).into();
        let host = simul.host().into();
        Listed {
            id,
            game: String::from("connect-n"),
            status: ListedStatus::Playing,
            place: Place {
                guild: Some(GuildId(HOST)),
                channel: ChannelId(HOST),
            },
            challenger: UserId(HOST),
            team: None,
            invited: None,
            players: Some(match game.seats {
                [0, _] => [host, guest],
                _ => [guest, host],
            }),
            to_move: Some(Seat::First),
            deadline: Some(BEGIN),
            board: 1,
            turns: 1,
            changed_at: BEGIN,
            places: Places {
                thread: Some(ChannelId(HOST)),
                card: None,
                board: Some(MessageId(1)),
            },
            made_at: BEGIN,
            days_off: DaysOff::Allowed,
            pause: None,
        }
    });
    let listed = listed.collect();
    View {
        journal: Journal {
            id: JournalId(u64::from(u32::MAX)),
            guild: GuildId(HOST),
            channel: ChannelId(HOST),
            name: String::from("Simul 4294967295"),
            closed: false,
            told: 1,
            entry: EntryRule::Everyone,
            page: None,
        },
        simul,
        names: BTreeMap::new(),
        listed,
        positions: Vec::new(),
    }
}

fn fits(text: &str) {
    let length = text.chars().count();
    assert!(length <= MOST_CONTENT, "{length}: {text}");
}

#[test]
fn largest_simul_fits_its_messages() {
    let mut simul = largest();
    let running = view(simul.clone());
    let shown = post::post(&running);
    fits(&shown.content);
    for number in 1..=25 {
        assert!(
            shown.content.contains(&format!("\n{number}\\. ")),
            "{}",
            shown.content
        );
    }
    for user in [UserId(HOST), user(1), UserId(5)] {
        let said = ("You have a seat.", Some(BEGIN));
        fits(&page::page(&running, user, said, &running.listed, None).content);
        let boards = page::boards(&running, user);
        fits(&boards.content);
        assert!(boards.menus.iter().all(|menu| menu.options().len() <= 25));
    }
    let begun = news::news(&running, &Event::Began).expect("news");
    fits(&begun.content);
    assert_eq!(begun.pings.len(), 26);
    let mut last = Vec::new();
    for game in 1..=25 {
        let match_id = MatchId(u64::from(game));
        let score = if game % 2 == 1 {
            Score::Second
        } else {
            Score::First
        };
        let end = GameEnd::unplayed(score, How::Played);
        last = asks(
            &mut simul,
            &Command::GameEnded {
                game,
                match_id,
                end,
            },
        );
    }
    assert_eq!(last.last(), Some(&Event::Over));
    let over = view(simul);
    fits(&post::post(&over).content);
    let told = news::news(&over, &Event::Over).expect("news");
    fits(&told.content);
    check_text("largest_over", &told.content);
    let lines = [
        over.own_line(UserId(HOST)),
        over.own_line(user(1)),
        over.own_line(UserId(5)),
        Some(running.weekly_line()),
        running.own_line(user(2)),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    check_text("lines", &lines.join("\n"));
}

#[test]
fn picture_fades_what_the_host_won_and_marks_what_the_host_lost_or_must_play() {
    let rules = Rules {
        seats: 5,
        side: Side::First,
        ..largest().rules().clone()
    };
    let first = Simul::create(UserId(HOST), rules).expect("rules");
    let mut simul = Simul::begin(BEGIN, &first).expect("a simul");
    for number in 1..=5 {
        let user = user(number);
        let unrated = false;
        asks(&mut simul, &Command::Sit { user, unrated });
    }
    for one in simul.pending() {
        let (game, match_id) = (one.game, MatchId(u64::from(one.game)));
        asks(&mut simul, &Command::GameBegan { game, match_id });
    }
    // The host wins, loses and draws; two boards go on.
    for (game, score) in [(1, Score::First), (2, Score::Second), (3, Score::Draw)] {
        let match_id = MatchId(u64::from(game));
        let end = GameEnd::unplayed(score, How::Played);
        let ended = Command::GameEnded {
            game,
            match_id,
            end,
        };
        asks(&mut simul, &ended);
    }
    let mut view = view(simul);
    // Both seats are to move, one on each board.
    view.listed[1].to_move = Some(Seat::Second);
    let game = games::find("connect-n").expect("a game");
    view.positions = (1..=5)
        .map(|board| Shown {
            game: board,
            scene: game.sample_scene().expect("a scene"),
            words: String::new(),
        })
        .collect();
    let gallery = post::post(&view).gallery.expect("a picture");
    let accents = gallery.boards.iter().map(|board| board.accent);
    let wanted = [
        Accent::Faded,
        Accent::Yellow,
        Accent::Plain,
        Accent::Cream,
        Accent::Plain,
    ];
    assert_eq!(accents.collect::<Vec<_>>(), wanted);
}

#[test]
fn refusals() {
    check_denials(
        "refusals",
        &[
            Refusal::Seats(26),
            Refusal::HostsAnother,
            Refusal::OwnSimul,
            Refusal::Seated,
            Refusal::NotSeated,
            Refusal::Apart,
            Refusal::HostLeaves,
            Refusal::NotOrganiser,
            Refusal::TooFew,
            Refusal::HasBegun,
            Refusal::Closed,
            Refusal::NoBoard(26),
            Refusal::BoardBegan(3),
            Refusal::NotItsMatch(3),
            Refusal::BoardOver(3),
            Refusal::Unfit(anteroom::features::simuls::model::Unfit {
                event: "over",
                why: "boards are open",
            }),
        ],
    );
}
