use std::sync::Arc;

use rusqlite::{Connection, params};

use crate::db::alarms::{self, About, Alarm};
use crate::db::pending_posts::THREAD_LINES;
use crate::db::people::names::names;
use crate::db::people::preferences;
use crate::db::{Announced, Places, Query, Result, Store, StoreError, matches, pending_posts};
use crate::kernel::View;
use crate::matches::{
    Event, Fact, Followers, GuildId, Match, MatchId, MessageId, ServerPreferences, UserId,
};
use crate::people::Moment;

/// The kind of card alarms.
pub(crate) const CARD: &str = "card";

/// A match's places in Discord and its next unposted news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPosts {
    pub places: Places,
    /// The first player who is a person, or else the challenger.
    pub host: UserId,
    /// The oldest unannounced news. A computer's answer replaces the news that it answers, because its post covers
    /// both.
    pub pending: Option<News>,
    /// The number of the last event that the card shows.
    pub card_seq: u32,
    /// When the card was last updated.
    pub card_at: Moment,
    pub server: ServerPreferences,
    /// The spectators who follow the match.
    pub followers: Followers,
    /// The stored names of the players in the match's server.
    pub names: Vec<(UserId, String)>,
}

impl MatchPosts {
    /// Returns the match in this state with its places.
    pub(crate) fn view(self, state: Arc<Match>) -> View {
        View {
            state,
            places: self.places,
            server: self.server,
            followers: self.followers,
            names: self.names,
        }
    }
}

/// An event to announce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The event's number within the match, counted from 1.
    pub seq: u32,
    pub event: Event,
}

impl Store {
    /// A match's places in Discord and its next unposted news.
    pub async fn match_posts(&self, id: MatchId) -> Result<MatchPosts> {
        self.read(move |db| match_posts(db, id)).await
    }

    /// Stores that the news up to event `seq` is announced, with the places that became known. Returns the number of
    /// the match's last event.
    pub async fn announced(
        &self,
        id: MatchId,
        seq: u32,
        announced: Announced,
        at: Moment,
    ) -> Result<u32> {
        let hooks = self.inner.hooks;
        let write = move |db: &Connection| {
            let sql = "SELECT thread IS NOT coalesce(?2, thread) FROM places WHERE match_id = ?1";
            let opened = db.first(sql, params![id, announced.thread], |row| row.get(0))?;
            let sql = "UPDATE places SET announced = max(announced, ?2), thread = coalesce(?3, thread), card = coalesce(?4, card), \
                       board = coalesce(?5, board), card_seq = iif(?4 IS NULL, card_seq, ?2), card_at = iif(?4 IS NULL, card_at, ?6) \
                       WHERE match_id = ?1 RETURNING seq";
            let Announced {
                thread,
                card,
                board,
                line_in,
            } = announced;
            if let Some(channel) = line_in {
                pending_posts::replace(db, THREAD_LINES, pending_posts::lines_in(channel, at))?;
            }
            if card.is_some() {
                alarms::set(db, CARD, About::a_match(id), None)?;
            }
            let params = params![id, seq, thread, card, board, at];
            let last = db.first(sql, params, |row| row.get(0))?;
            let last = last.ok_or(StoreError::NoSuchMatch(id))?;
            pending_posts::announced(db, id, announced)?;
            if opened == Some(true) {
                hooks.threads.iter().try_for_each(|told| told(db, id))?;
            }
            Ok(last)
        };
        self.write(write).await
    }

    /// Stores that the card shows the match after event `seq`, and its message. At `until`, the card becomes outdated
    /// without an event.
    pub async fn card_shown(
        &self,
        id: MatchId,
        seq: u32,
        card: MessageId,
        at: Moment,
        until: Option<Moment>,
    ) -> Result {
        let write = move |db: &Connection| {
            let sql =
                "UPDATE places SET card = ?2, card_seq = ?3, card_at = ?4 WHERE match_id = ?1";
            db.run(sql, params![id, card, seq, at])?;
            pending_posts::card_shown(db, id)?;
            alarms::set(db, CARD, About::a_match(id), until)
        };
        self.write(write).await
    }

    /// Stores that the match has no card any more, so that it is not updated again.
    pub async fn card_lost(&self, id: MatchId) -> Result {
        let write = move |db: &Connection| {
            db.run("UPDATE places SET card = NULL WHERE match_id = ?1", [id])?;
            pending_posts::card_shown(db, id)?;
            alarms::set(db, CARD, About::a_match(id), None)
        };
        self.write(write).await
    }
}

