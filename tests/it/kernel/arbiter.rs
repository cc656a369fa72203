//! Whole matches without a network. The outside is a world that records the bot's calls, and can fail at any moment.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Wake, Waker};
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::ratings::punctuality;
use anteroom::db::{Announced, ListedStatus};
use anteroom::features::computers::ComputerPlayer;
use anteroom::features::play::About;
use anteroom::features::play::PlayRefusal;
use anteroom::kernel::{
    Answer, Arbiter, Clock, ClockReading, Error, ManualClock, Settings, Update,
};
use anteroom::matches::{
    Challenge, ChannelId, Ending, GuildId, Level, Match, MatchId, MessageId, Place, Player,
    Refusal, Status, UserId, record_text,
};
use anteroom::people::{Nudge, TimeSettings, Zone};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use tokio::sync::{Notify, watch};

use super::world::{
    Fixture, Mishap, World, answer, asked, begin, hold, leave, many, pass_until, propose, refusal,
    reminders, status, until,
};
use crate::kernel::world::said;
use crate::support::databases::read;
use crate::support::logged::Logged;
use crate::support::people::{ANA, BEGIN, BEN, CID, challenge};

#[tokio::test]
async fn a_match_is_told_in_order_and_once() {
    let (fixture, arbiter, life, id) = Fixture::playing("3d").await;
    for (by, text) in [
        (ANA, "d"),
        (BEN, "e"),
        (ANA, "d"),
        (BEN, "e"),
        (ANA, "d"),
        (BEN, "e"),
        (ANA, "d"),
    ] {
        leave(arbiter.play(id, by, text, None).await.unwrap());
    }
    fixture.world.until_told(9, &[]).await;
    until(&fixture.world.log, |log| log.len() == 9).await;
    let log = fixture.world.log.borrow().clone();
    assert_eq!(
        log,
        (1..=9)
            .map(|seq| format!("tell 1.{seq}"))
            .collect::<Vec<_>>()
    );
    life.end().await;
    let view = arbiter.view(id).await.unwrap();
    assert_eq!(
        record_text(view.state.record()),
        "1. d e 2. d e 3. d e 4. d"
    );
    assert_eq!(view.places.thread, Some(ChannelId(1001)));
    assert_eq!(view.places.card, Some(MessageId(2001)));
    assert_eq!(
        arbiter
            .store()
            .match_in_thread(ChannelId(1001))
            .await
            .unwrap(),
        Some(id)
    );
}

#[tokio::test]
async fn news_that_a_caller_tells_is_told_by_nobody_else() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    let world = &fixture.world;
    let update = arbiter.propose(challenge("connect-n", "3d")).await.unwrap();
    let id = update.view.state.id();
    answer(world, update).await;
    answer(world, arbiter.accept(id, BEN).await.unwrap()).await;
    answer(world, arbiter.play(id, ANA, "d", Some(0)).await.unwrap()).await;
    assert!(
        world
            .log
            .borrow()
            .iter()
            .all(|line| !line.starts_with("tell")),
        "{:?}",
        world.log.borrow()
    );

    // While a handler announces one event, later events wait, and no other handler gets them.
    let announcement = arbiter
        .play(id, BEN, "d", None)
        .await
        .unwrap()
        .news
        .unwrap();
    assert!(
        arbiter
            .play(id, ANA, "d", None)
            .await
            .unwrap()
            .news
            .is_none()
    );
    assert!(arbiter.offer_draw(id, BEN).await.unwrap().news.is_none());
    world.until_told(3, &[]).await;
    world.post(id, 4);
    announcement.done(Announced::default()).await;
    world.until_told(6, &[]).await;

    // A failed attempt may have posted. Without an attempt, nothing was posted.
    drop(arbiter.propose(challenge("connect-n", "3d")).await.unwrap());
    world.until_asked("tell 2.1, in doubt").await;
    propose(&arbiter, "3d").await;
    world.until_asked("tell 3.1").await;
}

#[tokio::test]
async fn a_player_who_is_quicker_than_a_response_announces_the_next_turn() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    let world = &fixture.world;
    let id = begin(&arbiter, "3d").await;
    world.until_told(2, &[]).await;
    fixture.until_noted(2).await;
    world.plan([Mishap::SlowResponse]);
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    // Ben sees the board before the bot has Discord's response to it.
    world.until_told(3, &[]).await;
    let by = arbiter.clone();
    let ben = tokio::spawn(async move { by.play(id, BEN, "e", None).await });
    while arbiter.view(id).await.unwrap().state.seq() < 4 {}
    world.respond.notify_one();
    answer(world, ben.await.unwrap().unwrap()).await;
    assert_eq!(world.posts.borrow().last(), Some(&(id.0, 4)));
    assert!(!world.log.borrow().contains(&String::from("tell 1.4")));
}

#[tokio::test]
async fn news_that_failed_is_told_later_and_in_order() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    fixture.world.plan([
        Mishap::Fails,
        Mishap::Fails,
        Mishap::AnswerLost,
        Mishap::Never,
    ]);
    let id = propose(&arbiter, "3d").await;
    // Failed posts do not block the match.
    assert!(arbiter.accept(id, BEN).await.unwrap().news.is_none());
    assert!(
        arbiter
            .play(id, ANA, "d", None)
            .await
            .unwrap()
            .news
            .is_none()
    );
    for tries in 1..=3 {
        until(&fixture.world.log, |log| log.len() == tries).await;
        settle(&fixture.clock, &fixture.world).await;
    }
    fixture.world.until_posted(&[(1, 1), (1, 3)]).await;
    let log = fixture.world.log.borrow().clone();
    assert_eq!(
        log,
        [
            "tell 1.1",
            "tell 1.1, in doubt",
            "tell 1.1, in doubt",
            "tell 1.1, in doubt",
            "tell 1.2",
            "tell 1.3"
        ]
    );
}

#[tokio::test]
async fn news_that_failed_for_long_is_told_soon_after_the_bot_is_used_there() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    // The back-off doubles: the next one would be over four minutes.
    fixture.world.plan([Mishap::Fails; 9]);
    let id = propose(&arbiter, "3d").await;
    until(&fixture.world.log, |log| log.len() == 1).await;
    for _ in 1..9 {
        settle(&fixture.clock, &fixture.world).await;
    }
    let place = arbiter.view(id).await.unwrap().state.proposal().place;
    let retry = async || {
        arbiter
            .retry_deliveries(place.guild, &[place.channel])
            .await
    };
    until_asked_within(&fixture, &arbiter, Duration::from_mins(1), retry).await;
    fixture.world.until_told(1, &[]).await;
}

#[tokio::test]
async fn a_channel_that_refused_is_tried_again_after_minutes_though_nobody_is_there() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    fixture.world.plan([Mishap::Refuses, Mishap::Refuses]);
    propose(&arbiter, "3d").await;
    until(&fixture.world.log, |log| log.len() == 1).await;
    for (refusals, minutes) in [(1, 10), (2, 30)] {
        // The refusal is stored before the match backs off.
        fixture
            .until_row(
                "SELECT coalesce(max(refusals), 0) FROM refusing_places",
                refusals,
            )
            .await;
        let (before, back_off) = (fixture.clock.now(), Duration::from_mins(minutes));
        until_asked_within(&fixture, &arbiter, back_off, async || {}).await;
        assert_eq!(before.until(fixture.clock.now()), back_off);
    }
    fixture.world.until_told(1, &[]).await;
}

