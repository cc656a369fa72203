//! The computers among the players: they move and answer when it is up to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};

use crate::games::AnyPosition;
use crate::kernel::fair::{FairQueue, Full, Limits, Urgency};
use crate::kernel::lock::lock;
use crate::kernel::reactor::{CallerPosts, Change, Reactor};
use crate::kernel::{Arbiter, BoxFuture, ComputerPlayer, Error, Fault, Kernel};
use crate::matches::{Command, ComputerAct, Duty, Match, MatchId, Refusal, UserId};
use crate::search::Thought;
use crate::telemetry;

/// The queue of searches, and the matches in which a computer is thinking.
pub(crate) struct Computers {
    state: Mutex<State>,
}

struct State {
    queue: FairQueue<Urgency, UserId, Search>,
    /// What people want to know, by the numbers of the searches; those under way are not here any more.
    questions: HashMap<u64, Question>,
    /// How many there have been.
    asked: u64,
    /// Signals to running searches that their match has changed.
    at_work: HashMap<MatchId, watch::Sender<()>>,
    /// How often in a row it did not work in a match.
    failures: HashMap<MatchId, u32>,
}

impl State {
    /// Queues the search for the turn of a computer. Where there is no room, the turn is found in the store later.
    fn want_turn(&mut self, host: UserId, id: MatchId) {
        let _ = self.queue.push(Urgency::Told, host, Search::Duty(id));
    }
}

/// A search that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Search {
    /// For what a computer is to do in a match.
    Duty(MatchId),
    /// For what somebody wants to know.
    Question(u64),
}

/// A position of which somebody wants to know what a computer thinks.
struct Question {
    position: AnyPosition,
    seed: u64,
    answer: oneshot::Sender<Option<Thought>>,
}

/// Why nobody says what a computer thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// Too many questions wait already.
    Full(Full),
    /// There is no computer, it has found nothing, or it is stopped.
    Nothing,
}

/// How many searches for turns wait here at most. The turns of further matches wait in the store.
const MOST_TURNS: usize = 10_000;

/// How many questions wait at most, and how many of one person.
const MOST_QUESTIONS: usize = 256;
const MOST_OF_ONE: usize = 2;

/// The first and the longest wait before it is tried again in a match in which it did not work.
const SOON: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(300);

impl Default for Computers {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Computers {
    /// Makes a queue that runs at most `at_once` searches at the same time, at least one.
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

    /// Lets the computer of a match do what is up to it, when it is its turn; the one that is at it looks again.
    fn see_to(&self, kernel: &Arc<Kernel>, user: UserId, id: MatchId, due: bool) {
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

    /// Begins as many searches as there may be.
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
            // Nothing waits for it, so it is for no match.
            let what = "looking for computers that are to move";
            kernel.work(what, MatchId(0), |kernel, _| async move {
                kernel.part::<Self>().look_for_all(&kernel).await
            });
        }
    }

