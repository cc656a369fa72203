//! The page on which organisers choose who may join a contest.

use serde_json::Value;

use crate::contests::{RequestCommand, RequestEvent, RequestRefusal, Requests};
use crate::db::Denial;
use crate::db::journal::Journal;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::composed::{Button, Composed, MOST_OPTIONS, Menu, MenuOption, Offer, Tone};
use crate::discord::ui::contests::acts::{Managed, give};
use crate::discord::ui::contests::named::server;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::refusals::unknown_component;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::words::{cut, list, mention};
use crate::kernel::contests::{Admission, Contest, NotAdmitted};
use crate::matches::{EntryRule, JournalId, MOST_ENTRY_ROLES, RatingBand, RoleId, UserId};

/// The ids of the text fields of the form.
pub const LOWEST: &str = "lowest";
pub const HIGHEST: &str = "highest";
pub const CERTAIN: &str = "certain";

impl Denial for RequestRefusal {
    fn name(&self) -> &'static str {
        self.into()
    }

    fn sentence(&self) -> String {
        self.to_string()
    }
}

impl Denial for NotAdmitted {
    fn name(&self) -> &'static str {
        self.into()
    }

    fn sentence(&self) -> String {
        match self {
            Self::Roles(roles) => {
                format!("Only {} can join.", words(&EntryRule::Roles(roles.clone())))
            }
            Self::Rating(band, rating) => {
                let who = words(&EntryRule::Ratings(*band));
                format!("Only {who} can join. Your rating in this game is {rating}.")
            }
        }
    }
}

/// Words who may join: `people with the role @Club`.
pub(crate) fn words(rule: &EntryRule) -> String {
    match rule {
        EntryRule::Everyone => String::from("everyone"),
        EntryRule::Request => String::from("people whom an organiser lets in"),
        EntryRule::Roles(roles) => {
            let roles: Vec<_> = roles.iter().map(|role| format!("<@&{role}>")).collect();
            format!("people with the role {}", roles.join(" or "))
        }
        EntryRule::Ratings(band) => {
            let bounds = match (band.lowest, band.highest) {
                (Some(lowest), Some(highest)) => format!("people rated {lowest} to {highest}"),
                (Some(lowest), None) => format!("people rated {lowest} or more"),
                (None, Some(highest)) => format!("people rated {highest} or less"),
                (None, None) => String::from("people with a rating"),
            };
            if band.certain {
                format!("{bounds} without a “?”")
            } else {
                bounds
            }
        }
    }
}

/// Returns lines about who may join and how many people ask to be let in, each after a line break; nothing if everyone
/// may and nobody asks.
pub(crate) fn lines(journal: &Journal, requests: &Requests) -> String {
    let rule = match &journal.entry {
        EntryRule::Everyone => String::new(),
        rule => format!("\nWho may join: {}.", words(rule)),
    };
    let asking = match requests.people().len() {
        0 => String::new(),
        1 => String::from("\n1 person asks to be let in."),
        count => format!("\n{count} people ask to be let in."),
    };
    rule + &asking
}

/// Returns the button that leads organisers to the page of who may join.
pub(crate) fn button(requests: &Requests, press: impl Into<CustomId>) -> Button {
    match requests.people().len() {
        0 => Button::plain("Who May Join…", press),
        count => Button::new(
            format!("Who May Join… ({count} to answer)"),
            Tone::Primary,
            press,
        ),
    }
}

/// What a person reads who has asked to be let in.
pub(crate) const ASKED: &str = "You have asked to join. An organiser lets you in or refuses, and the bot tells you in the channel.";

/// The button with which a person takes that back, and what they read then.
pub(crate) const WITHDRAW: &str = "Withdraw Request";
pub(crate) const WITHDRAWN: &str = "You have withdrawn your request to join.";

/// What a person reads who waits for the answer.
pub(crate) const ASKING: &str = "You have asked to join, and no organiser has answered yet.";

