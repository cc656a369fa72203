//! The tabs of `/games`.

use crate::db::Listed;
use crate::discord::ui::match_lines::MOST_HERE;
use crate::discord::ui::which_match::recall;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result, permissions};
use crate::features;
use crate::features::lists::messages::{self, Listing};
use crate::features::lists::press::Tab;
use crate::features::lists::store::{self, ArchiveFilter, Archived};
use crate::features::ratings::discord::pages::visible;
use crate::features::watching;
use crate::kernel::{Error, View};
use crate::matches::{MatchId, Player, Status, UserId};
use crate::people::Moment;

/// A tab, a page of it, and the game to which it is restricted.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub tab: Tab,
    /// The game's key, or `any`.
    pub game: String,
    /// The page, counted from 0.
    pub page: u32,
}

impl Wanted {
    fn listing(&self, reply: &Reply<'_>) -> Listing {
        Listing {
            tab: self.tab,
            game: game(&self.game),
            page: self.page,
            in_server: reply.interaction.guild().is_some(),
        }
    }
}

fn game(key: &str) -> Option<String> {
    (key != "any").then(|| key.to_owned())
}

/// Returns the requested page.
pub async fn page(app: &App, reply: &mut Reply<'_>, wanted: &Wanted) -> Result<Composed> {
    let listing = wanted.listing(reply);
    match wanted.tab {
        Tab::Mine => mine(app, reply, &listing).await,
        Tab::Challenges => challenges(app, reply, &listing).await,
        Tab::Here => here(app, reply, &listing).await,
        Tab::Finished => {
            let user = reply.interaction.user();
            finished(app, reply, filter(user, &wanted.game, 0, None)).await
        }
    }
}

/// Returns the default tab: a person's challenges if they have nothing else, else their matches.
pub async fn first_tab(app: &App, reply: &mut Reply<'_>) -> Result<Tab> {
    let (mine, asked) = own(app, reply, None).await?;
    Ok(match mine.is_empty() && !asked.is_empty() {
        true => Tab::Challenges,
        false => Tab::Mine,
    })
}

/// Returns the matches that a person plays, and the challenges to them.
async fn own(
    app: &App,
    reply: &mut Reply<'_>,
    game: Option<&str>,
) -> Result<(Vec<Listed>, Vec<Listed>)> {
    let user = reply.interaction.user();
    let listed = async {
        let mut mine = app.arbiter.store().games_of(user).await?;
        mine.retain(|one| game.is_none_or(|game| one.game == game));
        app.arbiter.note_pauses(&mut mine).await?;
        mine.sort_by_key(|one| {
            let waits = one.player_to_move() == Some(user.into());
            (!waits, one.players.is_none(), one.urgency())
        });
        Ok::<_, Error>(mine)
    };
    let mine = reply.while_doing(listed).await?;
    let (played, mut challenges): (Vec<_>, Vec<_>) =
        mine.into_iter().partition(|one| one.players.is_some());
    challenges.retain(|one| one.invited == Some(Player::Person(user)));
    Ok((played, challenges))
}

async fn mine(app: &App, reply: &mut Reply<'_>, listing: &Listing) -> Result<Composed> {
    let (played, asked) = own(app, reply, listing.game.as_deref()).await?;
    let guild = reply.interaction.guild();
    recall(app, guild, &played).await;
    let name = |user| app.names.of(guild, user);
    let user = reply.interaction.user();
    let ended = match listing.page {
        0 => reply.while_doing(ended_since_look(app, user)).await?,
        _ => Vec::new(),
    };
    let game = listing.game.clone();
    let joined = app.arbiter.read(move |db| features::joined(db, user));
    let mut joined = reply.while_doing(joined).await?;
    joined.retain(|one| game.as_ref().is_none_or(|game| one.listed.game == *game));
    let votes = joined.iter().filter(|one| one.waits);
    let mut votes = votes.map(|one| &one.listed);
    let can_vote = votes.any(|one| permissions::can_vote_here(reply.interaction, one));
    Ok(messages::mine(
        (&played, &joined, can_vote),
        &ended,
        user,
        asked.len(),
        listing,
        name,
    ))
}

/// Returns the matches that ended since the person last looked at their list, the latest first, and notes this look.
async fn ended_since_look(app: &App, user: UserId) -> Result<Vec<Archived>, Error> {
    let now = app.arbiter.now();
    let before = app
        .arbiter
        .write(move |db| store::note_look(db, user, now))
        .await?;
    let Some(before) = before else {
        return Ok(Vec::new());
    };
    let filter = filter(user, "any", 0, None);
    let ended = app
        .arbiter
        .read(move |db| store::archive(db, &filter, messages::MOST_ENDED));
    let mut ended = ended.await?;
    ended.retain(|one| one.at > before);
    Ok(ended)
}

