//! Trouble on demand: what a test lets go wrong between the sandbox and the bot.

use std::collections::VecDeque;
use std::time::Duration;

/// What goes wrong with a request of the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestFault {
    /// The request is not carried out and answered with this status, 500 or above.
    ServerError(u16),
    /// The request is not carried out and answered with 429.
    RateLimited {
        /// When to come back.
        after: Duration,
        /// Whether the whole bot must wait.
        global: bool,
    },
    /// The connection is cut and the request is not carried out.
    CutBefore,
    /// The request is carried out, then the connection is cut without an answer.
    CutAfter,
}

/// What goes wrong with the delivery of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeliveryFault {
    /// The bot gets it twice.
    Twice,
    /// The bot gets it when the test says so.
    Held,
    /// The bot never gets it.
    Lost,
}

/// Faults that are waiting for their moment.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    requests: Vec<Planned>,
    pub deliveries: VecDeque<DeliveryFault>,
}

#[derive(Debug)]
struct Planned {
    method: String,
    route: String,
    left: usize,
    fault: RequestFault,
}

impl Faults {
    /// Plans a fault for the next `count` requests of a route.
    pub fn plan(&mut self, method: &str, route: &str, count: usize, fault: RequestFault) {
        self.requests.push(Planned {
            method: method.to_owned(),
            route: route.to_owned(),
            left: count,
            fault,
        });
    }

    /// The fault that a request meets, if any.
    pub fn take(&mut self, method: &str, route: &str) -> Option<RequestFault> {
        let planned = self.requests.iter_mut().find(|planned| {
            planned.left > 0 && planned.method == method && planned.route == route
        })?;
        planned.left -= 1;
        let fault = planned.fault;
        self.requests.retain(|planned| planned.left > 0);
        Some(fault)
    }

    /// Everything goes well again.
    pub fn clear(&mut self) {
        self.requests.clear();
        self.deliveries.clear();
    }
}
