//! What people read of their data and what moderators did, as snapshots.

use anteroom::board::Seat;
use anteroom::discord::ui::{Composed, Operator};
use anteroom::features::moderation::{Banned, Moderated, ServerRules};
use anteroom::features::privacy::{Forgotten, Kept as KeptOfPerson};
use anteroom::features::{help, moderation, play, privacy, settings};
use anteroom::games::Verdict;
use anteroom::matches::{ChannelId, Command, MatchId, ModeratorAsks, RoleId, UserId};
use anteroom::people::Moment;

use crate::play::messages::{ANA, BO, Game};

const MODERATOR: UserId = UserId(333);

fn check(name: &str, message: &Composed) {
    assert!(message.content.chars().count() <= 2000, "{name}");
    insta::assert_snapshot!(name, message);
}

fn operator() -> Operator {
    Operator {
        name: Some(String::from("Ada Example")),
        contact: Some(String::from("games@example.org")),
        privacy: Some(String::from("https://example.org/privacy")),
        terms: Some(String::from("https://example.org/terms")),
        backup_days: Some(14),
    }
}

#[test]
fn what_is_kept() {
    let kept = KeptOfPerson {
        matches: 12,
        sections: vec![
            ("names", 2),
            ("settings", 1),
            ("habits", 1),
            ("time_off", 1),
            ("ratings", 3),
            ("punctuality", 1),
            ("notes", 4),
            ("follows", 1),
            ("blocks", 1),
            ("kept_out", 1),
            ("moderated", 2),
            ("planned_turns", 2),
        ],
    };
    check("kept", &privacy::messages::kept(ANA, &kept, &operator()));
    // Whoever has done everything can be told so in one message.
    let more = ["lessons", "boards", "puzzles", "moderated"].map(|section| (section, 20_000));
    let much = KeptOfPerson {
        matches: 20_000,
        sections: [kept.sections, more.to_vec()].concat(),
    };
    let much = privacy::messages::kept(UserId(u64::MAX >> 1), &much, &operator());
    assert!(much.content.chars().count() <= 2000, "{much}");
    let nothing = KeptOfPerson::default();
    check(
        "kept_nothing",
        &privacy::messages::kept(ANA, &nothing, &Operator::default()),
    );
    check(
        "forget_question",
        &privacy::messages::forget_question(3, &operator()),
    );
    check(
        "forget_question_idle",
        &privacy::messages::forget_question(0, &Operator::default()),
    );
    check("forgotten", &privacy::messages::forgotten(Forgotten::Now));
    check(
        "forgotten_soon",
        &privacy::messages::forgotten(Forgotten::Soon),
    );
    check(
        "personal_file",
        &privacy::messages::personal_file(12, 12, true),
    );
    check(
        "personal_file_cut",
        &privacy::messages::personal_file(2000, 2500, false),
    );
    check(
        "about",
        &help::messages::about(&operator(), |name| format!("</{name}:1>")),
    );
    check("blocked", &settings::messages::blocked(BO));
    check(
        "blocks",
        &settings::messages::blocks(&[(BO, Moment(1_790_000_000_000))]),
    );
}

fn moderates(game: &mut Game, asks: ModeratorAsks) -> Composed {
    game.does(Command::Moderate {
        by: MODERATOR,
        asks,
        reason: String::from("A *quarrel*"),
    });
    play::messages::news(&game.played, &game.last)
}

#[test]
fn what_moderators_did() {
    let mut game = Game::begun("connect-n");
    game.plays("d e");
    check(
        "moderated_paused",
        &moderates(&mut game, ModeratorAsks::Pause),
    );
    check(
        "card_paused",
        &play::messages::card(&game.played, Some(ChannelId(77)), game.played.changed_at()),
    );
    check(
        "moderated_resumed",
        &moderates(&mut game, ModeratorAsks::Resume),
    );
    check(
        "moderated_undone",
        &moderates(&mut game, ModeratorAsks::Undo),
    );
    check(
        "moderated_put_back",
        &moderates(&mut game, ModeratorAsks::Redo),
    );
    for (name, verdict) in [
        ("moderated_won", Some(Verdict::Win(Seat::Second))),
        ("moderated_drawn", Some(Verdict::Draw)),
        ("moderated_no_result", None),
    ] {
        let mut game = Game::begun("connect-n");
        game.plays("d");
        check(name, &moderates(&mut game, ModeratorAsks::End(verdict)));
    }
    let mut game = Game::begun("connect-n");
    game.plays("d");
    check(
        "moderated_let_out",
        &moderates(&mut game, ModeratorAsks::LetOut(BO)),
    );
    check(
        "moderated_reopened",
        &moderates(&mut game, ModeratorAsks::Reopen),
    );
    for (name, asks) in [
        ("moderator_let_out", ModeratorAsks::LetOut(BO)),
        ("moderator_reopened", ModeratorAsks::Reopen),
        ("moderator_paused", ModeratorAsks::Pause),
        ("moderator_resumed", ModeratorAsks::Resume),
        ("moderator_undid", ModeratorAsks::Undo),
        ("moderator_put_back", ModeratorAsks::Redo),
        ("moderator_ended", ModeratorAsks::End(None)),
    ] {
        check(
            name,
            &moderation::messages::moderator_did(MatchId(12), asks),
        );
    }
    check("kept_out", &moderation::messages::kept_out(BO));
    check("let_in", &moderation::messages::let_in(BO, true));
    let at = Moment(1_790_000_000_000);
    let act = Moderated {
        id: MatchId(12),
        at,
        by: MODERATOR,
        act: String::from("pause"),
        reason: "*".repeat(200),
    };
    let banned = Banned {
        user: BO,
        at,
        by: MODERATOR,
        reason: String::from("Spam"),
        lifted: Some(at),
    };
    check(
        "moderation",
        &moderation::messages::moderation(
            std::slice::from_ref(&act),
            std::slice::from_ref(&banned),
        ),
    );
    check(
        "moderation_long",
        &moderation::messages::moderation(&vec![act; 15], &vec![banned; 15]),
    );
    check(
        "moderation_none",
        &moderation::messages::moderation(&[], &[]),
    );
}

#[test]
fn what_a_server_chose() {
    let time = "3d".parse().expect("a clock");
    let rules = ServerRules {
        starters: Some(RoleId(7)),
        moderators: Some(RoleId(8)),
        channels: vec![ChannelId(50), ChannelId(51)],
        games_off: vec![String::from("anchor"), String::from("connect-n")],
        time: Some("7d+12h".parse().expect("a clock")),
        in_channel: true,
        no_exhibitions: true,
    };
    let text = |rules, total| Composed::text(settings::messages::server_rules(rules, total, time));
    check("server_rules", &text(&rules, Some(20)));
    check("server_rules_none", &text(&ServerRules::default(), None));
}
