//! A small bot for tests of the page: it greets, asks, answers ephemerally, and repeats messages.

use serenity::all::{
    ActionRowComponent, AutoArchiveDuration, AutocompleteChoice, ButtonStyle, ChannelType, Client,
    Command, CommandInteraction, CommandOptionType, ComponentInteraction, Context, CreateActionRow,
    CreateAllowedMentions, CreateAttachment, CreateAutocompleteResponse, CreateButton,
    CreateCommand, CreateCommandOption, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateMessage, CreateModal, CreateThread, EventHandler,
    GatewayIntents, Http, HttpBuilder, InputTextStyle, Interaction, ModalInteraction, Permissions,
    Ready, ResolvedOption, ResolvedValue, async_trait,
};
use tokio::task::JoinHandle;

/// The bot's greetings; autocomplete offers those that begin with the typed text.
const WORDS: [&str; 4] = ["Ahoy", "Good day", "Good evening", "Hello"];

/// The bot, connected until it is dropped.
pub struct Parrot {
    task: JoinHandle<()>,
}

impl Parrot {
    /// Connects to a server with Discord's API.
    pub async fn start(base_url: &str, token: &str) -> Parrot {
        let http: Http = HttpBuilder::new(token)
            .proxy(base_url)
            .ratelimiter_disabled(true)
            .build();
        let mut client =
            serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
                .event_handler(Handler)
                .await
                .expect("the bot knows its gateway");
        Parrot {
            task: tokio::spawn(async move { run(&mut client).await }),
        }
    }
}

impl Drop for Parrot {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn run(client: &mut Client) {
    if let Err(error) = client.start().await {
        panic!("the bot has stopped: {error}");
    }
}

struct Handler;

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, context: Context, _: Ready) {
        Command::set_global_commands(&context.http, commands())
            .await
            .expect("the commands can be registered");
    }

    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let answered = match interaction {
            Interaction::Autocomplete(typing) => offer_words(&context, &typing).await,
            Interaction::Command(command) if command.data.name == "open" => {
                open_thread(&context, &command).await
            }
            Interaction::Command(command) => greet(&context, &command).await,
            Interaction::Component(press) => answer_press(&context, &press).await,
            Interaction::Modal(form) => say_back(&context, &form).await,
            _ => Ok(()),
        };
        answered.expect("the server takes the answer");
    }
}

fn commands() -> Vec<CreateCommand> {
    let option = |kind, name, description| CreateCommandOption::new(kind, name, description);
    let word = option(CommandOptionType::String, "word", "What to say")
        .required(true)
        .set_autocomplete(true);
    let person = option(CommandOptionType::User, "person", "Whom to greet");
    let times = option(CommandOptionType::Integer, "times", "How often")
        .min_int_value(1)
        .max_int_value(3);
    let greet = option(CommandOptionType::SubCommand, "person", "Greets somebody")
        .add_sub_option(word)
        .add_sub_option(person)
        .add_sub_option(times);
    vec![
        CreateCommand::new("greet")
            .description("Says hello")
            .add_option(greet),
        CreateCommand::new("open").description("Opens a thread with a picture in it"),
        CreateCommand::new("tidy")
            .description("For those who manage the server")
            .default_member_permissions(Permissions::MANAGE_GUILD),
    ]
}

async fn offer_words(context: &Context, typing: &CommandInteraction) -> serenity::Result<()> {
    let typed = typing
        .data
        .autocomplete()
        .map(|option| option.value.to_lowercase())
        .unwrap_or_default();
    let fitting = WORDS
        .iter()
        .filter(|word| word.to_lowercase().starts_with(&typed));
    let choices = fitting
        .map(|word| AutocompleteChoice::new(*word, *word))
        .collect();
    typing
        .create_response(
            &context.http,
            CreateInteractionResponse::Autocomplete(
                CreateAutocompleteResponse::new().set_choices(choices),
            ),
        )
        .await
}