#[tokio::test]
async fn a_rest_that_began_by_a_wrong_clock_ends_when_the_clock_is_right_again() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    // The clock goes ten days ahead, until the arbiter trusts it.
    let right = fixture.clock.now();
    let minutes = |count| right.after(Duration::from_mins(count));
    fixture.clock.set(right.after(Duration::from_hours(240)));
    let _ = arbiter.now();
    fixture.clock.advance(Duration::from_mins(6));
    assert!(right.until(arbiter.now()) > Duration::from_hours(200));
    fixture.world.plan([Mishap::Refuses]);
    propose(&arbiter, "3d").await;
    until(&fixture.world.log, |log| log.len() == 1).await;
    // The back-off is stored after the refusal.
    fixture
        .until_row("SELECT count(*) FROM refusing_places", 1)
        .await;
    fixture.clock.set(minutes(6));
    let _ = arbiter.now();
    until_asked_within(&fixture, &arbiter, Duration::from_mins(14), async || {}).await;
    fixture.world.until_told(1, &[]).await;
}

/// Advances the clock in steps, at most by `most`, until the next call of the world. Calls `retry` after each step.
///
/// The clock stops at `most`, since on a busy machine the arbiter's database work takes longer than any number of
/// steps.
async fn until_asked_within(
    fixture: &Fixture,
    arbiter: &Arbiter,
    most: Duration,
    retry: impl AsyncFn(),
) {
    let (asked, end) = (
        fixture.world.log.borrow().len(),
        fixture.clock.now().after(most),
    );
    while fixture.world.log.borrow().len() == asked && fixture.clock.now() < end {
        fixture.clock.advance(Duration::from_secs(2));
        retry().await;
        // Let other readers of the database run.
        for _ in 0..5 {
            read(arbiter.store(), move |db| punctuality::figures(db, ANA)).await;
        }
    }
    until(&fixture.world.log, |log| log.len() > asked).await;
}

/// Advances the clock until the next call of the world.
async fn settle(clock: &ManualClock, world: &World) {
    let asked = world.log.borrow().len();
    while world.log.borrow().len() == asked {
        clock.advance(Duration::from_millis(500));
        tokio::task::yield_now().await;
    }
}

#[test]
fn after_a_crash_at_any_moment_everything_is_told_once() {
    // The steps of the match, and each moment at which the process may die.
    type Step = fn(&Arbiter) -> BoxFuture<'_, Result<Update, Error>>;
    let steps: [Step; 5] = [
        |arbiter| Box::pin(arbiter.propose(challenge("connect-n", "3d"))),
        |arbiter| Box::pin(arbiter.accept(MatchId(1), BEN)),
        |arbiter| Box::pin(arbiter.play(MatchId(1), ANA, "d", None)),
        |arbiter| Box::pin(arbiter.offer_draw(MatchId(1), BEN)),
        |arbiter| Box::pin(arbiter.resign(MatchId(1), ANA)),
    ];
    #[derive(Clone, Copy, Debug)]
    enum Death {
        /// The event is stored, and its handler is gone.
        BeforeAnswering,
        /// The handler has answered, but the answer is not noted.
        AfterAnswering,
        /// The arbiter was about to post.
        BeforePosting,
        /// The arbiter has posted, but the post is not noted.
        AfterPosting,
    }
    for death in [
        Death::BeforeAnswering,
        Death::AfterAnswering,
        Death::BeforePosting,
        Death::AfterPosting,
    ] {
        let fixture = Fixture::new();
        let mut expected = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let seq = u32::try_from(index + 1).unwrap();
            fixture.live(async |arbiter| {
                let update = step(&arbiter).await.unwrap();
                match death {
                    Death::BeforeAnswering => hold(update),
                    Death::AfterAnswering => {
                        fixture.world.post(MatchId(1), seq);
                        hold(update);
                    }
                    Death::BeforePosting | Death::AfterPosting => {
                        fixture
                            .world
                            .plan([if matches!(death, Death::BeforePosting) {
                                Mishap::HangsBefore
                            } else {
                                Mishap::HangsAfter
                            }]);
                        leave(update);
                        fixture.world.until_asked(&format!("tell 1.{seq}")).await;
                        if matches!(death, Death::AfterPosting) {
                            until(&fixture.world.posts, |posts| {
                                posts.last() == Some(&(1, seq))
                            })
                            .await;
                        }
                    }
                }
            });
            expected.push((1, seq));
            fixture.live(async |_arbiter| {
                fixture
                    .world
                    .until_asked(&format!("tell 1.{seq}, in doubt"))
                    .await;
                fixture.world.until_posted(&expected).await;
                fixture.until_noted(seq).await;
            });
        }
        assert_eq!(*fixture.world.posts.borrow(), expected, "{death:?}");
    }
}

#[test]
fn a_stop_is_no_loss() {
    let fixture = Fixture::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (arbiter, life) = fixture.start().await;
        let id = propose(&arbiter, "3d").await;
        fixture.world.until_told(1, &[]).await;
        life.end().await;
        // Running handlers may still act; the next process announces the result.
        leave(arbiter.accept(id, BEN).await.unwrap());
        drop(arbiter);
        assert_eq!(*fixture.world.posts.borrow(), [(1, 1)]);
        let (_arbiter, _life) = fixture.start().await;
        fixture.world.until_told(2, &[]).await;
    });
}

#[tokio::test]
async fn a_use_case_that_nobody_waits_for_is_still_told() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    let mut asking = Box::pin(arbiter.propose(challenge("connect-n", "3d")));
    // The first poll starts the use case; then the caller's future is dropped.
    tokio::select! {
        biased;
        _ = &mut asking => panic!("it cannot be done at once"),
        () = std::future::ready(()) => {}
    }
    drop(asking);
    fixture.world.until_told(1, &[]).await;
}

#[test]
fn a_deadline_counts_when_nobody_is_awake() {
    let fixture = Fixture::new();
    fixture.live(async |arbiter| {
        begin(&arbiter, "1h").await;
        fixture.world.until_told(2, &[]).await;
    });
    fixture.clock.advance(Duration::from_hours(47));
    fixture.live(async |arbiter| {
        fixture.world.until_told(3, &[]).await;
        let view = arbiter.view(MatchId(1)).await.unwrap();
        assert_eq!(
            view.state.changed_at(),
            BEGIN.after(Duration::from_hours(1))
        );
        let late = refusal(arbiter.play(MatchId(1), ANA, "d", None).await);
        assert!(matches!(late, Refusal::Finished { id: MatchId(1), .. }));
    });
}

#[tokio::test]
async fn deadlines_come_in_their_order_and_turns_move_them() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    let mut posted = Vec::new();
    for (id, time) in [(1, "3h"), (2, "1h"), (3, "2h")] {
        leave(arbiter.propose(challenge("connect-n", time)).await.unwrap());
        leave(arbiter.accept(MatchId(id), BEN).await.unwrap());
        posted.extend([(id, 1), (id, 2)]);
        fixture.world.until_posted(&posted).await;
    }
    fixture.clock.advance(Duration::from_mins(59));
    leave(arbiter.play(MatchId(2), ANA, "d", None).await.unwrap());
    posted.push((2, 3));
    fixture.world.until_posted(&posted).await;
    // Ben has until 1:59 in match 2. Ana has until 2:00 in match 3, and until 3:00 in match 1.
    for (minutes, over) in [(60, (2, 4)), (1, (3, 3)), (60, (1, 3))] {
        fixture.clock.advance(Duration::from_mins(minutes));
        posted.push(over);
        fixture.world.until_posted(&posted).await;
    }
}

