//! Advice of computers in matches with teams.

use anteroom::board::Seat;
use anteroom::features::study::NoAdvice;
use anteroom::kernel::Error;
use anteroom::matches::{Challenge, MatchTerms, SeatChoice};

use super::world::{Fixture, leave};
use crate::support::people::{BEN, challenge, team};

#[tokio::test]
async fn person_gets_no_hint_against_team() {
    let (_fixture, arbiter, _life) = Fixture::started().await;
    let given = Challenge {
        team: Some(team("Woodpushers", None)),
        seat: SeatChoice::Seat(Seat::Second),
        terms: MatchTerms::default(),
        ..challenge("connect-n", "3d")
    };
    let update = arbiter.propose(given).await.unwrap();
    let id = update.view.state.id();
    leave(update);
    leave(arbiter.accept(id, BEN).await.unwrap());
    let refused = |error: Error| error.denial::<NoAdvice>().copied();
    let hint = arbiter.hint(id, BEN).await.err().and_then(refused);
    assert_eq!(hint, Some(NoAdvice::Team(id)));
    let asked = arbiter.ask_for_hints(id, BEN).await.err().and_then(refused);
    assert_eq!(asked, Some(NoAdvice::Team(id)));
}
