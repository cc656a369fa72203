//! `/league`: seasons of matches in divisions, with tables, promotion and relegation.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod service;
pub(crate) mod store;

pub use service::acting::NotCreated;

use super::Feature;
use crate::discord::ui::press::reader;
use crate::kernel::contests::{self, Contest, Contests};
use crate::kernel::delivery::queue::{Kind, Rank};
use discord::command;
use discord::press::Press;
use model::League;
use service::{LEAGUE, NEWS, TABLE, looking};

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![command::league()],
    presses: reader::<Press>,
    achievements: looking::achievements,
    standings: looking::standings,
    take_out: contests::take_out::<League>,
    parts: |_, parts| {
        parts.react(Contests::<League>::default());
        parts.alarm(LEAGUE, |kernel, alarm| {
            Box::pin(contests::handle::<League>(kernel, alarm))
        });
        for kind in KINDS {
            parts.post(kind);
        }
    },
    ..Feature::named("leagues")
};

const KINDS: [Kind; 2] = [
    Kind {
        words: &[NEWS],
        rank: Rank::Calendar,
        wait: std::time::Duration::from_secs(2),
        deliver: |kernel, post| Box::pin(async move { League::POSTS.tell(kernel, post).await }),
    },
    Kind {
        words: &[TABLE],
        rank: Rank::Card,
        wait: std::time::Duration::from_secs(2),
        deliver: |kernel, post| Box::pin(async move { League::POSTS.show(kernel, post).await }),
    },
];
