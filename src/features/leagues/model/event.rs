//! What happened in a league. Events are kept for ever, so their names and fields stay as they are.

use crate::contests::DepartureReason;
use serde::{Deserialize, Serialize};

use super::rules::Rules;
use crate::contests::{ActId, GameId, RequestEvent};
use crate::contests::{GameEnd, How, Score};
use crate::features::leagues::press::ids::SeasonId;
use crate::matches::{JournalId, MatchId, UserId};
use crate::people::Moment;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The league was set up. Always the first event.
    Created { by: UserId, rules: Rules },
    /// A person takes part from the next season on, or waits for a quick division.
    Joined { user: UserId },
    /// A person who was not playing takes part no longer.
    Left { user: UserId },
    /// A person asks to be let in, or has an answer: tell them.
    Request(RequestEvent),
    /// The next season has its day.
    StartSet { starts: Moment },
    /// People can prepare for a season: announce its day.
    SeasonOpened { season: SeasonId, starts: Moment },
    /// Too few people took part on the day of the start: announce it.
    StartMissed,
    /// A season begins: announce it.
    SeasonBegan {
        season: SeasonId,
        /// Its last moment.
        ends: Moment,
        /// The highest division first.
        divisions: Vec<Lineup>,
    },
    /// The match of a game was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a game has ended.
    GameEnded {
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    },
    /// A person is out: tell them and the others why.
    Out {
        user: UserId,
        why: DepartureReason,
        /// What happens to their games, for each season that they were playing in.
        fates: Vec<(SeasonId, Fate)>,
    },
    /// A person has moved in no game, and will be replaced by somebody who waits: tell them.
    Warned { season: SeasonId, user: UserId },
    /// A season ends in two days at most: remind its people.
    SeasonEnding {
        season: SeasonId,
        /// The number of games that are not over.
        games: u32,
        /// The people to notify: those who are to move in these games.
        to_move: Vec<UserId>,
    },
    /// A season's last moment has come: its running matches are adjudicated.
    SeasonClosing { season: SeasonId },
    /// A season is over: announce its champion, and who goes up and down.
    SeasonOver {
        season: SeasonId,
        /// The people of each division in the order of their places, people who are out last.
        places: Vec<Vec<UserId>>,
        /// The first of the highest division: the champion, unless there are play-offs.
        champion: Option<UserId>,
        promoted: Vec<UserId>,
        relegated: Vec<UserId>,
        /// How many people play in play-offs, which decide the champion; 0 if the table does.
        #[serde(default, skip_serializing_if = "super::rules::is_zero")]
        play_offs: u32,
    },
    /// From the next season on, play-offs of this many people decide the champion, or the table: announce it.
    PlayOffsSet { by: UserId, size: u32 },
    /// The knock-out of a season was written. It is announced in its own journal.
    PlayOffsBegan {
        season: SeasonId,
        journal: JournalId,
    },
    /// The knock-out of a season is over, or too few people were left for it: announce the champion. Without a winner, this
    /// is the first of the table.
    PlayOffsOver {
        season: SeasonId,
        winner: Option<UserId>,
    },
    /// An organiser did something that everybody reads, or a person who waits has another's place.
    Acted {
        act: ActId,
        /// The organiser; `None` if the bot did it by itself, without a reason of its own.
        by: Option<UserId>,
        reason: String,
        #[serde(rename = "deed")]
        action: OrganiserAct,
    },
    /// An act was undone.
    Undone {
        act: ActId,
        by: UserId,
        reason: String,
    },
    /// These games have the results that the departure of one of their people gives them. Follows `Undone`.
    Settled { games: Vec<Settled> },
    /// A person who was not playing was banned from the matches of the server. They take part no longer.
    KeptOut { user: UserId },
    /// A banned person was let in again while their season was being played, or an act was undone that had put them out.
    LetIn {
        user: UserId,
        /// Whether they take part again in the next season, or wait again for a quick division.
        member: bool,
        /// The seasons in which they have their place back.
        seasons: Vec<SeasonId>,
        /// Their games that go on.
        resumed: Vec<GameId>,
        /// Their games whose other person is out too.
        settled: Vec<Settled>,
    },
    /// These people have none of the roles that are needed, and take part no longer: tell them.
    WithoutRole { users: Vec<UserId> },
    /// No further season begins.
    Closed { by: UserId, reason: String },
}

/// The result that a departure gives a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    pub game: GameId,
    pub score: Score,
    pub fate: Fate,
}

/// The people of a division when it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lineup {
    /// In the order of their seeds.
    pub people: Vec<UserId>,
    /// The lot of each, from 1. The lower one is ahead.
    pub lots: Vec<u32>,
}

/// What becomes of the games of a person who is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// All their games count for nothing.
    Annulled,
    /// The opponents win the games that are not over.
    Forfeited,
}

/// What an organiser can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrganiserAct {
    /// Nothing begins and nothing ends by itself until the act is undone.
    Pause,
    /// The opponents win these games, in which the person has not moved although it was their turn.
    Forfeit { user: UserId, games: Vec<GameId> },
    /// A newcomer takes the place of a person who has not moved.
    Replace {
        season: SeasonId,
        user: UserId,
        newcomer: UserId,
    },
    /// A game has a result.
    Adjudicate { game: GameId, score: Score },
    /// A person plays the next season in another division, given by its index.
    Place {
        season: SeasonId,
        user: UserId,
        division: u32,
    },
    /// A season ends earlier.
    EndSeason {
        season: SeasonId,
        /// The new last moment.
        ends: Moment,
    },
}