#[tokio::test]
async fn a_turn_that_comes_too_late_loses() {
    let (fixture, arbiter, _life, id) = Fixture::playing("1h").await;
    fixture.clock.advance(Duration::from_hours(1));
    let late = refusal(arbiter.play(id, ANA, "d", Some(0)).await);
    assert!(matches!(late, Refusal::Finished { id: MatchId(1), .. }));
    fixture.world.until_told(3, &[]).await;
    assert_eq!(arbiter.view(id).await.unwrap().state.ply(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_clicks_at_once_one_counts() {
    let (_fixture, arbiter, _life) = Fixture::started().await;
    for round in 1..=20 {
        let open = Challenge {
            invited: None,
            ..challenge("connect-n", "3d")
        };
        let id = leave(arbiter.propose(open).await.unwrap());
        let both = |user: UserId| {
            let arbiter = arbiter.clone();
            tokio::spawn(async move { arbiter.accept(id, user).await })
        };
        let (ben, cid) = (both(BEN), both(CID));
        let (ben, cid) = (ben.await.unwrap(), cid.await.unwrap());
        assert_eq!(
            [ben.is_ok(), cid.is_ok()].iter().filter(|ok| **ok).count(),
            1,
            "round {round}"
        );
        let late = [ben, cid].into_iter().find(Result::is_err).unwrap();
        assert_eq!(refusal(late), Refusal::NotOpen("it has been accepted"));

        let click = |text: &'static str, seen: Option<u32>| {
            let arbiter = arbiter.clone();
            tokio::spawn(async move { arbiter.play(id, ANA, text, seen).await })
        };
        let clicks = [click("d", Some(0)), click("d", Some(0)), click("e", None)];
        let mut made = 0;
        for click in clicks {
            match click.await.unwrap() {
                Ok(_) => made += 1,
                refused => assert!(matches!(
                    refusal(refused),
                    Refusal::MovedOn { .. } | Refusal::NotYourTurn { .. }
                )),
            }
        }
        assert_eq!(made, 1, "round {round}");
        assert_eq!(arbiter.view(id).await.unwrap().state.ply(), 1);
    }
}

#[tokio::test]
async fn a_card_follows_its_match_with_thrift() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    let world = &fixture.world;
    let update = arbiter.propose(challenge("connect-n", "3d")).await.unwrap();
    let id = update.view.state.id();
    answer(world, update).await;
    // The clicked button is on the card, so the answer updates the card.
    let mut update = arbiter.accept(id, BEN).await.unwrap();
    let card = update.card.take().expect("the right to show it");
    assert_eq!(card.view().state.seq(), 2);
    answer(world, update).await;
    card.done().await;
    // Several turns within a minute cause one update at its end.
    for (by, text) in [(ANA, "d"), (BEN, "e"), (ANA, "d")] {
        let update = arbiter.play(id, by, text, None).await.unwrap();
        assert!(update.card.is_none());
        answer(world, update).await;
        fixture.clock.advance(Duration::from_secs(19));
    }
    assert_eq!(*world.cards.borrow(), []);
    fixture.clock.advance(Duration::from_secs(3));
    until(&world.cards, |cards| cards == &[(1, 5)]).await;
    // The end updates the card at once, by the caller or else by the arbiter.
    let mut update = arbiter.resign(id, BEN).await.unwrap();
    drop(update.card.take().expect("the right to show it"));
    answer(world, update).await;
    until(&world.cards, |cards| cards == &[(1, 5), (1, 6)]).await;
}

#[test]
fn a_card_that_shows_too_little_is_updated_after_a_restart() {
    let fixture = Fixture::new();
    fixture.live(async |arbiter| {
        let update = arbiter.propose(challenge("connect-n", "3d")).await.unwrap();
        let id = update.view.state.id();
        answer(&fixture.world, update).await;
        let mut update = arbiter.accept(id, BEN).await.unwrap();
        update.card.take().unwrap().done().await;
        answer(&fixture.world, update).await;
        answer(
            &fixture.world,
            arbiter.play(id, ANA, "d", None).await.unwrap(),
        )
        .await;
    });
    fixture.live(async |arbiter| {
        assert_eq!(*fixture.world.cards.borrow(), []);
        fixture.world.plan_card(Mishap::Fails);
        fixture.clock.advance(Duration::from_secs(60));
        fixture.world.until_asked("card 1.3 fails").await;
        // The clock goes no faster than the card's retries, or a player would run out of time.
        pass_until(&fixture, async || !fixture.world.cards.borrow().is_empty()).await;
        until(&fixture.world.cards, |cards| cards == &[(1, 3)]).await;
        drop(arbiter);
    });
    fixture.clock.advance(Duration::from_hours(1));
    // The arbiter gives a deleted card up.
    fixture.live(async |arbiter| {
        fixture.world.plan_card(Mishap::Never);
        leave(arbiter.play(MatchId(1), BEN, "d", None).await.unwrap());
        while arbiter
            .view(MatchId(1))
            .await
            .unwrap()
            .places
            .card
            .is_some()
        {
            tokio::task::yield_now().await;
        }
        assert!(
            arbiter
                .resign(MatchId(1), BEN)
                .await
                .unwrap()
                .card
                .is_none()
        );
    });
    assert_eq!(fixture.world.cards.borrow().len(), 1);
}

#[tokio::test]
async fn a_turn_laid_down_is_played_at_once_and_told_after_the_one_it_answers() {
    let (fixture, arbiter, _life, id) = Fixture::playing("3d").await;
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    fixture.world.until_told(3, &[]).await;
    // The first line has four turns of both sides. Ana's other line never matches.
    arbiter.add_line(id, ANA, "e | f | g | a").await.unwrap();
    arbiter.add_line(id, ANA, "c | c").await.unwrap();
    fixture.clock.advance(Duration::from_secs(3600));
    leave(arbiter.play(id, BEN, "e", None).await.unwrap());
    fixture.world.until_told(5, &[]).await;
    let view = arbiter.view(id).await.unwrap();
    assert_eq!(record_text(view.state.record()), "1. d e 2. f");
    assert!(view.state.record()[2].conditional && !view.state.record()[1].conditional);
    // The planned turn takes no time from Ana's clock.
    assert_eq!(view.state.record()[2].at, view.state.record()[1].at);
    // After Ben's move Ana's second answer follows.
    leave(arbiter.play(id, BEN, "g", None).await.unwrap());
    fixture.world.until_told(7, &[]).await;
    assert!(matches!(
        arbiter.clear_lines(id, ANA, Some(3)).await,
        Err(error) if error.denial() == Some(&PlayRefusal::NoSuchLine(3))
    ));
}

#[tokio::test]
async fn a_turn_is_taken_back_at_once_only_while_nobody_has_looked() {
    let (fixture, arbiter, life, id) = Fixture::playing("3d").await;
    let step = || fixture.clock.advance(Duration::from_secs(1));
    step();
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    step();
    let update = arbiter.take_back(id, ANA).await.unwrap();
    assert_eq!((update.view.state.ply(), update.view.state.board()), (0, 2));
    leave(update);
    leave(arbiter.play(id, ANA, "e", None).await.unwrap());
    step();
    // Ben looks at the board, so from now on a take-back needs his consent.
    arbiter.look(id, BEN).await.unwrap();
    step();
    let update = arbiter.take_back(id, ANA).await.unwrap();
    assert_eq!(
        (update.view.state.ply(), update.view.state.takeback_asked()),
        (1, Some(Seat::First))
    );
    leave(update);
    // A take-back drops the lines.
    arbiter.add_line(id, ANA, "c c").await.unwrap();
    leave(
        arbiter
            .answer_takeback(id, BEN, Answer::Accept)
            .await
            .unwrap(),
    );
    assert_eq!(arbiter.lines(id, ANA).await.unwrap().dropped.len(), 1);
    leave(arbiter.play(id, ANA, "f", None).await.unwrap());
    fixture.world.until_told(8, &[]).await;
    fixture.until_noted(8).await;
    step();
    life.end_with(arbiter).await;
    // Looks survive a restart.
    let (arbiter, life) = fixture.start().await;
    let update = arbiter.take_back(id, ANA).await.unwrap();
    assert_eq!(
        (update.view.state.ply(), update.view.state.takeback_asked()),
        (0, None)
    );
    leave(update);
    leave(arbiter.play(id, ANA, "g", None).await.unwrap());
    arbiter.look(id, BEN).await.unwrap();
    fixture.world.until_told(10, &[]).await;
    fixture.until_noted(10).await;
    life.end_with(arbiter).await;
    let (arbiter, life) = fixture.start().await;
    let update = arbiter.take_back(id, ANA).await.unwrap();
    assert_eq!(update.view.state.takeback_asked(), Some(Seat::First));
    leave(update);
    life.end().await;
}

#[tokio::test]
async fn a_conditional_turn_comes_before_the_flag_whoever_finds_it_first() {
    type Find = fn(&Arbiter) -> BoxFuture<'_, ()>;
    let nobody = |_: &Arbiter| -> BoxFuture<'_, ()> { Box::pin(std::future::ready(())) };
    let ways: [(&str, Find); 5] = [
        ("a press", |arbiter| {
            let (id, board) = (MatchId(1), 2);
            Box::pin(async move { drop(arbiter.open(ANA, About::Turn { id, board }).await) })
        }),
        ("a turn", |arbiter| {
            Box::pin(async { drop(arbiter.play(MatchId(1), ANA, "a", None).await) })
        }),
        ("a look", |arbiter| {
            Box::pin(async { drop(arbiter.look(MatchId(1), CID).await) })
        }),
        ("the alarm", nobody),
        ("the start", nobody),
    ];
    for (way, find) in ways {
        let (fixture, arbiter, life, id) = Fixture::playing("1h").await;
        leave(arbiter.play(id, ANA, "d", None).await.unwrap());
        arbiter.add_line(id, ANA, "e d").await.unwrap();
        fixture.until_noted(3).await;
        life.end().await;
        // The answer is due, but the process shuts down.
        leave(arbiter.play(id, BEN, "e", None).await.unwrap());
        drop(arbiter);
        let (arbiter, _life) = if way == "the start" {
            fixture.clock.advance(Duration::from_hours(3));
            fixture.start().await
        } else {
            // At the next start the lines are on another board, so no task finds the answer.
            fixture.sql("UPDATE conditional_lines SET board = 9");
            let started = fixture.start().await;
            fixture.until_noted(4).await;
            fixture.sql("UPDATE conditional_lines SET board = 1");
            fixture.clock.advance(Duration::from_hours(3));
            started
        };
        find(&arbiter).await;
        let view = loop {
            let view = arbiter.view(id).await.unwrap();
            if view.state.ending().is_some() {
                break view;
            }
            tokio::task::yield_now().await;
        };
        assert_eq!(record_text(view.state.record()), "1. d e 2. d", "{way}");
        assert_eq!(
            view.state.ending(),
            Some(&Ending::Flagged(Seat::Second)),
            "{way}"
        );
        fixture.world.until_told(6, &[]).await;
    }
}

#[tokio::test]
async fn a_conditional_turn_that_could_not_be_written_is_tried_again() {
    let (fixture, arbiter, _life, id) = Fixture::playing("3d").await;
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    arbiter.add_line(id, ANA, "e d").await.unwrap();
    fixture.sql("CREATE TRIGGER broken BEFORE INSERT ON events WHEN new.body LIKE '%\"conditional\":true%' BEGIN SELECT RAISE(ABORT, 'disk'); END");
    leave(arbiter.play(id, BEN, "e", None).await.unwrap());
    fixture.until_noted(4).await;
    fixture.clock.advance(Duration::from_secs(30));
    assert_eq!(arbiter.view(id).await.unwrap().state.ply(), 2);
    fixture.sql("DROP TRIGGER broken");
    pass_until(&fixture, async || {
        arbiter.view(id).await.unwrap().state.ply() == 3
    })
    .await;
}

/// A computer that plays the first offered turn, once the test permits that.
struct Scripted {
    may: watch::Sender<bool>,
    asked: watch::Sender<u32>,
}

impl Scripted {
    fn new(may: bool) -> Arc<Self> {
        Arc::new(Self {
            may: watch::Sender::new(may),
            asked: watch::Sender::new(0),
        })
    }
}

#[async_trait]
impl ComputerPlayer for Scripted {
    async fn think(&self, state: &Match, level: Level) -> String {
        assert_eq!(level, Level::Club);
        self.asked.send_modify(|asked| *asked += 1);
        let _ = self.may.subscribe().wait_for(|may| *may).await;
        let (steps, _) = state.position().complete("", 1);
        steps[0].step.clone()
    }

    async fn accepts_draw(&self, state: &Match) -> bool {
        state.ply() >= 4
    }
}

fn against_a_computer() -> Challenge {
    Challenge {
        invited: Some(Player::Computer(Level::Club)),
        ..challenge("connect-n", "1h")
    }
}

#[tokio::test]
async fn a_computer_plays_answers_and_takes_its_time() {
    let (fixture, arbiter, life) = Fixture::started().await;
    assert_eq!(
        said(arbiter.propose(against_a_computer()).await),
        Error::NoComputer.to_string()
    );
    life.end_with(arbiter).await;
    let engine = Scripted::new(true);
    let (arbiter, life) = fixture
        .start_as(Some(engine.clone()), Settings::default())
        .await;
    // A match against a computer begins at once, without a post of the challenge.
    let id = leave(arbiter.propose(against_a_computer()).await.unwrap());
    fixture.world.until_told(2, &[1]).await;
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    fixture.world.until_told(4, &[1, 3]).await;
    // The computer agrees to a take-back, and declines an early draw.
    let taken = arbiter.take_back(id, ANA).await.unwrap();
    assert_eq!(taken.view.state.ply(), 0);
    leave(taken);
    leave(arbiter.play(id, ANA, "e", None).await.unwrap());
    fixture.world.until_told(7, &[1, 3, 6]).await;
    leave(arbiter.offer_draw(id, ANA).await.unwrap());
    fixture.world.until_told(9, &[1, 3, 6, 8]).await;
    let view = arbiter.view(id).await.unwrap();
    assert_eq!((view.state.ply(), view.state.draw_offer()), (2, None));
    // The person's clock runs; the computer's clock does not.
    engine.may.send_replace(false);
    leave(arbiter.play(id, ANA, "e", None).await.unwrap());
    until(&engine.asked, |asked| *asked >= 3).await;
    fixture.clock.advance(Duration::from_hours(20));
    fixture.world.until_told(10, &[1, 3, 6, 8]).await;
    assert_eq!(status(&arbiter, id).await, Status::Playing);
    fixture.until_noted(10).await;
    // A shutdown during the search. The next process searches again and plays once.
    life.end_with(arbiter).await;
    let engine = Scripted::new(true);
    let (arbiter, life) = fixture
        .start_as(Some(engine.clone()), Settings::default())
        .await;
    fixture.world.until_told(11, &[1, 3, 6, 8]).await;
    let view = arbiter.view(id).await.unwrap();
    assert_eq!(record_text(view.state.record()), "1. e d 2. e d");
    assert_eq!(*engine.asked.borrow(), 1);
    leave(arbiter.offer_draw(id, ANA).await.unwrap());
    fixture.world.until_told(13, &[1, 3, 6, 8, 12]).await;
    assert_eq!(status(&arbiter, id).await, Status::Finished(Ending::Agreed));
    life.end().await;
}

#[tokio::test]
async fn a_match_that_cannot_be_read_is_frozen_told_once_and_stops_no_other() {
    let (fixture, arbiter, life) = Fixture::started().await;
    for id in 1..=3 {
        propose(&arbiter, "10s").await;
        leave(arbiter.accept(MatchId(id), BEN).await.unwrap());
    }
    until(&fixture.world.posts, |posts| posts.len() == 6).await;
    life.end_with(arbiter).await;
    // The first match has an unknown game, the second has later rules, and the third is good.
    fixture.sql("UPDATE events SET body = replace(body, 'connect-n', 'halma') WHERE match_id = 1 AND seq = 1");
    fixture.sql("UPDATE events SET body = replace(body, '\"game\"', '\"rules_version\":9,\"game\"') WHERE match_id = 2 AND seq = 1");
    let (arbiter, life) = fixture.start().await;
    fixture.clock.advance(Duration::from_secs(10));
    until(&fixture.world.posts, |posts| posts.contains(&(3, 3))).await;
    let frozen = |id: u64| format!("frozen for [101, 102] of [] in {}", 1000 + id);
    for id in [1, 2] {
        fixture.world.until_asked(&frozen(id)).await;
        assert_eq!(
            said(arbiter.play(MatchId(id), ANA, "d", None).await),
            Error::Frozen(MatchId(id)).to_string()
        );
    }
    let listed = arbiter.store().games_of(ANA).await.unwrap();
    assert!(
        listed
            .iter()
            .all(|one| one.status == ListedStatus::Frozen && one.deadline.is_none())
    );
    assert_eq!(listed.len(), 2);
    life.end_with(arbiter).await;
    // A day later a version starts that can read match 1. Its clock goes on where it stopped.
    fixture.sql("UPDATE events SET body = replace(body, 'halma', 'connect-n') WHERE match_id = 1 AND seq = 1");
    fixture.clock.advance(Duration::from_hours(24));
    let (arbiter, _life) = fixture.start().await;
    assert_eq!(status(&arbiter, MatchId(1)).await, Status::Playing);
    assert_eq!(
        said(arbiter.play(MatchId(2), ANA, "d", None).await),
        Error::Frozen(MatchId(2)).to_string()
    );
    fixture.clock.advance(Duration::from_secs(10));
    until(&fixture.world.posts, |posts| posts.contains(&(1, 4))).await;
    let told = |id| {
        let log = fixture.world.log.borrow();
        log.iter().filter(|line| **line == frozen(id)).count()
    };
    assert_eq!([told(1), told(2)], [1, 1]);
}

#[tokio::test]
async fn a_panic_ends_the_work_on_one_match_only_and_it_is_tried_again() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    fixture.world.plan([Mishap::Panics]);
    propose(&arbiter, "3d").await;
    fixture.world.until_asked("tell 1.1").await;
    propose(&arbiter, "3d").await;
    fixture.world.until_posted(&[(2, 1)]).await;
    settle(&fixture.clock, &fixture.world).await;
    fixture.world.until_posted(&[(2, 1), (1, 1)]).await;
    fixture.world.until_asked("tell 1.1, in doubt").await;
}

