//! Buttons and modals: one place that knows what each asks for.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serenity::all::{ActionRowComponent, ComponentInteraction, ModalInteraction};

use super::absences;
use super::actions;
use super::app::App;
use super::archive;
use super::asked::Asked;
use super::challenges;
use super::choosing;
use super::command_error::CommandError;
use super::conditional;
use super::custom_id::{CustomId, Import, Leaf, LessonAct, PickAct, Wish};
use super::drafts;
use super::exhibitions;
use super::following;
use super::imports;
use super::learning;
use super::lessons;
use super::looking;
use super::messages::{self, Composed, TURN_FIELD};
use super::notes;
use super::past;
use super::picking;
use super::privacy;
use super::questions;
use super::ratings;
use super::reminders;
use super::reply::Reply;
use super::settings;
use crate::arbiter::Answer;
use crate::games;
use crate::matches::PickerAct;
use crate::records::Format;

/// Does what a button asks for, and answers.
pub async fn pressed(app: &App, pressed: &ComponentInteraction) {
    let deferred = AtomicBool::new(false);
    let mut reply = app.reply(Asked::Component(pressed), &deferred);
    let result = match CustomId::parse(&pressed.data.custom_id) {
        Some(id) => press(app, &mut reply, id).await,
        None => Err(messages::unknown_component().into()),
    };
    if let Err(error) = result {
        app.own_up(&mut reply, error).await;
    }
}