/// Returns the open challenges to a person, from them, and for anyone in places that they can certainly see.
async fn challenges(app: &App, reply: &mut Reply<'_>, listing: &Listing) -> Result<Composed> {
    let (user, guild) = (reply.interaction.user(), reply.interaction.guild());
    let channel = permissions::channel_in_sight(reply.interaction);
    let store = app.arbiter.store();
    let game = listing.game.clone();
    let found = async {
        let mut own = store.games_of(user).await?;
        own.retain(|one| {
            one.players.is_none() && game.as_ref().is_none_or(|game| one.game == *game)
        });
        let (mine, to_me): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|one| one.challenger == user);
        let mine: Vec<_> = mine.into_iter().map(|one| one.id).collect();
        let mut ids: Vec<_> = to_me.into_iter().map(|one| one.id).collect();
        if let Some(guild) = guild {
            let open = store.open_in(guild, channel, game, user, messages::MOST_OPEN);
            ids.extend(open.await?.into_iter().filter(|id| !mine.contains(id)));
        }
        ids.extend(mine);
        Ok::<_, Error>(ids)
    };
    let ids = reply.while_doing(found).await?;
    let on_a_page = messages::CHALLENGES_ON_A_PAGE;
    let count = ids.len().div_ceil(on_a_page);
    let mut open: Vec<View> = Vec::new();
    for id in ids
        .into_iter()
        .skip(listing.page_of(count) * on_a_page)
        .take(on_a_page)
    {
        match reply.while_doing(app.arbiter.view(id)).await {
            // It may have expired just now.
            Ok(view) if *view.state.status() == Status::Open => open.push(view),
            Ok(_) => {}
            Err(error) => tracing::warn!(match_id = %id, %error, "a challenge is not listed"),
        }
    }
    let people = open.iter().map(|one| one.state.proposal().challenger);
    app.recall(guild, people.collect()).await;
    let name = |user| app.names.of(guild, user);
    let in_channel = guild.map(|_| channel.is_some());
    Ok(messages::challenges(
        &open,
        user,
        in_channel,
        (listing, count),
        name,
    ))
}

/// Returns the running matches of the server, in channels that the person surely can see.
async fn here(app: &App, reply: &mut Reply<'_>, listing: &Listing) -> Result<Composed> {
    let Some(guild) = reply.interaction.guild() else {
        return Err(CommandError::says(
            "*Here* lists the matches of a server, and this is a private conversation.",
        ));
    };
    let user = reply.interaction.user();
    let channel = permissions::channel_in_sight(reply.interaction);
    let arbiter = &app.arbiter;
    let found = async move {
        let (mut played, count) = arbiter.store().played_in(guild, channel, MOST_HERE).await?;
        arbiter.note_pauses(&mut played).await?;
        let followers = arbiter
            .read(move |db| watching::store::follows::followers_in(db, guild, user))
            .await?;
        Ok::<_, Error>((played, count, followers))
    };
    let (played, count, followers) = reply.while_doing(found).await?;
    let listed = u64::try_from(played.len()).unwrap_or(u64::MAX);
    recall(app, Some(guild), &played).await;
    let of_game = |one: &Listed| listing.game.as_deref().is_none_or(|game| one.game == game);
    let watched = played.into_iter().filter(of_game).map(|one| {
        let (count, own) = followers.get(&one.id).copied().unwrap_or_default();
        (one, count, own)
    });
    let name = |user| app.names.of(Some(guild), user);
    let pages = messages::watched_pages(watched.collect(), name);
    // A list does not count as a look at the board. Without a readable match the list has no picture.
    let first = match listing.first(&pages) {
        Some(id) => reply.while_doing(arbiter.view(id)).await.ok(),
        None => None,
    };
    let first = first.as_ref().map(|view| &*view.state);
    let hidden = count.saturating_sub(listed);
    let mut here = messages::here(pages, channel.is_some(), hidden, first, listing);
    if permissions::moderates(reply.interaction) {
        let warning = watching::messages::threads_warning(count);
        here.content.push_str(&warning);
    }
    Ok(here)
}

/// Reads the filter from the parts of a custom id.
pub fn filter(
    person: UserId,
    game: &str,
    score: u8,
    after: Option<(u64, MatchId)>,
) -> ArchiveFilter {
    let moment = |millis: u64| Moment(i64::try_from(millis).unwrap_or(i64::MAX));
    ArchiveFilter {
        user: person,
        game: self::game(game),
        score: messages::result_numbered(score),
        after: after.map(|(at, id)| (moment(at), id)),
        place: None,
    }
}

/// Returns a page of a person's finished matches, limited to those that the asking person may see.
pub async fn finished(
    app: &App,
    reply: &mut Reply<'_>,
    mut filter: ArchiveFilter,
) -> Result<Composed> {
    let (user, guild) = (reply.interaction.user(), reply.interaction.guild());
    if filter.user != user {
        visible(app, reply, filter.user, "list of finished matches").await?;
        filter.place = guild.map(|guild| (guild, permissions::channel_in_sight(reply.interaction)));
    }
    let most = messages::ON_A_PAGE + 1;
    let (asked, limit) = (filter.clone(), u32::try_from(most).unwrap_or(u32::MAX));
    let found = app
        .arbiter
        .read(move |db| store::archive(db, &asked, limit));
    let mut found = reply.while_doing(found).await?;
    let more = found.len() == most;
    found.truncate(messages::ON_A_PAGE);
    let people = found.iter().flat_map(|one| one.players).flatten();
    let people = people.filter_map(Player::person);
    app.recall(guild, people.collect()).await;
    let listing = Listing {
        tab: Tab::Finished,
        game: filter.game.clone(),
        page: 0,
        in_server: guild.is_some(),
    };
    let name = |user| app.names.of(guild, user);
    Ok(messages::finished(
        &found, more, &filter, user, &listing, name,
    ))
}