/// A clock whose waits fail.
struct BrokenClock;

#[async_trait]
impl Clock for BrokenClock {
    fn read(&self) -> ClockReading {
        ClockReading {
            wall: BEGIN,
            steady: Duration::ZERO,
        }
    }

    async fn wait_until(&self, _: Duration) {
        panic!("a clock that the test wants broken")
    }
}

#[tokio::test]
async fn an_essential_task_that_cannot_live_is_a_fault() {
    let fixture = Fixture::new();
    let clock = Arc::new(BrokenClock);
    let (arbiter, life) = fixture.start_at(clock, None, Settings::default()).await;
    let failed = life.running.failed();
    // A challenge needs an alarm, and so a wait.
    propose(&arbiter, "3d").await;
    let failed = tokio::time::timeout(Duration::from_secs(30), failed).await;
    assert_eq!(failed, Ok("waiting for alarms"));
}

#[tokio::test]
async fn a_clock_that_is_wrong_for_a_moment_ends_no_match() {
    let (fixture, arbiter, _life, id) = Fixture::playing("1h").await;
    let minutes = |count| fixture.clock.advance(Duration::from_mins(count));
    // Ten days ahead: a turn counts by the trusted time before.
    let right = fixture.clock.now();
    fixture.clock.set(right.after(Duration::from_hours(240)));
    minutes(1);
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    fixture.world.until_told(3, &[]).await;
    let view = arbiter.view(id).await.unwrap();
    assert_eq!(view.state.changed_at(), right.after(Duration::from_mins(1)));
    minutes(3);
    assert_eq!(status(&arbiter, id).await, Status::Playing);
    // The clock is corrected, and no match is affected.
    fixture.clock.set(right.after(Duration::from_mins(4)));
    minutes(55);
    assert_eq!(status(&arbiter, id).await, Status::Playing);
    // The clock goes ahead again, and stays there: now the time counts.
    fixture
        .clock
        .set(fixture.clock.now().after(Duration::from_hours(1)));
    minutes(4);
    assert_eq!(
        said(arbiter.play(id, BEN, "d", None).await),
        Error::ClockUnsure(id).to_string()
    );
    pass_until(&fixture, async || {
        status(&arbiter, id).await == Status::Finished(Ending::NoShow(Seat::Second))
    })
    .await;
}

