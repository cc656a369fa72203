//! Analyses of finished matches in the background. Each evaluation is stored and serves everybody.

use crate::features::study::model::analysis::AnalysisProgress;
use crate::features::study::model::analysis::analysed_boards;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::watch;

use crate::features::computers::service::players::{Care, Silence, ask};
use crate::features::study::model::analysis::{
    AnalysedBoard, Chance, Due, Evaluation, next_due, progress,
};
use crate::features::study::store::evaluations;
use crate::games::AnyPosition;
use crate::kernel::fair::{Full, Wanted};
use crate::kernel::lock::lock;
use crate::kernel::{Error, Fault, Kernel, Result};
use crate::matches::{MatchId, UserId};
use crate::search::Thought;

/// The version of the engine's evaluations. Evaluations of older versions are computed again.
pub(crate) const VERSION: u32 = 2;

/// The most matches that are analysed at once. Their searches share one queue.
const MOST: usize = 32;

/// The most analyses that one person may have: one runs, and two wait.
const MOST_OF_ONE: usize = 3;

/// How long to wait before a retry if the queue of questions is full.
const PAUSE: Duration = Duration::from_secs(2);

/// The running analyses.
#[derive(Default)]
struct Analyses {
    /// Each match with the person who started its analysis, and the progress.
    under_way: Mutex<HashMap<MatchId, (UserId, watch::Sender<AnalysisProgress>)>>,
}

/// Returns the boards of a match to analyse.
pub(crate) async fn boards(kernel: &Kernel, id: MatchId, by: UserId) -> Result<Vec<AnalysedBoard>> {
    let state = kernel.ledger.load(id).await?;
    let work = move || analysed_boards(&state);
    let boards = kernel.workers.long(Wanted::asked(by), work).await;
    let boards = boards.map_err(|why| Error::not_done(why, id))?;
    Ok(boards.map_err(Fault::from)?)
}

/// Starts the analysis of a match unless it is running.
///
/// # Errors
///
/// If this person has, or all people together have, too many running analyses.
pub(crate) fn begin(
    kernel: &Arc<Kernel>,
    id: MatchId,
    by: UserId,
    boards: Vec<AnalysedBoard>,
    known: BTreeMap<u32, Evaluation>,
) -> Result<watch::Receiver<AnalysisProgress>, Full> {
    let analyses = kernel.part::<Analyses>();
    let receiver = {
        let mut under_way = lock(&analyses.under_way);
        if let Some((_, sender)) = under_way.get(&id) {
            return Ok(sender.subscribe());
        }
        let own = under_way.values().filter(|(other, _)| *other == by);
        if own.count() >= MOST_OF_ONE {
            return Err(Full::OfOne);
        }
        if under_way.len() >= MOST {
            return Err(Full::OfAll);
        }
        let (done, all) = progress(&boards, &known);
        let (sender, receiver) = watch::channel(AnalysisProgress { done, all });
        under_way.insert(id, (by, sender));
        receiver
    };
    let work = Mutex::new(Some((boards, known)));
    kernel.work("analysing a match", id, move |kernel, _| {
        let work = lock(&work).take();
        async move {
            let part = &*kernel.part::<Analyses>();
            let _end = End { part, id };
            // The retry after a panic finds no work; the next request starts it again.
            let Some((boards, known)) = work else {
                return Ok(());
            };
            if let Err(error) = look(&kernel, id, by, &boards, known).await {
                tracing::error!(match_id = %id, %error, "analysis ends early; the next request continues it");
            }
            Ok(())
        }
    });
    Ok(receiver)
}

/// Evaluates one position after another until all are known or no computer answers.
async fn look(
    kernel: &Arc<Kernel>,
    id: MatchId,
    by: UserId,
    boards: &[AnalysedBoard],
    mut known: BTreeMap<u32, Evaluation>,
) -> Result {
    while let Some(due) = next_due(boards, &known) {
        let (ply, seed, position, care, better_for) = match due {
            Due::Board(ply, position) => (ply, u64::from(ply), position, Care::Usual, None),
            Due::Deep(ply, position) => (ply, u64::from(ply), position, Care::Doubtful, None),
            Due::Better(ply, seat, position) => {
                let seed = u64::from(ply) | 1 << 32;
                (ply, seed, position, Care::Usual, Some(seat))
            }
        };
        let mover = position.to_move();
        let Some(thought) = think(kernel, id, by, care, seed, position).await else {
            return Ok(());
        };
        let evaluation = match (better_for, known.get(&ply)) {
            (None, _) => Evaluation {
                value: thought.value,
                proven: thought.proven,
                line: thought.line,
                better: None,
                deep: care == Care::Doubtful,
            },
            (Some(seat), Some(evaluation)) => {
                let chance = Chance {
                    value: thought.value,
                    proven: thought.proven,
                };
                let own = mover == Some(seat);
                Evaluation {
                    better: Some(if own { chance } else { chance.turned() }),
                    ..evaluation.clone()
                }
            }
            (Some(_), None) => return Ok(()),
        };
        let kept = evaluation.clone();
        kernel
            .write(move |db| evaluations::store_evaluation(db, id, ply, VERSION, &kept))
            .await?;
        known.insert(ply, evaluation);
        let (done, all) = progress(boards, &known);
        if let Some((_, sender)) = lock(&kernel.part::<Analyses>().under_way).get(&id) {
            sender.send_replace(AnalysisProgress { done, all });
        }
    }
    Ok(())
}

/// Evaluates a position, and waits while the queue is full; `None` if no computer answers.
async fn think(
    kernel: &Arc<Kernel>,
    id: MatchId,
    by: UserId,
    care: Care,
    seed: u64,
    position: AnyPosition,
) -> Option<Thought> {
    let seed = id.0.rotate_left(20) ^ seed;
    loop {
        let asked = ask(kernel, by, position.clone(), care, seed);
        match asked.await {
            Ok(thought) => return Some(thought),
            Err(Silence::Nothing) => return None,
            Err(Silence::Full(_)) => {
                if !kernel.tasks.wait(PAUSE).await {
                    return None;
                }
            }
        }
    }
}

/// Marks an analysis as running until it is dropped.
struct End<'a> {
    part: &'a Analyses,
    id: MatchId,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        lock(&self.part.under_way).remove(&self.id);
    }
}
