//! What people and organisers do to contests.

use crate::contests::Act;
use crate::db::Denial;
use crate::db::journal::Journal;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::composed::{MOST_OPTIONS, Menu, MenuOption};
use crate::discord::ui::contests::named::journal;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::modal::{REASON, reason_form};
use crate::discord::ui::refusals::unknown_component;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::words::{channel_link, cut, escaped, mention, relative};
use crate::kernel::Error;
use crate::kernel::contests::{Contest, NotCreated};
use crate::matches::{ChannelId, JournalId, UserId};

/// A contest that people and organisers change with buttons.
pub(crate) trait Managed: Contest {
    /// Who reads the reason of an act.
    const READERS: &'static str;

    /// Gives it a person's command. People whom moderators keep from playing in the server cannot come in.
    fn act(
        app: &App,
        journal: &Journal,
        command: Self::Command,
    ) -> impl Future<Output = Result<Self, Error>> + Send;

    /// Shows the organisers' page below a sentence about what was done; the sentence may be empty.
    fn manage(
        app: &App,
        reply: &mut Reply<'_>,
        id: JournalId,
        said: &str,
    ) -> impl Future<Output = Result> + Send;
}

/// Gives a command to a contest of this server, and returns the contest after it.
pub(crate) async fn give<C: Managed>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    command: C::Command,
) -> Result<C> {
    let journal = journal::<C>(app, reply, id).await?;
    let done = C::act(app, &journal, command);
    Ok(reply.while_doing(done).await?)
}

/// Carries out an organiser's command, and shows the organisers' page again below a sentence about it.
pub(crate) async fn carry_out<C: Managed>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    command: C::Command,
    said: &str,
) -> Result {
    app.organised(reply).await?;
    give::<C>(app, reply, id, command).await?;
    C::manage(app, reply, id, said).await
}

/// What an organiser wants to do to a contest, and gives a reason for.
pub(crate) struct Order<C: Contest> {
    id: JournalId,
    /// The id and the title of the form that asks for the reason.
    form: (CustomId, &'static str),
    command: Box<dyn FnOnce(UserId, String) -> C::Command + Send>,
    said: String,
}

impl<C: Managed> Order<C> {
    /// `command` returns the command by an organiser and for a reason, `said` tells the organiser that it is done.
    pub(crate) fn new(
        id: JournalId,
        (press, title): (impl Into<CustomId>, &'static str),
        command: impl FnOnce(UserId, String) -> C::Command + Send + 'static,
        said: impl Into<String>,
    ) -> Self {
        Self {
            id,
            form: (press.into(), title),
            command: Box::new(command),
            said: said.into(),
        }
    }

    /// Asks the organiser for the reason, or carries the order out.
    pub(crate) async fn take(self, app: &App, reply: &mut Reply<'_>) -> Result {
        if !reply.interaction.is_form() {
            app.organised(reply).await?;
            let (press, title) = self.form;
            let form = reason_form(press.clone(), title, C::READERS);
            return app.open_form(reply, &form, press).await;
        }
        let (by, reason) = by_and_reason(reply);
        let command = (self.command)(by, reason);
        carry_out::<C>(app, reply, self.id, command, &self.said).await
    }
}

/// Returns the number of a contest that was just created in a channel, and a sentence about it.
pub(crate) async fn created<C: Contest>(
    reply: &mut Reply<'_>,
    channel: ChannelId,
    made: impl Future<Output = Result<JournalId, Error>>,
) -> Result<(JournalId, String)> {
    let id = reply.while_doing(made).await?;
    let (kind, place) = (C::KIND, channel_link(channel));
    let said = format!("The {kind} is created. It will be posted in {place} in a moment.");
    Ok((id, said))
}

impl Denial for NotCreated {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Name(kind) => {
                format!("This server has an open {kind} with this name. Choose another name.")
            }
            Self::Channel(kind, channel) => format!(
                "{} has a {kind} already, and each needs a channel of its own. Choose another channel.",
                channel_link(*channel)
            ),
            Self::TooMany(kind, most) => {
                format!(
                    "This server has {most} open {kind}s, the most allowed. One must end first."
                )
            }
        }
    }
}

