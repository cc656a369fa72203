//! People who ask an organiser to be let into a contest.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};

use crate::matches::UserId;

/// The most people who ask to be let into a contest at a time: as many as a menu holds.
pub const MOST_REQUESTS: usize = 25;

/// The people who ask to be let into a contest: the fold of its [`RequestEvent`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    people: Vec<UserId>,
}

/// What is asked about a request to be let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestCommand {
    /// A person asks to be let in.
    Ask {
        /// The person who asks.
        user: UserId,
    },
    /// An organiser lets a person in.
    LetIn {
        /// The organiser.
        by: UserId,
        /// The person who asks.
        user: UserId,
    },
    /// An organiser refuses a person.
    Refuse {
        /// The organiser.
        by: UserId,
        /// The person who asks.
        user: UserId,
    },
}

/// What happened to a request to be let in. Kept for ever, so names and fields stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestEvent {
    /// A person asks to be let in.
    Asked {
        /// The person who asks.
        user: UserId,
    },
    /// An organiser lets a person in: tell them.
    LetIn {
        /// The organiser.
        by: UserId,
        /// The person who asks.
        user: UserId,
    },
    /// An organiser refuses a person: tell them.
    Refused {
        /// The organiser.
        by: UserId,
        /// The person who asks.
        user: UserId,
    },
    /// A person asks no more.
    Withdrawn {
        /// The person who asks.
        user: UserId,
    },
}

/// Why a command about a request is refused. Its `Display` is the message to the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum RequestRefusal {
    /// The person has asked before.
    #[error("You have asked already. An organiser lets you in or refuses, and you are told.")]
    AskedAlready,
    /// The person has an answer, or has withdrawn the request.
    #[error("This person does not ask to be let in any more.")]
    NotAsking,
    /// See [`MOST_REQUESTS`].
    #[error("Too many people ask to be let in. Try again when an organiser has answered some.")]
    TooMany,
}

impl Requests {
    /// Returns no requests.
    pub const fn new() -> Self {
        Self { people: Vec::new() }
    }

    /// Returns the people who ask, in the order of asking.
    pub fn people(&self) -> &[UserId] {
        &self.people
    }

    /// Whether a person asks to be let in.
    pub fn has(&self, user: UserId) -> bool {
        self.people.contains(&user)
    }

    /// Decides what happens in a contest where people ask to be let in. `join` returns what it means that a person joins now;
    /// `event` wraps what happens to the request.
    ///
    /// Only people who can join may ask. Who is let in joins at once.
    pub fn decide_joining<E, R: From<RequestRefusal>>(
        &self,
        command: RequestCommand,
        event: impl FnOnce(RequestEvent) -> E,
        join: impl Fn(UserId) -> Result<Vec<E>, R>,
    ) -> Result<Vec<E>, R> {
        if let RequestCommand::Ask { user } = command {
            join(user)?;
        }
        let decided = self.decide(command)?;
        let mut events = vec![event(decided)];
        if let Some((true, user)) = decided.answer() {
            events.extend(join(user)?);
        }
        Ok(events)
    }

    /// Decides what happens to a request. Whether the person can join is checked before.
    fn decide(&self, command: RequestCommand) -> Result<RequestEvent, RequestRefusal> {
        let asking = |user, event| match self.has(user) {
            true => Ok(event),
            false => Err(RequestRefusal::NotAsking),
        };
        match command {
            RequestCommand::Ask { user } if self.has(user) => Err(RequestRefusal::AskedAlready),
            RequestCommand::Ask { .. } if self.people.len() >= MOST_REQUESTS => {
                Err(RequestRefusal::TooMany)
            }
            RequestCommand::Ask { user } => Ok(RequestEvent::Asked { user }),
            RequestCommand::LetIn { by, user } => asking(user, RequestEvent::LetIn { by, user }),
            RequestCommand::Refuse { by, user } => asking(user, RequestEvent::Refused { by, user }),
        }
    }

    /// Returns what happens to the request of a person who is gone, or does not want to take part; `None` without a request.
    pub fn withdrawn(&self, user: UserId) -> Option<RequestEvent> {
        self.has(user).then_some(RequestEvent::Withdrawn { user })
    }

    /// Folds in one more event. Returns false if it does not fit.
    pub fn apply(&mut self, event: RequestEvent) -> bool {
        match event {
            RequestEvent::Asked { user } => {
                let new = !self.has(user);
                self.people.push(user);
                new
            }
            RequestEvent::LetIn { user, .. }
            | RequestEvent::Refused { user, .. }
            | RequestEvent::Withdrawn { user } => {
                let asked = self.has(user);
                self.joined(user);
                asked
            }
        }
    }

