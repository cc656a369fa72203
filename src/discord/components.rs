//! Buttons and modals: one place that knows what each asks for.

use std::sync::atomic::AtomicBool;

use serenity::all::{ActionRowComponent, ComponentInteraction, ModalInteraction};

use super::actions;
use super::app::App;
use super::command_error::CommandError;
use super::custom_id::CustomId;
use super::drafts;
use super::exhibitions;
use super::messages::{self, Composed, TURN_FIELD};
use super::past;
use super::picking;
use super::reply::{Asked, Reply};
use super::settings;
use crate::arbiter::Answer;
use crate::games;
use crate::matches::PickerAct;

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
        _ => Err(messages::unknown_component().into()),
    };
    if let Err(error) = result {
        app.own_up(&mut reply, error).await;
    }
}

async fn press(app: &App, reply: &mut Reply<'_>, id: CustomId) -> Result<(), CommandError> {
    match id {
        CustomId::Accept(id) => actions::accept(app, reply, id).await,
        CustomId::Decline(id) => actions::decline(app, reply, id).await,
        CustomId::Withdraw(id) => actions::withdraw(app, reply, id).await,
        CustomId::Renew(id) => actions::renew(app, reply, id).await,
        CustomId::EndExhibition(id) => exhibitions::end(app, reply, id).await,
        CustomId::TryTurn { id, board, turn } => {
            actions::try_turn(app, reply, id, board, &turn).await
        }
        CustomId::TryOffer { id, board, mark } => {
            actions::try_offer(app, reply, id, board, mark).await
        }
        CustomId::PlayDraft { id, board, mark } => drafts::play(app, reply, id, board, mark).await,
        CustomId::ChangeDraft { id, board, mark } => {
            drafts::change(app, reply, id, board, mark).await
        }
        CustomId::Move { id, board } => picking::open(app, reply, id, board).await,
        CustomId::PickAnew { id, board } => picking::open_anew(app, reply, id, board).await,
        CustomId::Pick {
            id,
            generation,
            key,
        } => picking::pick(app, reply, id, generation, PickerAct::Pick(key)).await,
        CustomId::PickFrom {
            id,
            generation,
            list,
        } => picking::pick_from(app, reply, id, generation, list).await,
        CustomId::PickBack { id, generation } => {
            picking::pick(app, reply, id, generation, PickerAct::Back).await
        }
        CustomId::PickOver { id, generation } => {
            picking::pick(app, reply, id, generation, PickerAct::StartOver).await
        }
        CustomId::PickPlay { id, generation } => picking::play(app, reply, id, generation).await,
        CustomId::PickEnd {
            id,
            generation,
            key,
        } => picking::pick_and_play(app, reply, id, generation, key).await,
        CustomId::PickOn { id, generation } => {
            picking::pick(app, reply, id, generation, PickerAct::GoOn).await
        }
        CustomId::PickSave { id, generation } => picking::save(app, reply, id, generation).await,
        CustomId::PlanReply(id) => picking::plan(app, reply, id).await,
        CustomId::TypeTurn { id, board } => actions::ask_turn(app, reply, id, board).await,
        CustomId::Rules { game, page } => {
            actions::show_rules(app, reply, games::find(&game), page).await
        }
        CustomId::RulesPage { game, page } => match games::find(&game) {
            Some(game) => app
                .turn_into(reply, messages::rules(game, page))
                .await
                .map(drop),
            None => actions::show_rules(app, reply, None, page).await,
        },
        CustomId::Games { page } => {
            let games = actions::games(app, reply, page).await?;
            app.turn_into(reply, games).await.map(drop)
        }
        CustomId::Resign { id, board } => actions::ask_resign(app, reply, id, board).await,
        CustomId::PlayOnly { id, board } => actions::play_only(app, reply, id, board).await,
        CustomId::ServerGames { page } => {
            let games = actions::games_here(app, reply, page).await?;
            app.turn_into(reply, games).await.map(drop)
        }
        CustomId::ResignConfirm { id, board } => actions::resign(app, reply, id, board).await,
        CustomId::ResignKeep(_) => app
            .turn_into(reply, Composed::text("You play on."))
            .await
            .map(drop),
        CustomId::TakebackAccept { id, board } => {
            actions::answer_takeback(app, reply, id, board, Answer::Accept).await
        }
        CustomId::TakebackDecline { id, board } => {
            actions::answer_takeback(app, reply, id, board, Answer::Decline).await
        }
        CustomId::Draw { id, board } => actions::offer_draw(app, reply, id, Some(board)).await,
        CustomId::DrawAccept { id, board } => {
            actions::answer_draw(app, reply, id, board, Answer::Accept).await
        }
        CustomId::DrawDecline { id, board } => {
            actions::answer_draw(app, reply, id, board, Answer::Decline).await
        }
        CustomId::History { id, ply } => past::show(app, reply, id, Some(ply)).await,
        CustomId::Replay(id) => past::replay_to_one(app, reply, id).await,
        CustomId::Board(id) => actions::show_board(app, reply, id).await,
        CustomId::Describe(id) => actions::describe(app, reply, id, "").await,
        CustomId::Leaf { id, ply, to } => past::turn_over(app, reply, id, ply, to).await,
        CustomId::Set(setting) => settings::set(app, reply, setting).await,
        // This is a modal's, not a button's.
        CustomId::MoveText { .. } => Err(messages::unknown_component().into()),
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
