//! Buttons and modals: one place that knows what each asks for.

use std::time::Duration;

use serenity::all::{ComponentInteraction, ModalInteraction};
use strum::VariantArray;

use super::{learning, panels};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::{Asked, Granted};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::{CustomId, Import, Leaf, Wish};
use crate::discord::ui::reply::{FirstAnswer, Reply};
use crate::discord::ui::{Composed, TURN_FIELD};
use crate::features::play::Again;
use crate::features::records::Format;
use crate::features::{
    boards, conditional, help, history, lists, play, privacy, ratings, records, reminders, watching,
};
use crate::games;
use crate::kernel::Answer;

/// Does what a button asks for, and answers.
pub async fn pressed(
    app: &App,
    pressed: &ComponentInteraction,
    granted: &Granted,
    first: &FirstAnswer,
) {
    let reply = app.reply(Asked::Component(pressed), first);
    let mut reply = reply.with_granted(granted);
    let result = match CustomId::parse(&pressed.data.custom_id) {
        Some(id) => press(app, &mut reply, id).await,
        None => Err(ui::unknown_component().into()),
    };
    if let Err(error) = result {
        app.own_up(&mut reply, error).await;
    }
}

/// Does what a filled-in modal asks for, and answers.
pub async fn submitted(app: &App, submitted: &ModalInteraction, first: &FirstAnswer) {
    let mut reply = app.reply(Asked::Modal(submitted), first);
    let result = match CustomId::parse(&submitted.data.custom_id) {
        Some(CustomId::MoveText { id, board }) => {
            let typed = reply.asked.typed(TURN_FIELD);
            play::discord::actions::play(app, &mut reply, id, typed, Some(board)).await
        }
        Some(CustomId::NoteText { id, ply }) => {
            let typed = reply.asked.typed(TURN_FIELD);
            history::discord::notes::keep(app, &mut reply, id, ply, typed).await
        }
        Some(CustomId::LessonText(id)) => {
            let typed = reply.asked.typed(TURN_FIELD);
            boards::discord::lessons::answer(app, &mut reply, &id, typed).await
        }
        Some(CustomId::Set { page, act }) => panels::turn(app, &mut reply, &page, &act).await,
        _ => Err(ui::unknown_component().into()),
    };
    if let Err(error) = result {
        app.own_up(&mut reply, error).await;
    }
}