#[tokio::test]
async fn a_clock_set_back_never_makes_time_run_twice() {
    let (fixture, arbiter, _life, id) = Fixture::playing("2h+0s").await;
    fixture.clock.advance(Duration::from_mins(30));
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    // The clock goes an hour back, and stays there.
    fixture.clock.set(BEGIN);
    fixture.clock.advance(Duration::from_mins(1));
    let _ = arbiter.view(id).await.unwrap();
    fixture.clock.advance(Duration::from_mins(10));
    leave(arbiter.play(id, BEN, "d", None).await.unwrap());
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    let view = arbiter.view(id).await.unwrap();
    let moments: Vec<_> = view.state.record().iter().map(|entry| entry.at).collect();
    assert!(moments.is_sorted(), "{moments:?}");
    let left = |seat| view.state.clocks().left(seat, view.state.changed_at());
    assert_eq!(left(Seat::First), Duration::from_mins(90));
    assert!(left(Seat::Second) >= Duration::from_mins(109));
}

#[tokio::test]
async fn after_a_long_pause_or_from_the_future_the_clock_is_doubted_unless_the_operator_trusts_it()
{
    // The hours offline, whether the operator trusts the clock, and whether the arbiter doubts it.
    for (hours, trusted, doubted) in [(72, false, true), (72, true, false), (24, false, false)] {
        let fixture = Fixture::new();
        fixture.start_a_match_and_stop().await;
        fixture.clock.advance(Duration::from_hours(hours));
        let settings = Settings {
            trust_clock: trusted,
            ..Settings::default()
        };
        let (arbiter, _life) = fixture.start_as(None, settings).await;
        if doubted {
            assert_eq!(
                said(arbiter.play(MatchId(1), ANA, "d", None).await),
                Error::ClockUnsure(MatchId(1)).to_string()
            );
            fixture.clock.advance(Duration::from_mins(5));
        }
        until(&fixture.world.posts, |posts| posts.contains(&(1, 3))).await;
    }
    // The last event is ten days in the future: either clock was wrong.
    let fixture = Fixture::new();
    fixture.clock.advance(Duration::from_hours(240));
    fixture.start_a_match_and_stop().await;
    fixture.clock.set(BEGIN);
    let (arbiter, _life) = fixture.start().await;
    propose(&arbiter, "10s").await;
    leave(arbiter.accept(MatchId(2), BEN).await.unwrap());
    fixture.clock.advance(Duration::from_mins(1));
    assert_eq!(status(&arbiter, MatchId(2)).await, Status::Playing);
    pass_until(&fixture, async || {
        matches!(status(&arbiter, MatchId(2)).await, Status::Finished(_))
    })
    .await;
}

