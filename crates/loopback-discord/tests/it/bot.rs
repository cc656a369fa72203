//! A small bot over unchanged serenity. It passes every interaction to the test, which answers by hand.

use std::sync::Arc;
use std::time::Duration;

use loopback_discord::Sandbox;
use serenity::all::{
    ApplicationId, Client, CommandInteraction, ComponentInteraction, Context, EventHandler,
    GatewayIntents, Http, HttpBuilder, Interaction, Message, ModalInteraction, Ready, ResumedEvent,
    ShardManager,
};
use serenity::async_trait;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

pub struct Bot {
    pub http: Arc<Http>,
    interactions: Mutex<UnboundedReceiver<Interaction>>,
    messages: Mutex<UnboundedReceiver<Message>>,
    shards: Arc<ShardManager>,
    task: JoinHandle<Result<(), serenity::Error>>,
}

struct Handler {
    interactions: UnboundedSender<Interaction>,
    messages: UnboundedSender<Message>,
    /// Events of identified and resumed sessions.
    sessions: UnboundedSender<&'static str>,
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: Context, _: Ready) {
        let _ = self.sessions.send("ready");
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        let _ = self.sessions.send("resumed");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let _ = self.interactions.send(interaction);
    }

    async fn message(&self, _: Context, message: Message) {
        let _ = self.messages.send(message);
    }
}

pub fn http(sandbox: &Sandbox, token: &str) -> Http {
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("an HTTP client");
    HttpBuilder::new(token)
        .client(client)
        .proxy(sandbox.base_url())
        .ratelimiter_disabled(true)
        .build()
}

impl Bot {
    /// Connects with the sandbox's token and only the intents for servers and their messages.
    pub async fn connect(sandbox: &Sandbox) -> Bot {
        let http = http(sandbox, &sandbox.token());
        http.set_application_id(ApplicationId::new(sandbox.application_id().0));
        let (interactions, received) = unbounded_channel();
        let (messages, received_messages) = unbounded_channel();
        let (sessions, mut begun) = unbounded_channel();
        let intents = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES;
        let handler = Handler {
            interactions,
            messages,
            sessions,
        };
        let builder =
            serenity::client::ClientBuilder::new_with_http(http, intents).event_handler(handler);
        let mut client: Client = builder.await.expect("a client");
        let (http, shards) = (Arc::clone(&client.http), Arc::clone(&client.shard_manager));
        let task = tokio::spawn(async move { client.start().await });
        soon(begun.recv()).await.expect("READY");
        Bot {
            http,
            interactions: Mutex::new(received),
            messages: Mutex::new(received_messages),
            shards,
            task,
        }
    }

    /// Waits for the next interaction of any kind.
    pub async fn next(&self) -> Interaction {
        soon(self.interactions.lock().await.recv())
            .await
            .expect("an interaction")
    }

    pub async fn next_message(&self) -> Message {
        soon(self.messages.lock().await.recv())
            .await
            .expect("a message")
    }

    /// Waits for the next interaction, which must be a command.
    pub async fn next_command(&self) -> CommandInteraction {
        let interaction = self.next().await;
        interaction.command().expect("a command")
    }

    /// Waits for the next interaction, which must be autocomplete.
    pub async fn next_autocomplete(&self) -> CommandInteraction {
        let interaction = self.next().await;
        interaction.autocomplete().expect("an autocomplete")
    }

    /// Waits for the next interaction, which must be a click or a choice.
    pub async fn next_component(&self) -> ComponentInteraction {
        let interaction = self.next().await;
        interaction.message_component().expect("a component")
    }

    /// Waits for the next interaction, which must be a modal.
    pub async fn next_modal(&self) -> ModalInteraction {
        let interaction = self.next().await;
        interaction.modal_submit().expect("a modal")
    }

    /// Disconnects with a normal close frame.
    pub async fn leave(self) {
        self.shards.shutdown_all().await;
        self.task.abort();
    }

    /// Disconnects without a close frame.
    pub fn kill(self) {
        self.task.abort();
    }
}

async fn soon<T>(coming: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), coming)
        .await
        .expect("it comes within a minute")
}
