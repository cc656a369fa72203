//! The people of the tests, and the challenges that they make.

use std::collections::BTreeMap;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::matches::{
    Challenge, ChannelId, Command, Event, GuildId, Match, MatchId, MatchTerms, Place, Proposal,
    Refusal, RoleId, SeatChoice, Team, TeamName, UserId,
};
use anteroom::people::Moment;
use jiff::Timestamp;

pub const ANA: UserId = UserId(101);
pub const BEN: UserId = UserId(102);
pub const CID: UserId = UserId(103);

/// The moment at which every test begins.
pub const BEGIN: Moment = Moment(1_000_000_000_000);

/// Reads a moment: `2027-03-22T12:00:00Z`.
pub fn moment(text: &str) -> Moment {
    let at: Timestamp = text.parse().expect("a timestamp");
    Moment(at.as_millisecond())
}

/// Returns the id of the person with this name.
pub fn user(name: &str) -> UserId {
    match name {
        "ana" => ANA,
        "ben" => BEN,
        "cid" => CID,
        other => panic!("nobody is called {other}"),
    }
}

/// Ana challenges Ben, and has the first move.
pub fn challenge(game: &str, time: &str) -> Challenge {
    Challenge {
        place: Place {
            guild: Some(GuildId(1)),
            channel: ChannelId(10),
        },
        game: game.to_owned(),
        options: BTreeMap::new(),
        time: time.parse().unwrap(),
        challenger: ANA,
        team: None,
        invited: Some(BEN.into()),
        seat: SeatChoice::Seat(Seat::First),
        terms: MatchTerms {
            rated: true,
            ..MatchTerms::default()
        },
        days_off: None,
    }
}

/// Returns a team of those who join, or of those who have a role.
pub fn team(name: &str, role: Option<u64>) -> Team {
    Team {
        name: TeamName::of(name).expect("a name"),
        role: role.map(RoleId),
    }
}

/// Returns [`challenge`], settled.
pub fn proposal(game: &str, time: &str) -> Proposal {
    challenge(game, time).into_proposal(|| 0).unwrap()
}

/// Returns the match of [`challenge`].
pub fn proposed(game: &str, time: &str) -> Match {
    Match::proposed(MatchId(1), proposal(game, time), BEGIN).unwrap()
}

/// Returns the match of [`challenge`] after Ben has accepted it.
pub fn begun(game: &str, time: &str) -> Match {
    let mut played = proposed(game, time);
    must(&mut played, &Command::Accept { by: BEN }, BEGIN);
    played
}

/// Returns the command to play a turn on the latest board.
pub fn plays(by: UserId, text: &str) -> Command {
    Command::Play {
        by,
        text: text.to_owned(),
        board: None,
    }
}

/// Returns a request to take the last turn back: at once if it is unseen and at most this many seconds old.
pub fn takes_back(by: UserId, grace: u64) -> Command {
    let grace = Duration::from_secs(grace);
    Command::TakeBack { by, grace }
}

/// Decides and applies a command, and returns its events.
pub fn does(played: &mut Match, command: &Command, at: Moment) -> Result<Vec<Event>, Refusal> {
    let events = played.decide(command, at)?;
    for event in &events {
        played.apply(event).expect("it follows");
    }
    Ok(events)
}

/// Like [`does`], for a command that the match must accept.
#[track_caller]
pub fn must(played: &mut Match, command: &Command, at: Moment) -> Vec<Event> {
    does(played, command, at).unwrap_or_else(|refusal| panic!("{command:?}: {refusal:?}"))
}

/// The act by which Cid, as a moderator, annuls a match.
pub const ANNUL: Command = Command::Annul {
    by: CID,
    moderates: true,
};
