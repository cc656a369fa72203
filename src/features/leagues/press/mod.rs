//! The requests of this feature's buttons, menus and forms.

pub(crate) mod ids;
pub(crate) mod kind;

use std::fmt;

use strum::{Display, EnumString};

use crate::contests::{ActId, GameId, Score};
use crate::discord::ui::custom_id::draft::{self, Want};
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::custom_id::{Part, printed, printed_parts, words};
use crate::matches::{JournalId, UserId};
use ids::SeasonId;
use kind::Kind;

words! {
    /// The request of a pressed component or a sent form. A league is the number of its journal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        "league" => Show(league: JournalId);
        /// Show the league that was chosen in a menu.
        "league-of" => Choose;
        /// Show a person's games in all leagues of the server.
        "league-all" => All;
        /// Show a person's running games in a league.
        "league-games" => Games(league: JournalId);
        "league-join" => Join(league: JournalId);
        /// Ask whether the person really leaves.
        "league-leave" => AskLeave(league: JournalId);
        "league-leave-yes" => Leave(league: JournalId);
        /// Show all results of a division, by its index.
        "league-results" => Results { league: JournalId, season: SeasonId, division: u32 };
        /// Show the results of the season chosen in a menu.
        "league-season" => OfSeason(league: JournalId);
        /// Show the results of the division chosen in a menu.
        "league-division" => OfDivision { league: JournalId, season: SeasonId };
        /// Show the organisers' page.
        "league-manage" => Manage(league: JournalId);
        /// Show or change who may join.
        "league-entry" => Entry { league: JournalId, act: EntryAct };
        /// Show the page on which the play-offs are chosen.
        "league-play-offs" => PlayOffs(league: JournalId);
        /// Choose how many people play in the play-offs from the next season on.
        "league-play-offs-of" => SetPlayOffs { league: JournalId, size: u32 };
        /// Start the next season at the moment chosen in a menu.
        "league-start" => Start(league: JournalId);
        /// Ask for the start of the next season, or set it.
        "league-day" => StartDay(league: JournalId);
        /// Show what can be done about the person chosen in a menu.
        "league-person" => Person(league: JournalId);
        /// Show what can be done about a person.
        "league-person-of" => PersonOf { league: JournalId, person: UserId };
        /// Ask the reason for forfeiting a person's unstarted games, or do it.
        "league-forfeit" => Forfeit { league: JournalId, person: UserId };
        /// Ask the reason for putting the person chosen in a menu in another's place.
        "league-replace" => Replace { league: JournalId, person: UserId };
        /// Put a newcomer in a person's place.
        "league-replace-by" => ReplaceBy {
            league: JournalId, person: UserId, newcomer: UserId
        };
        /// Ask the reason for moving a person to the division chosen in a menu.
        "league-place" => Place { league: JournalId, person: UserId };
        /// Move a person to a division of the next season, by its index.
        "league-place-in" => PlaceIn { league: JournalId, person: UserId, division: u32 };
        /// Ask how the game chosen in a menu ends.
        "league-game" => Game { league: JournalId, person: UserId };
        /// Ask the reason for a result, or set the result.
        "league-decide" => Decide { league: JournalId, game: GameId, score: Score };
        /// Ask when and why the season chosen in a menu ends.
        "league-end" => End(league: JournalId);
        /// End a season.
        "league-end-of" => EndOf { league: JournalId, season: SeasonId };
        /// Ask the reason of an act on the whole league, or do it.
        "league-act" => Act { league: JournalId, act: Act };
        /// Ask the reason for undoing the act chosen in a menu.
        "league-undo" => Undo(league: JournalId);
        /// Undo an act.
        "league-undo-of" => UndoOf { league: JournalId, act: ActId };
        /// Show the page on which a league is set up.
        "league-new" => New;
        /// Show the page after a button has changed a setting of a new league.
        "league-draft" => Draft(draft: Draft);
        /// Change a setting of a new league that is chosen in a menu.
        "league-set" => Set { want: Want, draft: Draft };
        /// Ask for the size and the clock of a new league, or set them.
        "league-numbers" => Numbers(draft: Draft);
        /// Ask for the name of a new league, or create it.
        "league-create" => Create(draft: Draft);
    }
}

/// What an organiser does to a whole league.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Act {
    Pause,
    Close,
}

/// What an organiser has chosen for a new league.
pub type Draft = draft::Draft<Own>;

/// The settings of a [`Draft`] that only leagues have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    pub size: u32,
    pub legs: u32,
    pub kind: Kind,
    /// How many people a season waits for.
    pub least: u32,
    /// How many people play in play-offs; 0 for none.
    pub play_offs: u32,
}

/// Returns how many people a season usually waits for: half a division, at least 4.
pub fn usual_least(size: u32) -> u32 {
    size.div_ceil(2).max(4)
}

printed_parts!(Act);

impl Part for Score {
    fn read(text: &str) -> Option<Self> {
        // No button asks for a game that does not count.
        printed(text).filter(|score| *score != Self::Void)
    }
}

/// The text form: `8.1.s.4.0`. Ids of older messages have no last parts.
impl Part for Own {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let (size, legs, kind, more) = match parts[..] {
            [size, legs, kind, ref more @ ..] => (size, legs, kind, more),
            _ => return None,
        };
        let (least, play_offs) = match *more {
            [] => (usual_least(printed(size)?), 0),
            [least] => (printed(least)?, 0),
            [least, play_offs] => (printed(least)?, printed(play_offs)?),
            _ => return None,
        };
        Some(Self {
            least,
            play_offs,
            size: printed(size)?,
            legs: printed(legs)?,
            kind: match kind {
                "s" => Kind::Seasonal,
                "q" => Kind::Quick,
                _ => return None,
            },
        })
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Seasonal => "s",
            Kind::Quick => "q",
        };
        let Self {
            size,
            legs,
            least,
            play_offs,
            ..
        } = self;
        write!(f, "{size}.{legs}.{kind}.{least}.{play_offs}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_draft_fits_an_id_and_is_read_again() {
        let own = Own {
            size: 10,
            legs: 2,
            kind: Kind::Quick,
            least: 100,
            play_offs: 8,
        };
        let older = Own {
            play_offs: 0,
            ..own.clone()
        };
        assert_eq!(Own::read("10.2.q.100"), Some(older.clone()));
        let oldest = Own { least: 5, ..older };
        assert_eq!(Own::read("10.2.q"), Some(oldest));
        let set = |draft| Press::Set {
            want: Want::Channel,
            draft,
        };
        draft::longest_fit(&own, [set, Press::Numbers, Press::Draft, Press::Create]);
    }
}
