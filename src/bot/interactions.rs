//! Interactions from the gateway: each command, press and form is answered once.

use std::any::Any;
use std::collections::BTreeSet;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use serde::Deserialize;
use serde_json::Value;
use serenity::all::{Interaction as Received, InteractionId};
use tokio::runtime::Handle;
use tokio::sync::RwLock;

use super::{commands, components};
use crate::discord::ui::interaction::{Granted, Interaction};
use crate::discord::ui::reply::FirstAnswer;
use crate::discord::ui::{App, Command, undecoded};
use crate::kernel::lock::lock;

/// The maximum number of remembered interactions. Discord delivers an interaction twice only around a
/// reconnection, and not to a restarted bot. The store also rejects repeated events.
const HEARD: usize = 4_096;

/// A receiver of interactions, which are answered in the bot's runtime.
pub(crate) struct Interactions {
    app: Arc<App>,
    commands: Vec<Command>,
    runtime: Handle,
    /// Held for reading while an interaction is in progress.
    busy: Arc<RwLock<()>>,
    heard: Mutex<BTreeSet<InteractionId>>,
}

/// A payload of the gateway.
#[derive(Deserialize)]
struct Payload<T> {
    d: T,
}

impl Interactions {
    pub(crate) fn new(app: Arc<App>, busy: Arc<RwLock<()>>) -> Arc<Self> {
        Arc::new(Self {
            app,
            commands: commands::all(),
            runtime: Handle::current(),
            busy,
            heard: Mutex::default(),
        })
    }

    /// Starts the answer to an unparsed interaction. This runs in the gateway's thread and must not block.
    pub(crate) fn hear(self: &Arc<Self>, payload: String) {
        let this = Arc::clone(self);
        self.runtime.spawn(async move {
            let _busy = this.busy.read().await;
            this.answer(&payload).await;
        });
    }

    async fn answer(&self, payload: &str) {
        let read = match undecoded::without_labels(payload) {
            Some(form) => serde_json::from_value(form),
            None => serde_json::from_str(payload).map(|Payload { d }| d),
        };
        let Ok(interaction) = read else {
            return self.answer_undecoded(payload).await;
        };
        self.answer_once(&interaction, &Granted::read(payload))
            .await;
    }

    /// Answers an interaction that serenity cannot decode, because Discord sends more than serenity knows.
    async fn answer_undecoded(&self, payload: &str) {
        let form = undecoded::without_labels(payload).map(|d| Payload { d });
        let read = form.map_or_else(|| serde_json::from_str::<Payload<Value>>(payload), Ok);
        let Ok(Payload { d }) = read else {
            return tracing::warn!("an interaction could not be read");
        };
        match undecoded::without_profiles(&d) {
            Some(interaction) => {
                self.answer_once(&interaction, &Granted::read(payload))
                    .await;
            }
            None => undecoded::answer(&self.app.rest, &d).await,
        }
    }

    async fn answer_once(&self, interaction: &Received, granted: &Granted) {
        if self.is_repeated(interaction.id()) {
            return;
        }
        let (app, commands) = (&*self.app, self.commands.as_slice());
        let (first, begun) = (&FirstAnswer::default(), Instant::now());
        // Each future is boxed: it must fit on a thread's stack.
        let (kind, interaction) = match interaction {
            Received::Command(used) => {
                let work = Box::pin(commands::used(app, commands, used, first));
                let interaction = Interaction::Command(used);
                self.guarded(interaction, first, work).await;
                (interaction.kind(), interaction)
            }
            Received::Component(pressed) => {
                let work = Box::pin(components::pressed(app, pressed, granted, first));
                let interaction = Interaction::Component(pressed);
                self.guarded(interaction, first, work).await;
                (interaction.kind(), interaction)
            }
            Received::Modal(submitted) => {
                let work = Box::pin(components::submitted(app, submitted, first));
                let interaction = Interaction::Modal(submitted);
                self.guarded(interaction, first, work).await;
                (interaction.kind(), interaction)
            }
            Received::Autocomplete(used) => {
                let typed = Box::pin(commands::typed(app, commands, used, first));
                if let Err(panic) = AssertUnwindSafe(typed).catch_unwind().await {
                    tracing::error!(why = said(&*panic), "looking for choices has panicked");
                }
                ("autocomplete", Interaction::Command(used))
            }
            _ => return,
        };
        log(kind, interaction, first, begun.elapsed());
    }

    /// Runs a handler, and answers even if it panics.
    async fn guarded(
        &self,
        interaction: Interaction<'_>,
        first: &FirstAnswer,
        work: impl Future<Output = ()>,
    ) {
        if let Err(panic) = AssertUnwindSafe(work).catch_unwind().await {
            commands::panicked(&self.app, interaction, first, said(&*panic)).await;
        }
    }

    /// Whether an interaction was delivered before.
    fn is_repeated(&self, id: InteractionId) -> bool {
        let mut heard = lock(&self.heard);
        let repeated = !heard.insert(id);
        if heard.len() > HEARD {
            // Newer ids are greater.
            heard.pop_first();
        }
        repeated
    }
}

/// Logs a finished interaction: its first answer and the time until then, and the total time.
fn log(kind: &str, interaction: Interaction<'_>, first: &FirstAnswer, took: Duration) {
    let (answer, after) = first.outcome().unwrap_or(("none", took));
    tracing::debug!(
        reference = %interaction.id(),
        kind,
        name = interaction.name_of_action(),
        user = %interaction.user(),
        guild = interaction.any_guild().map(|guild| guild.0),
        channel = %interaction.channel(),
        answer,
        answer_ms = after.as_millis(),
        ms = took.as_millis(),
        "interaction handled"
    );
}

/// Returns the message of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without words")
}
