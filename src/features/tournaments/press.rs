//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString};

use crate::contests::ActId;
use crate::discord::ui::custom_id::draft::{self, Want};
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::custom_id::{Part, printed, printed_parts, words};
use crate::matches::{JournalId, UserId};

/// The number of a pairing within its tournament, from 1.
pub type PairingId = u32;

words! {
    /// The request of a pressed component or a sent form. A tournament is the number of its journal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        "tournament" => Show(tournament: JournalId);
        /// Show the tournament that was chosen in a menu.
        "tournament-of" => Choose;
        /// Show the list of the server's tournaments.
        "tournament-all" => All;
        "tournament-join" => Join(tournament: JournalId);
        /// Ask whether the person really leaves.
        "tournament-leave" => AskLeave(tournament: JournalId);
        "tournament-leave-yes" => Leave(tournament: JournalId);
        /// Choose a side of a deciding game.
        "tournament-side" => Side { tournament: JournalId, pairing: PairingId, side: Side };
        /// Show the results of a round.
        "tournament-results" => Results { tournament: JournalId, round: u32 };
        /// Show the results of the round chosen in a menu.
        "tournament-round" => OfRound(tournament: JournalId);
        /// Show the organisers' page.
        "tournament-manage" => Manage(tournament: JournalId);
        /// Show or change who may join.
        "tournament-entry" => Entry { tournament: JournalId, act: EntryAct };
        /// Start the tournament at the moment chosen in a menu.
        "tournament-start" => Start(tournament: JournalId);
        /// Ask for the start, or set it.
        "tournament-day" => StartDay(tournament: JournalId);
        /// Ask who goes on from the pairing chosen in a menu.
        "tournament-pairing" => Pairing(tournament: JournalId);
        /// Ask who goes on from a pairing.
        "tournament-pair" => PairingOf { tournament: JournalId, pairing: PairingId };
        /// Ask the reason for deciding a pairing for a person, or for nobody with 0, or decide it.
        "tournament-decide" => Decide {
            tournament: JournalId, pairing: PairingId, winner: u64
        };
        /// Show what can be done about the person chosen in a menu.
        "tournament-person" => Person(tournament: JournalId);
        /// Ask the reason for putting a person out, or do it.
        "tournament-exclude" => Exclude { tournament: JournalId, person: UserId };
        /// Ask the reason for putting the person chosen in a menu in another's place.
        "tournament-replace" => Replace { tournament: JournalId, person: UserId };
        /// Put a newcomer in a person's place.
        "tournament-by" => ReplaceBy {
            tournament: JournalId, person: UserId, newcomer: UserId
        };
        /// Ask the reason of an act on the whole tournament, or do it.
        "tournament-act" => Act { tournament: JournalId, act: Act };
        /// Ask the reason for undoing the act chosen in a menu.
        "tournament-undo" => Undo(tournament: JournalId);
        /// Undo an act.
        "tournament-undo-of" => UndoOf { tournament: JournalId, act: ActId };
        /// Show the page on which a tournament is set up.
        "tournament-new" => New;
        /// Show the page after a button has changed a setting of a new tournament.
        "tournament-draft" => Draft(draft: Draft);
        /// Change a setting of a new tournament that is chosen in a menu.
        "tournament-set" => Set { want: Want, draft: Draft };
        /// Ask for the number of people and the clock of a new tournament, or set them.
        "tournament-nums" => Numbers(draft: Draft);
        /// Ask for the name of a new tournament, or create it.
        "tournament-make" => Create(draft: Draft);
    }
}

/// A side of a deciding game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Side {
    First,
    Second,
}

/// What an organiser does to a whole tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Act {
    Pause,
    Close,
}

/// What an organiser has chosen for a new tournament.
pub type Draft = draft::Draft<Own>;

/// The settings of a [`Draft`] that only tournaments have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// The most people.
    pub most: u32,
    /// The games of a pairing.
    pub games: u32,
    /// Whether there is a pairing for third place.
    pub third: bool,
    /// Whether the seeds are drawn instead of taken from the ratings.
    pub drawn: bool,
    /// The rounds of a Swiss tournament; `None` for a knock-out.
    pub swiss: Option<u32>,
}

printed_parts!(Side Act);

/// The text form: `16.2.tr`, and for a Swiss tournament of five rounds `16.2.tr5`.
impl Part for Own {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let [most, games, flags] = parts[..] else {
            return None;
        };
        let (flags, swiss) = match flags.split_at_checked(2)? {
            (flags, "") => (flags, None),
            (flags, rounds) => (flags, Some(printed(rounds)?)),
        };
        let (third, drawn) = match flags {
            "tr" => (true, false),
            "td" => (true, true),
            "nr" => (false, false),
            "nd" => (false, true),
            _ => return None,
        };
        Some(Self {
            most: printed(most)?,
            games: printed(games)?,
            third,
            drawn,
            swiss,
        })
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let third = if self.third { "t" } else { "n" };
        let drawn = if self.drawn { "d" } else { "r" };
        write!(f, "{}.{}.{third}{drawn}", self.most, self.games)?;
        match self.swiss {
            Some(rounds) => write!(f, "{rounds}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_draft_fits_an_id_and_is_read_again() {
        for (third, drawn, swiss) in [
            (true, true, Some(9)),
            (true, false, None),
            (false, true, None),
            (false, false, Some(3)),
        ] {
            let own = Own {
                most: 128,
                games: 2,
                third,
                drawn,
                swiss,
            };
            let set = |draft| Press::Set {
                want: Want::Channel,
                draft,
            };
            draft::longest_fit(&own, [set, Press::Numbers, Press::Draft, Press::Create]);
        }
    }
}