/// Returns the organiser and the reason from the form.
pub(crate) fn by_and_reason(reply: &Reply<'_>) -> (UserId, String) {
    let reason = reply.interaction.typed(REASON).to_owned();
    (reply.interaction.user(), reason)
}

/// Why the bot itself replaces a person.
const NOT_MOVED: &str = "They had not moved in any game.";

/// Words what an organiser did, or the bot by itself, and why.
pub(crate) fn organised(by: impl Into<Option<UserId>>, did: &str, reason: &str) -> String {
    let by = by.into();
    format!("{} {did} Reason: {}", actor(by), reason_of(by, reason))
}

/// Names an organiser; `None` is the bot.
fn actor(by: Option<UserId>) -> String {
    by.map_or_else(|| String::from("The bot"), mention)
}

/// Words the reason of an act. The bot has one only.
fn reason_of(by: Option<UserId>, reason: &str) -> String {
    match by {
        Some(_) => escaped(reason),
        None => String::from(NOT_MOVED),
    }
}

/// What the news of a pause say after that it was paused.
pub(crate) const PAUSED: &str =
    ": nothing starts or ends automatically until the pause is over. Running games go on";

/// Words that an organiser undid an act. `words` tell what was done; `None` for a pause.
pub(crate) fn undid<C: Contest>(done_by: Option<UserId>, words: Option<String>) -> String {
    let kind = C::KIND;
    match words {
        Some(words) => format!("undid an act: {} {words}.", actor(done_by)),
        None => {
            format!("resumed the {kind}. All dates are postponed by the length of the pause.")
        }
    }
}

/// The most acts that an organisers' page lists.
const MOST_ACTS: usize = 8;

/// Returns a line for each of the last acts, the newest first. `words` tell what was done, to follow the name of the
/// organiser.
pub(crate) fn act_lines<Action, Before>(
    acts: &[Act<Action, Before>],
    words: impl Fn(&Action) -> String,
) -> Vec<String> {
    let line = |act: &Act<Action, Before>| {
        let undone = match &act.undone {
            Some((by, at, reason)) => format!(
                " · undone by {} {}: {}",
                mention(*by),
                relative(*at),
                escaped(reason)
            ),
            None => String::new(),
        };
        format!(
            "{}\\. {} · {} {}. Reason: {}{undone}",
            act.id,
            relative(act.at),
            actor(act.by),
            words(&act.action),
            reason_of(act.by, &act.reason)
        )
    };
    acts.iter().rev().take(MOST_ACTS).map(line).collect()
}

/// Returns the menu of the acts that can be undone; `None` without any. `label` names an act in plain text.
pub(crate) fn undo_menu<Action, Before>(
    acts: &[Act<Action, Before>],
    label: impl Fn(&Action) -> String,
    press: impl Into<CustomId>,
) -> Option<Menu> {
    let open = acts.iter().rev().filter(|act| act.undone.is_none());
    let options = open.take(MOST_OPTIONS).map(|act| {
        let label = format!("Undo {}: {}", act.id, label(&act.action));
        let reason = act.by.map_or(NOT_MOVED, |_| &act.reason);
        MenuOption::new(cut(&label, 100), act.id.to_string()).described(cut(reason, 100))
    });
    let options: Vec<_> = options.collect();
    (!options.is_empty()).then(|| Menu::one("Undo an act…", press, options))
}

/// Returns the person whom an organiser has chosen in a menu for somebody's place.
pub(crate) async fn newcomer(app: &App, reply: &mut Reply<'_>) -> Result<UserId> {
    app.organised(reply).await?;
    let chosen = reply.interaction.chosen_person();
    let chosen = chosen.ok_or_else(unknown_component)?;
    if chosen.bot {
        return Err(CommandError::says(
            "A bot cannot play in a contest. Choose a person.",
        ));
    }
    let newcomer = UserId(chosen.id.get());
    app.learn(reply.interaction.guild(), newcomer, display_name(chosen));
    Ok(newcomer)
}
