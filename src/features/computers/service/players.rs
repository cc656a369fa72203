//! The computer players, which move and answer draw offers when it is their turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use tokio::sync::{oneshot, watch};

use crate::games::AnyPosition;
use crate::kernel::fair::{FairQueue, Full, Limits, Urgency};
use crate::kernel::lock::lock;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Arbiter, ComputerPlayer, Error, Fault, Kernel, Result};
use crate::matches::{Command, ComputerAct, Duty, Match, MatchId, Refusal, UserId};
use crate::search::Thought;
use crate::telemetry;

/// The queue of searches, and the matches in which a computer searches.
pub(crate) struct Computers {
    state: Mutex<State>,
}

struct State {
    queue: FairQueue<Urgency, UserId, Search>,
    /// The waiting questions by the numbers of their searches. Running ones have been taken out.
    questions: HashMap<u64, Question>,
    /// The number of questions so far.
    asked: u64,
    /// Wake the running search of a match that has changed.
    at_work: HashMap<MatchId, watch::Sender<()>>,
    /// The number of failures in a row of each match.
    failures: HashMap<MatchId, u32>,
}

impl State {
    /// Queues the search for a computer's turn. If the queue is full, the store is read again later.
    fn want_turn(&mut self, host: UserId, id: MatchId) {
        let _ = self.queue.push(Urgency::Told, host, Search::Duty(id));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Search {
    /// A computer's duty in a match: a turn, or a decision on a draw.
    Duty(MatchId),
    /// A question of a person.
    Question(u64),
}

/// A position that a person wants evaluated.
struct Question {
    position: AnyPosition,
    care: Care,
    seed: u64,
    answer: oneshot::Sender<Option<Thought>>,
}

/// The length of the search for a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// The usual one.
    Usual,
    /// A longer one, for a position in doubt.
    Doubtful,
}

/// The reason why a question gets no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Too many questions are waiting.
    Full(Full),
    /// No computer is configured, it found nothing, or the bot is stopping.
    Nothing,
}

/// The most searches for turns in this queue. Further matches stay in the store until there is room.
const MOST_TURNS: usize = 10_000;

/// The most waiting questions, in all and of one person.
const MOST_QUESTIONS: usize = 256;
const MOST_OF_ONE: usize = 2;

/// The first and the longest back-off of a match after a failure.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

impl Default for Computers {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Computers {
    /// Creates a queue that runs at most `at_once` searches at the same time, at least 1.
    pub(crate) fn new(at_once: usize) -> Self {
        let turns = Limits {
            at_once: at_once.max(1),
            at_once_of_one: 1,
            waiting: MOST_TURNS,
            waiting_of_one: MOST_TURNS,
        };
        let questions = Limits {
            waiting: MOST_QUESTIONS,
            waiting_of_one: MOST_OF_ONE,
            ..turns
        };
        Self {
            state: Mutex::new(State {
                queue: FairQueue::new([(Urgency::Told, turns), (Urgency::Asked, questions)]),
                questions: HashMap::new(),
                asked: 0,
                at_work: HashMap::new(),
                failures: HashMap::new(),
            }),
        }
    }

    /// Queues the computer's duty in a match, if one is due, or wakes the running search of that match.
    fn schedule(&self, kernel: &Arc<Kernel>, user: UserId, id: MatchId, due: bool) {
        if kernel.computer.is_none() {
            return;
        }
        {
            let mut state = lock(&self.state);
            if let Some(changed) = state.at_work.get(&id) {
                changed.send_replace(());
                return;
            }
            if !due {
                state.queue.remove_waiting(Search::Duty(id));
                return;
            }
            state.want_turn(user, id);
        }
        self.go_on(kernel);
    }

    /// Starts searches until the limit is reached.
    fn go_on(&self, kernel: &Arc<Kernel>) {
        let Some(player) = kernel.computer.clone() else {
            return;
        };
        loop {
            let id = {
                let mut state = lock(&self.state);
                let Some(search) = state.queue.next() else {
                    break;
                };
                let id = match search {
                    Search::Duty(id) => id,
                    Search::Question(number) => {
                        drop(state);
                        answer(kernel, number, &player);
                        continue;
                    }
                };
                state.at_work.insert(id, watch::Sender::new(()));
                id
            };
            let player = Arc::clone(&player);
            kernel.work("playing for a computer", id, move |kernel, tries| {
                let player = Arc::clone(&player);
                async move {
                    let part = &*kernel.part::<Self>();
                    if tries > 0 {
                        return part.try_again(&kernel, id).await;
                    }
                    let mut place = SearchRight {
                        part,
                        kernel: &kernel,
                        id,
                        open: true,
                    };
                    part.work(&mut place, &*player).await?;
                    lock(&part.state).failures.remove(&id);
                    Ok(())
                }
            });
        }
        if lock(&self.state).queue.has_room_again(Urgency::Told) {
            // No caller waits for this work, and it belongs to no match.
            let what = "looking for computers that are to move";
            kernel.work(what, MatchId(0), |kernel, _| async move {
                kernel.part::<Self>().look_for_all(&kernel).await
            });
        }
    }

