use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::Value;
use serenity::all::Permissions;
use serenity::http::Route;

use super::active_messages::ActiveMessages;
use super::brush::Brush;
use super::command_error::{CommandError, Result};
use super::composed::Composed;
use super::custom_id::CustomId;
use super::interaction::{Interaction, display_name};
use super::names::{Names, without_controls};
use super::panel::Tab;
use super::reply::{FirstAnswer, Reply, discord_channel, number};
use super::wire::{Callback, Painted};
use super::{modal, permissions, refusals};
use crate::board::{Seat, Theme};
use crate::db::{frozen, journal};
use crate::discord::transport::rest::{Failure, Rest};
use crate::kernel::fair::{Full, Wanted};
use crate::kernel::{self, Arbiter, Nonce, View};
use crate::matches::{
    ChannelId, GuildId, Match, MatchId, MessageId, Place, Player, TimeControl, UserId,
};

/// The maximum time an answer waits for a name above its board.
const NAME_PATIENCE: Duration = Duration::from_millis(300);

/// The services that every command and button uses.
#[derive(Clone)]
pub struct App {
    pub arbiter: Arbiter,
    /// The time control of a match if the challenger chooses none.
    pub default_time: TimeControl,
    pub operator: Operator,
    /// The scheme and host of the pages that the bot serves, without a slash at the end; `None` if it serves none.
    pub pages: Option<Arc<str>>,
    /// The names of people.
    pub names: Arc<Names>,
    /// The time that an answer may take before the bot defers it.
    pub(crate) patience: Duration,
    pub(crate) rest: Rest,
    pub(crate) brush: Brush,
    /// The messages that still have buttons for a turn or an answer.
    pub(crate) active: Arc<ActiveMessages>,
    /// The tabs of all panels.
    pub(crate) tabs: Vec<Tab>,
    /// The ids of the commands, once Discord has sent them.
    pub(crate) command_ids: OnceLock<HashMap<String, u64>>,
}

/// The operator of a bot, from its configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    pub name: Option<String>,
    /// The operator's contact address.
    pub contact: Option<String>,
    /// The address of their privacy policy.
    pub privacy: Option<String>,
    /// The address of their terms of service.
    pub terms: Option<String>,
    /// The number of days for which backups are kept; `None` if the bot makes none.
    pub backup_days: Option<usize>,
}

