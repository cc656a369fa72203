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
    /// The request is not carried out and answered with 429, in any of the forms that there are.
    Limited {
        /// When to come back.
        after: Duration,
        /// Whose limit it is.
        scope: RateScope,
        /// How `Retry-After` says when to come back.
        form: RetryForm,
    },
    /// The request is not carried out and answered with this status, 400 to 499, and this code.
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's error code.
        code: u32,
    },
    /// The request is not carried out and answered with status 200 and `null`, as something between may do.
    Null,
    /// The connection is cut and the request is not carried out.
    CutBefore,
    /// The request is carried out, then the connection is cut without an answer.
    CutAfter,
}

/// Whose limit a 429 tells of: `X-RateLimit-Scope`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateScope {
    /// The bot's, on this route.
    User,
    /// Everybody's, on this channel or server.
    Shared,
    /// The bot's, on everything.
    Global,
}

/// How `Retry-After` says when to come back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetryForm {
    /// Whole seconds; the body has the fractions.
    Seconds,
    /// Seconds with fractions, and the body has none.
    Fraction,
    /// A date, and the body has none.
    Date,
}

/// What goes wrong with the delivery of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeliveryFault {
    /// The bot gets it twice.
    Twice,
    /// The bot gets it when the test says so.
    Held,
    /// The bot gets it at once, and once more when the test says so.
    Again,
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
    /// The only channel that it is for.
    channel: Option<String>,
    left: usize,
    fault: RequestFault,
}

impl Faults {
    /// Plans a fault for the next `count` requests of a route.
    pub fn plan(
        &mut self,
        channel: Option<String>,
        method: &str,
        route: &str,
        count: usize,
        fault: RequestFault,
    ) {
        self.requests.push(Planned {
            channel,
            method: method.to_owned(),
            route: route.to_owned(),
            left: count,
            fault,
        });
    }

    /// The fault that a request meets, if any.
    pub fn take(
        &mut self,
        channel: Option<&str>,
        method: &str,
        route: &str,
    ) -> Option<RequestFault> {
        let planned = self.requests.iter_mut().find(|planned| {
            planned.left > 0
                && planned.method == method
                && planned.route == route
                && (planned.channel.is_none() || planned.channel.as_deref() == channel)
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