/// Each handler is boxed: together they would not fit on a thread's stack.
async fn press(app: &App, reply: &mut Reply<'_>, id: CustomId) -> Result<(), CommandError> {
    match id {
        // What a function can wait for all has a place in its frame, and frames must fit on a thread's stack: these have
        // functions of their own.
        id @ (CustomId::Learn
        | CustomId::LessonsOf { .. }
        | CustomId::Lesson(_)
        | CustomId::LessonType(_)
        | CustomId::LessonShow(_)
        | CustomId::LessonMatch(_)
        | CustomId::LessonMatchHere(_)) => Box::pin(press_in_lesson(app, reply, id)).await,
        id @ (CustomId::Move { .. }
        | CustomId::PickAgain { .. }
        | CustomId::Pick { .. }
        | CustomId::PlanReply(_)) => Box::pin(press_in_session(app, reply, id)).await,
        CustomId::Accept(id) => Box::pin(play::discord::challenges::accept(app, reply, id)).await,
        CustomId::Take(_)
        | CustomId::DeclineListed(_)
        | CustomId::WithdrawListed(_)
        | CustomId::Games { .. }
        | CustomId::OpenMatch
        | CustomId::Finished { .. }
        | CustomId::FinishedResult { .. } => Box::pin(lists::discord::press(app, reply, id)).await,
        CustomId::ExportAll => Box::pin(records::discord::exports::export_all(app, reply)).await,
        CustomId::Decline(id) => Box::pin(play::discord::challenges::decline(app, reply, id)).await,
        CustomId::Withdraw(id) => {
            Box::pin(play::discord::challenges::withdraw(app, reply, id)).await
        }
        CustomId::Renew(id) => Box::pin(play::discord::challenges::renew(app, reply, id)).await,
        CustomId::EndExhibition(id) => {
            Box::pin(play::discord::exhibitions::end(app, reply, id)).await
        }
        CustomId::Abort(id) => Box::pin(play::discord::actions::abort(app, reply, id)).await,
        CustomId::Rematch(id) => {
            Box::pin(play::discord::choosing::rematch(
                app,
                reply,
                id,
                Again::Same,
            ))
            .await
        }
        CustomId::Harder(id) => {
            Box::pin(play::discord::choosing::rematch(
                app,
                reply,
                id,
                Again::Harder,
            ))
            .await
        }
        CustomId::ChooseGame { with } => {
            Box::pin(play::discord::choosing::choose(app, reply, with)).await
        }
        CustomId::GamePage { game, with } => {
            Box::pin(play::discord::choosing::page(
                app,
                reply,
                &game,
                with,
                Wish::USUAL,
            ))
            .await
        }
        CustomId::Challenge { game, with } => {
            Box::pin(play::discord::choosing::challenge(
                app,
                reply,
                &game,
                with,
                Wish::USUAL,
            ))
            .await
        }
        CustomId::ChallengeSo { game, with, wish } => {
            Box::pin(play::discord::choosing::challenge(
                app, reply, &game, with, wish,
            ))
            .await
        }
        CustomId::Wish {
            want,
            game,
            with,
            wish,
        } => {
            Box::pin(play::discord::choosing::wish(
                app, reply, &game, with, want, wish,
            ))
            .await
        }
        CustomId::GameSo { game, with, wish } => {
            Box::pin(play::discord::choosing::page(app, reply, &game, with, wish)).await
        }
        CustomId::MoreTerms { game, with, wish } => {
            Box::pin(play::discord::choosing::more(app, reply, &game, with, wish)).await
        }
        CustomId::TryTurn { id, board, turn } => {
            Box::pin(play::discord::actions::try_turn(
                app, reply, id, board, &turn,
            ))
            .await
        }
        CustomId::TryOffer { id, board, mark } => {
            Box::pin(play::discord::actions::try_offer(
                app, reply, id, board, mark,
            ))
            .await
        }
        CustomId::TypeTurn { id, board } => {
            Box::pin(play::discord::actions::ask_turn(app, reply, id, board)).await
        }
        CustomId::Rules { game, page } => {
            Box::pin(help::discord::pages::show_rules(
                app,
                reply,
                games::find(&game),
                page,
            ))
            .await
        }
        CustomId::RulesPage { game, page } => {
            Box::pin(help::discord::pages::turn_rules(app, reply, &game, page)).await
        }
        CustomId::RulesLeaf { game, page, to } => {
            let page = match to {
                Leaf::First => 0,
                Leaf::Back => page.saturating_sub(1),
                Leaf::Next => page.saturating_add(1),
                Leaf::Last => u32::MAX,
            };
            Box::pin(help::discord::pages::turn_rules(app, reply, &game, page)).await
        }
        CustomId::RulesPart { game } => match reply.asked.chosen() {
            [page] => match page.parse() {
                Ok(page) => {
                    Box::pin(help::discord::pages::turn_rules(app, reply, &game, page)).await
                }
                Err(_) => Err(ui::unknown_component().into()),
            },
            _ => Err(ui::unknown_component().into()),
        },
        CustomId::Help { page } => {
            let help = help::messages::help(page, &app.operator, |name| app.command_mention(name));
            app.turn_into(reply, help).await.map(drop)
        }
        CustomId::Resign { id, board } => {
            Box::pin(play::discord::actions::ask_resign(
                app,
                reply,
                id,
                Some(board),
            ))
            .await
        }
        CustomId::ResignUnseen(id) => {
            Box::pin(play::discord::actions::ask_resign(app, reply, id, None)).await
        }
        CustomId::PlayOnly { id, board } => {
            Box::pin(play::discord::actions::play_only(app, reply, id, board)).await
        }
        CustomId::ResignConfirm { id, board } => {
            Box::pin(play::discord::actions::resign(app, reply, id, board)).await
        }
        CustomId::ResignKeep(_) => app
            .turn_into(reply, Composed::text(play::messages::PLAYS_ON))
            .await
            .map(drop),
        CustomId::TakebackAccept { id, board } => {
            Box::pin(play::discord::questions::answer_takeback(
                app,
                reply,
                id,
                board,
                Answer::Accept,
            ))
            .await
        }
        CustomId::TakebackDecline { id, board } => {
            Box::pin(play::discord::questions::answer_takeback(
                app,
                reply,
                id,
                board,
                Answer::Decline,
            ))
            .await
        }
        CustomId::Draw { id, board } => {
            Box::pin(play::discord::questions::offer_draw(
                app,
                reply,
                id,
                Some(board),
            ))
            .await
        }
        CustomId::DrawAccept { id, board } => {
            Box::pin(play::discord::questions::answer_draw(
                app,
                reply,
                id,
                board,
                Answer::Accept,
            ))
            .await
        }
        CustomId::DrawDecline { id, board } => {
            Box::pin(play::discord::questions::answer_draw(
                app,
                reply,
                id,
                board,
                Answer::Decline,
            ))
            .await
        }
        CustomId::History { id, ply } => {
            Box::pin(history::discord::pages::show(app, reply, id, ply)).await
        }
        CustomId::Follow(id) => Box::pin(watching::discord::pages::ask(app, reply, id)).await,
        CustomId::SetFollow { id, how } => {
            Box::pin(watching::discord::pages::set(app, reply, id, Some(how))).await
        }
        CustomId::Unfollow(id) => {
            Box::pin(watching::discord::pages::set(app, reply, id, None)).await
        }
        CustomId::NoteForm { id, ply } => {
            Box::pin(history::discord::notes::form(app, reply, id, ply)).await
        }
        CustomId::Notes(id) => Box::pin(history::discord::notes::show(app, reply, id)).await,
        CustomId::PublishNotes(id) => {
            Box::pin(history::discord::notes::publish(app, reply, id)).await
        }
        CustomId::ClearNotes(id) => Box::pin(history::discord::notes::clear(app, reply, id)).await,
        CustomId::Replay(id) => {
            Box::pin(history::discord::pages::replay_to_one(app, reply, id)).await
        }
        CustomId::AskShare(id) => {
            Box::pin(history::discord::pages::ask_share(app, reply, id)).await
        }
        CustomId::PostBoard(id) => {
            Box::pin(history::discord::pages::post_board(app, reply, id)).await
        }
        CustomId::PostReplay { id, pace } => {
            Box::pin(history::discord::pages::replay(app, reply, id, pace)).await
        }
        CustomId::TakeBack(id) => {
            Box::pin(play::discord::questions::take_back(app, reply, id)).await
        }
        CustomId::AskGift(id) => Box::pin(play::discord::actions::ask_gift(app, reply, id)).await,
        CustomId::GiveTime { id, seconds } => {
            Box::pin(play::discord::actions::give_time(
                app,
                reply,
                id,
                Duration::from_secs(seconds),
            ))
            .await
        }
        CustomId::Explore { .. }
        | CustomId::NextPuzzle { .. }
        | CustomId::TryPuzzle { .. }
        | CustomId::PuzzleSolution { .. }
        | CustomId::Mistake { .. }
        | CustomId::BetterTurn { .. }
        | CustomId::Analysis(_)
        | CustomId::Hint(_)
        | CustomId::HintTurn { .. }
        | CustomId::HintsAgree(_)
        | CustomId::HintsDecline(_) => Box::pin(learning::press(app, reply, id)).await,
        CustomId::AddLine { id, board, mark } => {
            Box::pin(conditional::discord::lines::add_kept(
                app, reply, id, board, mark,
            ))
            .await
        }
        CustomId::Lines(id) => {
            Box::pin(conditional::discord::lines::list_lines(app, reply, id)).await
        }
        CustomId::ClearLines(id) => {
            Box::pin(conditional::discord::lines::clear_lines(
                app, reply, id, None,
            ))
            .await
        }
        CustomId::ClearLine { id, number } => {
            Box::pin(conditional::discord::lines::clear_lines(
                app,
                reply,
                id,
                Some(number),
            ))
            .await
        }
        CustomId::Board(id) => Box::pin(play::discord::looking::show_board(app, reply, id)).await,
        CustomId::DescribePart { id, what } => {
            Box::pin(history::discord::pages::describe(app, reply, id, &what)).await
        }
        CustomId::Describe(id) => {
            Box::pin(history::discord::pages::describe(app, reply, id, "")).await
        }
        CustomId::ImportList { number, page } => {
            Box::pin(records::discord::imports::list(app, reply, number, page)).await
        }
        CustomId::ImportOpen { number } => {
            let record = match reply.asked.chosen() {
                [chosen] => chosen.parse().ok(),
                _ => None,
            };
            match record {
                Some(record) => {
                    let import = Import { number, record };
                    Box::pin(records::discord::imports::open(app, reply, import)).await
                }
                None => Err(ui::unknown_component().into()),
            }
        }
        CustomId::ImportLeaf { import, ply, to } => {
            Box::pin(records::discord::imports::turn_over(
                app, reply, import, ply, to,
            ))
            .await
        }
        CustomId::PlayOnFrom { import, ply } => {
            Box::pin(records::discord::imports::ask(app, reply, import, ply)).await
        }
        CustomId::PlayOn { import, ply, how } => {
            Box::pin(records::discord::imports::play_on(
                app, reply, import, ply, how,
            ))
            .await
        }
        CustomId::Leaf { id, ply, to } => {
            Box::pin(history::discord::pages::turn_over(app, reply, id, ply, to)).await
        }
        CustomId::Mute { id, board } => {
            Box::pin(reminders::discord::page::mute(
                app,
                reply,
                Some((id, board)),
            ))
            .await
        }
        CustomId::MuteAll => Box::pin(reminders::discord::page::mute(app, reply, None)).await,
        CustomId::AskExport(id) => Box::pin(records::discord::exports::ask(app, reply, id)).await,
        CustomId::Export { id, form } => match Format::VARIANTS.get(usize::from(form)) {
            Some(format) => {
                Box::pin(records::discord::exports::export(app, reply, id, *format)).await
            }
            None => Err(ui::unknown_component().into()),
        },
        CustomId::Leaders {
            game,
            everywhere,
            page,
        } => {
            let page = Box::pin(ratings::discord::pages::leaderboard(
                app,
                reply,
                Some(&game),
                everywhere != 0,
                page,
            ))
            .await?;
            app.turn_into(reply, page).await.map(drop)
        }
        CustomId::LeadersOf { everywhere } => {
            let [game] = reply.asked.chosen() else {
                return Err(ui::unknown_component().into());
            };
            let page = Box::pin(ratings::discord::pages::leaderboard(
                app,
                reply,
                Some(game),
                everywhere != 0,
                0,
            ))
            .await?;
            app.turn_into(reply, page).await.map(drop)
        }
        CustomId::PrivacyExport => Box::pin(privacy::discord::page::export(app, reply)).await,
        CustomId::ForgetAsk => Box::pin(privacy::discord::page::ask(app, reply)).await,
        CustomId::ForgetMe => Box::pin(privacy::discord::page::forget(app, reply)).await,
        CustomId::Page { page } => Box::pin(panels::turn(app, reply, &page, "")).await,
        CustomId::Pages => Box::pin(panels::choose(app, reply)).await,
        CustomId::Set { page, act } => Box::pin(panels::turn(app, reply, &page, &act)).await,
        // These are a modal's, not a button's.
        CustomId::MoveText { .. } | CustomId::NoteText { .. } | CustomId::LessonText(_) => {
            Err(ui::unknown_component().into())
        }
    }
}

