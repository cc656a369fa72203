//! What a tournament is set up with.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

use super::refusal::Refusal;
use super::rounds::SWISS_PEOPLE;
use crate::contests::knock_out::{round_days, usual_games};
use crate::contests::swiss::rounds_allowed;
use crate::features::leagues::model as leagues;
use crate::features::leagues::press::ids::SeasonId;
use crate::games::{self, Values};
use crate::matches::{ContestName, JournalId, TimeControl, stored_options};

/// How many people a tournament can have.
pub const PEOPLE: RangeInclusive<u32> = 4..=128;

/// What stays the same for the whole life of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub name: ContestName,
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
    #[serde(with = "stored_options")]
    pub options: Values,
    pub clock: TimeControl,
    /// The games of a pairing, which are played at once: one, or two with sides changed.
    pub games: u32,
    /// Whether the losers of the semi-finals play for third place.
    pub third: bool,
    pub seeding: Seeding,
    /// The most people who play. More can wait.
    pub most: u32,
    /// The days of a round.
    pub days: u32,
    /// The rounds of a tournament by the Swiss system; `None`: it is a knock-out. If fewer people come than these rounds
    /// need, there are as many rounds as they allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swiss: Option<u32>,
    /// The season of a league whose champion the winner is; `None` if it is no play-offs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_offs: Option<PlayOffs>,
}

/// A season whose champion is decided by a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayOffs {
    pub league: JournalId,
    pub season: SeasonId,
}

/// Where the seeds come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Display, EnumString)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Seeding {
    /// By rating; those whose rating is uncertain come last, in an order that is drawn.
    Rated,
    Drawn,
    /// By the places in the table of a league.
    Table,
}

impl Rules {
    /// Returns the rules of a season's play-offs, which have the game and the clock of the league.
    ///
    /// The number tells several tournaments of one name apart; the first one does not show it.
    pub fn of_play_offs(
        (league, of): (JournalId, &leagues::Rules),
        season: SeasonId,
        (people, number): (usize, u32),
    ) -> Self {
        let game = games::find(&of.game);
        let turns = game.map(|game| (game.card.typical_turns)(&of.options));
        Self {
            name: of.name.followed_by(&match number {
                1 => format!(", Play-offs {season}"),
                number => format!(", Play-offs {season} ({number})"),
            }),
            game: of.game.clone(),
            options: of.options.clone(),
            clock: of.clock,
            games: game.map_or(2, |game| usual_games(game, &of.options)),
            third: false,
            seeding: Seeding::Table,
            most: u32::try_from(people).unwrap_or(u32::MAX),
            days: turns.map_or(of.days, |turns| round_days(of.clock, turns.div_ceil(2))),
            swiss: None,
            play_offs: Some(PlayOffs { league, season }),
        }
    }

    /// Checks the numbers.
    pub fn check(&self) -> Result<(), Refusal> {
        if !PEOPLE.contains(&self.most) {
            return Err(Refusal::Most(self.most));
        }
        if !(1..=2).contains(&self.games) {
            return Err(Refusal::Games(self.games));
        }
        if let Some(rounds) = self.swiss {
            check_rounds(self.most, rounds)?;
            if self.games != 1 {
                return Err(Refusal::Games(self.games));
            }
        }
        Ok(())
    }
}

/// Checks the number of rounds of a Swiss tournament with at most `most` people.
pub fn check_rounds(most: u32, rounds: u32) -> Result<(), Refusal> {
    if most < SWISS_PEOPLE {
        return Err(Refusal::SwissMost(most));
    }
    let allowed = rounds_allowed(most);
    match allowed.contains(&rounds) {
        true => Ok(()),
        false => Err(Refusal::Rounds {
            rounds,
            most: *allowed.end(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_kept_as_plain_json_and_numbers_out_of_range_are_refused() {
        let rules = Rules {
            name: ContestName::new("Autumn Cup").expect("a name"),
            game: String::from("a-game"),
            options: Values::default(),
            clock: "5d+12h".parse().expect("a clock"),
            games: 2,
            third: true,
            seeding: Seeding::Rated,
            most: 16,
            days: 42,
            swiss: None,
            play_offs: None,
        };
        let json = serde_json::to_string(&rules).expect("JSON");
        assert_eq!(
            json,
            r#"{"name":"Autumn Cup","game":"a-game","options":{},"clock":"5d+12h","games":2,"third":true,"seeding":"rated","most":16,"days":42}"#
        );
        assert_eq!(serde_json::from_str::<Rules>(&json).expect("rules"), rules);
        assert_eq!(rules.check(), Ok(()));
        for most in [0, 3, 129] {
            let refused = Rules {
                most,
                ..rules.clone()
            };
            assert_eq!(refused.check(), Err(Refusal::Most(most)));
        }
        for games in [0, 3] {
            let refused = Rules {
                games,
                ..rules.clone()
            };
            assert_eq!(refused.check(), Err(Refusal::Games(games)));
        }
        let swiss = Rules {
            games: 1,
            third: false,
            swiss: Some(5),
            ..rules
        };
        let json = serde_json::to_string(&swiss).expect("JSON");
        assert!(json.ends_with(r#""days":42,"swiss":5}"#), "{json}");
        assert_eq!(serde_json::from_str::<Rules>(&json).expect("rules"), swiss);
        assert_eq!(swiss.check(), Ok(()));
        let with = |most, rounds, games| {
            let rules = Rules {
                most,
                swiss: Some(rounds),
                games,
                ..swiss.clone()
            };
            rules.check()
        };
        assert_eq!(with(6, 3, 1), Err(Refusal::SwissMost(6)));
        assert_eq!(with(7, 4, 1), Ok(()));
        let (rounds, most) = (5, 4);
        assert_eq!(with(7, 5, 1), Err(Refusal::Rounds { rounds, most }));
        let (rounds, most) = (2, 9);
        assert_eq!(with(128, 2, 1), Err(Refusal::Rounds { rounds, most }));
        assert_eq!(with(128, 9, 2), Err(Refusal::Games(2)));
    }
}
