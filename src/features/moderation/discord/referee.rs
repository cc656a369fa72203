//! `/referee`: the moderators' panel for one match or one person of their server.

use serenity::all::Permissions;

use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::interaction::{Interaction, managed_server};
use crate::discord::ui::modal::{REASON, reason_form};
use crate::discord::ui::panel::{self, Page, Panel, Step, act};
use crate::discord::ui::permissions::channel_in_sight;
use crate::discord::ui::which_match::{MATCH, named_or_here, recall};
use crate::discord::ui::wire::Painted;
use crate::discord::ui::{
    self, App, Command, CommandError, CommandOptions, Composed, Parameter, Reply, Result,
};
use crate::features;
use crate::features::moderation::messages;
use crate::features::moderation::messages::referee::REFEREE;
use crate::features::moderation::model::{self, About, Word, asks, undoes};
use crate::features::moderation::store::{acts, secret};
use crate::kernel::{self, View};
use crate::matches::{GuildId, MatchId, UserId};

const PERSON: &str = "person";

/// The reason given for undoing an act.
const TAKEN_BACK: &str = "Taken back";

/// A day in milliseconds.
const DAY: i64 = 24 * 3_600_000;

/// The most matches in a menu.
const MOST_MATCHES: u32 = 25;

pub(crate) const PAGE: Page = Page::new(Panel::Referee, REFEREE, "Referee", |app, reply, word| {
    Box::pin(turn(app, reply, word))
});

pub(crate) fn all() -> Vec<Command> {
    let command = Command::new(
        "referee",
        "For moderators: pause or end a match, undo a turn or an end, keep somebody from playing here",
        |app, reply, given| Box::pin(open(app, reply, given)),
    );
    let command = command
        .with(Parameter::text(
            MATCH,
            "The match's number; needed only outside of its thread",
        ))
        .with(Parameter::person(
            PERSON,
            "Whom to keep from playing here, or to let in again",
        ));
    vec![command.in_servers().only_for(Permissions::MANAGE_THREADS)]
}

async fn open(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let named = given.text(MATCH)?;
    let about = match given.person(PERSON)? {
        Some(person) if named.is_none() => {
            About::Person(other_person(reply, UserId(person.id.get()), person.bot)?)
        }
        _ => match named_or_here(app, reply, named).await? {
            Some(id) => About::Match(id),
            None => About::Server,
        },
    };
    let word = Word {
        leave: String::from(model::MANAGES),
        about,
        verb: String::from("show"),
    };
    panel::show(app, reply, &PAGE, &word.to_string()).await
}

/// Returns the server and the leave to moderate in it.
///
/// Discord also offers the command to people whom the server allows under *Integrations*. A press does not tell: its id
/// carries a [`leave`](model::leave) from the command, which ends with the next day, and when the person's roles change.
async fn moderated(app: &App, reply: &mut Reply<'_>, shown: &str) -> Result<(GuildId, String)> {
    let interaction = reply.interaction;
    let refused = || CommandError::from(messages::only_moderators());
    let guild = interaction.guild().ok_or_else(refused)?;
    let manages = interaction
        .member_permissions()
        .is_some_and(|held| held.manage_threads() || held.administrator());
    if manages {
        return Ok((guild, String::from(model::MANAGES)));
    }
    let key = reply.while_doing(app.arbiter.read(secret::key)).await?;
    let (user, roles) = (interaction.user(), interaction.roles());
    let leave = |day| model::leave(&key, guild, user, roles.clone(), day);
    let today = app.arbiter.now().0.div_euclid(DAY);
    if matches!(interaction, Interaction::Command(_)) {
        return Ok((guild, leave(today)));
    }
    match shown {
        model::MANAGES => Err(refused()),
        shown if [today, today - 1].iter().any(|day| leave(*day) == shown) => {
            Ok((guild, shown.to_owned()))
        }
        _ => Err(messages::panel_expired().into()),
    }
}

