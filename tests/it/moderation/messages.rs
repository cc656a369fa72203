//! Acts of moderators, as players and moderators read them.

use anteroom::board::Seat;
use anteroom::discord::ui::Composed;
use anteroom::features::moderation::{Banned, Moderated};
use anteroom::features::{moderation, play};
use anteroom::games::Verdict;
use anteroom::matches::{Command, MatchId, ModeratorAsks, UserId};
use anteroom::people::Moment;

use crate::support::messages::{BO, Game, check, check_text};

const MODERATOR: UserId = UserId(333);

fn moderates(game: &mut Game, asks: ModeratorAsks) -> Composed {
    game.does(Command::Moderate {
        by: MODERATOR,
        asks,
        reason: String::from("A *quarrel*"),
    });
    play::messages::news(&game.played, &game.last)
}

#[test]
fn acts_of_moderators() {
    let mut game = Game::begun("connect-n");
    game.plays("d e");
    check(
        "moderated_paused",
        &moderates(&mut game, ModeratorAsks::Pause),
    );
    check("card_paused", &game.card());
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
    let did = [
        ModeratorAsks::LetOut(BO),
        ModeratorAsks::Reopen,
        ModeratorAsks::Pause,
        ModeratorAsks::Resume,
        ModeratorAsks::Undo,
        ModeratorAsks::Redo,
        ModeratorAsks::End(None),
    ];
    let did = did.map(|asks| moderation::messages::moderator_did(MatchId(12), asks));
    check_text("moderator_did", &did.join("\n"));
    check("only_moderators", &moderation::messages::only_moderators());
    check("panel_expired", &moderation::messages::panel_expired());
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
    let name = |user| (user == BO).then(|| String::from("Bo"));
    let blocked = [(BO, at), (UserId(444), at)];
    check("blocks", &moderation::messages::blocks(&blocked, 0, name));
    check("blocks_none", &moderation::messages::blocks(&[], 0, name));
    check(
        "moderation_none",
        &moderation::messages::moderation(&[], &[]),
    );
}