/// Tells a person that an organiser has let them in or refused; `None` if an event is no answer.
pub(crate) fn answer(event: RequestEvent) -> Option<(String, UserId)> {
    let (lets_in, user) = event.answer()?;
    let said = match lets_in {
        true => "an organiser has let you in.",
        false => "an organiser has not let you in.",
    };
    Some((format!("{}, {said}", mention(user)), user))
}

/// Returns how somebody comes into a contest of this game. Refuses those who may not join it.
pub(crate) async fn admitted(
    app: &App,
    reply: &mut Reply<'_>,
    journal: &Journal,
    game: &str,
) -> Result<Admission> {
    let (user, roles) = (reply.interaction.user(), reply.interaction.roles());
    let admitted = app.arbiter.admitted(journal, game, user, roles);
    Ok(reply.while_doing(admitted).await?)
}

/// Asks an organiser to let a person into a contest of this game, if they may not join by themselves. Returns whether that
/// was needed. Refuses those who may not join it.
pub(crate) async fn asks<C: Managed>(
    app: &App,
    reply: &mut Reply<'_>,
    journal: &Journal,
    game: &str,
) -> Result<bool> {
    let asks = admitted(app, reply, journal, game).await? == Admission::Asks;
    if asks {
        let user = reply.interaction.user();
        let command = C::request(RequestCommand::Ask { user });
        give::<C>(app, reply, journal.id, command).await?;
    }
    Ok(asks)
}

/// Does what an organiser has pressed, and shows the page. `press` returns the press of an act on it.
pub(crate) async fn choose<C: Contest>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    act: EntryAct,
    press: impl Fn(EntryAct) -> CustomId,
    back: CustomId,
) -> Result {
    app.organised(reply).await?;
    let guild = server::<C>(reply)?;
    let found = app.arbiter.contest_requests::<C>(guild, id);
    let found = reply.while_doing(found).await?;
    let (mut journal, mut asking) = found.ok_or_else(unknown_component)?;
    let rule = match act {
        EntryAct::Show => None,
        EntryAct::Admit | EntryAct::Refuse => {
            let chosen = reply.interaction.chosen().iter();
            let users: Vec<UserId> = chosen
                .filter_map(|id| id.parse().ok())
                .map(UserId)
                .collect();
            let by = reply.interaction.user();
            for user in users {
                let command = C::request(match act {
                    EntryAct::Admit => RequestCommand::LetIn { by, user },
                    _ => RequestCommand::Refuse { by, user },
                });
                reply
                    .while_doing(app.arbiter.change_contest::<C>(id, command))
                    .await?;
                asking.retain(|(one, _)| *one != user);
            }
            None
        }
        EntryAct::Request => Some(EntryRule::Request),
        EntryAct::Everyone => Some(EntryRule::Everyone),
        EntryAct::Roles => {
            // The id of the role *everyone* is that of the server.
            let chosen = reply.interaction.chosen_ids().into_iter();
            let roles = chosen.filter(|role| *role != guild.0).map(RoleId);
            let roles: Vec<_> = roles.take(MOST_ENTRY_ROLES).collect();
            Some(match roles.is_empty() {
                true => EntryRule::Everyone,
                false => EntryRule::Roles(roles),
            })
        }
        EntryAct::Ratings if !reply.interaction.is_form() => {
            let form = ratings_form(&journal.entry, press(act));
            return app.open_form(reply, &form, press(act)).await;
        }
        EntryAct::Ratings => Some(band(reply)?),
    };
    if let Some(rule) = rule {
        let set = app.arbiter.change_entry::<C>(guild, id, rule.clone());
        reply.while_doing(set).await?;
        journal.entry = rule;
    }
    app.whisper_here(reply, page(&journal, &asking, press, back))
        .await
}