/// A moderator who uses the panel.
struct Referee {
    guild: GuildId,
    by: UserId,
    leave: String,
}

impl Referee {
    /// Returns the custom ids of acts on a match, on a person or in the list.
    fn id(&self, about: About) -> impl Fn(&str) -> CustomId {
        let leave = self.leave.clone();
        move |verb| {
            let word = Word {
                leave: leave.clone(),
                about,
                verb: verb.to_owned(),
            };
            act(REFEREE, word.to_string())
        }
    }
}

async fn turn(app: &App, reply: &mut Reply<'_>, word: &str) -> Result<Step> {
    let word: Word = word.parse().map_err(|_| ui::unknown_component())?;
    let (guild, leave) = moderated(app, reply, &word.leave).await?;
    let by = reply.interaction.user();
    let referee = Referee { guild, by, leave };
    let (about, verb) = match word.verb.as_str() {
        "others" => (About::Server, "show"),
        "match" => {
            let chosen = reply.interaction.chosen().first();
            let id = chosen.and_then(|id| ui::read_match_number(id));
            (About::Match(id.ok_or_else(ui::unknown_component)?), "show")
        }
        "person" => {
            let person = reply.interaction.chosen_person();
            let person = person.ok_or_else(ui::unknown_component)?;
            let id = other_person(reply, UserId(person.id.get()), person.bot)?;
            (About::Person(id), "show")
        }
        verb => (word.about, verb),
    };
    match about {
        About::Server => Ok(Step::Shown(overview(app, reply, &referee).await?)),
        About::Match(id) => on_match(app, reply, &referee, id, verb).await,
        About::Person(person) => on_person(app, reply, &referee, person, verb).await,
    }
}

/// Composes the list of moderators' acts, with the running matches that the moderator can see.
async fn overview(app: &App, reply: &mut Reply<'_>, referee: &Referee) -> Result<Composed> {
    let (guild, channel) = (referee.guild, channel_in_sight(reply.interaction));
    let store = app.arbiter.store();
    let found = async {
        let acts = app
            .arbiter
            .read(move |db| acts::moderation_in(db, guild, messages::MOST_MODERATED));
        let played = store.played_in(guild, channel, MOST_MATCHES);
        Ok::<_, kernel::Error>((acts.await?, played.await?.0))
    };
    let ((acts, banned), played) = reply.while_doing(found).await?;
    recall(app, Some(guild), &played).await;
    let name = |user| app.names.of(Some(guild), user);
    let id = referee.id(About::Server);
    Ok(messages::referee::overview(
        &acts, &banned, &played, name, id,
    ))
}

/// Loads a match of the server that the moderator can see.
async fn of_server(app: &App, reply: &mut Reply<'_>, guild: GuildId, id: MatchId) -> Result<View> {
    let view = app.may_know(reply, id).await?;
    if view.state.proposal().place.guild != Some(guild) {
        return Err(kernel::Error::NoSuchMatch(id).into());
    }
    Ok(view)
}

