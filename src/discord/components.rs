//! Buttons and modals: one place that knows what each asks for.

use std::sync::atomic::AtomicBool;

use serenity::all::{ActionRowComponent, ComponentInteraction, ModalInteraction};

use super::actions;
use super::custom_id::CustomId;
use super::desk::Desk;
use super::drafts;
use super::messages::{self, Composed, TURN_FIELD};
use super::past;
use super::picking;
use super::reply::{Asked, Reply};
use super::settings;
use super::trouble::Trouble;
use crate::arbiter::Answer;
use crate::games;
use crate::matches::PickerAct;

/// Does what a button asks for, and answers.
pub async fn pressed(desk: &Desk, pressed: &ComponentInteraction) {
    let deferred = AtomicBool::new(false);
    let mut reply = desk.reply(Asked::Component(pressed), &deferred);
    let result = match CustomId::parse(&pressed.data.custom_id) {
        Some(id) => press(desk, &mut reply, id).await,
        None => Err(messages::unknown_component().into()),
    };
    if let Err(trouble) = result {
        desk.own_up(&mut reply, trouble).await;
    }
}

/// Does what a filled-in modal asks for, and answers.
pub async fn submitted(desk: &Desk, submitted: &ModalInteraction) {
    let deferred = AtomicBool::new(false);
    let mut reply = desk.reply(Asked::Modal(submitted), &deferred);
    let result = match CustomId::parse(&submitted.data.custom_id) {
        Some(CustomId::MoveText { id, board }) => {
            actions::play(desk, &mut reply, id, &typed(submitted), Some(board)).await
        }
        _ => Err(messages::unknown_component().into()),
    };
    if let Err(trouble) = result {
        desk.own_up(&mut reply, trouble).await;
    }
}

async fn press(desk: &Desk, reply: &mut Reply<'_>, id: CustomId) -> Result<(), Trouble> {
    match id {
        CustomId::Accept(id) => actions::accept(desk, reply, id).await,
        CustomId::Decline(id) => actions::decline(desk, reply, id).await,
        CustomId::Withdraw(id) => actions::withdraw(desk, reply, id).await,
        CustomId::TryTurn { id, board, turn } => {
            actions::try_turn(desk, reply, id, board, &turn).await
        }
        CustomId::TryOffer { id, board, mark } => {
            actions::try_offer(desk, reply, id, board, mark).await
        }
        CustomId::PlayDraft { id, board, mark } => drafts::play(desk, reply, id, board, mark).await,
        CustomId::ChangeDraft { id, board, mark } => {
            drafts::change(desk, reply, id, board, mark).await
        }
        CustomId::Move { id, board } => picking::open(desk, reply, id, board).await,
        CustomId::PickAnew { id, board } => picking::open_anew(desk, reply, id, board).await,
        CustomId::Pick {
            id,
            generation,
            key,
        } => picking::pick(desk, reply, id, generation, PickerAct::Pick(key)).await,
        CustomId::PickFrom {
            id,
            generation,
            list,
        } => picking::pick_from(desk, reply, id, generation, list).await,
        CustomId::PickBack { id, generation } => {
            picking::pick(desk, reply, id, generation, PickerAct::Back).await
        }
        CustomId::PickOver { id, generation } => {
            picking::pick(desk, reply, id, generation, PickerAct::StartOver).await
        }
        CustomId::PickPlay { id, generation } => picking::play(desk, reply, id, generation).await,
        CustomId::PickOn { id, generation } => {
            picking::pick(desk, reply, id, generation, PickerAct::GoOn).await
        }
        CustomId::PickSave { id, generation } => picking::save(desk, reply, id, generation).await,
        CustomId::PlanReply(id) => picking::plan(desk, reply, id).await,
        CustomId::TypeTurn { id, board } => actions::ask_turn(desk, reply, id, board).await,
        CustomId::Rules { game, page } => {
            actions::show_rules(desk, reply, games::find(&game), page).await
        }
        CustomId::RulesPage { game, page } => match games::find(&game) {
            Some(game) => desk
                .turn_into(reply, messages::rules(game, page))
                .await
                .map(drop),
            None => actions::show_rules(desk, reply, None, page).await,
        },
        CustomId::Resign(id) => actions::ask_resign(desk, reply, id).await,
        CustomId::ResignConfirm { id, board } => actions::resign(desk, reply, id, board).await,
        CustomId::ResignKeep(_) => desk
            .turn_into(reply, Composed::text("You play on."))
            .await
            .map(drop),
        CustomId::TakebackAccept { id, board } => {
            actions::answer_takeback(desk, reply, id, board, Answer::Accept).await
        }
        CustomId::TakebackDecline { id, board } => {
            actions::answer_takeback(desk, reply, id, board, Answer::Decline).await
        }
        CustomId::Draw { id, board } => actions::offer_draw(desk, reply, id, Some(board)).await,
        CustomId::DrawAccept { id, board } => {
            actions::answer_draw(desk, reply, id, board, Answer::Accept).await
        }
        CustomId::DrawDecline { id, board } => {
            actions::answer_draw(desk, reply, id, board, Answer::Decline).await
        }
        CustomId::History { id, ply } => past::show(desk, reply, id, Some(ply)).await,
        CustomId::Leaf { id, ply, to } => past::turn_over(desk, reply, id, ply, to).await,
        CustomId::Set(setting) => settings::set(desk, reply, setting).await,
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
