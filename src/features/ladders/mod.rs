//! `/ladder`: a list of people in order, in which each climbs by challenging those above.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub(crate) mod service;

pub use service::acting::NotCreated;

use super::Feature;
use crate::discord::ui::press::reader;
use crate::kernel::contests::{self, Contest, Contests};
use crate::kernel::delivery::queue::{Kind, Rank};
use discord::press::Press;
use discord::{command, server};
use model::Ladder;
use service::contest::{LADDER, NEWS, TABLE};
use service::{due, looking};

pub(crate) const FEATURE: Feature = Feature {
    commands: || vec![command::ladder()],
    presses: reader::<Press>,
    pages: &[server::PAGE],
    achievements: looking::achievements,
    standings: looking::standings,
    take_out: contests::take_out::<Ladder>,
    parts: |_, parts| {
        parts.react(Contests::<Ladder>::default());
        parts.alarm(LADDER, |kernel, alarm| Box::pin(due::handle(kernel, alarm)));
        for kind in KINDS {
            parts.post(kind);
        }
    },
    ..Feature::named("ladders")
};

const KINDS: [Kind; 2] = [
    Kind {
        words: &[NEWS],
        rank: Rank::Calendar,
        wait: std::time::Duration::from_secs(2),
        deliver: |kernel, post| Box::pin(async move { Ladder::POSTS.tell(kernel, post).await }),
    },
    Kind {
        words: &[TABLE],
        rank: Rank::Card,
        wait: std::time::Duration::from_secs(2),
        deliver: |kernel, post| Box::pin(async move { Ladder::POSTS.show(kernel, post).await }),
    },
];