async fn on_match(
    app: &App,
    reply: &mut Reply<'_>,
    referee: &Referee,
    id: MatchId,
    verb: &str,
) -> Result<Step> {
    let view = of_server(app, reply, referee.guild, id).await?;
    if view.state.players().is_none() {
        // A challenge has nothing to moderate, open or not.
        let begun = std::future::ready(view.state.in_play().map_err(kernel::Error::from));
        app.in_match(reply, id, begun).await?;
    }
    let word = referee.id(About::Match(id));
    let manages = managed_server(reply.interaction).is_ok();
    let page = |view: &View, did| {
        messages::referee::of_match(view, referee.by, manages, did, app.arbiter.now(), &word)
    };
    match verb {
        "show" => return Ok(Step::Shown(page(&view, (None, None)))),
        "end" => {
            return Ok(Step::Shown(messages::referee::end_question(&view, &word)));
        }
        "annul" => return Ok(Step::Shown(messages::referee::annul_question(id, &word))),
        "annul-yes" => {
            let acting = app.acting(reply);
            let annulling = acting.annul(id, referee.by, manages);
            let update = app.in_match(reply, id, annulling).await?;
            let said = Some(messages::annulled_here(id));
            let shown = page(&update.view, (said, None));
            panel::answer(app, reply, PAGE.tab, shown, false).await?;
            let told = messages::annulled(&update.view.state, referee.by);
            let cause = reply.interaction.id().get();
            let nonce = app.arbiter.kernel.nonce("referee", &[cause]);
            let told = Painted::new(told, Vec::new());
            app.post_here(reply, &told, &nonce).await?;
            return Ok(Step::Answered);
        }
        _ => {}
    }
    let back = verb.strip_prefix("back-");
    let asks = asks(back.unwrap_or(verb), &view.state).ok_or_else(ui::unknown_component)?;
    let reason = match back {
        Some(_) => TAKEN_BACK,
        None if reply.interaction.is_form() => reply.interaction.typed(REASON),
        None => {
            let title = messages::referee::form_title(&view.state, verb);
            ask_reason(app, reply, word(verb), &title).await?;
            return Ok(Step::Answered);
        }
    };
    let acting = app.acting(reply);
    let done = acting.moderate(id, referee.by, asks, reason);
    let update = app.in_match(reply, id, done).await?;
    if let Some(news) = update.news {
        news.hand_over();
    }
    let said = messages::moderator_did(id, asks);
    // The undoing of an act is not offered for undoing.
    let undoes = undoes(asks).filter(|_| back.is_none());
    Ok(Step::Shown(page(&update.view, (Some(said), undoes))))
}

async fn on_person(
    app: &App,
    reply: &mut Reply<'_>,
    referee: &Referee,
    person: UserId,
    verb: &str,
) -> Result<Step> {
    let guild = referee.guild;
    let word = referee.id(About::Person(person));
    let saved = match verb {
        "show" => false,
        "let-in" => {
            reply.while_doing(app.arbiter.let_in(guild, person)).await?;
            true
        }
        "keep-out" if !reply.interaction.is_form() => {
            ask_reason(app, reply, word(verb), "Keep out of matches here").await?;
            return Ok(Step::Answered);
        }
        "keep-out" => {
            let person = other_person(reply, person, false)?;
            let reason = reply.interaction.typed(REASON);
            let done = app.arbiter.ban(guild, person, referee.by, reason);
            reply.while_doing(done).await?;
            true
        }
        _ => return Err(ui::unknown_component().into()),
    };
    let store = app.arbiter.store();
    let found = async {
        let read = app.arbiter.read(move |db| {
            let contests = features::contests_of(db, person, guild)?;
            Ok((acts::ban_of(db, guild, person)?, contests))
        });
        Ok::<_, kernel::Error>((read.await?, store.games_of(person).await?))
    };
    let ((banned, contests), mut matches) = reply.while_doing(found).await?;
    let channel = channel_in_sight(reply.interaction);
    matches.retain(|one| {
        let place = one.place;
        one.players.is_some()
            && place.guild == Some(guild)
            && channel.is_none_or(|channel| place.channel == channel)
    });
    recall(app, Some(guild), &matches).await;
    let name = |user| app.names.of(Some(guild), user);
    let page =
        messages::referee::of_person(person, (banned.as_ref(), &contests), &matches, name, word);
    Ok(Step::of(saved, page))
}

async fn ask_reason(app: &App, reply: &mut Reply<'_>, id: CustomId, title: &str) -> Result {
    let form = reason_form(id.clone(), title, "The people concerned read it");
    app.open_form(reply, &form, id).await
}

/// Returns an error for bots and for the moderator.
fn other_person(reply: &Reply<'_>, person: UserId, is_bot: bool) -> Result<UserId> {
    if is_bot || person == reply.interaction.user() {
        return Err(CommandError::says(
            "You can only keep out other people, not bots or yourself.",
        ));
    }
    Ok(person)
}