impl App {
    /// Begins or continues the answer to an interaction. `first` is the state of its first answer.
    pub fn reply<'a>(&'a self, interaction: Interaction<'a>, first: &'a FirstAnswer) -> Reply<'a> {
        self.hear(interaction);
        Reply::new(interaction, &self.rest, first, self.arbiter.now()).with_patience(self.patience)
    }

    /// Returns an arbiter that applies the person's action once, however often Discord delivers it.
    pub fn acting(&self, reply: &Reply<'_>) -> Arbiter {
        self.arbiter.because_of(reply.interaction.cause())
    }

    /// Learns the person's name from an interaction, and retries deliveries to its server and channel.
    pub fn hear(&self, interaction: Interaction<'_>) {
        let guild = interaction.guild();
        self.learn(None, interaction.user(), display_name(interaction.person()));
        if guild.is_some() {
            self.learn(guild, interaction.user(), interaction.name());
        }
        // As a guest the bot is not a member of the server, so a delivery there would still be refused.
        if interaction.as_guest() {
            return;
        }
        let channels = interaction.channels();
        let arbiter = self.arbiter.clone();
        tokio::spawn(async move { arbiter.retry_deliveries(guild, &channels).await });
    }

    /// Remembers the name of a person in a server, or everywhere, and stores it if necessary.
    pub fn learn(&self, guild: Option<GuildId>, user: UserId, name: &str) {
        if !self.names.learn(guild, user, name) {
            return;
        }
        let (arbiter, names) = (self.arbiter.clone(), Arc::clone(&self.names));
        let name = without_controls(name);
        tokio::spawn(async move { store_name(&arbiter, &names, guild, user, name).await });
    }

    /// Returns a command's name as a link that can be pressed, once its id is known.
    pub fn command_mention(&self, name: &str) -> String {
        match self.command_ids.get().and_then(|ids| ids.get(name)) {
            Some(id) => format!("</{name}:{id}>"),
            None => format!("`/{name}`"),
        }
    }

    /// Paints a message with the preferences of the person who asked.
    async fn paint_for(&self, reply: &mut Reply<'_>, composed: Composed) -> Result<Painted, Full> {
        if !composed.has_picture() {
            return Ok(Painted::new(composed, Vec::new()));
        }
        let preferences = reply.preferences(&self.arbiter).await;
        if preferences.own.text_only {
            return Ok(Painted::new(composed.in_words(), Vec::new()));
        }
        let user = reply.interaction.user();
        let guild = reply.interaction.guild();
        let players = composed
            .picture
            .as_ref()
            .and_then(|picture| picture.players);
        let painting = async {
            self.meet(guild, players).await;
            let theme = preferences.theme();
            self.brush.show(composed, theme, guild, user).await
        };
        reply.while_doing(painting).await
    }

    /// Loads the names of players. It asks Discord for unknown names only briefly: an answer waits.
    pub(crate) async fn meet(&self, guild: Option<GuildId>, players: Option<[Player; 2]>) {
        let players = players.into_iter().flatten().filter_map(Player::person);
        let unknown: Vec<_> = players
            .filter(|user| !self.names.has_met(guild, *user))
            .collect();
        self.recall(guild, unknown.clone()).await;
        for user in unknown {
            self.names
                .meet(&self.rest, guild, user, NAME_PATIENCE)
                .await;
        }
    }

    /// Loads names from the store.
    pub async fn recall(&self, guild: Option<GuildId>, users: Vec<UserId>) {
        if users.is_empty() {
            return;
        }
        match self.arbiter.store().names(guild, users).await {
            Ok(names) => {
                for (user, name) in names {
                    self.names.recall(guild, user, &name);
                }
            }
            Err(error) => tracing::warn!(%error, "names cannot be recalled"),
        }
    }

    /// Returns the theme of boards for people who chose none.
    pub fn default_theme(&self) -> Theme {
        self.brush.default_theme()
    }

    /// Returns the seat from which the person who asked sees a match in private answers.
    pub async fn seen_from(&self, reply: &mut Reply<'_>, now: &Match) -> Seat {
        let preferences = reply.preferences(&self.arbiter).await;
        preferences
            .own
            .viewpoint
            .seat(now, reply.interaction.user())
    }

    /// Runs long work for the person who asked on threads of the worker pools, in slices behind the requests of others.
    pub(crate) async fn at_length<T: Send + 'static>(
        &self,
        reply: &mut Reply<'_>,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T> {
        let wanted = Wanted::asked(reply.interaction.user());
        let work = self.brush.workers().in_slices(wanted, work);
        let done = reply.while_doing(work).await;
        done.map_err(|why| CommandError::not_done(why, "long work has failed"))
    }

    /// Whether the person who asked organises leagues and ladders in a server.
    pub(crate) async fn organises(&self, reply: &mut Reply<'_>, guild: GuildId) -> Result<bool> {
        let held = reply.interaction.member_permissions();
        if held.is_some_and(|held| held.manage_guild() || held.administrator()) {
            return Ok(true);
        }
        let read = self
            .arbiter
            .read(move |db| journal::organiser_role(db, guild));
        let role = reply.while_doing(read).await?;
        Ok(role.is_some_and(|role| reply.interaction.roles().contains(&role)))
    }

    /// Returns the server, if the person who asked organises leagues and ladders in it.
    /// The error is the refusal for everybody else.
    pub(crate) async fn organised(&self, reply: &mut Reply<'_>) -> Result<GuildId> {
        if let Some(guild) = reply.interaction.guild()
            && self.organises(reply, guild).await?
        {
            return Ok(guild);
        }
        Err(CommandError::says(
            "Only organisers can do this: people with the permission **Manage Server**, or with the role that they have chosen for it.",
        ))
    }

    /// Answers with a message that only the person who asked sees.
    pub async fn whisper(&self, reply: &mut Reply<'_>, composed: Composed) -> Result {
        let painted = self.paint_for(reply, composed).await?;
        Ok(reply.private(&painted).await?)
    }

    /// Sends another message that only the person who asked sees, after the first answer.
    pub async fn whisper_too(&self, reply: &mut Reply<'_>, composed: Composed) -> Result {
        let painted = self.paint_for(reply, composed).await?;
        Ok(reply.follow_up(&painted, true).await.map(drop)?)
    }

    /// Answers with a message for everyone.
    pub async fn publish(&self, reply: &mut Reply<'_>, composed: Composed) -> Result {
        let theme = reply.preferences(&self.arbiter).await.server.theme;
        let guild = reply.interaction.guild();
        let user = reply.interaction.user();
        if reply.interaction.on_private_message() && !reply.interaction.as_guest() {
            let painted = reply
                .while_doing(self.brush.show(composed, theme, guild, user))
                .await?;
            let nonce = self
                .arbiter
                .kernel
                .nonce("here", &[reply.interaction.id().get()]);
            let posting = self.post_here(reply, &painted, &nonce);
            posting.await?;
            return self
                .whisper(reply, Composed::text("Everybody here can see it now."))
                .await;
        }
        let painted = reply
            .while_preparing(self.brush.show(composed, theme, guild, user))
            .await?;
        if reply.is_deferred() {
            return Ok(reply.private(&painted).await?);
        }
        Ok(reply.answer(&painted, Callback::Message).await.map(drop)?)
    }

    /// Posts a message for everyone in the channel of an interaction.
    ///
    /// After a press on a private message Discord would show an answer for everyone as a reply to that message, which
    /// others cannot load.
    pub(crate) async fn post_here(
        &self,
        reply: &Reply<'_>,
        painted: &Painted,
        nonce: &Nonce,
    ) -> Result<MessageId, Failure> {
        let route = Route::ChannelMessages {
            channel_id: discord_channel(reply.interaction.channel()),
        };
        let posted = self.rest.send(painted.post(nonce, route)).await?;
        number(&posted["id"])
            .map(MessageId)
            .ok_or_else(|| Failure::Unanswered(String::from("a message without a number")))
    }

    /// Answers by editing the message whose button was pressed, and returns its id. If an edit is no longer
    /// possible, the answer is a private message and the result is `None`.
    pub async fn turn_into(
        &self,
        reply: &mut Reply<'_>,
        composed: Composed,
    ) -> Result<Option<MessageId>> {
        let painted = if reply.is_deferred() || reply.interaction.on_private_message() {
            self.paint_for(reply, composed).await?
        } else {
            let theme = if composed.picture.is_some() {
                reply.preferences(&self.arbiter).await.server.theme
            } else {
                None
            };
            let guild = reply.interaction.guild();
            let user = reply.interaction.user();
            reply
                .while_doing(self.brush.show(composed, theme, guild, user))
                .await?
        };
        if reply.is_deferred() {
            reply.private(&painted).await?;
            return Ok(None);
        }
        Ok(Some(reply.answer(&painted, Callback::Update).await?))
    }

    /// Answers with a private message: an edit of the message whose button or form was used, if that one is
    /// private, else a new message.
    pub async fn whisper_here(&self, reply: &mut Reply<'_>, composed: Composed) -> Result {
        let painted = self.paint_for(reply, composed).await?;
        self.send_here(reply, &painted).await
    }

    /// Opens a form, or offers a button that opens it if Discord no longer accepts a form.
    pub async fn open_form(
        &self,
        reply: &mut Reply<'_>,
        form: &Value,
        again: impl Into<CustomId>,
    ) -> Result {
        if reply.is_deferred() {
            return self.whisper(reply, modal::form_late(again)).await;
        }
        Ok(reply.modal(form).await?)
    }

    /// Answers privately with a picture in this theme, also to people who have chosen boards as text.
    pub async fn whisper_in(
        &self,
        reply: &mut Reply<'_>,
        composed: Composed,
        theme: Option<Theme>,
    ) -> Result {
        let guild = reply.interaction.guild();
        let user = reply.interaction.user();
        let painted = reply
            .while_doing(self.brush.show(composed, theme, guild, user))
            .await?;
        self.send_here(reply, &painted).await
    }

    async fn send_here(&self, reply: &mut Reply<'_>, painted: &Painted) -> Result {
        if reply.interaction.on_private_message() && !reply.is_deferred() {
            return Ok(reply.answer(painted, Callback::Update).await.map(drop)?);
        }
        Ok(reply.private(painted).await?)
    }

    /// Sends the last answer of an interaction that failed: for a fault an apology with the reference that
    /// is logged, else the remedy.
    pub async fn own_up(&self, reply: &mut Reply<'_>, error: CommandError) {
        let reference = reply.interaction.id();
        let composed = match error {
            CommandError::User(composed) => *composed,
            CommandError::Internal(fault) => {
                tracing::error!(%reference, fault, "a command failed");
                refusals::apology(&reference.to_string())
            }
            CommandError::NotDelivered(failure) => {
                tracing::warn!(%reference, %failure, "Discord did not take an answer");
                return;
            }
        };
        let painted = match self.paint_for(reply, composed).await {
            Ok(painted) => painted,
            Err(full) => Painted::new(Composed::text(full.to_string()), Vec::new()),
        };
        if let Err(failure) = reply.private(&painted).await {
            tracing::warn!(%reference, %failure, "Discord did not take an answer");
        }
    }

    /// Returns a match in its current state.
    pub async fn view(&self, reply: &mut Reply<'_>, id: MatchId) -> Result<View> {
        let user = reply.interaction.user();
        reply
            .while_doing(self.arbiter.look(id, user))
            .await
            .map_err(CommandError::from)
    }

    /// Returns a match for a spectator.
    pub async fn watched(&self, reply: &mut Reply<'_>, id: MatchId) -> Result<View> {
        self.reach(reply, id).await?;
        let view = self.view(reply, id).await?;
        knows(&view, reply.interaction).map(|()| view)
    }

    /// Returns a match, unless it is hidden here. The match does not count as seen.
    ///
    /// # Errors
    ///
    /// When no such match exists, or when it is played in another server, with the same error for both; or
    /// when it is played in another channel of this server, which this person may not be able to see. People can see
    /// their own matches everywhere.
    pub async fn may_know(&self, reply: &mut Reply<'_>, id: MatchId) -> Result<View> {
        self.reach(reply, id).await?;
        let view = reply.while_doing(self.arbiter.view(id)).await?;
        knows(&view, reply.interaction).map(|()| view)
    }

    /// Whether a match is one of the person's own, or of the server or the conversation in which they are. A match out of
    /// reach must look like one that does not exist, also while it is frozen.
    pub(crate) async fn is_in_reach(&self, reply: &mut Reply<'_>, id: MatchId) -> Result<bool> {
        let user = reply.interaction.user();
        match reply.while_doing(self.arbiter.current(id)).await {
            Ok(state) => {
                let place = state.proposal().place;
                Ok(is_theirs(&state, user) || is_of_place(place, reply.interaction))
            }
            Err(kernel::Error::Frozen(_)) => {
                let read = self.arbiter.read(move |db| frozen::frozen_match(db, id));
                let frozen = reply.while_doing(read).await?;
                Ok(frozen.is_none_or(|frozen| {
                    frozen.people.contains(&user) || is_of_place(frozen.place, reply.interaction)
                }))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the error for a match out of reach, which is that for a match that does not exist.
    pub(crate) async fn reach(&self, reply: &mut Reply<'_>, id: MatchId) -> Result {
        if self.is_in_reach(reply, id).await? {
            return Ok(());
        }
        Err(kernel::Error::NoSuchMatch(id).into())
    }

    /// Returns the error for a refusal of a use case, with a link to the match.
    pub async fn explain(
        &self,
        reply: &Reply<'_>,
        id: MatchId,
        error: kernel::Error,
    ) -> CommandError {
        match error {
            kernel::Error::Refused(refusal) => {
                refusals::refusal(&refusal, self.elsewhere(reply, id).await).into()
            }
            other => other.into(),
        }
    }

    /// Does work on a match while the person waits. The error explains a refusal, with a link to the match.
    pub(crate) async fn in_match<T>(
        &self,
        reply: &mut Reply<'_>,
        id: MatchId,
        work: impl Future<Output = Result<T, kernel::Error>>,
    ) -> Result<T> {
        match reply.while_doing(work).await {
            Ok(done) => Ok(done),
            Err(error) => Err(self.explain(reply, id, error).await),
        }
    }

    /// Returns the thread of a match, unless the person is in it.
    pub async fn elsewhere(&self, reply: &Reply<'_>, id: MatchId) -> Option<ChannelId> {
        let thread = self.arbiter.view(id).await.ok()?.places.thread?;
        Some(thread).filter(|thread| *thread != reply.interaction.channel())
    }

    /// Checks that the bot has these permissions in this channel.
    pub fn allowed(interaction: Interaction<'_>, needed: Permissions) -> Result {
        let missing = permissions::missing_here(interaction, needed);
        if missing.is_empty() {
            Ok(())
        } else {
            Err(CommandError::says(permissions::missing_sentence(missing)))
        }
    }
}

/// Stores the name of a person in a server, or everywhere.
pub async fn store_name(
    arbiter: &Arbiter,
    names: &Names,
    guild: Option<GuildId>,
    user: UserId,
    name: String,
) {
    let Some(_right) = names.may_keep(user).await else {
        return;
    };
    if let Err(error) = arbiter
        .store()
        .store_name(guild, user, name, arbiter.now())
        .await
    {
        // It is stored with the next command. That the database cannot be written is reported by what needs it.
        tracing::debug!(%error, "a name is not kept");
    }
}

/// Whether a match is one of a person's own, which they can see everywhere.
pub(super) fn is_theirs(state: &Match, user: UserId) -> bool {
    let proposal = state.proposal();
    state.seat_of(user).is_some()
        || proposal.challenger == user
        || proposal.invited == Some(user.into())
}

/// Whether a place is in the server of an interaction; outside of servers, whether it is the same conversation.
fn is_of_place(place: Place, interaction: Interaction<'_>) -> bool {
    place.guild == interaction.guild()
        && (place.guild.is_some() || place.channel == interaction.channel())
}

/// Checks that a match may be shown to the person in this place.
fn knows(view: &View, interaction: Interaction<'_>) -> Result {
    let (id, proposal) = (view.state.id(), view.state.proposal());
    if is_theirs(&view.state, interaction.user()) {
        return Ok(());
    }
    if !is_of_place(proposal.place, interaction) {
        return Err(kernel::Error::NoSuchMatch(id).into());
    }
    if permissions::sees(interaction, proposal.place.channel, view.places.thread) {
        return Ok(());
    }
    Err(refusals::seen_elsewhere(id, proposal.place.channel).into())
}