/// Marks a card as outdated because its alarm is due. Returns when the card was last updated, or `None` if the alarm
/// was replaced.
pub(crate) fn age_card(db: &Connection, alarm: &Alarm) -> Result<Option<Moment>> {
    if !alarms::replace(db, CARD, alarm, None)? {
        return Ok(None);
    }
    let sql = "UPDATE places SET card_seq = 0 WHERE match_id = ?1 RETURNING card_at";
    let shown_at = db.first(sql, [alarm.about.id], |row| row.get(0))?;
    pending_posts::card_shown(db, alarm.about.id)?;
    Ok(shown_at)
}

fn match_posts(db: &Connection, id: MatchId) -> Result<MatchPosts> {
    let sql = "SELECT thread, card, board, card_seq, card_at, announced, news_seq, guild, \
                      first_player, second_player, challenger, \
                      first_computer IS NOT NULL, second_computer IS NOT NULL \
               FROM places JOIN matches USING (match_id) WHERE match_id = ?1";
    let row = db.first(sql, [id], |row| {
        let places = Places {
            thread: row.get(0)?,
            card: row.get(1)?,
            board: row.get(2)?,
        };
        let (card_seq, card_at) = (row.get(3)?, row.get(4)?);
        let players: [Option<UserId>; 2] = [row.get(8)?, row.get(9)?];
        let match_posts = MatchPosts {
            places,
            host: players[0].or(players[1]).map_or_else(|| row.get(10), Ok)?,
            pending: None,
            card_seq,
            card_at,
            server: ServerPreferences::default(),
            followers: Followers::default(),
            names: Vec::new(),
        };
        let (announced, news_seq): (u32, u32) = (row.get(5)?, row.get(6)?);
        // Two computers played each other in earlier versions.
        let computers = match [row.get(11)?, row.get(12)?] {
            [true, true] => [false; 2],
            computers => computers,
        };
        let of_players = (players, computers);
        Ok((match_posts, announced, news_seq, row.get(7)?, of_players))
    })?;
    let (mut match_posts, announced, news_seq, guild, (players, computers)) =
        row.ok_or(StoreError::NoSuchMatch(id))?;
    match_posts.followers = followers(db, id)?;
    match_posts.names = names(db, guild, players.into_iter().flatten())?;
    if announced < news_seq {
        let events = matches::events(db, id, announced, news_seq)?;
        let mut pending: Option<News> = None;
        let proposal = events.first().and_then(|(_, first)| match &first.fact {
            Fact::Proposed(proposal) => Some(proposal.clone()),
            _ => None,
        });
        let is_news = |fact: &Fact| match &proposal {
            Some(proposal) => proposal.announces(fact),
            None => fact.is_news(),
        };
        for (seq, event) in events.into_iter().filter(|(_, event)| is_news(&event.fact)) {
            let tells_also = |before: &News| event.fact.tells_also(&before.event.fact, computers);
            if !pending.as_ref().is_none_or(tells_also) {
                break;
            }
            pending = Some(News { seq, event });
        }
        match_posts.pending = pending;
    }
    if let Some(guild) = guild {
        match_posts.server = preferences::of_server(db, guild)?;
    }
    Ok(match_posts)
}

/// Counts the threads of a server that may be active: those of running matches, and of matches that ended since then.
pub(crate) fn threads_since(db: &Connection, guild: GuildId, since: Moment) -> Result<u64> {
    // Each part reads an index of the server's matches.
    let count = |which: &str| {
        let sql = format!(
            "SELECT count(*) FROM matches JOIN places USING (match_id) WHERE guild = ?1 AND {which} AND thread IS NOT NULL"
        );
        db.one(&sql, params![guild, since], |row| row.get::<_, i64>(0))
    };
    let running = count("status = 'playing' AND ?2 IS NOT NULL")?;
    let ended = count("ended_at IS NOT NULL AND ended_at >= ?2")?;
    Ok((running + ended).unsigned_abs())
}

/// Returns the spectators who follow a match, ordered by id.
fn followers(db: &Connection, id: MatchId) -> Result<Followers> {
    let sql = "SELECT user, how FROM follows WHERE match_id = ?1 ORDER BY user";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query([id])?;
    let mut followers = Followers::default();
    while let Some(row) = rows.next()? {
        followers.add(row.get(0)?, row.get(1)?);
    }
    Ok(followers)
}