/// Returns the page with what is chosen, and the people who ask to be let in.
pub fn page(
    journal: &Journal,
    asking: &[(UserId, String)],
    press: impl Fn(EntryAct) -> CustomId,
    back: CustomId,
) -> Composed {
    let roles = match &journal.entry {
        EntryRule::Roles(roles) => roles.clone(),
        _ => Vec::new(),
    };
    let most = u8::try_from(MOST_ENTRY_ROLES).unwrap_or(1);
    let mut buttons = vec![Button::plain("Ratings…", press(EntryAct::Ratings))];
    if journal.entry != EntryRule::Request {
        buttons.push(Button::plain("By Request", press(EntryAct::Request)));
    }
    if journal.entry != EntryRule::Everyone {
        buttons.push(Button::plain("Everyone", press(EntryAct::Everyone)));
    }
    buttons.push(Button::plain("Back", back));
    let mut menus = vec![Menu {
        id: press(EntryAct::Roles),
        placeholder: String::from("People with one of these roles"),
        offer: Offer::Roles(roles),
        count: (0, most),
    }];
    let people: Vec<_> = asking
        .iter()
        .take(MOST_OPTIONS)
        .map(|(user, name)| MenuOption::new(cut(name, 100), user.0.to_string()))
        .collect();
    let count = (1, u8::try_from(people.len()).unwrap_or(1));
    for (placeholder, act) in [
        ("Let people in who ask…", EntryAct::Admit),
        ("Refuse people who ask…", EntryAct::Refuse),
    ] {
        menus.extend((!people.is_empty()).then(|| Menu {
            id: press(act),
            placeholder: placeholder.to_owned(),
            offer: Offer::Options(people.clone()),
            count,
        }));
    }
    let names: Vec<String> = asking.iter().map(|(user, _)| mention(*user)).collect();
    let asking = match names.is_empty() {
        true => String::new(),
        false => format!("\nThese people ask to be let in: {}.", list(&names)),
    };
    Composed {
        menus,
        rows: vec![buttons],
        ..Composed::text(format!(
            "**{}** · who may join: {}.\nThis counts when somebody presses *Join*. Members stay, but the bot checks their roles again before each season of a league and before a tournament begins. People who lost a game of a league, ladder or tournament on time without a move in the last 60 days always have to be let in.{asking}",
            journal.name,
            words(&journal.entry)
        ))
    }
}

/// Returns the form for the bounds of the rating.
pub fn ratings_form(rule: &EntryRule, id: CustomId) -> Value {
    let band = match rule {
        EntryRule::Ratings(band) => *band,
        _ => RatingBand::default(),
    };
    let typed = |bound: Option<u16>| bound.map_or_else(String::new, |bound| bound.to_string());
    let certain = if band.certain { "yes" } else { "no" };
    let bound = |id, label, bound| Field {
        required: false,
        ..Field::required(id, label, "Empty for no bound", typed(bound), 4)
    };
    let fields = [
        bound(LOWEST, "Lowest rating", band.lowest),
        bound(HIGHEST, "Highest rating", band.highest),
        Field::required(
            CERTAIN,
            "Only ratings without a “?”",
            "yes or no",
            certain,
            3,
        ),
    ];
    form(id, "Ratings", &fields)
}

/// Reads the bounds from the form.
pub(crate) fn band(reply: &Reply<'_>) -> Result<EntryRule> {
    let bound = |field: &str| {
        let typed = reply.interaction.typed(field).trim();
        match typed.parse() {
            _ if typed.is_empty() => Ok(None),
            Ok(bound) => Ok(Some(bound)),
            Err(_) => Err(CommandError::says(
                "A rating is a whole number, for example 1500.",
            )),
        }
    };
    let (lowest, highest) = (bound(LOWEST)?, bound(HIGHEST)?);
    if let (Some(lowest), Some(highest)) = (lowest, highest)
        && lowest > highest
    {
        return Err(CommandError::says(
            "The lowest rating is above the highest one.",
        ));
    }
    let certain = match reply
        .interaction
        .typed(CERTAIN)
        .trim()
        .to_lowercase()
        .as_str()
    {
        "yes" | "y" => true,
        "no" | "n" | "" => false,
        _ => {
            return Err(CommandError::says(
                "Write *yes* or *no* for ratings without a “?”.",
            ));
        }
    };
    let band = RatingBand {
        lowest,
        highest,
        certain,
    };
    Ok(match band == RatingBand::default() {
        true => EntryRule::Everyone,
        false => EntryRule::Ratings(band),
    })
}
