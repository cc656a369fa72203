//! Commands and presses.

pub(crate) mod actions;
pub(crate) mod challenge_pages;
pub(crate) mod challenges;
pub(crate) mod conclusion;
pub(crate) mod lines;
pub(crate) mod match_commands;
pub(crate) mod move_command;
pub(crate) mod next;
pub(crate) mod plan_command;
pub(crate) mod play_command;
pub(crate) mod practice;
pub(crate) mod questions;
pub(crate) mod session_message;
pub(crate) mod sessions;
pub(crate) mod start_rules;
pub(crate) mod typed;
pub(crate) mod which_to_move;

use std::time::Duration;

use crate::features::play::press::{ChallengeOptions, Press};
use crate::features::play::session_press::SessionPress;

use crate::discord::ui::app::App;
use crate::discord::ui::press::{Handle, Handling};
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, TURN_FIELD};
use crate::features::play::Again;
use crate::features::play::messages::{self, Question};
use crate::kernel::Answer;
use crate::matches::MatchId;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Accept(id) => Box::pin(challenges::accept(app, reply, id)),
            Press::Decline(id) => Box::pin(challenges::decline(app, reply, id)),
            Press::Withdraw(id) => Box::pin(challenges::withdraw(app, reply, id)),
            Press::Renew(id) => Box::pin(challenges::renew(app, reply, id)),
            Press::Rematch(id) => Box::pin(challenge_pages::rematch(app, reply, id, Again::Same)),
            Press::Harder(id) => Box::pin(challenge_pages::rematch(app, reply, id, Again::Harder)),
            Press::ChooseGame { with } => Box::pin(challenge_pages::choose(app, reply, with)),
            Press::Move { id, board } => Box::pin(sessions::open_turn(app, reply, id, board)),
            Press::PickAgain { id, board } => Box::pin(sessions::open_anew(app, reply, id, board)),
            Press::Next => Box::pin(next::open(app, reply)),
            Press::PlanReply(id) => Box::pin(sessions::plan(app, reply, id)),
            Press::TypeTurn { id, board } => Box::pin(actions::ask_turn(app, reply, id, board)),
            Press::MoveText { id, board } => {
                let typed = reply.interaction.typed(TURN_FIELD);
                Box::pin(actions::play(app, reply, id, typed, Some(board)))
            }
            Press::TryTurn { id, board, turn } => {
                Box::pin(async move { actions::try_turn(app, reply, id, board, &turn).await })
            }
            Press::TryOffer { id, board, mark } => {
                Box::pin(actions::try_offer(app, reply, id, board, mark))
            }
            Press::PlayOnly { id, board } => Box::pin(actions::play_only(app, reply, id, board)),
            Press::Resign { id, board } => {
                Box::pin(actions::ask_resign(app, reply, id, Some(board)))
            }
            Press::Draw { id, board } => {
                Box::pin(questions::offer_draw(app, reply, id, Some(board)))
            }
            Press::TakeBack(id) => Box::pin(questions::take_back(app, reply, id)),
            Press::Board(id) => Box::pin(actions::show_board(app, reply, id)),
            Press::AddLine { id, board, mark } => {
                Box::pin(lines::add_kept(app, reply, id, board, mark))
            }
            Press::Abort(id) => Box::pin(actions::abort(app, reply, id)),
            Press::GamePage { game, with } => Box::pin(async move {
                challenge_pages::page(app, reply, &game, with, ChallengeOptions::USUAL).await
            }),
            Press::GameSo { game, with, wanted } => {
                Box::pin(
                    async move { challenge_pages::page(app, reply, &game, with, wanted).await },
                )
            }
            Press::Challenge { game, with } => Box::pin(async move {
                challenge_pages::challenge(app, reply, &game, with, ChallengeOptions::USUAL).await
            }),
            Press::ChallengeSo { game, with, wanted } => Box::pin(async move {
                challenge_pages::challenge(app, reply, &game, with, wanted).await
            }),
            Press::InPrivate { game, with } => Box::pin(async move {
                let wanted = ChallengeOptions::USUAL;
                challenge_pages::challenge_in_private(app, reply, &game, with, wanted).await
            }),
            Press::InPrivateSo { game, with, wanted } => Box::pin(async move {
                challenge_pages::challenge_in_private(app, reply, &game, with, wanted).await
            }),
            Press::SetOption {
                want,
                game,
                with,
                wanted,
            } => Box::pin(async move {
                challenge_pages::set_option(app, reply, &game, with, want, wanted).await
            }),
            Press::MoreTerms { game, with, wanted } => {
                Box::pin(
                    async move { challenge_pages::more(app, reply, &game, with, wanted).await },
                )
            }
            Press::ResignUnseen(id) => Box::pin(actions::ask_resign(app, reply, id, None)),
            Press::ResignConfirm { id, board } => Box::pin(actions::resign(app, reply, id, board)),
            Press::ResignKeep(_) => {
                let plays_on = Composed::text(messages::PLAYS_ON);
                Box::pin(async move { app.turn_into(reply, plays_on).await.map(drop) })
            }
            Press::TakebackAccept { id, board } => {
                answer(app, reply, (id, board), Question::TakeBack, Answer::Accept)
            }
            Press::TakebackDecline { id, board } => {
                answer(app, reply, (id, board), Question::TakeBack, Answer::Decline)
            }
            Press::DrawAccept { id, board } => {
                answer(app, reply, (id, board), Question::Draw, Answer::Accept)
            }
            Press::DrawDecline { id, board } => {
                answer(app, reply, (id, board), Question::Draw, Answer::Decline)
            }
            Press::Lines(id) => Box::pin(lines::list_lines(app, reply, id)),
            Press::ClearLines(id) => Box::pin(lines::clear_lines(app, reply, id, None)),
            Press::ClearLine { id, number } => {
                Box::pin(lines::clear_lines(app, reply, id, Some(number)))
            }
            Press::AskGift(id) => Box::pin(actions::ask_gift(app, reply, id)),
            Press::GiveTime { id, seconds } => {
                let time = Duration::from_secs(seconds);
                Box::pin(actions::give_time(app, reply, id, time))
            }
        }
    }
}

impl Handle for SessionPress {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        let Self {
            session,
            generation,
            act,
        } = *self;
        Box::pin(sessions::press(app, reply, session, generation, act))
    }
}

fn answer<'a>(
    app: &'a App,
    reply: &'a mut Reply<'_>,
    at: (MatchId, u32),
    question: Question,
    answer: Answer,
) -> Handling<'a> {
    Box::pin(questions::answer(app, reply, at, question, answer))
}
