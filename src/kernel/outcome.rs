//! The outcome of a command.

use super::error::{Error, Result};
use crate::matches::{Command, Event, Match};
use crate::people::Moment;

/// Decides a command and returns its events and the match after them.
/// An event that does not fit the match is an error too.
pub(crate) fn outcome(
    state: &Match,
    command: &Command,
    now: Moment,
) -> Result<(Match, Vec<Event>)> {
    let events = state.decide(command, now)?;
    Ok((folded(state, &events)?, events))
}

/// Returns the match after decided events. If an event does not fit, refuses the command so that the match goes on.
fn folded(state: &Match, events: &[Event]) -> Result<Match> {
    let mut after = state.clone();
    match events.iter().try_for_each(|event| after.apply(event)) {
        Ok(()) => Ok(after),
        Err(error) => {
            tracing::error!(match_id = %state.id(), %error, "refusing a command: what was decided does not fit the match");
            debug_assert!(false, "what decide gives, apply takes: {error}");
            Err(Error::Unfit(state.id()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Seat;
    use crate::matches::{Challenge, ChannelId, Fact, MatchId, Place, TimeControl, UserId};

    #[test]
    #[cfg_attr(
        debug_assertions,
        should_panic(expected = "what decide gives, apply takes")
    )]
    fn events_that_do_not_fit_are_refused_and_leave_the_match_as_it_was() {
        let place = Place {
            guild: None,
            channel: ChannelId(1),
        };
        let challenge = Challenge::new(place, "connect-n", TimeControl::default(), UserId(1));
        let proposal = challenge.into_proposal(|| 0).expect("a challenge");
        let state = Match::proposed(MatchId(7), proposal, Moment(0)).expect("a match");
        let resigned = Event {
            at: Moment(0),
            fact: Fact::Resigned { seat: Seat::First },
        };
        let refused = folded(&state, &[resigned]).err();
        assert!(matches!(refused, Some(Error::Unfit(MatchId(7)))));
        assert_eq!(state.seq(), 1);
    }
}
