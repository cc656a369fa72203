//! Short private answers, one table for each kind.

use anteroom::board::Seat;
use anteroom::db::Places;
use anteroom::discord::ui;
use anteroom::features::play::messages::{
    self, BOT_ALONE, CLOCK_HINT, DECLINED, Done, NO_SUCH_LEVEL, PLAYS_ON, Question, RENEWED,
    WITHDREW,
};
use anteroom::features::play::press::options::NO_SUCH_DAYS_OFF;
use anteroom::matches::{
    CHALLENGE_LASTS, Command, Fact, MatchId, RatingRange, SeatChoice, Status, TimeControl,
};

use crate::support::messages::{ANA, BO, Game, PLACES, check_text};

#[test]
fn answers() {
    let here = [
        Done::OfferedDraw,
        Done::AcceptedDraw,
        Done::AskedTakeBack,
        Done::TookBack,
        Done::GaveTime,
        Done::Resigned,
        Done::Aborted,
    ];
    let mut said: Vec<String> = here
        .map(|what| messages::done(what, MatchId(12), None).content)
        .into();
    said.push(messages::done(Done::Resigned, MatchId(12), PLACES.thread).content);
    let latest = "The current board: …";
    for question in [Question::Draw, Question::TakeBack] {
        said.extend([
            question.was_declined(),
            question.has_lapsed(None),
            question.has_lapsed(Some(latest)),
            question.accepted_by(BO),
            question.you_accepted(MatchId(12)),
            question.you_declined(),
        ]);
    }
    let seat = Seat::Second;
    let ends = [
        Fact::DrawAgreed { seat },
        Fact::DrawDeclined { seat },
        Fact::TakebackDeclined { seat },
        Fact::Resigned { seat },
        Fact::Renewed,
    ];
    said.extend(ends.map(|fact| {
        let draw = matches!(fact, Fact::DrawAgreed { .. } | Fact::DrawDeclined { .. });
        ui::ended_question(draw, &fact).content
    }));
    said.push(ui::ended_question(true, &Fact::Renewed).content);
    said.extend([
        messages::old_board(latest),
        messages::ask_resign_again(2),
        messages::is_a_bot(BO),
        messages::bot_is_guest("https://a.b", true),
        messages::bot_is_guest("https://a.b", false),
    ]);
    let open = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random).played;
    said.extend([
        messages::challenged(&open, &Places::default()),
        messages::challenged(&open, &PLACES),
        messages::accepted(MatchId(12), true),
        messages::accepted(MatchId(12), false),
        messages::accepted_elsewhere(&open),
        messages::declined_elsewhere(&open),
        messages::withdrawn_elsewhere(&open),
    ]);
    let clocks = ["soon", "1s"].map(|text| text.parse::<TimeControl>().expect_err("no clock"));
    said.extend(clocks.map(|error| error.to_string()));
    let range = "strong".parse::<RatingRange>().expect_err("no range");
    said.push(range.to_string());
    let fixed = [
        BOT_ALONE,
        NO_SUCH_DAYS_OFF,
        DECLINED,
        WITHDREW,
        RENEWED,
        NO_SUCH_LEVEL,
        PLAYS_ON,
        CLOCK_HINT,
        ui::NOTHING_WAITS,
        ui::OTHER_THREAD_WAITS,
        ui::PLAYS_NOWHERE,
        ui::NOT_A_NUMBER,
        ui::NO_THREAD_IN_THREAD,
    ];
    said.extend(fixed.map(str::to_owned));
    check_text("answers", &said.join("\n"));
}

/// The fate of matches without turns, and their refusals.
#[test]
fn matches_that_are_not_played() {
    let ends = [
        vec![Command::Decline { by: BO }],
        vec![Command::Withdraw { by: ANA }],
        vec![Command::Expire],
        vec![Command::Accept { by: BO }],
        vec![Command::Accept { by: BO }, Command::Abort { by: ANA }],
    ];
    let mut said = Vec::new();
    for commands in ends {
        let mut game = Game::proposed("connect-n", &[], Some(BO), SeatChoice::Random);
        if commands == [Command::Expire] {
            game.now = game.now.after(CHALLENGE_LASTS);
        }
        for command in commands {
            game.does(command);
        }
        let late = game.refused(Command::Accept { by: BO });
        said.push(ui::refusal(&late, None).content);
        if *game.played.status() != Status::Playing {
            let resigns = game.refused(Command::Resign { by: ANA });
            said.push(ui::refusal(&resigns, None).content);
        }
    }
    check_text("matches_that_are_not_played", &said.join("\n"));
}
