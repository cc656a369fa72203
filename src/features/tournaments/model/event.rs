//! What happened in a tournament. Events are kept for ever, so their names and fields stay as they are.

use serde::{Deserialize, Serialize};

use super::pairing::PairingId;
use super::rules::Rules;
use crate::contests::DepartureReason;
use crate::contests::{ActId, GameEnd, GameId, RequestEvent};
use crate::matches::{MatchId, UserId};
use crate::people::Moment;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The tournament was set up. Always the first event.
    Created { by: UserId, rules: Rules },
    /// A person takes part, or waits for a place.
    Joined { user: UserId },
    /// A person who was not playing takes part or waits no longer.
    Left { user: UserId },
    /// These people have none of the roles that are needed, and do not play: tell them.
    WithoutRole { users: Vec<UserId> },
    /// A person asks to be let in, or has an answer: tell them.
    Request(RequestEvent),
    /// The tournament has its start: announce it.
    StartSet { starts: Moment },
    /// Too few people took part at the start: announce it.
    StartMissed,
    /// The tournament begins: announce it.
    Began {
        /// The people in the order of their seeds.
        seeds: Vec<UserId>,
        /// The lot of each of them in a Swiss tournament, the last tie-break: the lower one is better.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lots: Vec<u32>,
    },
    /// A person who was waiting takes part from the second round of a Swiss tournament on.
    Entered { user: UserId },
    /// A round of a Swiss tournament is drawn, and its first pairings begin: announce it. The others are opened by events of
    /// their own.
    Paired {
        /// The round, from 1.
        round: u32,
        /// The seeds of the people who meet, from 0: first the one with the first move.
        pairs: Vec<[u32; 2]>,
        /// The seed of the person without an opponent.
        bye: Option<u32>,
        /// Whether people meet again, as no round without that was left.
        repeats: bool,
    },
    /// Both people of these pairings are known, and their games begin: announce it.
    Opened { pairings: Vec<PairingId> },
    /// The match of a game was written.
    GameBegan { game: GameId, match_id: MatchId },
    /// The match of a game has ended.
    GameEnded {
        game: GameId,
        match_id: MatchId,
        end: GameEnd,
    },
    /// Who makes the first turn of a deciding game is known.
    SideChosen {
        pairing: PairingId,
        /// Whether the better seed does.
        first: bool,
        /// Whether the better seed chose; otherwise their time was up.
        chosen: bool,
    },
    /// People are out: tell the others why.
    Out {
        users: Vec<UserId>,
        why: DepartureReason,
    },
    /// A person has moved in no game, and will be replaced by somebody who waits: tell them.
    Warned { user: UserId },
    /// The last moment of a round comes in two days at most: remind its people.
    RoundEnding {
        round: u32,
        /// The number of games that are not over.
        games: u32,
        /// The people to notify: those who are to move in these games.
        to_move: Vec<UserId>,
    },
    /// The last moment of a round has come: its running matches are adjudicated.
    RoundClosing { round: u32 },
    /// The tournament is over: announce its winner.
    Over { champion: Option<UserId> },
    /// An organiser did something that everybody reads, or a person who waits has another's place.
    Acted {
        act: ActId,
        /// The organiser; `None` if the bot did it by itself, without a reason of its own.
        by: Option<UserId>,
        reason: String,
        action: OrganiserAct,
    },
    /// An act was undone.
    Undone {
        act: ActId,
        by: UserId,
        reason: String,
    },
    /// The organiser ended the tournament without a winner.
    Closed { by: UserId, reason: String },
}

/// What an organiser can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrganiserAct {
    /// Nothing begins and nothing ends by itself until the act is undone.
    Pause,
    /// A pairing is decided for a person, or against both.
    Decide {
        pairing: PairingId,
        winner: Option<UserId>,
    },
    /// A person is out.
    Exclude { user: UserId },
    /// A newcomer takes the place of a person who has not moved.
    Replace { user: UserId, newcomer: UserId },
}

/// Why a person is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By themselves, or because they are gone.
    Departure(DepartureReason),
    /// By this act of an organiser.
    Act(ActId),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::{How, Score};

    #[test]
    fn events_are_kept_under_stable_names() {
        let user = UserId(7);
        let end = GameEnd::unplayed(Score::First, How::RoundOver);
        let kept = [
            (
                Event::Began {
                    seeds: vec![user],
                    lots: Vec::new(),
                },
                r#"{"began":{"seeds":["@7"]}}"#,
            ),
            (
                Event::Began {
                    seeds: vec![user, UserId(8)],
                    lots: vec![2, 1],
                },
                r#"{"began":{"seeds":["@7","@8"],"lots":[2,1]}}"#,
            ),
            (Event::Entered { user }, r#"{"entered":{"user":"@7"}}"#),
            (
                Event::Paired {
                    round: 2,
                    pairs: vec![[0, 4], [5, 1]],
                    bye: Some(6),
                    repeats: false,
                },
                r#"{"paired":{"round":2,"pairs":[[0,4],[5,1]],"bye":6,"repeats":false}}"#,
            ),
            (
                Event::Opened {
                    pairings: vec![1, 2],
                },
                r#"{"opened":{"pairings":[1,2]}}"#,
            ),
            (
                Event::GameEnded {
                    game: 4,
                    match_id: MatchId(9),
                    end,
                },
                r#"{"game-ended":{"game":4,"match_id":9,"end":{"score":"first","how":"round-over","thinking":[0,0],"last_moves":[null,null]}}}"#,
            ),
            (
                Event::SideChosen {
                    pairing: 3,
                    first: true,
                    chosen: false,
                },
                r#"{"side-chosen":{"pairing":3,"first":true,"chosen":false}}"#,
            ),
            (
                Event::Out {
                    users: vec![user],
                    why: DepartureReason::Silent,
                },
                r#"{"out":{"users":["@7"],"why":"silent"}}"#,
            ),
            (
                Event::Request(RequestEvent::Asked { user }),
                r#"{"request":{"asked":{"user":"@7"}}}"#,
            ),
            (Event::Warned { user }, r#"{"warned":{"user":"@7"}}"#),
            (Event::StartMissed, r#""start-missed""#),
            (
                Event::Over {
                    champion: Some(user),
                },
                r#"{"over":{"champion":"@7"}}"#,
            ),
            (
                Event::Acted {
                    act: 1,
                    by: Some(user),
                    reason: String::from("because"),
                    action: OrganiserAct::Decide {
                        pairing: 2,
                        winner: None,
                    },
                },
                r#"{"acted":{"act":1,"by":"@7","reason":"because","action":{"decide":{"pairing":2,"winner":null}}}}"#,
            ),
        ];
        for (event, json) in kept {
            assert_eq!(serde_json::to_string(&event).expect("JSON"), json);
            let read: Event = serde_json::from_str(json).expect("an event");
            assert_eq!(read, event);
        }
    }
}
