//! Fault injection: failures between the sandbox and the bot that a test plans.

use std::collections::VecDeque;
use std::time::Duration;

/// A failure of a bot's request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestFault {
    /// The request is not executed and answered with this status, 500 or above.
    ServerError(u16),
    /// The request is not executed and answered with 429.
    RateLimited {
        /// The retry delay.
        after: Duration,
        /// Whether the limit covers the whole bot.
        global: bool,
    },
    /// The request is not executed and answered with 429 in one of Discord's forms.
    Limited {
        /// The retry delay.
        after: Duration,
        /// The scope of the limit.
        scope: RateScope,
        /// The form of `Retry-After`.
        form: RetryForm,
    },
    /// The request is not executed and answered with this status, 400 to 499, and this code.
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's error code.
        code: u32,
    },
    /// The request is not executed and gets this answer, which may say anything.
    Answered {
        /// The HTTP status.
        status: u16,
        /// `Retry-After`; empty for none.
        retry: &'static str,
        /// The body.
        body: &'static str,
    },
    /// The connection is cut and the request is not executed.
    CutBefore,
    /// The request is executed, then the connection is cut without an answer.
    CutAfter,
}

/// The scope of a 429 response: `X-RateLimit-Scope`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateScope {
    /// The bot, on this route.
    User,
    /// All apps, on this channel or server.
    Shared,
    /// The bot, on all routes.
    Global,
}

/// The form of `Retry-After`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetryForm {
    /// Whole seconds; the body has the fractions.
    Seconds,
    /// Seconds with fractions. The body has no delay.
    Fraction,
    /// A date. The body has no delay.
    Date,
}

/// A failure in the delivery of an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeliveryFault {
    /// The bot gets it twice.
    Twice,
    /// The bot gets it when the test releases it.
    Held,
    /// The bot gets it at once, and again when the test releases it.
    Again,
    /// The bot never gets it.
    Lost,
}

#[derive(Debug, Default)]
pub(crate) struct Faults {
    requests: Vec<Planned>,
    pub deliveries: VecDeque<DeliveryFault>,
}

#[derive(Debug)]
struct Planned {
    method: String,
    route: String,
    /// The only channel to which it applies.
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

    /// Removes and returns the fault for a request, if any.
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

    /// Removes all faults.
    pub fn clear(&mut self) {
        self.requests.clear();
        self.deliveries.clear();
    }
}
