//! Planned replies, as players read them.

use anteroom::board::Seat;
use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::features::play::messages::conditional as messages;
use anteroom::features::play::{Conditional, DroppedLine};
use anteroom::matches::{Event, Fact, LineTurn, MatchId, Refusal, WhyDropped};

use crate::support::messages::{ANA, Game, check, check_text, waiting};

fn dropped(why: WhyDropped) -> DroppedLine {
    DroppedLine {
        number: 3,
        written: String::from("c | d"),
        why,
    }
}

#[test]
fn lines() {
    let turn = |seat, text: &str| LineTurn {
        seat,
        text: text.to_owned(),
        written: text.to_owned(),
    };
    let mut lines = Conditional {
        view: waiting(12, 50),
        waiting: Vec::new(),
        dropped: Vec::new(),
    };
    check("no_lines", &messages::lines(&lines, ANA));
    lines.waiting = vec![
        (1, vec![turn(Seat::Second, "e"), turn(Seat::First, "d")]),
        (
            2,
            vec![
                turn(Seat::Second, "a"),
                turn(Seat::First, "b"),
                turn(Seat::Second, "c"),
                turn(Seat::First, "d"),
            ],
        ),
    ];
    lines.dropped = [WhyDropped::OtherTurn, WhyDropped::TakenBack]
        .map(dropped)
        .into();
    check("lines", &messages::lines(&lines, ANA));
    let told = messages::dropped_lines(MatchId(12), &lines.dropped);
    check("dropped_lines", &told);
}

#[test]
fn answers() {
    let said = [
        messages::lines_cleared(MatchId(12), 0).content,
        messages::lines_cleared(MatchId(12), 1).content,
        messages::lines_cleared(MatchId(12), 2).content,
        messages::refused_line(ui::refusal(&Refusal::LineKept, None), "e | d").content,
    ];
    check_text("answers", &said.join("\n"));
}

#[test]
fn planned_reply_is_told_as_such() {
    let mut game = Game::begun("connect-n");
    game.plays("d e");
    game.last = Event {
        at: game.now,
        fact: Fact::Turn {
            seat: Seat::First,
            text: String::from("d"),
            conditional: true,
            ballot: None,
        },
    };
    game.played.apply(&game.last).expect("it follows");
    check_text(
        "planned_reply",
        &play::messages::news(&game.played, &game.last).content,
    );
}
