//! Hundreds of ladders over months, with everything that people, organisers and crashes do to them.

use std::collections::BTreeMap;

use super::world::World;

#[test]
fn ladders_follow_the_plain_rules_through_everything() {
    let mut seen: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in 0..200 {
        let mut world = World::new(seed);
        for _ in 0..400 {
            world.step();
        }
        world.close();
        for (what, times) in world.seen {
            *seen.entry(what).or_default() += times;
        }
    }
    // Nothing of this was tested unless it happened.
    for what in [
        "joined",
        "returned",
        "left",
        "challenged",
        "accepted",
        "declined",
        "expired",
        "withdrawn",
        "dropped",
        "game-began",
        "game-ended",
        "forfeited",
        "idle-warned",
        "moved-down",
        "time-off-counted",
        "cancelled",
        "undone",
        "paused",
        "resumed",
        "closed",
        "below",
        "too-far-above",
        "too-many-own",
        "too-many-against",
        "playing",
        "lately",
        "away",
        "blocked",
        "moved-since",
        "nothing-to-undo",
    ] {
        let times = seen.get(what).copied().unwrap_or_default();
        assert!(times >= 50, "{what} happened {times} times");
    }
}