    /// Folds in that a person takes part.
    pub fn joined(&mut self, user: UserId) {
        self.people.retain(|one| *one != user);
    }
}

impl RequestEvent {
    /// Returns whether an organiser let a person in, and the person; `None` if it was no answer.
    pub const fn answer(self) -> Option<(bool, UserId)> {
        match self {
            Self::LetIn { user, .. } => Some((true, user)),
            Self::Refused { user, .. } => Some((false, user)),
            Self::Asked { .. } | Self::Withdrawn { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: UserId = UserId(1);
    const BEN: UserId = UserId(2);

    #[test]
    fn person_asks_once_and_has_one_answer() {
        let mut requests = Requests::default();
        let ask = RequestCommand::Ask { user: BEN };
        let event = requests.decide(ask).expect("a request");
        assert!(requests.apply(event));
        assert_eq!(requests.decide(ask), Err(RequestRefusal::AskedAlready));
        let answer = RequestCommand::LetIn { by: ANA, user: BEN };
        let event = requests.decide(answer).expect("an answer");
        assert_eq!(event.answer(), Some((true, BEN)));
        assert!(requests.apply(event) && !requests.apply(event));
        assert_eq!(requests.people(), []);
        for answer in [answer, RequestCommand::Refuse { by: ANA, user: BEN }] {
            assert_eq!(requests.decide(answer), Err(RequestRefusal::NotAsking));
        }
        assert_eq!(requests.withdrawn(BEN), None);
    }

    #[test]
    fn as_many_ask_as_a_menu_holds() {
        let mut requests = Requests::default();
        for user in 0..25 {
            let ask = RequestCommand::Ask { user: UserId(user) };
            assert!(requests.apply(requests.decide(ask).expect("a request")));
        }
        let ask = RequestCommand::Ask { user: UserId(25) };
        assert_eq!(requests.decide(ask), Err(RequestRefusal::TooMany));
        requests.joined(UserId(0));
        assert!(requests.decide(ask).is_ok());
    }

    #[test]
    fn only_who_can_join_asks_and_is_let_in() {
        #[derive(Debug, PartialEq, Eq)]
        enum Refused {
            CannotJoin,
            Request(RequestRefusal),
        }
        impl From<RequestRefusal> for Refused {
            fn from(refusal: RequestRefusal) -> Self {
                Self::Request(refusal)
            }
        }
        let mut requests = Requests::default();
        let can = |user| Ok(vec![format!("{user} joins")]);
        let cannot = |_| Err(Refused::CannotJoin);
        let event = |event| format!("{event:?}");
        let decide = |requests: &Requests, command| requests.decide_joining(command, event, can);
        let refuse = |requests: &Requests, command| requests.decide_joining(command, event, cannot);
        let ask = RequestCommand::Ask { user: BEN };
        assert_eq!(refuse(&requests, ask), Err(Refused::CannotJoin));
        let asked = RequestEvent::Asked { user: BEN };
        assert_eq!(decide(&requests, ask), Ok(vec![event(asked)]));
        assert!(requests.apply(asked));
        let twice = Err(Refused::Request(RequestRefusal::AskedAlready));
        assert_eq!(decide(&requests, ask), twice);
        let let_in = RequestCommand::LetIn { by: ANA, user: BEN };
        assert_eq!(refuse(&requests, let_in), Err(Refused::CannotJoin));
        let answered = event(RequestEvent::LetIn { by: ANA, user: BEN });
        let joined = vec![answered, format!("{BEN} joins")];
        assert_eq!(decide(&requests, let_in), Ok(joined));
        let refused = RequestCommand::Refuse { by: ANA, user: BEN };
        let told = event(RequestEvent::Refused { by: ANA, user: BEN });
        assert_eq!(refuse(&requests, refused), Ok(vec![told]));
    }

    #[test]
    fn events_are_kept_under_stable_names() {
        for (event, json) in [
            (
                RequestEvent::Asked { user: BEN },
                r#"{"asked":{"user":"@2"}}"#,
            ),
            (
                RequestEvent::LetIn { by: ANA, user: BEN },
                r#"{"let-in":{"by":"@1","user":"@2"}}"#,
            ),
            (
                RequestEvent::Refused { by: ANA, user: BEN },
                r#"{"refused":{"by":"@1","user":"@2"}}"#,
            ),
            (
                RequestEvent::Withdrawn { user: BEN },
                r#"{"withdrawn":{"user":"@2"}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&event).expect("JSON"), json);
            let read: RequestEvent = serde_json::from_str(json).expect("an event");
            assert_eq!(read, event);
        }
    }
}