    /// Puts a match in which it did not work back into the queue, after longer and longer waits.
    async fn try_again(&self, kernel: &Arc<Kernel>, id: MatchId) -> Result<(), Error> {
        let failures = {
            let mut state = lock(&self.state);
            let failures = state.failures.entry(id).or_default();
            *failures += 1;
            *failures
        };
        // The first wait is over.
        let wait = SOON * (1 << failures.min(10)) - SOON * 2;
        if !wait.is_zero() && !kernel.tasks.wait(wait.min(LATE)).await {
            return Ok(());
        }
        let state = match kernel.ledger.load(id).await {
            Ok(state) => state,
            Err(Error::Refused(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        self.see_to(kernel, state.host(), id, due(kernel, &state).is_some());
        Ok(())
    }

    /// Sees to all matches in which a computer is to do something.
    async fn look_for_all(&self, kernel: &Arc<Kernel>) -> Result<(), Error> {
        for (user, id) in kernel.store.computers_due().await? {
            self.see_to(kernel, user, id, true);
        }
        Ok(())
    }

    /// Does one thing that is up to a computer. If there is more then, it comes after what waits for others.
    async fn work(
        &self,
        place: &mut SearchRight<'_>,
        player: &dyn ComputerPlayer,
    ) -> Result<(), Error> {
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
                // It is frozen.
                Err(Error::Refused(_)) => None,
                Err(error) => return Err(error),
            };
            let duty = state.and_then(|state| Some((due(kernel, &state)?, state)));
            let (duty, state) = match duty {
                Some(due) if !again => due,
                due => {
                    // Under the lock: the person who changes the match now either finds us, or nobody and begins again.
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
                    Duty::Draw(seat) => (seat, ComputerAct::EndInDraw),
                }
            };
            let (seat, act) = tokio::select! {
                thought = thought => thought,
                // What it thinks about is no more.
                _ = changed.changed() => continue,
                () = kernel.tasks.stopped() => return Ok(()),
            };
            match kernel.act(id, &Command::Computer { seat, act }, None).await {
                Ok(update) => update.leave_to_arbiter(),
                // The match has changed meanwhile.
                Err(Error::Refused(
                    Refusal::MovedOn { .. } | Refusal::NoOffer | Refusal::Finished { .. },
                )) => {}
                // The turn is not one: tried again, in case that it is another one then.
                Err(Error::Refused(refusal)) => {
                    return Err(Fault::Computer(refusal.to_string()).into());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// The evaluation of a position by a computer that gives advice. It waits for this person's turn in the queue of searches;
/// dropping the future cancels it.
pub(crate) async fn ask(
    kernel: &Arc<Kernel>,
    user: UserId,
    position: AnyPosition,
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

/// Begins the search for what somebody wants to know.
fn answer(kernel: &Arc<Kernel>, number: u64, player: &Arc<dyn ComputerPlayer>) {
    let player = Arc::clone(player);
    // It is for no match in particular.
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
            // Nobody waits for it any more, or it has panicked.
            let Some(mut question) = question else {
                return Ok(());
            };
            let Question { position, seed, .. } = question;
            tokio::select! {
                thought = player.opine(position, seed) => {
                    let _ = question.answer.send(thought);
                }
                () = question.answer.closed() => {}
                () = kernel.tasks.stopped() => {}
            }
            Ok(())
        }
    });
}

/// Goes on with an exhibition whose next turn has come.
pub(crate) async fn exhibit(kernel: Arc<Kernel>, id: MatchId) -> Result<(), Error> {
    let state = match kernel.ledger.load(id).await {
        Ok(state) => state,
        Err(Error::Refused(_)) => return Ok(()),
        Err(error) => return Err(error),
    };
    if due(&kernel, &state).is_some() {
        kernel
            .part::<Computers>()
            .see_to(&kernel, state.host(), id, true);
    }
    Ok(())
}

/// What a computer has to do in a match by now.
fn due(kernel: &Kernel, state: &Match) -> Option<Duty> {
    let turn = state.exhibition_turn();
    let turn = turn.filter(|(_, at)| *at <= kernel.time.now());
    state.computer_duty().or(turn.map(|(duty, _)| duty))
}

/// Somebody waits for an answer.
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

/// The right to the search for a question, which goes to the next one when it is dropped.
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

/// The right to one search, which goes to the next match when it is dropped.
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

impl Reactor for Computers {
    fn react<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        change: &'a Change,
        _: &'a mut CallerPosts,
    ) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let after = &change.after;
            self.see_to(
                kernel,
                after.host(),
                after.id(),
                after.computer_duty().is_some(),
            );
        })
    }

    fn start<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(self.look_for_all(kernel))
    }
}

impl Arbiter {
    /// In how many matches a computer thinks, and in how many it waits for its turn to think.
    #[must_use]
    pub fn searches(&self) -> (usize, usize) {
        lock(&self.kernel.part::<Computers>().state).queue.sizes()
    }

    /// How many searches for other matches come before the one for this match as it stands; 0 when none is due.
    #[must_use]
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
