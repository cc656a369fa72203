//! Records of matches with teams.

use anteroom::board::Seat;
use anteroom::features::records;
use anteroom::features::records::Format;
use anteroom::features::records::formats::Source;
use anteroom::matches::{
    Ballot, Command, Event, Fact, Level, Match, MatchId, MatchTerms, ModeratorAsks, Player,
    Proposal, Proposed, TeamAct,
};
use strum::VariantArray;

use crate::support::messages::check_text;
use crate::support::people::{BEGIN, BEN, CID, plays, proposal, team};

/// A finished match of the Woodpushers against this player.
fn played(name: &str, role: Option<u64>, against: Player) -> (Match, Vec<Event>) {
    let given = Proposal {
        team: Some(team(name, role)),
        invited: Some(against),
        terms: MatchTerms::default(),
        ..proposal("connect-n", "3d")
    };
    let mut events = given.events(BEGIN);
    let mut played = Match::replay(MatchId(12), events.clone()).unwrap();
    let mut does = |command: &Command| {
        let Ok(decided) = played.decide(command, BEGIN) else {
            return;
        };
        for event in decided {
            played.apply(&event).unwrap();
            events.push(event);
        }
    };
    does(&Command::Accept { by: BEN });
    for (board, text) in [(0, "d"), (2, "e")] {
        let votes = |text: &str, votes| Proposed {
            text: text.to_owned(),
            votes,
        };
        let act = TeamAct::Play {
            text: text.to_owned(),
            board,
            ballot: Ballot {
                proposals: vec![votes(text, 9), votes("a", 3)],
            },
            offers_draw: true,
        };
        let seat = Seat::First;
        does(&Command::Team { seat, act });
        does(&plays(BEN, "c"));
    }
    let pause = Command::Moderate {
        by: CID,
        asks: ModeratorAsks::Pause,
        reason: String::from("A | look"),
    };
    does(&pause);
    does(&Command::Resign { by: BEN });
    (played, events)
}

fn written(format: Format, state: &Match, events: &[Event]) -> String {
    let name = |seat: Seat| match state.player(seat) {
        Some(Player::Team(team)) => team.name.to_string(),
        _ => String::from("Ben"),
    };
    let source = Source {
        state,
        events,
        names: Seat::BOTH.map(name),
        now: state.changed_at(),
        notes: &[],
        extras: None,
    };
    records::write(format, &source).unwrap()
}

/// Returns events as a record has them: how a team voted is not written.
fn without_ballots(events: &[Event]) -> Vec<Event> {
    let mut events = events.to_vec();
    for event in &mut events {
        if let Fact::Turn { ballot, .. } = &mut event.fact {
            *ballot = None;
        }
    }
    events
}

#[test]
fn match_of_team_is_written_and_read() {
    // Names may look like other parts of a record.
    for (name, role) in [
        ("Woodpushers", None),
        ("Woodpushers", Some(12)),
        ("of role 7: Owls", None),
        ("team: a | b", Some(12)),
        ("12", None),
    ] {
        let owls = Player::Team(team("Night | Owls", None));
        for against in [BEN.into(), owls, Player::Computer(Level::Club)] {
            let (state, events) = played(name, role, against);
            let text = written(Format::Text, &state, &events);
            let read = records::read(None, &text).unwrap_or_else(|why| panic!("{why:?}\n{text}"));
            assert_eq!(read.events, without_ballots(&events), "{text}");
            assert_eq!(read.state.players(), state.players());
        }
    }
}

#[test]
fn record_of_team_names_it_in_every_format() {
    let (state, events) = played("Woodpushers", Some(12), BEN.into());
    for format in Format::VARIANTS.iter().copied() {
        if format.fits(&state) && format != Format::Columns {
            let text = written(format, &state, &events);
            assert!(text.contains("Woodpushers"), "{format:?}: {text}");
        }
    }
    check_text("record_of_team", &written(Format::Text, &state, &events));
    let text = written(Format::ApGame, &state, &events);
    check_text("apgame_of_team", &text);
}