async fn greet(context: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    let options = command.data.options();
    let given = match options.first() {
        Some(ResolvedOption {
            value: ResolvedValue::SubCommand(given),
            ..
        }) => given.as_slice(),
        _ => &[],
    };
    let mut text = String::new();
    for option in given {
        match &option.value {
            ResolvedValue::String(word) => text.push_str(&format!("**{word}**")),
            ResolvedValue::User(user, _) => text.push_str(&format!(" <@{}>", user.id)),
            ResolvedValue::Integer(times) => text.push_str(&format!(" × {times}")),
            _ => {}
        }
    }
    let buttons = vec![
        CreateButton::new("press")
            .label("Press")
            .style(ButtonStyle::Primary),
        CreateButton::new("write")
            .label("Write…")
            .style(ButtonStyle::Secondary),
        CreateButton::new("whisper")
            .label("Whisper")
            .style(ButtonStyle::Success),
        CreateButton::new("silence")
            .label("Silence")
            .style(ButtonStyle::Danger),
        CreateButton::new("off").label("Off").disabled(true),
    ];
    let message = CreateInteractionResponseMessage::new()
        .content(text)
        .components(vec![CreateActionRow::Buttons(buttons)]);
    command
        .create_response(&context.http, CreateInteractionResponse::Message(message))
        .await
}

async fn open_thread(context: &Context, command: &CommandInteraction) -> serenity::Result<()> {
    let message = CreateInteractionResponseMessage::new().content("A thread for you.");
    command
        .create_response(&context.http, CreateInteractionResponse::Message(message))
        .await?;
    let thread = CreateThread::new("A place to talk")
        .kind(ChannelType::PublicThread)
        .auto_archive_duration(AutoArchiveDuration::OneDay);
    let answer = command.get_response(&context.http).await?;
    let thread = command
        .channel_id
        .create_thread_from_message(&context.http, answer.id, thread)
        .await?;
    let picture =
        CreateAttachment::bytes(square(), "square.png").description("A square of one colour");
    let words = CreateMessage::new()
        .content(format!("<@{}>, here is a picture.", command.user.id))
        .allowed_mentions(CreateAllowedMentions::new().users([command.user.id]))
        .add_file(picture);
    thread.id.send_message(&context.http, words).await?;
    Ok(())
}

async fn answer_press(context: &Context, press: &ComponentInteraction) -> serenity::Result<()> {
    let message = CreateInteractionResponseMessage::new();
    let answer = match press.data.custom_id.as_str() {
        "press" => CreateInteractionResponse::UpdateMessage(
            message.content(format!("Pressed by <@{}>", press.user.id)),
        ),
        "whisper" => CreateInteractionResponse::Message(
            message.content("Psst, a **secret**.").ephemeral(true),
        ),
        "write" => {
            let text = CreateInputText::new(InputTextStyle::Short, "Your words", "words")
                .min_length(3)
                .max_length(20)
                .value("abc");
            CreateInteractionResponse::Modal(
                CreateModal::new("letter", "A letter")
                    .components(vec![CreateActionRow::InputText(text)]),
            )
        }
        // No answer: the page must show the timeout.
        _ => return Ok(()),
    };
    press.create_response(&context.http, answer).await
}

async fn say_back(context: &Context, form: &ModalInteraction) -> serenity::Result<()> {
    let inputs = form.data.components.iter().flat_map(|row| &row.components);
    let words = inputs.filter_map(|component| {
        if let ActionRowComponent::InputText(text) = component {
            text.value.clone()
        } else {
            None
        }
    });
    let text = format!("You wrote: {}", words.collect::<Vec<_>>().join(", "));
    let message = CreateInteractionResponseMessage::new().content(text);
    form.create_response(&context.http, CreateInteractionResponse::Message(message))
        .await
}

/// Returns a picture of 800 × 600 in one colour.
fn square() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 800, 600);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer
        .write_image_data(&vec![90; 800 * 600])
        .expect("as many pixels as announced");
    writer.finish().expect("an end");
    bytes
}
