//! Puzzles.

use crate::discord::ui::{App, CommandError, Reply, Result, known_game};
use crate::features::play::discord::session_message::show;
use crate::features::play::model::session::About;
use crate::features::study::messages;
use crate::features::study::model::puzzles::Answered;
use crate::features::study::store::puzzles;
use crate::games::{self, Game, with_puzzles};
use crate::kernel::Error;
use crate::kernel::fair::Wanted;
use crate::search;

/// The node limit of the search for the refutation of an answer.
const NODES: u64 = 200_000;

/// Shows the next puzzle of this game, else of the thread's game, else of the game of the last try.
pub async fn next(app: &App, reply: &mut Reply<'_>, game: Option<&str>) -> Result {
    let user = reply.interaction.user();
    let game = which(app, reply, game).await?;
    let next = reply
        .while_doing(app.arbiter.next_puzzle(user, game))
        .await?;
    match next {
        Some(next) => open(app, reply, game.card.key, next.number).await,
        None => Err(CommandError::says(messages::no_puzzle_left(game))),
    }
}

async fn which(app: &App, reply: &mut Reply<'_>, game: Option<&str>) -> Result<&'static Game> {
    if let Some(key) = game {
        return known_game(key);
    }
    let (user, here) = (reply.interaction.user(), reply.interaction.channel());
    let looked = async {
        if let Some(id) = app.arbiter.store().match_in_thread(here).await? {
            let game = app.arbiter.view(id).await?.state.game();
            if game.card.puzzles.is_some() {
                return Ok::<_, Error>(Some(game));
            }
        }
        let last = app
            .arbiter
            .read(move |db| puzzles::last_puzzled(db, user))
            .await?;
        Ok(last.and_then(|key| games::find(&key)))
    };
    let found = reply.while_doing(looked).await?;
    let usual = || known_game(with_puzzles().next().map_or("", |game| game.card.key));
    found.map_or_else(usual, Ok)
}

pub async fn open(app: &App, reply: &mut Reply<'_>, game: &str, number: u32) -> Result {
    let user = reply.interaction.user();
    let about = About::Puzzle {
        game: game.to_owned(),
        number,
    };
    let shown = reply.while_doing(app.arbiter.open(user, about)).await?;
    show(app, reply, &shown).await
}

/// Returns the turn that refutes a wrong answer, if a short search finds one.
pub(crate) async fn refutation(
    app: &App,
    reply: &mut Reply<'_>,
    answered: &Answered,
) -> Option<String> {
    let turns = answered.puzzle.turns;
    let position = answered.shown.now.position.clone();
    let solver = answered.shown.ground.from.to_move()?;
    if answered.right || turns <= 1 || position.to_move() != Some(solver.other()) {
        return None;
    }
    let work = move || search::refutation(&*position, solver, turns - 1, NODES);
    let wanted = Wanted::asked(reply.interaction.user());
    let search = app.brush.workers().long(wanted, work);
    reply.while_doing(search).await.ok().flatten()
}

pub async fn solution(app: &App, reply: &mut Reply<'_>, game: &str, number: u32) -> Result {
    let user = reply.interaction.user();
    let puzzle = games::find(game).and_then(|game| search::puzzle(game, number));
    let puzzle = puzzle.ok_or_else(|| CommandError::says("This puzzle no longer exists."))?;
    let about = About::Puzzle {
        game: game.to_owned(),
        number,
    };
    let shown = reply.while_doing(app.arbiter.open(user, about)).await?;
    // A public message below a server's daily puzzle would reveal its solution.
    app.whisper_here(reply, messages::puzzle_solution(&shown, number, puzzle))
        .await
}