/// Does what a button of a lesson asks for.
async fn press_in_lesson(
    app: &App,
    reply: &mut Reply<'_>,
    id: CustomId,
) -> Result<(), CommandError> {
    match id {
        CustomId::Learn => boards::discord::lessons::games(app, reply).await,
        CustomId::LessonsOf { game } => boards::discord::lessons::of_game(app, reply, &game).await,
        CustomId::Lesson(id) => boards::discord::lessons::begin(app, reply, &id).await,
        CustomId::LessonType(id) => boards::discord::lessons::ask(app, reply, &id).await,
        CustomId::LessonShow(id) => boards::discord::lessons::solve(app, reply, &id).await,
        CustomId::LessonMatch(id) => boards::discord::lessons::play(app, reply, &id).await,
        CustomId::LessonMatchHere(id) => boards::discord::lessons::play_here(app, reply, &id).await,
        _ => Err(ui::unknown_component().into()),
    }
}

/// Does what a button of a board session asks for, or one that opens such a session for a match.
async fn press_in_session(
    app: &App,
    reply: &mut Reply<'_>,
    id: CustomId,
) -> Result<(), CommandError> {
    match id {
        CustomId::Move { id, board } => {
            boards::discord::sessions::open_turn(app, reply, id, board).await
        }
        CustomId::PickAgain { id, board } => {
            boards::discord::sessions::open_anew(app, reply, id, board).await
        }
        CustomId::Pick {
            session,
            generation,
            act,
        } => boards::discord::sessions::press(app, reply, session, generation, act).await,
        CustomId::PlanReply(id) => boards::discord::sessions::plan(app, reply, id).await,
        _ => Err(ui::unknown_component().into()),
    }
}
