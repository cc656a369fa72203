//! The people of the tests, and the challenges that they make.

use std::collections::BTreeMap;

use anteroom::board::Seat;
use anteroom::matches::{
    Challenge, ChannelId, GuildId, Match, MatchId, Place, Proposal, SeatChoice, Terms, UserId,
};
use anteroom::people::Moment;

pub const ANA: UserId = UserId(101);
pub const BEN: UserId = UserId(102);
pub const CID: UserId = UserId(103);

/// The moment at which every test begins.
pub const BEGIN: Moment = Moment(1_000_000_000_000);

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
        invited: Some(BEN.into()),
        seat: SeatChoice::Seat(Seat::First),
        terms: Terms::default(),
        exhibition: None,
        days_off: None,
        rated: true,
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