#[test]
fn clocks_and_reminders_of_twelve_hours_are_told_oldest_first_and_once_to_each_person() {
    /// The number of matches of each pair of people.
    const OF_A_PAIR: u64 = 6;
    let count = many();
    let fixture = Fixture::new();
    let pair = |number: u64| {
        let pair = number / OF_A_PAIR;
        [UserId(10_000 + 2 * pair), UserId(10_001 + 2 * pair)]
    };
    // In half of the matches the time runs out, one a minute. In the other half a reminder comes due.
    fixture.live(|arbiter| async move {
        for number in 0..2 * count {
            let [challenger, other] = pair(number / 2);
            let time = if number % 2 == 0 {
                format!("{}m", 120 + number * 600 / (2 * count))
            } else {
                String::from("13h")
            };
            let proposed = arbiter.propose(Challenge {
                challenger,
                invited: Some(other.into()),
                ..challenge("connect-n", &time)
            });
            let id = leave(proposed.await.unwrap());
            leave(arbiter.accept(id, other).await.unwrap());
        }
    });
    fixture.clock.advance(Duration::from_hours(12));
    let before = fixture.world.posts.borrow().len();
    let people = count.div_ceil(OF_A_PAIR);
    let there = &fixture;
    fixture.live(|arbiter| async move {
        let fixture = there;
        let ended = |posts: &Vec<(u64, u32)>| posts.iter().filter(|(_, seq)| *seq == 3).count();
        until(&fixture.world.posts, |posts| {
            ended(posts) as u64 == count && posts.len() as u64 >= 5 * count
        })
        .await;
        let reminded = |log: &Vec<String>| log.iter().filter(|line| line.contains(" of [")).count();
        until(&fixture.world.log, |log| reminded(log) as u64 >= people).await;
        fixture.until_nothing_is_due().await;
        let sent = reminders(&fixture.world);
        assert_eq!(sent.len() as u64, people, "one message for each person");
        let named: usize = sent.iter().map(|line| line.matches(", ").count() + 1).sum();
        assert_eq!(named as u64, count, "and each match in one of them");
        drop(arbiter);
    });
    let posts = fixture.world.posts.borrow();
    let flags = posts.iter().skip(before).filter(|(_, seq)| *seq == 3);
    for (place, (id, _)) in flags.enumerate() {
        let oldest = (id - 1) / 2;
        // The first batch runs concurrently, in any order.
        assert!(
            oldest.abs_diff(place as u64) < 96,
            "match {id} is number {place}"
        );
    }
}

#[test]
fn owed_posts_are_posted_once_whenever_the_process_dies() {
    let fixture = Fixture::new();
    let trusting = || Settings {
        trust_clock: true,
        ..Settings::default()
    };
    fixture.live_as(trusting(), async |arbiter| {
        begin(&arbiter, "365d").await;
        fixture.world.until_told(2, &[]).await;
        let twice_a_day = |time_settings: &mut TimeSettings| {
            time_settings.reminders.nudge = Nudge::Off;
            time_settings.reminders.last_calls = Vec::new();
            time_settings.reminders.digest = vec![0, 12];
        };
        arbiter
            .change_time_settings(ANA, twice_a_day)
            .await
            .unwrap();
        let (guild, channel) = (GuildId(1), ChannelId(10));
        let begun = arbiter.begin_weekly_page(guild, channel, Zone::default());
        begun.await.unwrap();
    });
    let posted = |begin: &str| {
        let lines = asked(&fixture.world, begin);
        lines.iter().filter(|line| !line.ends_with("found")).count()
    };
    let mut rng = fastrand::Rng::with_seed(3);
    for round in 1..=100 {
        fixture.clock.advance(Duration::from_hours(12));
        let before = fixture.world.log.borrow().len();
        fixture.live_as(trusting(), async |_arbiter| {
            let mut moments = 400;
            if round % 4 == 0 {
                // The response is on its way.
                until(&fixture.world.log, |log| log.len() > before).await;
                moments = 4;
            }
            for _ in 0..rng.u32(..moments) {
                tokio::task::yield_now().await;
            }
        });
        // An alarm that a process did not finish is retried after a minute.
        fixture.clock.advance(Duration::from_secs(61));
        fixture.live_as(trusting(), async |_arbiter| {
            fixture.until_nothing_is_due().await;
            fixture.until_row("SELECT count(*) FROM owed", 0).await;
        });
        assert_eq!(posted("digest "), round);
    }
    assert_eq!(posted("week of "), 7);
    let found = asked(&fixture.world, "").len() - posted("");
    assert!(found > 0, "no process died after a post");
}

/// Makes every query fail that loads a match for display.
const FAILING: &str = "ALTER TABLE follows RENAME TO aside";
const WORKING: &str = "ALTER TABLE aside RENAME TO follows";

#[tokio::test]
async fn reminder_is_sent_after_the_store_failed_between_two_tries() {
    let (fixture, log) = (Fixture::new(), Logged::new());
    let (arbiter, _life) = fixture.start().await;
    begin(&arbiter, "3d").await;
    fixture.until_noted(2).await;
    let mishaps = [Mishap::Fails];
    fixture.world.plan_messages(mishaps);
    fixture.clock.advance(Duration::from_hours(58));
    fixture
        .world
        .until_asked("nudge for [101] of [1] in 1001 fails")
        .await;
    fixture.sql(FAILING);
    pass_until(&fixture, async || {
        !log.lines_with("cannot load or note a post").is_empty()
    })
    .await;
    fixture.sql(WORKING);
    let sent = || reminders(&fixture.world).len() > 1;
    pass_until(&fixture, async || sent()).await;
    let again = "nudge for [101] of [1] in 1001";
    assert_eq!(
        reminders(&fixture.world),
        [format!("{again} fails"), String::from(again)]
    );
}

