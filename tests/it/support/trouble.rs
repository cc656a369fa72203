//! Faults around the program: kills, and failures of Discord, the network and the database.

use std::ops::Range;
use std::time::{Duration, Instant};

use loopback_discord::{DeliveryFault, RateScope, RequestFault, RetryForm, permissions};
use rusqlite::Connection;

use super::program::Program;
use super::under_fire::{Fire, Outcome};
use super::wait;

/// The routes of the failing requests.
const ROUTES: [(&str, &str); 7] = [
    (
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
    ),
    (
        "PATCH",
        "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
    ),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"),
    ("POST", "/channels/{channel_id}/messages"),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ("GET", "/channels/{channel_id}/messages"),
    (
        "POST",
        "/channels/{channel_id}/messages/{message_id}/threads",
    ),
];

/// The pause after each fault of the gateway connection. A bot that was connected for less than ten seconds backs off,
/// up to a minute, so faults every few seconds would keep the bot offline and test nothing else.
const CONNECTED: Range<Duration> = Duration::from_secs(12)..Duration::from_secs(45);

/// The duration of a fault.
const SOME_TIME: Range<Duration> = Duration::from_millis(200)..Duration::from_millis(2_500);

/// Kills the program this many times at random moments. Every third time, a second process already waits for the
/// database.
pub async fn killed(times: usize, seed: u64) -> Outcome {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut fire = Fire::light().await;
    for number in 0..times {
        let next = (number % 3 == 2).then(|| {
            let variables = [("ANTEROOM_MONITOR_LISTEN", "127.0.0.1:0")];
            Program::start(&fire.sandbox, &fire.database, &variables)
        });
        // Between 100 ms, when nothing is connected yet, and 3 s, when everything runs.
        wait::for_real(Duration::from_millis(chance.u64(100..3_000))).await;
        fire.kill();
        match next {
            Some(next) => fire.program = Some(next),
            None => fire.start(),
        }
        if number % 20 == 19 {
            println!("killed {} times", number + 1);
        }
    }
    fire.stop_and_check().await
}

/// Injects random faults for this time, one after another, and some of them together.
pub async fn run_with_faults(time: Duration, seed: u64) -> Outcome {
    let mut chance = fastrand::Rng::with_seed(seed);
    let mut fire = Fire::light().await;
    let begun = Instant::now();
    let mut gateway_at = CONNECTED.start / 4;
    let mut troubles = 0;
    while begun.elapsed() < time {
        if begun.elapsed() > gateway_at {
            gateway_trouble(&fire, &mut chance).await;
            gateway_at = begun.elapsed() + between(&mut chance, &CONNECTED);
        } else {
            inject_fault(&mut fire, &mut chance).await;
        }
        troubles += 1;
        if fire.memory.is_none() && begun.elapsed() > time / 6 {
            fire.measure_memory();
        }
        wait::for_real(Duration::from_millis(chance.u64(50..600))).await;
    }
    revert_faults(&fire);
    let mut outcome = fire.stop_and_check().await;
    outcome.troubles = troubles;
    outcome
}

fn between(chance: &mut fastrand::Rng, times: &Range<Duration>) -> Duration {
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Duration::from_millis(chance.u64(millis(times.start)..millis(times.end)))
}

/// Injects a fault into the gateway connection.
async fn gateway_trouble(fire: &Fire, chance: &mut fastrand::Rng) {
    let sandbox = &fire.sandbox;
    let some_time = between(chance, &SOME_TIME);
    match chance.u8(0..7) {
        0 => sandbox.gateway_cut(),
        1 => sandbox.gateway_reset(),
        2 => sandbox.gateway_close_empty(),
        // Op 7 and op 9.
        3 => sandbox.gateway_reconnect(),
        4 => sandbox.gateway_invalidate(chance.bool()),
        5 => {
            sandbox.gateway_acknowledges(false);
            wait::for_real(some_time * 2).await;
            sandbox.gateway_acknowledges(true);
        }
        _ => {
            sandbox.gateway_refuses(true);
            sandbox.gateway_cut();
            wait::for_real(some_time).await;
            sandbox.gateway_refuses(false);
        }
    }
}

