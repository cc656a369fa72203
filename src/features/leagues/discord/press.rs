//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString};

use crate::discord::ui::contests::draft::{self, Want};
use crate::discord::ui::custom_id::{Part, printed, words};
use crate::features::leagues::model::{ActId, GameId, Kind, Score, SeasonId};

/// The request of a pressed component or a sent form. A league is the number of its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    Show(u64),
    /// Show the league that was chosen in a menu.
    Choose,
    /// Show a person's games in all leagues of the server.
    All,
    Join(u64),
    /// Ask whether the person really leaves.
    AskLeave(u64),
    Leave(u64),
    /// Show all results of a division.
    Results {
        league: u64,
        season: SeasonId,
        /// The index of the division.
        division: u32,
    },
    /// Show the results of the season chosen in a menu.
    OfSeason(u64),
    /// Show the results of the division chosen in a menu.
    OfDivision {
        league: u64,
        season: SeasonId,
    },
    /// Show the organisers' page.
    Manage(u64),
    /// Start the next season at the moment chosen in a menu.
    Start(u64),
    /// Ask for the start of the next season, or set it.
    StartDay(u64),
    /// Show what can be done about the person chosen in a menu.
    Person(u64),
    /// Show what can be done about a person.
    PersonOf {
        league: u64,
        person: u64,
    },
    /// Ask the reason for forfeiting a person's unstarted games, or do it.
    Forfeit {
        league: u64,
        person: u64,
    },
    /// Ask the reason for putting the person chosen in a menu in another's place.
    Replace {
        league: u64,
        person: u64,
    },
    /// Put a newcomer in a person's place.
    ReplaceBy {
        league: u64,
        person: u64,
        newcomer: u64,
    },
    /// Ask how the game chosen in a menu ends.
    Game {
        league: u64,
        person: u64,
    },
    /// Ask the reason for a result, or set the result.
    Decide {
        league: u64,
        game: GameId,
        score: Score,
    },
    /// Ask when and why the season chosen in a menu ends.
    End(u64),
    /// End a season.
    EndOf {
        league: u64,
        season: SeasonId,
    },
    /// Ask the reason of an act on the whole league, or do it.
    Act {
        league: u64,
        act: Act,
    },
    /// Ask the reason for undoing the act chosen in a menu.
    Undo(u64),
    /// Undo an act.
    UndoOf {
        league: u64,
        act: ActId,
    },
    /// Show the page on which a league is set up.
    New,
    /// Show the page after a button has changed a setting of a new league.
    Draft(Draft),
    /// Change a setting of a new league that is chosen in a menu.
    Set {
        want: Want,
        draft: Draft,
    },
    /// Ask for the size and the clock of a new league, or set them.
    Numbers(Draft),
    /// Ask for the name of a new league, or create it.
    Create(Draft),
}

words! {
    Press;
    "league" => Show(league);
    "league-of" => Choose;
    "league-all" => All;
    "league-join" => Join(league);
    "league-leave" => AskLeave(league);
    "league-leave-yes" => Leave(league);
    "league-results" => Results { league, season, division };
    "league-season" => OfSeason(league);
    "league-division" => OfDivision { league, season };
    "league-manage" => Manage(league);
    "league-start" => Start(league);
    "league-day" => StartDay(league);
    "league-person" => Person(league);
    "league-person-of" => PersonOf { league, person by person };
    "league-forfeit" => Forfeit { league, person by person };
    "league-replace" => Replace { league, person by person };
    "league-replace-by" => ReplaceBy { league, person by person, newcomer by person };
    "league-game" => Game { league, person by person };
    "league-decide" => Decide { league, game, score };
    "league-end" => End(league);
    "league-end-of" => EndOf { league, season };
    "league-act" => Act { league, act };
    "league-undo" => Undo(league);
    "league-undo-of" => UndoOf { league, act };
    "league-new" => New;
    "league-draft" => Draft(draft);
    "league-set" => Set { want, draft };
    "league-numbers" => Numbers(draft);
    "league-create" => Create(draft);
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
}

impl Part for Act {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }
}

impl Part for Score {
    fn read(text: &str) -> Option<Self> {
        // No button asks for a game that does not count.
        printed(text).filter(|score| *score != Self::Void)
    }
}

/// The text form: `8.1.s`.
impl Part for Own {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let [size, legs, kind] = parts[..] else {
            return None;
        };
        Some(Self {
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
        write!(f, "{}.{}.{kind}", self.size, self.legs)
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
        };
        draft::longest_fit(&own, |draft| {
            let want = Want::Channel;
            let set = Press::Set {
                want,
                draft: draft.clone(),
            };
            let numbers = Press::Numbers(draft.clone());
            vec![
                set,
                numbers,
                Press::Draft(draft.clone()),
                Press::Create(draft),
            ]
        });
    }
}