#[tokio::test]
async fn reminder_that_may_have_been_sent_is_looked_for() {
    let (fixture, _arbiter, _life, _id) = Fixture::playing("3d").await;
    let mishaps = [Mishap::Panics, Mishap::AnswerLost];
    fixture.world.plan_messages(mishaps);
    fixture.clock.advance(Duration::from_hours(58));
    let nothing_pending = async || fixture.row("SELECT count(*) FROM owed") == 0;
    fixture
        .world
        .until_asked("nudge for [101] of [1] in 1001 panics")
        .await;
    pass_until(&fixture, nothing_pending).await;
    let line = "nudge for [101] of [1] in 1001";
    assert_eq!(
        reminders(&fixture.world),
        [
            format!("{line} panics"),
            String::from(line),
            format!("{line} is found")
        ]
    );
}

#[tokio::test]
async fn reminder_of_a_match_that_failed_is_tried_again_and_keeps_no_other_back() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    for _ in 0..2 {
        begin(&arbiter, "3d").await;
    }
    until(&fixture.world.posts, |posts| posts.len() == 4).await;
    fixture.until_noted(2).await;
    fixture
        .until_row("SELECT announced FROM places WHERE match_id = 2", 2)
        .await;
    // The record of sent reminders is invalid: 300 nudges are impossible.
    fixture.sql("INSERT INTO reminded VALUES (1, 101, 2, 300, NULL, 0)");
    fixture.clock.advance(Duration::from_hours(58));
    fixture
        .world
        .until_asked("nudge for [101] of [2] in 1002")
        .await;
    fixture.sql("DELETE FROM reminded WHERE match_id = 1");
    pass_until(&fixture, async || reminders(&fixture.world).len() > 1).await;
    assert_eq!(
        reminders(&fixture.world),
        [
            "nudge for [101] of [2] in 1002",
            "nudge for [101] of [1] in 1001"
        ]
    );
}

#[tokio::test]
async fn last_call_is_one_though_a_nudge_was_chosen_after_its_hour() {
    let (fixture, arbiter, _life, _id) = Fixture::playing("3d").await;
    let choose = async |nudge: Nudge| {
        let chosen = arbiter.change_time_settings(ANA, move |time_settings| {
            time_settings.reminders.nudge = nudge
        });
        chosen.await.unwrap();
    };
    choose(Nudge::Off).await;
    fixture.clock.advance(Duration::from_hours(60));
    choose(Nudge::Half).await;
    fixture.clock.advance(Duration::from_hours(8));
    let call = "last call for [101] of [1] in 1001";
    fixture.world.until_asked(call).await;
    assert_eq!(reminders(&fixture.world), [call]);
}

#[tokio::test]
async fn last_call_is_one_though_the_bot_slept_since_the_nudge_before_it() {
    let (fixture, arbiter, life, _id) = Fixture::playing("3d").await;
    life.end_with(arbiter).await;
    fixture.clock.advance(Duration::from_hours(69));
    let trusting = Settings {
        trust_clock: true,
        ..Settings::default()
    };
    let (_arbiter, _life) = fixture.start_as(None, trusting).await;
    let call = "last call for [101] of [1] in 1001";
    fixture.world.until_asked(call).await;
    fixture.until_nothing_is_due().await;
    assert_eq!(reminders(&fixture.world), [call]);
}

/// A clock that counts how often it is read.
struct CountingClock(Arc<ManualClock>, AtomicU64);

#[async_trait]
impl Clock for CountingClock {
    fn read(&self) -> ClockReading {
        self.1.fetch_add(1, Ordering::SeqCst);
        self.0.read()
    }

    async fn wait_until(&self, steady: Duration) {
        self.0.wait_until(steady).await;
    }
}

#[tokio::test]
async fn turn_flag_and_refusal_have_a_line_each_at_level_debug() {
    let (fixture, log) = (Fixture::new(), Logged::from_level(tracing::Level::DEBUG));
    let (arbiter, _life) = fixture.start().await;
    let id = begin(&arbiter, "3d").await;
    leave(arbiter.play(id, ANA, "d", None).await.unwrap());
    assert!(arbiter.play(id, ANA, "e", None).await.is_err());
    fixture.clock.advance(Duration::from_hours(73));
    log.until("kind=\"flag\"").await;
    for text in [
        "match changed match_id=1 ply=0 seq=2 game=\"connect-n\" events=\"accepted\"",
        "match changed match_id=1 ply=1 seq=3 game=\"connect-n\" events=\"turn\"",
        "command refused match_id=1 ply=1 command=\"play\" by=101 refusal=\"not-your-turn\"",
        "match changed match_id=1 ply=1 seq=4 game=\"connect-n\" events=\"flagged\"",
        "alarm handled kind=\"flag\"",
    ] {
        let lines = log.lines_with(text);
        assert_eq!(lines.len(), 1, "{text}: {lines:#?}");
    }
    let alarm = log.lines_with("alarm handled kind=\"flag\"").join("\n");
    // The alarm was due 72 hours after the turn.
    for part in [
        "id: MatchId(1)",
        "due=",
        "late_ms=3600000 ",
        "outcome=\"done\"",
    ] {
        assert!(alarm.contains(part), "{alarm}");
    }
}

#[tokio::test]
async fn alarm_or_post_of_an_unknown_kind_is_set_aside_and_logged_once() {
    let (fixture, log) = (Fixture::new(), Logged::new());
    fixture.start_a_match_and_stop().await;
    let at = BEGIN.0;
    // Rows of a later version, one for a match and one for a person.
    fixture.sql(&format!(
        "INSERT INTO alarms VALUES ('jubilee', 1, 0, {at}, {at}, 0), ('jubilee', 0, 101, {at}, {at}, 0); \
         INSERT INTO owed VALUES ('fanfare', 1, 0, 0, 101, {at}), ('fanfare', 0, 101, 0, 101, {at})"
    ));
    let clock = Arc::new(CountingClock(Arc::clone(&fixture.clock), AtomicU64::new(0)));
    let settings = Settings::default();
    let (arbiter, _life) = fixture.start_at(clock.clone(), None, settings).await;
    // The other alarms are handled, and then no task polls in a loop.
    fixture.clock.advance(Duration::from_hours(1));
    fixture.world.until_told(3, &[]).await;
    fixture.until_noted(3).await;
    fixture
        .until_row(
            "SELECT count(*) FROM alarms WHERE match_id = 1 AND what = 'flag'",
            0,
        )
        .await;
    let before = clock.1.load(Ordering::SeqCst);
    for _ in 0..3000 {
        arbiter.store().games_of(ANA).await.unwrap();
    }
    let reads = clock.1.load(Ordering::SeqCst) - before;
    assert!(reads < 100, "the clock was read {reads} times");
    for kind in ["jubilee", "fanfare"] {
        let lines = log.lines_with(kind);
        assert_eq!(lines.len(), 1, "{lines:#?}");
    }
    fixture
        .until_row("SELECT count(*) FROM alarms WHERE what = 'jubilee'", 2)
        .await;
    fixture
        .until_row("SELECT count(*) FROM owed WHERE kind = 'fanfare'", 2)
        .await;
}