impl OrganiserAct {
    /// Returns the games that the act decides.
    pub(super) fn games(&self) -> &[GameId] {
        match self {
            OrganiserAct::Forfeit { games, .. } => games,
            OrganiserAct::Adjudicate { game, .. } => std::slice::from_ref(game),
            OrganiserAct::Pause
            | OrganiserAct::Replace { .. }
            | OrganiserAct::Place { .. }
            | OrganiserAct::EndSeason { .. } => &[],
        }
    }

    /// Returns what the ends of these games say.
    pub(super) const fn how(&self) -> Option<How> {
        match self {
            OrganiserAct::Forfeit { .. } => Some(How::Forfeit),
            OrganiserAct::Adjudicate { .. } => Some(How::Organiser),
            OrganiserAct::Pause
            | OrganiserAct::Replace { .. }
            | OrganiserAct::Place { .. }
            | OrganiserAct::EndSeason { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_kept_under_stable_names() {
        let (user, newcomer) = (UserId(7), UserId(u64::MAX));
        let reason = || String::from("because");
        let acted = |action| Event::Acted {
            act: 1,
            by: Some(user),
            reason: reason(),
            action,
        };
        let replace = OrganiserAct::Replace {
            season: 1,
            user,
            newcomer,
        };
        let end = GameEnd {
            last_moves: [Some(Moment(5)), None],
            ..GameEnd::unplayed(Score::Void, crate::contests::How::SeasonOver)
        };
        let kept = [
            (Event::Joined { user }, r#"{"joined":{"user":"@7"}}"#),
            (
                Event::Request(RequestEvent::Asked { user }),
                r#"{"request":{"asked":{"user":"@7"}}}"#,
            ),
            (Event::StartMissed, r#""start-missed""#),
            (Event::KeptOut { user }, r#"{"kept-out":{"user":"@7"}}"#),
            (
                Event::LetIn {
                    user,
                    member: true,
                    seasons: vec![1],
                    resumed: vec![2],
                    settled: vec![Settled {
                        game: 3,
                        score: Score::First,
                        fate: Fate::Forfeited,
                    }],
                },
                r#"{"let-in":{"user":"@7","member":true,"seasons":[1],"resumed":[2],"settled":[{"game":3,"score":"first","fate":"forfeited"}]}}"#,
            ),
            (
                Event::SeasonOpened {
                    season: 2,
                    starts: Moment(9),
                },
                r#"{"season-opened":{"season":2,"starts":9}}"#,
            ),
            (
                Event::SeasonOver {
                    season: 2,
                    places: vec![vec![user]],
                    champion: Some(user),
                    promoted: Vec::new(),
                    relegated: Vec::new(),
                    play_offs: 0,
                },
                r#"{"season-over":{"season":2,"places":[["@7"]],"champion":"@7","promoted":[],"relegated":[]}}"#,
            ),
            (
                Event::SeasonOver {
                    season: 2,
                    places: Vec::new(),
                    champion: Some(user),
                    promoted: Vec::new(),
                    relegated: Vec::new(),
                    play_offs: 4,
                },
                r#"{"season-over":{"season":2,"places":[],"champion":"@7","promoted":[],"relegated":[],"play_offs":4}}"#,
            ),
            (
                Event::PlayOffsSet { by: user, size: 8 },
                r#"{"play-offs-set":{"by":"@7","size":8}}"#,
            ),
            (
                Event::PlayOffsBegan {
                    season: 2,
                    journal: JournalId(5),
                },
                r#"{"play-offs-began":{"season":2,"journal":5}}"#,
            ),
            (
                Event::PlayOffsOver {
                    season: 2,
                    winner: Some(user),
                },
                r#"{"play-offs-over":{"season":2,"winner":"@7"}}"#,
            ),
            (
                Event::GameBegan {
                    game: 3,
                    match_id: MatchId(4),
                },
                r#"{"game-began":{"game":3,"match_id":4}}"#,
            ),
            (
                Event::GameEnded {
                    game: 3,
                    match_id: MatchId(4),
                    end,
                },
                r#"{"game-ended":{"game":3,"match_id":4,"end":{"score":"void","how":"season-over","thinking":[0,0],"last_moves":[5,null]}}}"#,
            ),
            (
                Event::Out {
                    user,
                    why: DepartureReason::LeftServer,
                    fates: vec![(1, Fate::Annulled)],
                },
                r#"{"out":{"user":"@7","why":"left-server","fates":[[1,"annulled"]]}}"#,
            ),
            (
                Event::Warned { season: 2, user },
                r#"{"warned":{"season":2,"user":"@7"}}"#,
            ),
            (
                acted(OrganiserAct::Pause),
                r#"{"acted":{"act":1,"by":"@7","reason":"because","deed":"pause"}}"#,
            ),
            (
                acted(replace),
                r#"{"acted":{"act":1,"by":"@7","reason":"because","deed":{"replace":{"season":1,"user":"@7","newcomer":"@18446744073709551615"}}}}"#,
            ),
        ];
        for (event, json) in kept {
            assert_eq!(serde_json::to_string(&event).expect("JSON"), json);
            assert_eq!(
                serde_json::from_str::<Event>(json).expect("an event"),
                event
            );
        }
    }
}
