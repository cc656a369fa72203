//! The computers among the players: they move and answer when it is up to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};

use crate::db::Store;
use crate::games::AnyPosition;
use crate::kernel::acts::Acts;
use crate::kernel::fair::{FairQueue, Full, Limits, Urgency};
use crate::kernel::ledger::Ledger;
use crate::kernel::lock::lock;
use crate::kernel::reactor::{Change, Offers, Reactor};
use crate::kernel::tasks::Tasks;
use crate::kernel::time::Time;
use crate::kernel::{BoxFuture, Error, Fault};
use crate::matches::{Command, ComputerAct, Duty, Level, Match, MatchId, Refusal, UserId};
use crate::search::Thought;
use crate::telemetry;

/// Somebody who can think about any match.
pub trait ComputerPlayer: Send + Sync + 'static {
    /// The whole turn that a computer of this level makes in a match in which it is to move. It is dropped in the middle of
    /// its thoughts when the match changes, and asked again after a failure or a restart.
    fn think<'a>(&'a self, state: &'a Match, level: Level) -> BoxFuture<'a, String>;

    /// Whether a computer accepts the draw that is on offer, whatever its level.
    fn accepts_draw<'a>(&'a self, state: &'a Match) -> BoxFuture<'a, bool>;

    /// What a computer that gives advice thinks of a position; `None` when it has come to nothing. The same seed gives the same
    /// thought. It is dropped in the middle when nobody waits for it any more.
    fn opine(&self, position: AnyPosition, seed: u64) -> BoxFuture<'_, Option<Thought>> {
        let _ = (position, seed);
        Box::pin(std::future::ready(None))
    }

    /// In how many matches it can think at once, at least one.
    fn at_once(&self) -> usize {
        1
    }
}

pub(crate) struct Computers {
    store: Store,
    ledger: Arc<Ledger>,
    tasks: Arc<Tasks>,
    acts: Weak<Acts>,
    time: Arc<Time>,
    player: Option<Arc<dyn ComputerPlayer>>,
    state: Mutex<State>,
}

struct State {
    queue: FairQueue<Urgency, UserId, Search>,
    /// What people want to know, by the numbers of the searches; those under way are not here any more.
    questions: HashMap<u64, Question>,
    /// How many there have been.
    asked: u64,
    /// Who tells those that are at work that their match has changed.
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

impl Computers {
    pub(crate) fn new(
        store: Store,
        ledger: Arc<Ledger>,
        tasks: Arc<Tasks>,
        acts: Weak<Acts>,
        time: Arc<Time>,
        player: Option<Arc<dyn ComputerPlayer>>,
    ) -> Self {
        let at_once = player.as_ref().map_or(1, |player| player.at_once());
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
            store,
            ledger,
            tasks,
            acts,
            time,
            player,
            state: Mutex::new(State {
                queue: FairQueue::new([(Urgency::Told, turns), (Urgency::Asked, questions)]),
                questions: HashMap::new(),
                asked: 0,
                at_work: HashMap::new(),
                failures: HashMap::new(),
            }),
        }
    }

    /// Whether there is a computer that one could play against.
    pub(crate) fn are_there(&self) -> bool {
        self.player.is_some()
    }

    /// How many searches for other matches come before the one for this match; 0 when it is under way or none is due.
    pub(crate) fn before(&self, state: &Match) -> usize {
        lock(&self.state).queue.before(Search::Duty(state.id()))
    }

    /// In how many matches a computer thinks, and in how many it waits for its turn to think.
    pub(crate) fn searches(&self) -> (usize, usize) {
        lock(&self.state).queue.sizes()
    }

    /// Lets the computer of a match do what is up to it, when it is its turn; the one that is at it looks anew.
    fn see_to(self: &Arc<Self>, user: UserId, id: MatchId, due: bool) {
        if self.player.is_none() {
            return;
        }
        {
            let mut state = lock(&self.state);
            if let Some(changed) = state.at_work.get(&id) {
                changed.send_replace(());
                return;
            }
            if !due {
                state.queue.forget(Search::Duty(id));
                return;
            }
            state.want_turn(user, id);
        }
        self.go_on();
    }