#[tokio::test]
async fn fault_of_one_match_at_the_start_stops_no_other() {
    let (fixture, arbiter, life) = Fixture::started().await;
    for id in 1..=2 {
        propose(&arbiter, "3d").await;
        leave(arbiter.accept(MatchId(id), BEN).await.unwrap());
    }
    until(&fixture.world.posts, |posts| posts.len() == 4).await;
    life.end_with(arbiter).await;
    // Ana is away, and her matches lack the event. The event of the first match cannot be stored.
    let (from, to) = (BEGIN.0, BEGIN.after(Duration::from_hours(120)).0);
    fixture.sql(&format!(
        "INSERT INTO time_off (user, begins, ends, back, automatic) VALUES (101, {from}, {to}, NULL, 0); \
         CREATE TRIGGER broken BEFORE INSERT ON events WHEN new.match_id = 1 BEGIN SELECT RAISE(ABORT, 'disk'); END"
    ));
    let (arbiter, _life) = fixture.start().await;
    let knows = async |id: u64| {
        let view = arbiter.view(MatchId(id)).await.unwrap();
        let off = view
            .state
            .clocks()
            .time_off(Seat::First, fixture.clock.now());
        off.is_some()
    };
    assert_eq!([knows(1).await, knows(2).await], [false, true]);
    fixture.sql("DROP TRIGGER broken");
    pass_until(&fixture, async || knows(1).await).await;
}

#[tokio::test]
async fn match_whose_thaw_cannot_be_written_stays_frozen_and_stops_no_other() {
    let fixture = Fixture::new();
    fixture.start_a_match_and_stop().await;
    fixture.sql("UPDATE events SET body = replace(body, 'connect-n', 'halma') WHERE seq = 1");
    let (arbiter, life) = fixture.start().await;
    fixture.clock.advance(Duration::from_hours(1));
    fixture
        .world
        .until_asked("frozen for [101, 102] of [] in 1001")
        .await;
    life.end_with(arbiter).await;
    // A day later a version starts that can read match 1, but the database refuses the thaw.
    fixture.sql(
        "UPDATE events SET body = replace(body, 'halma', 'connect-n') WHERE seq = 1; \
         CREATE TRIGGER broken BEFORE INSERT ON events WHEN new.match_id = 1 BEGIN SELECT RAISE(ABORT, 'disk'); END",
    );
    fixture.clock.advance(Duration::from_hours(24));
    for number in 2..=3 {
        let (arbiter, life) = fixture.start().await;
        let other = propose(&arbiter, "3d").await;
        assert_eq!(other, MatchId(number));
        assert_eq!(
            said(arbiter.play(MatchId(1), ANA, "d", None).await),
            Error::Frozen(MatchId(1)).to_string()
        );
        life.end().await;
        fixture.until_row("SELECT count(*) FROM frozen", 1).await;
    }
    let (arbiter, _life) = fixture.start().await;
    fixture.sql("DROP TRIGGER broken");
    let thawed = "SELECT count(*) FROM events WHERE kind = 'thawed'";
    let connection = rusqlite::Connection::open(&fixture.path).unwrap();
    let count = |sql: &str| {
        let row = connection.query_row(sql, [], |row| row.get::<_, u32>(0));
        row.unwrap()
    };
    pass_until(&fixture, async || count(thawed) == 1).await;
    assert_eq!(count("SELECT count(*) FROM frozen"), 0);
    // The match's clock goes on where it stopped.
    fixture.clock.advance(Duration::from_mins(55));
    assert_eq!(status(&arbiter, MatchId(1)).await, Status::Playing);
    fixture.clock.advance(Duration::from_hours(1));
    until(&fixture.world.posts, |posts| posts.contains(&(1, 4))).await;
}

#[tokio::test]
async fn weekly_page_that_fails_stops_no_other_page_and_no_daily_puzzle() {
    let (fixture, arbiter, _life) = Fixture::started().await;
    let utc = Zone::default;
    for guild in [1, 2] {
        let place = Place {
            guild: Some(GuildId(guild)),
            channel: ChannelId(10 * guild),
        };
        let proposed = arbiter.propose(Challenge {
            place,
            ..challenge("connect-n", "14d")
        });
        let id = leave(proposed.await.unwrap());
        leave(arbiter.accept(id, BEN).await.unwrap());
        let begun = arbiter.begin_weekly_page(GuildId(guild), place.channel, utc());
        begun.await.unwrap();
    }
    let begun = arbiter.begin_daily_puzzle(GuildId(1), ChannelId(11), utc(), 9);
    begun.await.unwrap();
    until(&fixture.world.posts, |posts| posts.len() == 4).await;
    fixture.sql("CREATE TRIGGER broken BEFORE UPDATE ON alarms WHEN old.what = 'weekly' AND old.place = 1 BEGIN SELECT RAISE(ABORT, 'disk'); END");
    // It is Sunday.
    fixture.clock.advance(Duration::from_hours(32));
    fixture.world.until_asked("week of 2 in 20").await;
    fixture.world.until_asked("daily puzzle of 1 in 11").await;
    fixture.sql("DROP TRIGGER broken");
    let posted = || asked(&fixture.world, "week of 1");
    pass_until(&fixture, async || !posted().is_empty()).await;
    assert_eq!(posted(), ["week of 1 in 10"]);
}

/// Records that a future was woken.
struct Woken(Notify);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.notify_one();
    }
}

#[tokio::test]
async fn view_loaded_before_a_deletion_does_not_bring_the_old_number_back() {
    let (fixture, arbiter, life, id) = Fixture::playing("3d").await;
    life.end_with(arbiter).await;
    // The next process has an empty cache, unless its reader was faster than this thread.
    let woken = Arc::new(Woken(Notify::new()));
    let waker = Waker::from(Arc::clone(&woken));
    let (arbiter, view, _life) = loop {
        let (arbiter, life) = fixture.start().await;
        let looking = arbiter.clone();
        let mut view = Box::pin(async move { looking.view(id).await });
        let polled = view.as_mut().poll(&mut Context::from_waker(&waker));
        if polled.is_pending() {
            break (arbiter, view, life);
        }
        drop((arbiter, view));
        life.end().await;
    };
    // The events are read, and then Ana's data is deleted.
    woken.0.notified().await;
    arbiter.delete_person(ANA).await.unwrap();
    drop(view.await);
    let view = arbiter.view(id).await.unwrap();
    let people: Vec<_> = view.state.people().collect();
    assert!(
        !people.contains(&ANA) && people.contains(&BEN),
        "{people:?}"
    );
    assert_ne!(*view.state.status(), Status::Playing);
}

#[tokio::test]
async fn stopped_arbiter_that_is_dropped_lets_go_of_all_its_parts() {
    let (fixture, arbiter, life, id) = Fixture::playing("1h").await;
    // The caller may announce this news, but drops it after the shutdown.
    let update = arbiter.play(id, ANA, "d", None).await.unwrap();
    life.end().await;
    drop((arbiter, update));
    assert_eq!(Arc::strong_count(&fixture.world), 1);
}