    /// Puts a failed match back into the queue, with exponential back-off.
    async fn try_again(&self, kernel: &Arc<Kernel>, id: MatchId) -> Result {
        let failures = {
            let mut state = lock(&self.state);
            let failures = state.failures.entry(id).or_default();
            *failures += 1;
            *failures
        };
        // `kernel.work` has waited once already.
        let wait = SOON * (1 << failures.min(10)) - SOON * 2;
        if !wait.is_zero() && !kernel.tasks.wait(wait.min(LATE)).await {
            return Ok(());
        }
        let state = match kernel.ledger.load(id).await {
            Ok(state) => state,
            Err(Error::Frozen(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        self.schedule(kernel, state.host(), id, state.computer_duty().is_some());
        Ok(())
    }

    /// Queues all matches in which a computer has a duty.
    async fn look_for_all(&self, kernel: &Arc<Kernel>) -> Result {
        for (user, id) in kernel.store.computers_due().await? {
            self.schedule(kernel, user, id, true);
        }
        Ok(())
    }

    /// Does one duty of a computer. A further duty goes to the end of the queue.
    async fn work(&self, place: &mut SearchRight<'_>, player: &dyn ComputerPlayer) -> Result {
        let (id, kernel) = (place.id, place.kernel);
        let subscribed = lock(&self.state)
            .at_work
            .get(&id)
            .map(watch::Sender::subscribe);
        let Some(mut changed) = subscribed else {
            return Ok(());
        };
        let mut again = false;
        loop {
            changed.mark_unchanged();
            if kernel.tasks.is_stopping() {
                return Ok(());
            }
            let state = match kernel.ledger.load(id).await {
                Ok(state) => Some(state),
                // The match is frozen.
                Err(Error::Frozen(_)) => None,
                Err(error) => return Err(error),
            };
            let duty = state.and_then(|state| Some((state.computer_duty()?, state)));
            let (duty, state) = match duty {
                Some(due) if !again => due,
                due => {
                    // The lock orders this with changes: a change either wakes this search, or queues a new one.
                    let mut state = lock(&self.state);
                    if due.is_none() && changed.has_changed().unwrap_or(false) {
                        continue;
                    }
                    place.close(&mut state);
                    if let Some((_, due)) = due {
                        state.want_turn(due.host(), id);
                    }
                    return Ok(());
                }
            };
            again = true;
            let thought = async {
                match duty {
                    Duty::Turn(seat, level) => {
                        let begun = Instant::now();
                        let text = player.think(&state, level).await;
                        telemetry::search(&state.proposal().game, level.number(), begun.elapsed());
                        let board = state.board();
                        (seat, ComputerAct::Play { text, board })
                    }
                    Duty::DrawOffer(seat) if player.accepts_draw(&state).await => {
                        (seat, ComputerAct::AcceptDraw)
                    }
                    Duty::DrawOffer(seat) => (seat, ComputerAct::DeclineDraw),
                }
            };
            let (seat, act) = tokio::select! {
                thought = thought => thought,
                // The searched position is outdated.
                _ = changed.changed() => continue,
                () = kernel.tasks.stopped() => return Ok(()),
            };
            match kernel.act(id, &Command::Computer { seat, act }, None).await {
                Ok(update) => update.leave_to_arbiter(),
                // The match changed during the search.
                Err(Error::Refused(
                    Refusal::MovedOn { .. } | Refusal::NoOffer | Refusal::Finished { .. },
                )) => {}
                // An illegal turn: a retry may find another one.
                Err(error) if let Some(refusal) = error.refusal() => {
                    return Err(Fault::Computer(refusal.to_owned()).into());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Evaluates a position for a person.
/// The question waits in the fair queue of searches; dropping the future cancels it.
pub(crate) async fn ask(
    kernel: &Arc<Kernel>,
    user: UserId,
    position: AnyPosition,
    care: Care,
    seed: u64,
) -> Result<Thought, Silence> {
    if kernel.computer.is_none() {
        return Err(Silence::Nothing);
    }
    let part = &*kernel.part::<Computers>();
    let (answer, thought) = oneshot::channel();
    let number = {
        let mut state = lock(&part.state);
        state.asked += 1;
        let number = state.asked;
        let search = Search::Question(number);
        let pushed = state.queue.push(Urgency::Asked, user, search);
        pushed.map_err(Silence::Full)?;
        let question = Question {
            position,
            care,
            seed,
            answer,
        };
        state.questions.insert(number, question);
        number
    };
    let _waiting = Waiting { part, number };
    part.go_on(kernel);
    tokio::select! {
        thought = thought => thought.ok().flatten().ok_or(Silence::Nothing),
        () = kernel.tasks.stopped() => Err(Silence::Nothing),
    }
}

/// Starts the search for a question.
fn answer(kernel: &Arc<Kernel>, number: u64, player: &Arc<dyn ComputerPlayer>) {
    let player = Arc::clone(player);
    // A question belongs to no match.
    kernel.work("thinking about a position", MatchId(0), move |kernel, _| {
        let player = Arc::clone(&player);
        async move {
            let part = &*kernel.part::<Computers>();
            let _right = QuestionRight {
                part,
                kernel: &kernel,
                number,
            };
            let question = lock(&part.state).questions.remove(&number);
            // The person has stopped waiting, or an earlier attempt panicked.
            let Some(mut question) = question else {
                return Ok(());
            };
            let Question {
                position,
                care,
                seed,
                ..
            } = question;
            let thinking = async {
                match care {
                    Care::Usual => player.evaluate(position, seed).await,
                    Care::Doubtful => player.reconsider(position, seed).await,
                }
            };
            tokio::select! {
                thought = thinking => {
                    let _ = question.answer.send(thought);
                }
                () = question.answer.closed() => {}
                () = kernel.tasks.stopped() => {}
            }
            Ok(())
        }
    });
}

/// Removes its question from the queue when dropped.
struct Waiting<'a> {
    part: &'a Computers,
    number: u64,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut state = lock(&self.part.state);
        if state.questions.remove(&self.number).is_some() {
            let search = Search::Question(self.number);
            state.queue.remove_waiting(search);
        }
    }
}

/// A slot of the queue for a question. Dropping it starts the next search.
struct QuestionRight<'a> {
    part: &'a Computers,
    kernel: &'a Arc<Kernel>,
    number: u64,
}

impl Drop for QuestionRight<'_> {
    fn drop(&mut self) {
        let search = Search::Question(self.number);
        lock(&self.part.state).queue.done(search);
        if !self.kernel.tasks.is_stopping() {
            self.part.go_on(self.kernel);
        }
    }
}

/// A slot of the queue for a match. Dropping it starts the next search.
struct SearchRight<'a> {
    part: &'a Computers,
    kernel: &'a Arc<Kernel>,
    id: MatchId,
    open: bool,
}

impl SearchRight<'_> {
    fn close(&mut self, state: &mut State) {
        if self.open {
            self.open = false;
            state.at_work.remove(&self.id);
            state.queue.done(Search::Duty(self.id));
        }
    }
}

impl Drop for SearchRight<'_> {
    fn drop(&mut self) {
        self.close(&mut lock(&self.part.state));
        if !self.kernel.tasks.is_stopping() {
            self.part.go_on(self.kernel);
        }
    }
}

#[async_trait]
impl Reactor for Computers {
    async fn react(&self, kernel: &Arc<Kernel>, change: &Change, _: &mut CallerPosts) {
        let after = &change.after;
        self.schedule(
            kernel,
            after.host(),
            after.id(),
            after.computer_duty().is_some(),
        );
    }

    async fn start(&self, kernel: &Arc<Kernel>) -> Result {
        self.look_for_all(kernel).await
    }
}

impl Arbiter {
    /// Returns the number of matches being searched, and the number of those in the queue.
    pub fn searches(&self) -> (usize, usize) {
        lock(&self.kernel.part::<Computers>().state).queue.sizes()
    }

    /// Returns how many searches are ahead of this match in the queue; 0 if none is due for it.
    pub fn searches_before(&self, state: &Match) -> usize {
        if state.computer_duty().is_none() {
            return 0;
        }
        let search = Search::Duty(state.id());
        lock(&self.kernel.part::<Computers>().state)
            .queue
            .before(search)
    }
}