    /// Begins as many searches as there may be.
    fn go_on(self: &Arc<Self>) {
        let Some(player) = self.player.clone() else {
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
                        self.answer(number, &player);
                        continue;
                    }
                };
                state.at_work.insert(id, watch::Sender::new(()));
                id
            };
            let part = Arc::clone(self);
            let player = Arc::clone(&player);
            self.tasks.work("playing for a computer", id, move |tries| {
                let (part, player) = (Arc::clone(&part), Arc::clone(&player));
                async move {
                    if tries > 0 {
                        return part.try_again(id).await;
                    }
                    let mut place = SearchRight {
                        part: &part,
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
            let part = Arc::clone(self);
            // Nothing waits for it, so it is for no match.
            self.tasks.work(
                "looking for computers that are to move",
                MatchId(0),
                move |_| {
                    let part = Arc::clone(&part);
                    async move { part.look_for_all().await }
                },
            );
        }
    }

    /// What a computer that gives advice thinks of a position, once it is this person's turn among all for whom computers think.
    /// Whoever does not wait for it any more drops it.
    pub(crate) async fn ask(
        self: &Arc<Self>,
        user: UserId,
        position: AnyPosition,
        seed: u64,
    ) -> Result<Thought, Silence> {
        if self.player.is_none() {
            return Err(Silence::Nothing);
        }
        let (answer, thought) = oneshot::channel();
        let number = {
            let mut state = lock(&self.state);
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
        let _waiting = Waiting { part: self, number };
        self.go_on();
        tokio::select! {
            thought = thought => thought.ok().flatten().ok_or(Silence::Nothing),
            () = self.tasks.stopped() => Err(Silence::Nothing),
        }
    }

    /// Begins the search for what somebody wants to know.
    fn answer(self: &Arc<Self>, number: u64, player: &Arc<dyn ComputerPlayer>) {
        let (part, player) = (Arc::clone(self), Arc::clone(player));
        // It is for no match in particular.
        self.tasks
            .work("thinking about a position", MatchId(0), move |_| {
                let (part, player) = (Arc::clone(&part), Arc::clone(&player));
                async move {
                    let _right = QuestionRight {
                        part: &part,
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
                        () = part.tasks.stopped() => {}
                    }
                    Ok(())
                }
            });
    }

    /// Puts a match in which it did not work back into the queue, after longer and longer waits.
    async fn try_again(self: &Arc<Self>, id: MatchId) -> Result<(), Error> {
        let failures = {
            let mut state = lock(&self.state);
            let failures = state.failures.entry(id).or_default();
            *failures += 1;
            *failures
        };
        // The first wait is over.
        let wait = SOON * (1 << failures.min(10)) - SOON * 2;
        if !wait.is_zero() && !self.tasks.wait(wait.min(LATE)).await {
            return Ok(());
        }
        let state = match self.ledger.load(id).await {
            Ok(state) => state,
            Err(Error::Refused(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        self.see_to(state.host(), id, self.due(&state).is_some());
        Ok(())
    }

    /// The next turn of an exhibition has come.
    pub(crate) fn exhibit(self: &Arc<Self>, id: MatchId) {
        let part = Arc::clone(self);
        self.tasks
            .work("going on with an exhibition", id, move |_| {
                let part = Arc::clone(&part);
                async move {
                    let state = match part.ledger.load(id).await {
                        Ok(state) => state,
                        Err(Error::Refused(_)) => return Ok(()),
                        Err(error) => return Err(error),
                    };
                    if part.due(&state).is_some() {
                        part.see_to(state.host(), id, true);
                    }
                    Ok(())
                }
            });
    }

    /// What a computer has to do in a match by now.
    fn due(&self, state: &Match) -> Option<Duty> {
        let turn = state.exhibition_turn();
        let turn = turn.filter(|(_, at)| *at <= self.time.now());
        state.computer_duty().or(turn.map(|(duty, _)| duty))
    }

    /// Sees to all matches in which a computer is to do something.
    async fn look_for_all(self: &Arc<Self>) -> Result<(), Error> {
        for (user, id) in self.store.computers_due().await? {
            self.see_to(user, id, true);
        }
        Ok(())
    }

    /// Does one thing that is up to a computer. If there is more then, it comes after what waits for others.
    async fn work(
        &self,
        place: &mut SearchRight<'_>,
        player: &dyn ComputerPlayer,
    ) -> Result<(), Error> {
        let id = place.id;
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
            let acts = match self.acts.upgrade() {
                Some(acts) if !self.tasks.is_stopping() => acts,
                _ => return Ok(()),
            };
            let state = match self.ledger.load(id).await {
                Ok(state) => Some(state),
                // It is frozen.
                Err(Error::Refused(_)) => None,
                Err(error) => return Err(error),
            };
            let duty = state.and_then(|state| Some((self.due(&state)?, state)));
            let (duty, state) = match duty {
                Some(due) if !again => due,
                due => {
                    // Under the lock: whoever changes the match now either finds us, or nobody and begins anew.
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
                () = self.tasks.stopped() => return Ok(()),
            };
            match acts.act(id, &Command::Computer { seat, act }, None).await {
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
            state.queue.forget(search);
        }
    }
}

/// The right to the search for a question, which goes to the next one when it is dropped.
struct QuestionRight<'a> {
    part: &'a Arc<Computers>,
    number: u64,
}

impl Drop for QuestionRight<'_> {
    fn drop(&mut self) {
        let search = Search::Question(self.number);
        lock(&self.part.state).queue.done(search);
        if !self.part.tasks.is_stopping() {
            self.part.go_on();
        }
    }
}

/// The right to one search, which goes to the next match when it is dropped.
struct SearchRight<'a> {
    part: &'a Arc<Computers>,
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
        if !self.part.tasks.is_stopping() {
            self.part.go_on();
        }
    }
}

impl Reactor for Computers {
    fn react<'a>(self: Arc<Self>, change: &'a Change, _: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let after = &change.after;
            self.see_to(after.host(), after.id(), after.computer_duty().is_some());
        })
    }

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move { self.look_for_all().await })
    }
}
