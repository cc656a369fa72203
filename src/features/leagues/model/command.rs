//! What people and the bot ask of a league.

use std::collections::BTreeMap;

use crate::contests::DepartureReason;
use crate::contests::{ActId, GameId, RequestCommand, Unmoved};
use crate::contests::{GameEnd, Score};
use crate::features::leagues::press::ids::SeasonId;
use crate::matches::{JournalId, MatchId, UserId};
use crate::people::{Moment, Zone};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes part from the next season on, or waits for a quick division.
    Join { user: UserId },
    /// Takes part no longer.
    Leave { user: UserId },
    /// Asks to be let in, or answers somebody who asks.
    Request(RequestCommand),
    /// A person has left the server, was banned or had their data deleted.
    Gone { user: UserId, why: DepartureReason },
    /// These people have none of the roles that are needed, and do not play.
    WithoutRole { users: Vec<UserId> },
    /// A person who was banned may play in the server again.
    LetIn { user: UserId },
    /// Sets the day of the next season.
    SetStart { starts: Moment },
    /// The match of a game was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a game has ended.
    GameEnded {
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    },
    /// Does everything that is due.
    Due(Facts),
    /// An organiser's act.
    Act {
        by: UserId,
        reason: String,
        request: OrganiserRequest,
    },
    /// Undoes an act.
    Undo {
        by: UserId,
        act: ActId,
        reason: String,
        /// The running games in which the newcomer has not moved; needed to undo a replacement. The database knows them.
        unmoved: Vec<GameId>,
    },
    /// Changes how many people play in play-offs from the next season on; 0 for none.
    SetPlayOffs { by: UserId, size: u32 },
    /// The knock-out of a season was written.
    PlayOffsBegan {
        season: SeasonId,
        journal: JournalId,
    },
    /// The knock-out of a season is over, or too few people are left for it.
    PlayOffsOver {
        season: SeasonId,
        winner: Option<UserId>,
    },
    /// Lets no further season begin.
    Close { by: UserId, reason: String },
}

/// What only the caller knows, and what a start needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Ratings in the league's game.
    pub ratings: BTreeMap<UserId, i32>,
    /// The league games that people have running in other leagues.
    pub elsewhere: BTreeMap<UserId, u32>,
    /// The people who have moved in no game, by season. Only needed while somebody waits for a place.
    pub unmoved: BTreeMap<SeasonId, Vec<Unmoved>>,
    /// The people who are to move in games of the league, and want to be reminded.
    pub to_move: BTreeMap<UserId, Vec<GameId>>,
    /// Where the lots come from.
    pub seed: u64,
    /// The organiser's time zone: seasons start at the time of day of the first one.
    pub zone: Zone,
}

/// What an organiser asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrganiserRequest {
    /// Stops all that would begin or end by itself.
    Pause,
    /// Forfeits all games in which a person has not moved in 24 hours.
    Forfeit {
        user: UserId,
        /// The games in which it has been their turn for 24 hours of their time, without a move of theirs. The database knows
        /// them.
        waiting: Vec<GameId>,
    },
    /// Puts a newcomer in a person's place.
    Replace {
        user: UserId,
        newcomer: UserId,
        /// The running games in which the person has not moved. The database knows them.
        unmoved: Vec<GameId>,
    },
    /// Gives a game a result.
    Adjudicate { game: GameId, score: Score },
    /// Puts a person into another division of the next season, given by its index.
    Place { user: UserId, division: u32 },
    /// Ends a season at a moment: at once, or later so that the act can be undone until then.
    EndSeason { season: SeasonId, ends: Moment },
}