async fn inject_fault(fire: &mut Fire, chance: &mut fastrand::Rng) {
    let sandbox = fire.sandbox.clone();
    let some_time = between(chance, &SOME_TIME);
    let general = sandbox.channel("general");
    match chance.u8(0..17) {
        0..=6 => {
            let (method, route) = ROUTES[chance.usize(0..ROUTES.len())];
            sandbox.fail_requests(method, route, chance.usize(1..4), fault(chance));
        }
        7 | 8 => {
            let faults = [
                DeliveryFault::Twice,
                DeliveryFault::Again,
                DeliveryFault::Held,
                DeliveryFault::Lost,
            ];
            sandbox.fail_delivery(faults[chance.usize(0..faults.len())]);
        }
        // Delivers held events late and out of order.
        9 => drop(sandbox.deliver_held()),
        10 => {
            let without = permissions::DEFAULT_FOR_BOT & !permissions::SEND_MESSAGES_IN_THREADS;
            sandbox.set_bot_permissions(general, without);
            wait::for_real(some_time).await;
            sandbox.set_bot_permissions(general, permissions::DEFAULT_FOR_BOT);
        }
        11 => {
            let Some(thread) = fire.disturbed_thread(chance) else {
                return;
            };
            match chance.u8(0..3) {
                0 => sandbox.delete_channel(thread),
                1 => {
                    sandbox.set_archived(thread, true, true);
                    wait::for_real(some_time).await;
                    sandbox.set_archived(thread, false, false);
                }
                _ => {
                    let messages = sandbox.messages(thread, "dan");
                    if !messages.is_empty() {
                        let message = &messages[chance.usize(0..messages.len())];
                        sandbox.delete_message(message.channel(), message.id());
                    }
                }
            }
        }
        12 | 13 => {
            let Some(disk) = &fire.disk else { return };
            disk.fill();
            wait::for_real(some_time).await;
            disk.empty();
        }
        14 | 15 => {
            let Some(calendar) = &fire.calendar else {
                return;
            };
            // Hours and days, ahead and back. Afterwards the clock is corrected.
            let hours = [-50, -1, 1, 50][chance.usize(0..4)];
            calendar.step_to(hours * 3_600_000);
            wait::for_real(some_time).await;
            calendar.step_to(0);
        }
        _ => {
            // Another program locks the database for a while.
            let other = Connection::open(&fire.database).expect("a database");
            if other.execute_batch("BEGIN IMMEDIATE").is_ok() {
                wait::for_real(some_time).await;
                other.execute_batch("ROLLBACK").expect("an end");
            }
        }
    }
}

fn fault(chance: &mut fastrand::Rng) -> RequestFault {
    let after = Duration::from_millis(chance.u64(100..1_500));
    let scopes = [RateScope::User, RateScope::Shared, RateScope::Global];
    let forms = [RetryForm::Seconds, RetryForm::Fraction, RetryForm::Date];
    match chance.u8(0..5) {
        0 => RequestFault::ServerError([500, 502, 503][chance.usize(0..3)]),
        1 => RequestFault::Limited {
            after,
            scope: scopes[chance.usize(0..3)],
            form: forms[chance.usize(0..3)],
        },
        2 => RequestFault::RateLimited {
            after,
            global: chance.bool(),
        },
        3 => RequestFault::CutBefore,
        _ => RequestFault::CutAfter,
    }
}

/// Reverts every fault that would last.
fn revert_faults(fire: &Fire) {
    let sandbox = &fire.sandbox;
    sandbox.clear_faults();
    sandbox.gateway_acknowledges(true);
    sandbox.gateway_refuses(false);
    sandbox.deliver_held();
    let general = sandbox.channel("general");
    sandbox.set_bot_permissions(general, permissions::DEFAULT_FOR_BOT);
    if let Some(disk) = &fire.disk {
        disk.empty();
    }
    if let Some(calendar) = &fire.calendar {
        calendar.step_to(0);
    }
}
