//! The parts that features add to the kernel.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::alarms::{Handler, Handling};
use super::delivery::queue::Kind;
use super::lock::lock;
use super::reactor::Reactor;

/// The reactors, the kinds of alarms and the state of all features. No part holds the kernel.
#[derive(Default)]
pub(crate) struct Parts {
    /// Reactors that come before those of the kernel.
    pub(super) first: Vec<Arc<dyn Reactor>>,
    /// Reactors that come after those of the kernel.
    pub(super) then: Vec<Arc<dyn Reactor>>,
    /// The kinds of alarms with their handlers, in the order of handling.
    pub(super) alarms: Vec<Handling>,
    /// The kinds of posts.
    pub(super) posts: Vec<Kind>,
    pub(super) states: States,
}

impl Parts {
    /// Adds a reactor that comes before alarms, announcements and cards.
    pub(crate) fn react_first<R: Reactor + 'static>(&mut self, reactor: R) {
        let reactor = Arc::new(reactor);
        self.states.put(Arc::clone(&reactor));
        self.first.push(reactor);
    }

    /// Adds a reactor that comes after alarms, announcements and cards.
    pub(crate) fn react<R: Reactor + 'static>(&mut self, reactor: R) {
        let reactor = Arc::new(reactor);
        self.states.put(Arc::clone(&reactor));
        self.then.push(reactor);
    }

    /// Adds a kind of alarm.
    pub(crate) fn alarm(&mut self, kind: &'static str, handler: Handler) {
        self.alarms.push(Handling {
            kind,
            handler,
            beside: false,
        });
    }

    /// Adds a kind of alarm whose handler may wait for Discord: other alarms do not wait for it.
    pub(crate) fn alarm_beside(&mut self, kind: &'static str, handler: Handler) {
        self.alarms.push(Handling {
            kind,
            handler,
            beside: true,
        });
    }

    /// Adds a kind of posts.
    pub(crate) fn post(&mut self, kind: Kind) {
        self.posts.push(kind);
    }
}

/// The states of features, one of each type.
#[derive(Default)]
pub(super) struct States {
    by_type: Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
}

impl States {
    fn put<T: Any + Send + Sync>(&self, state: Arc<T>) {
        lock(&self.by_type).insert(TypeId::of::<T>(), state);
    }

    /// Returns the state of a type. The first use creates it, unless a feature added it.
    pub(super) fn get<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        let mut by_type = lock(&self.by_type);
        let state = by_type
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Arc::new(T::default()));
        // The key is the type, so the cast succeeds.
        Arc::clone(state).downcast().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn a_state_is_made_once_and_found_by_its_type() {
        let states = States::default();
        states.put(Arc::new(String::from("brought")));
        states.get::<AtomicU32>().store(7, Ordering::SeqCst);
        assert_eq!(*states.get::<String>(), "brought");
        assert_eq!(states.get::<AtomicU32>().load(Ordering::SeqCst), 7);
    }
}