/// Does what a filled-in modal asks for, and answers.
pub async fn submitted(app: &App, submitted: &ModalInteraction) {
    let deferred = AtomicBool::new(false);
    let mut reply = app.reply(Asked::Modal(submitted), &deferred);
    let result = match CustomId::parse(&submitted.data.custom_id) {
        Some(CustomId::MoveText { id, board }) => {
            actions::play(app, &mut reply, id, &typed(submitted), Some(board)).await
        }
        Some(CustomId::LessonText(id)) => {
            lessons::answer(app, &mut reply, &id, &typed(submitted)).await
        }
        _ => Err(messages::unknown_component().into()),
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
        | CustomId::LessonPick { .. }
        | CustomId::LessonType(_)
        | CustomId::LessonShow(_)
        | CustomId::LessonMatch(_)) => Box::pin(press_in_lesson(app, reply, id)).await,
        id @ (CustomId::Move { .. }
        | CustomId::PickAnew { .. }
        | CustomId::Pick { .. }
        | CustomId::PlanReply(_)) => Box::pin(press_in_picker(app, reply, id)).await,
        CustomId::Accept(id) => Box::pin(challenges::accept(app, reply, id)).await,
        CustomId::Take(id) => Box::pin(challenges::take(app, reply, id)).await,
        CustomId::DeclineListed(id) => Box::pin(challenges::decline_listed(app, reply, id)).await,
        CustomId::WithdrawListed(id) => Box::pin(challenges::withdraw_listed(app, reply, id)).await,
        CustomId::Lobby { page } => {
            let lobby = Box::pin(choosing::lobby(app, reply, page)).await?;
            app.turn_into(reply, lobby).await.map(drop)
        }
        CustomId::Decline(id) => Box::pin(challenges::decline(app, reply, id)).await,
        CustomId::Withdraw(id) => Box::pin(challenges::withdraw(app, reply, id)).await,
        CustomId::Renew(id) => Box::pin(challenges::renew(app, reply, id)).await,
        CustomId::EndExhibition(id) => Box::pin(exhibitions::end(app, reply, id)).await,
        CustomId::Abort(id) => Box::pin(actions::abort(app, reply, id)).await,
        CustomId::Rematch(id) => Box::pin(choosing::rematch(app, reply, id)).await,
        CustomId::ChooseGame { with } => Box::pin(choosing::choose(app, reply, with)).await,
        CustomId::GamePage { game, with } => {
            Box::pin(choosing::page(app, reply, &game, with, Wish::USUAL)).await
        }
        CustomId::Challenge { game, with } => {
            Box::pin(choosing::challenge(app, reply, &game, with, Wish::USUAL)).await
        }
        CustomId::ChallengeSo { game, with, wish } => {
            Box::pin(choosing::challenge(app, reply, &game, with, wish)).await
        }
        CustomId::WishTime { game, with, wish } => {
            let with_time = |chosen: &str| messages::wish_time(wish, chosen);
            Box::pin(choosing::wish(app, reply, &game, with, with_time)).await
        }
        CustomId::WishRated { game, with, wish } => {
            let with_rated = |chosen: &str| messages::wish_rated(wish, chosen);
            Box::pin(choosing::wish(app, reply, &game, with, with_rated)).await
        }
        CustomId::TryTurn { id, board, turn } => {
            Box::pin(actions::try_turn(app, reply, id, board, &turn)).await
        }
        CustomId::TryOffer { id, board, mark } => {
            Box::pin(actions::try_offer(app, reply, id, board, mark)).await
        }
        CustomId::PlayDraft { id, board, mark } => {
            Box::pin(drafts::play(app, reply, id, board, mark)).await
        }
        CustomId::ChangeDraft { id, board, mark } => {
            Box::pin(drafts::change(app, reply, id, board, mark)).await
        }
        CustomId::TypeTurn { id, board } => {
            Box::pin(actions::ask_turn(app, reply, id, board)).await
        }
        CustomId::Rules { game, page } => {
            Box::pin(looking::show_rules(app, reply, games::find(&game), page)).await
        }
        CustomId::RulesPage { game, page } => {
            Box::pin(looking::turn_rules(app, reply, &game, page)).await
        }
        CustomId::RulesLeaf { game, page, to } => {
            let page = match to {
                Leaf::First => 0,
                Leaf::Back => page.saturating_sub(1),
                Leaf::Next => page.saturating_add(1),
                Leaf::Last => u32::MAX,
            };
            Box::pin(looking::turn_rules(app, reply, &game, page)).await
        }
        CustomId::RulesPart { game } => match reply.asked.chosen() {
            [page] => match page.parse() {
                Ok(page) => Box::pin(looking::turn_rules(app, reply, &game, page)).await,
                Err(_) => Err(messages::unknown_component().into()),
            },
            _ => Err(messages::unknown_component().into()),
        },
        CustomId::Help { page } => {
            let help = messages::help(page, |name| app.command_mention(name));
            app.turn_into(reply, help).await.map(drop)
        }
        CustomId::Games { page } => {
            let games = Box::pin(looking::games(app, reply, page)).await?;
            app.turn_into(reply, games).await.map(drop)
        }
        CustomId::Resign { id, board } => {
            Box::pin(actions::ask_resign(app, reply, id, Some(board))).await
        }
        CustomId::ResignUnseen(id) => Box::pin(actions::ask_resign(app, reply, id, None)).await,
        CustomId::PlayOnly { id, board } => {
            Box::pin(actions::play_only(app, reply, id, board)).await
        }
        CustomId::ServerGames { page } => {
            let games = Box::pin(looking::games_here(app, reply, page)).await?;
            app.turn_into(reply, games).await.map(drop)
        }
        CustomId::ResignConfirm { id, board } => {
            Box::pin(actions::resign(app, reply, id, board)).await
        }
        CustomId::ResignKeep(_) => app
            .turn_into(reply, Composed::text("You play on."))
            .await
            .map(drop),
        CustomId::TakebackAccept { id, board } => {
            Box::pin(questions::answer_takeback(
                app,
                reply,
                id,
                board,
                Answer::Accept,
            ))
            .await
        }
        CustomId::TakebackDecline { id, board } => {
            Box::pin(questions::answer_takeback(
                app,
                reply,
                id,
                board,
                Answer::Decline,
            ))
            .await
        }
        CustomId::Draw { id, board } => {
            Box::pin(questions::offer_draw(app, reply, id, Some(board))).await
        }
        CustomId::DrawAccept { id, board } => {
            Box::pin(questions::answer_draw(
                app,
                reply,
                id,
                board,
                Answer::Accept,
            ))
            .await
        }
        CustomId::DrawDecline { id, board } => {
            Box::pin(questions::answer_draw(
                app,
                reply,
                id,
                board,
                Answer::Decline,
            ))
            .await
        }
        CustomId::History { id, ply } => Box::pin(past::show(app, reply, id, Some(ply))).await,
        CustomId::Follow(id) => Box::pin(following::ask(app, reply, id)).await,
        CustomId::SetFollow { id, how } => {
            Box::pin(following::set(app, reply, id, Some(how))).await
        }
        CustomId::Unfollow(id) => Box::pin(following::set(app, reply, id, None)).await,
        CustomId::Watch { page } => {
            let watch = Box::pin(following::watch(app, reply, page)).await?;
            app.turn_into(reply, watch).await.map(drop)
        }
        CustomId::AddNote {
            id,
            board,
            mark,
            ply,
        } => Box::pin(notes::keep_typed(app, reply, id, board, mark, ply)).await,
        CustomId::Notes(id) => Box::pin(notes::show(app, reply, id)).await,
        CustomId::PublishNotes(id) => Box::pin(notes::publish(app, reply, id)).await,
        CustomId::ClearNotes(id) => Box::pin(notes::clear(app, reply, id)).await,
        CustomId::Replay(id) => Box::pin(past::replay_to_one(app, reply, id)).await,
        CustomId::PostReplay { id, pace } => Box::pin(past::replay(app, reply, id, pace)).await,
        CustomId::TakeBack(id) => Box::pin(questions::take_back(app, reply, id)).await,
        CustomId::GiveTime { id, seconds } => {
            Box::pin(actions::give_time(
                app,
                reply,
                id,
                Duration::from_secs(seconds),
            ))
            .await
        }
        CustomId::Explore { .. }
        | CustomId::Practice { .. }
        | CustomId::NextPuzzle { .. }
        | CustomId::TryPuzzle { .. }
        | CustomId::PuzzleSolution { .. }
        | CustomId::DailyGames
        | CustomId::Mistake { .. }
        | CustomId::BetterTurn { .. }
        | CustomId::Analysis(_)
        | CustomId::Hint(_)
        | CustomId::HintTurn { .. }
        | CustomId::HintsAgree(_)
        | CustomId::HintsDecline(_) => Box::pin(learning::press(app, reply, id)).await,
        CustomId::AddLine { id, board, mark } => {
            Box::pin(conditional::add_kept(app, reply, id, board, mark)).await
        }
        CustomId::Lines(id) => Box::pin(conditional::list_lines(app, reply, id)).await,
        CustomId::ClearLines(id) => Box::pin(conditional::clear_lines(app, reply, id, None)).await,
        CustomId::ClearLine { id, number } => {
            Box::pin(conditional::clear_lines(app, reply, id, Some(number))).await
        }
        CustomId::Board(id) => Box::pin(looking::show_board(app, reply, id)).await,
        CustomId::DescribePart { id, what } => {
            Box::pin(looking::describe(app, reply, id, &what)).await
        }
        CustomId::Describe(id) => Box::pin(looking::describe(app, reply, id, "")).await,
        CustomId::ImportList { number, page } => {
            Box::pin(imports::list(app, reply, number, page)).await
        }
        CustomId::ImportOpen { number } => {
            let record = match reply.asked.chosen() {
                [chosen] => chosen.parse().ok(),
                _ => None,
            };
            match record {
                Some(record) => {
                    let import = Import { number, record };
                    Box::pin(imports::open(app, reply, import)).await
                }
                None => Err(messages::unknown_component().into()),
            }
        }
        CustomId::ImportLeaf { import, ply, to } => {
            Box::pin(imports::turn_over(app, reply, import, ply, to)).await
        }
        CustomId::PlayOnFrom { import, ply } => {
            Box::pin(imports::ask(app, reply, import, ply)).await
        }
        CustomId::PlayOn { import, ply, how } => {
            Box::pin(imports::play_on(app, reply, import, ply, how)).await
        }
        CustomId::Leaf { id, ply, to } => Box::pin(past::turn_over(app, reply, id, ply, to)).await,
        CustomId::Reminders(setting) => Box::pin(reminders::set(app, reply, setting)).await,
        CustomId::Mute { id, board } => {
            Box::pin(reminders::mute(app, reply, Some((id, board)))).await
        }
        CustomId::MuteAll => Box::pin(reminders::mute(app, reply, None)).await,
        CustomId::Away(act) => Box::pin(absences::act(app, reply, act)).await,
        CustomId::Archive {
            person,
            game,
            score,
            since,
            at,
            id,
        } => {
            let filter = archive::filter(person, &game, score, since, (at, id));
            let page = Box::pin(archive::page(app, reply, filter)).await?;
            app.turn_into(reply, page).await.map(drop)
        }
        CustomId::ArchiveOpen { .. } => {
            let chosen = match reply.asked.chosen() {
                [chosen] => messages::read_match_number(chosen),
                _ => None,
            };
            match chosen {
                Some(id) => Box::pin(archive::open(app, reply, id)).await,
                None => Err(messages::unknown_component().into()),
            }
        }
        CustomId::Export { id, form } => match Format::ALL.get(usize::from(form)) {
            Some(format) => Box::pin(archive::export(app, reply, id, *format)).await,
            None => Err(messages::unknown_component().into()),
        },
        CustomId::Leaders {
            game,
            everywhere,
            page,
        } => {
            let page = Box::pin(ratings::leaderboard(
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
                return Err(messages::unknown_component().into());
            };
            let page = Box::pin(ratings::leaderboard(
                app,
                reply,
                Some(game),
                everywhere != 0,
                0,
            ))
            .await?;
            app.turn_into(reply, page).await.map(drop)
        }
        CustomId::PrivacyExport => Box::pin(privacy::export(app, reply)).await,
        CustomId::ForgetAsk => Box::pin(privacy::ask(app, reply)).await,
        CustomId::ForgetMe => Box::pin(privacy::forget(app, reply)).await,
        CustomId::Set(setting) => Box::pin(settings::set(app, reply, setting)).await,
        // These are a modal's, not a button's.
        CustomId::MoveText { .. } | CustomId::LessonText(_) => {
            Err(messages::unknown_component().into())
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
        CustomId::Learn => lessons::games(app, reply).await,
        CustomId::LessonsOf { game } => lessons::of_game(app, reply, &game).await,
        CustomId::Lesson(id) => lessons::begin(app, reply, &id).await,
        CustomId::LessonPick {
            lesson,
            generation,
            act,
        } => {
            let act = match act {
                LessonAct::Key(key) => PickerAct::Pick(key),
                LessonAct::Back => PickerAct::Back,
                LessonAct::From(list) => {
                    return lessons::pick_from(app, reply, &lesson, generation, list).await;
                }
            };
            lessons::pick(app, reply, &lesson, generation, act).await
        }
        CustomId::LessonType(id) => lessons::ask(app, reply, &id).await,
        CustomId::LessonShow(id) => lessons::solve(app, reply, &id).await,
        CustomId::LessonMatch(id) => lessons::play(app, reply, &id).await,
        _ => Err(messages::unknown_component().into()),
    }
}

/// Does what a button of a picker asks for, or one that opens a picker.
async fn press_in_picker(
    app: &App,
    reply: &mut Reply<'_>,
    id: CustomId,
) -> Result<(), CommandError> {
    match id {
        CustomId::Move { id, board } => picking::open(app, reply, id, board).await,
        CustomId::PickAnew { id, board } => picking::open_anew(app, reply, id, board).await,
        CustomId::Pick {
            id,
            generation,
            act,
        } => {
            let act = match act {
                PickAct::Key(key) => PickerAct::Pick(key),
                PickAct::Back => PickerAct::Back,
                PickAct::Over => PickerAct::StartOver,
                PickAct::On => PickerAct::GoOn,
                PickAct::From(list) => {
                    return picking::pick_from(app, reply, id, generation, list).await;
                }
                PickAct::Play => return picking::play(app, reply, id, generation).await,
                PickAct::End(key) => {
                    return picking::pick_and_play(app, reply, id, generation, key).await;
                }
                PickAct::Save => return picking::save(app, reply, id, generation).await,
            };
            picking::pick(app, reply, id, generation, act).await
        }
        CustomId::PlanReply(id) => picking::plan(app, reply, id).await,
        _ => Err(messages::unknown_component().into()),
    }
}

/// What stands in the modal's field for a turn.
fn typed(submitted: &ModalInteraction) -> String {
    let fields = submitted
        .data
        .components
        .iter()
        .flat_map(|row| &row.components);
    let value = fields.into_iter().find_map(|field| match field {
        ActionRowComponent::InputText(input) if input.custom_id == TURN_FIELD => {
            input.value.clone()
        }
        _ => None,
    });
    value.unwrap_or_default()
}
