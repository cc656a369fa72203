//! The computers among the players: they move and answer when it is up to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::watch;

use super::acts::Acts;
use super::error::{Error, Fault};
use super::ledger::Ledger;
use super::reactor::{Change, Offers, Reactor};
use super::tasks::Tasks;
use super::{BoxFuture, lock};
use crate::matches::{Command, ComputerAct, Duty, Level, Match, MatchId, Refusal};
use crate::store::Store;

/// Somebody who can think about any match.
pub trait ComputerPlayer: Send + Sync + 'static {
    /// The whole turn that a computer of this level makes in a match in which it is to move. It is dropped in the middle of
    /// its thoughts when the match changes, and asked again after a failure or a restart.
    fn think<'a>(&'a self, state: &'a Match, level: Level) -> BoxFuture<'a, String>;

    /// Whether a computer of this level accepts the draw that is on offer.
    fn accepts_draw<'a>(&'a self, state: &'a Match, level: Level) -> BoxFuture<'a, bool>;
}

pub(super) struct Computers {
    store: Store,
    ledger: Arc<Ledger>,
    tasks: Arc<Tasks>,
    acts: Weak<Acts>,
    player: Option<Arc<dyn ComputerPlayer>>,
    /// The matches in which one is at work, and who tells it that its match has changed.
    at_work: Mutex<HashMap<MatchId, watch::Sender<()>>>,
}

impl Computers {
    pub(super) fn new(
        store: Store,
        ledger: Arc<Ledger>,
        tasks: Arc<Tasks>,
        acts: Weak<Acts>,
        player: Option<Arc<dyn ComputerPlayer>>,
    ) -> Self {
        Self {
            store,
            ledger,
            tasks,
            acts,
            player,
            at_work: Mutex::default(),
        }
    }

    /// Whether there is a computer that one could play against.
    pub(super) fn are_there(&self) -> bool {
        self.player.is_some()
    }

    /// Lets the computer of a match do what is up to it, in a task of its own; the one that is at it looks anew.
    fn see_to(self: &Arc<Self>, id: MatchId, due: bool) {
        let Some(player) = self.player.clone() else {
            return;
        };
        {
            let mut at_work = lock(&self.at_work);
            if let Some(changed) = at_work.get(&id) {
                changed.send_replace(());
                return;
            }
            if !due {
                return;
            }
            at_work.insert(id, watch::Sender::new(()));
        }
        let part = Arc::clone(self);
        self.tasks.work("playing for a computer", id, move |_| {
            let (part, player) = (Arc::clone(&part), Arc::clone(&player));
            async move { part.work(id, &*player).await }
        });
    }

    async fn work(&self, id: MatchId, player: &dyn ComputerPlayer) -> Result<(), Error> {
        let Some(mut changed) = lock(&self.at_work).get(&id).map(watch::Sender::subscribe) else {
            return Ok(());
        };
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
            let duty = state.and_then(|state| Some((state.computer_duty()?, state)));
            let Some((duty, state)) = duty else {
                // Under the lock: whoever changes the match now either finds us, or nobody and begins anew.
                let mut at_work = lock(&self.at_work);
                if changed.has_changed().unwrap_or(false) {
                    continue;
                }
                at_work.remove(&id);
                return Ok(());
            };
            let thought = async {
                match duty {
                    Duty::Turn(seat, level) => {
                        let text = player.think(&state, level).await;
                        let board = state.board();
                        (seat, ComputerAct::Play { text, board })
                    }
                    Duty::DrawOffer(seat, level) if player.accepts_draw(&state, level).await => {
                        (seat, ComputerAct::AcceptDraw)
                    }
                    Duty::DrawOffer(seat, _) => (seat, ComputerAct::DeclineDraw),
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

impl Reactor for Computers {
    fn react<'a>(self: Arc<Self>, change: &'a Change, _: &'a mut Offers) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.see_to(change.after.id(), change.after.computer_duty().is_some());
        })
    }

    fn resume(self: Arc<Self>) -> BoxFuture<'static, Result<(), Error>> {
        Box::pin(async move {
            for id in self.store.computers_due().await? {
                self.see_to(id, true);
            }
            Ok(())
        })
    }
}
