//! Teams: people of a server who vote on each turn of a match.

pub(crate) mod discord;
pub mod messages;
pub mod model;
pub mod press;
pub(crate) mod service;
pub mod store;

use super::Feature;
use crate::discord::ui::press::Presses;
use crate::kernel::contests::Removal;
use discord::purpose;
use press::Press;
use service::{Teams, board, due, talk};
use store::questions::RESIGN;
use store::threads;
use store::votes::{self, REMIND, VOTE};

pub(crate) const FEATURE: Feature = Feature {
    presses: &[Presses::of::<Press>()],
    people: &store::people::PEOPLE,
    purposes: &[purpose::VOTES],
    achievements: |db, user, guild| {
        let (played, won) = votes::record(db, user, guild)?;
        Ok(messages::page::record(played, won).into_iter().collect())
    },
    dates: |db, user| {
        let open = votes::open_votes(db, user)?;
        Ok(open.iter().map(messages::page::date).collect())
    },
    joined: votes::joined,
    take_out: |db, user, removal, now| {
        let guild = match removal {
            Removal::Banned(guild) | Removal::LeftServer(guild) => Some(guild),
            Removal::DataDeleted => None,
        };
        threads::part_all(db, user, guild, now)?;
        votes::leave_all(db, user, guild, now)
    },
    parts: |_, parts| {
        parts.react_first(Teams);
        parts.alarm(VOTE, |kernel, alarm| {
            Box::pin(due::close_vote(kernel, alarm))
        });
        parts.alarm(RESIGN, |kernel, alarm| {
            Box::pin(due::close_question(kernel, alarm))
        });
        parts.alarm(REMIND, |kernel, alarm| Box::pin(due::remind(kernel, alarm)));
        parts.alarm_beside(threads::PART, |kernel, alarm| {
            Box::pin(talk::part(kernel, alarm))
        });
        parts.post(talk::KIND);
        for kind in board::KINDS {
            parts.post(kind);
        }
    },
    ..Feature::named("teams")
};
