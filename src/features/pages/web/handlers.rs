//! What an address asks for.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header::{CONTENT_DISPOSITION, HeaderValue};
use axum::response::{IntoResponse, Redirect, Response};

use super::answers::{EACH_TIME, FOR_EVER, HTML, answer, for_robots};
use super::contest_key::{ContestFile, ContestKey};
use super::pictures::format as picture_format;
use super::reader::Reader;
use super::site::{Effort, explained};
use super::streams;
use crate::board::scene::Scene;
use crate::board::{Seat, Theme};
use crate::discord::ui::board::board_scene;
use crate::features::pages::messages::html::{Problem, SIGN, contest_page, match_page, rules};
use crate::features::pages::messages::{calendar, feed};
use crate::features::pages::model::address::asked::{ANIMATION, SCRIPT, STYLE};
use crate::features::pages::model::{
    Asked, ListedGame, Look, PageName, RecordFile, Shown, ShownContest, mark, turns,
};
use crate::features::pages::service::contest::ContestLooked;
use crate::features::pages::service::look::Looked;
use crate::features::pages::service::records::public_record;
use crate::features::pages::service::watchers::Watchers;
use crate::matches::{JournalId, Match, MatchId, UserId};

type Answer = Result<Response, Problem>;

/// Who may not read a page cannot see that it is not for search engines, so all may read all.
const ROBOTS: &str = "User-agent: *\nAllow: /\n";

/// What is the same for a day or so.
const A_DAY: &str = "public, max-age=86400";

/// The most turns of a match with a page: to show a turn, all turns before it are played again.
const MOST_TURNS: u32 = 5_000;

/// After this time the page of a contest shows names that people have changed.
const NAMES_KEPT_MS: i64 = 5 * 60 * 1000;

/// The most entries of a feed.
const MOST_ENTRIES: usize = 50;

/// A match with its page's name.
struct Found {
    name: PageName,
    id: MatchId,
    looked: Looked,
}

impl Found {
    fn now(&self) -> &Arc<Match> {
        &self.looked.view.state
    }
}

impl Reader {
    /// Answers with what an address asks for.
    pub(super) async fn answer(&self, asked: Asked) -> Answer {
        let site = &self.site;
        let effort = match asked {
            Asked::Animation { .. } | Asked::Record { .. } | Asked::Calendar { .. } => Effort::Long,
            Asked::Contest { .. } | Asked::Feed { .. } => Effort::Contest,
            _ => Effort::Quick,
        };
        let _turn = match asked {
            // These are at hand.
            Asked::Style | Asked::Script | Asked::Icon | Asked::Robots => None,
            _ => Some(site.turn(self.address, effort).await?),
        };
        match asked {
            Asked::Match { name, turn, look } => {
                let found = self.find(name).await?;
                self.page(found, turn, look).await
            }
            Asked::Picture {
                name,
                turn,
                picture,
                seen_from,
                mark: named,
            } => {
                let found = self.find(name).await?;
                let now = found.now();
                if now.stages().all(|stage| stage != turn) {
                    return Err(Problem::NotFound);
                }
                let theme = self.theme(&found);
                let painting = site.picture(now, turn, picture, seen_from, theme);
                let file = painting.await?;
                // An address without the mark of the turns, or with another, may show something else tomorrow. So may a
                // preview, whose theme its server chooses.
                let lasts = named == Some(mark(now, turn)) && picture.names_theme();
                let keep = if lasts { FOR_EVER } else { EACH_TIME };
                Ok(answer("image/png", keep, file))
            }
            Asked::Record { name, file } => {
                let found = self.find(name).await?;
                self.record(&found, file).await
            }
            Asked::Animation { name } => {
                let found = self.find(name).await?;
                let file = site.animation(found.now(), self.theme(&found)).await?;
                let file = answer("image/gif", EACH_TIME, file);
                Ok(as_file(file, found.id, ANIMATION))
            }
            Asked::Changes { name } => {
                let found = self.find(name).await?;
                let now = Arc::clone(found.now());
                Ok(streams::changes(site, self.address, found.name, &now))
            }
            Asked::Contest { name, season } => self.contest(name, season).await,
            Asked::Feed { name } => self.feed(name).await,
            Asked::Calendar { secret } => {
                let dates = site.arbiter.calendar_dates(secret);
                let dates = dates.await.map_err(explained)?.ok_or(Problem::NotFound)?;
                let file = calendar(&dates, site.arbiter.now());
                Ok(answer(
                    "text/calendar; charset=utf-8",
                    "private, no-cache",
                    file,
                ))
            }
            Asked::Rules(game) => {
                let address = Arc::clone(&site.address);
                let page = site.quick(move || rules(game, &address));
                Ok(for_robots(answer(HTML, A_DAY, page.await?)))
            }
            Asked::Figure { game, figure } => {
                let file = site.figure(game, figure).await?;
                Ok(for_robots(answer("image/png", A_DAY, file)))
            }
            Asked::Style => Ok(answer("text/css; charset=utf-8", FOR_EVER, STYLE)),
            Asked::Script => Ok(answer("text/javascript; charset=utf-8", FOR_EVER, SCRIPT)),
            Asked::Icon => Ok(answer("image/svg+xml", A_DAY, SIGN)),
            Asked::Robots => Ok(answer("text/plain; charset=utf-8", A_DAY, ROBOTS)),
        }
    }

    /// Returns the match whose page has this name.
    async fn find(&self, name: PageName) -> Result<Found, Problem> {
        let arbiter = &self.site.arbiter;
        let id = arbiter.page_named(name.clone()).await.map_err(explained)?;
        let id = id.ok_or(Problem::NotFound)?;
        let looked = arbiter.page_of(id).await.map_err(explained)?;
        let looked = looked.ok_or(Problem::NotFound)?;
        if looked.view.state.ply() > MOST_TURNS {
            return Err(Problem::NotFound);
        }
        Ok(Found { name, id, looked })
    }

    fn theme(&self, found: &Found) -> Theme {
        found.looked.view.server.theme.unwrap_or(self.site.theme)
    }

    /// Returns the page of a match at a turn: the newest one if none is named.
    async fn page(&self, found: Found, named: Option<u32>, look: Look) -> Answer {
        let now = Arc::clone(found.now());
        let ply = match named {
            Some(ply) if ply > now.ply() => {
                // The turn was taken back.
                let newest = Asked::Match {
                    name: found.name,
                    turn: None,
                    look,
                };
                return Ok(Redirect::to(&newest.to_string()).into_response());
            }
            Some(ply) => ply,
            None if look.from_start => 0,
            None => now.ply(),
        };
        if now.stages().all(|stage| stage != ply) {
            return Err(Problem::NotFound);
        }
        let site = &self.site;
        let (whole, key) = (Arc::clone(&now), (found.id, now.seq()));
        let listing = async {
            let listed = site.quick(move || turns(&whole)).await?;
            listed.map(Arc::new).map_err(|error| {
                tracing::error!(%error, "a match could not be gone through");
                Problem::NotFound
            })
        };
        let turns = site.turns.get(key, |turns| turns.len(), listing).await?;
        let tells_all = !look.from_start || ply == now.ply();
        let analysis = match now.ending() {
            Some(_) if tells_all => site.arbiter.analysis_known(found.id, UserId(0)).await,
            _ => Ok(None),
        };
        let (theme, at) = (self.theme(&found), site.arbiter.now());
        let (address, privacy) = (Arc::clone(&site.address), site.privacy.clone());
        let painter = Arc::clone(&site.painter);
        let work = move || {
            let stage = now.as_at(ply).ok()?;
            let [usual, turned] = Seat::BOTH.map(|seat| board_scene(&stage, seat));
            let turns_round = usual.board.key != turned.board.key;
            let bare = Scene { bar: None, ..usual };
            Some(match_page(&Shown {
                name: found.name,
                address,
                whole: now,
                is_named: named.is_some(),
                turns,
                names: found.looked.names,
                theme,
                size: painter.size(&bare, picture_format(theme, false)),
                look,
                at,
                // Without an analysis the page shows the rest.
                analysis: analysis.ok().flatten(),
                turns_round,
                privacy,
                stage,
            }))
        };
        let page = site.quick(work).await?;
        Ok(answer(HTML, EACH_TIME, page.ok_or(Problem::NotFound)?))
    }

    /// Returns the page of a contest.
    async fn contest(&self, name: PageName, season: Option<u32>) -> Answer {
        let key = self.contest_key(name, ContestFile::Page(season)).await?;
        let (id, name) = (key.id, key.name.clone());
        let make = async {
            let site = &self.site;
            let contest = self.look_at(id).await?.contest;
            let work = move || {
                let content = contest.content(season)?;
                Some((contest, content))
            };
            let made = site.long(work).await?;
            let (contest, mut content) = made.ok_or(Problem::NotFound)?;
            let games = content.parts.iter_mut().flat_map(|part| &mut part.games);
            self.link(games.collect()).await?;
            let privacy = site.privacy.clone();
            let work = move || {
                contest_page(&ShownContest {
                    name,
                    title: contest.journal().name.clone(),
                    kind: contest.title(),
                    game: contest.game(),
                    terms: contest.terms(),
                    content,
                    privacy,
                })
            };
            Ok(Bytes::from(site.long(work).await?))
        };
        let page = self.site.contests.get(key, Bytes::len, make).await?;
        Ok(answer(HTML, EACH_TIME, page))
    }

    /// Returns the results of a contest as a feed.
    async fn feed(&self, name: PageName) -> Answer {
        let key = self.contest_key(name, ContestFile::Feed).await?;
        let (id, name) = (key.id, key.name.clone());
        let make = async {
            let site = &self.site;
            let ContestLooked { contest, changed } = self.look_at(id).await?;
            let title = contest.journal().name.clone();
            let mut results = site.long(move || contest.results(MOST_ENTRIES)).await?;
            self.link(results.iter_mut().collect()).await?;
            let address = Arc::clone(&site.address);
            let work = move || feed((&address, &name), &title, &results, changed);
            Ok(Bytes::from(site.long(work).await?))
        };
        let file = self.site.contests.get(key, Bytes::len, make).await?;
        let kind = "application/atom+xml; charset=utf-8";
        Ok(answer(kind, EACH_TIME, file))
    }

    /// Returns under which key the page or feed of a contest is kept.
    async fn contest_key(&self, name: PageName, file: ContestFile) -> Result<ContestKey, Problem> {
        let arbiter = &self.site.arbiter;
        // Before the read: what comes or goes during it has another key.
        let generation = arbiter.kernel.part::<Watchers>().generation();
        let found = arbiter.contest_named(name.clone()).await;
        let (id, last) = found.map_err(explained)?.ok_or(Problem::NotFound)?;
        Ok(ContestKey {
            id,
            name,
            file,
            last,
            generation,
            period: arbiter.now().0 / NAMES_KEPT_MS,
        })
    }

    /// Adds the pages of their matches to games.
    async fn link(&self, games: Vec<&mut ListedGame>) -> Result<(), Problem> {
        let ids = games.iter().filter_map(|game| game.match_id).collect();
        let pages = self.site.arbiter.pages_of(ids).await.map_err(explained)?;
        for game in games {
            game.page = game.match_id.and_then(|id| pages.get(&id).cloned());
        }
        Ok(())
    }

    async fn look_at(&self, id: JournalId) -> Result<ContestLooked, Problem> {
        let looked = self.site.arbiter.contest_page(id).await;
        looked.map_err(explained)?.ok_or(Problem::NotFound)
    }

    /// Returns a match as a record.
    async fn record(&self, found: &Found, file: RecordFile) -> Answer {
        let (site, names) = (&self.site, found.looked.names.clone());
        let key = (found.id, found.now().seq(), file, names.clone());
        let make = async {
            let whole = site.arbiter.kernel.ledger.whole(found.id).await;
            let (state, events) = whole.map_err(explained)?;
            let at = site.arbiter.now();
            let work = move || public_record(&state, &events, file, names, at);
            let text = site.long(work).await?;
            text.map(Bytes::from).ok_or(Problem::NotFound)
        };
        let text = site.records.get(key, Bytes::len, make).await?;
        let kind = match file {
            RecordFile::Json => "application/json",
            RecordFile::Pgn => "application/x-chess-pgn",
            RecordFile::Sgf => "application/x-go-sgf",
            RecordFile::Columns => "text/plain; charset=utf-8",
        };
        let answer = answer(kind, EACH_TIME, text);
        Ok(as_file(answer, found.id, file.name()))
    }
}

/// Makes an answer a file to keep.
fn as_file(mut answer: Response, id: MatchId, file: &str) -> Response {
    let (name, kind) = file.split_once('.').unwrap_or((file, ""));
    let value = format!("attachment; filename=\"{name}-{id}.{kind}\"");
    if let Ok(value) = HeaderValue::from_str(&value) {
        answer.headers_mut().insert(CONTENT_DISPOSITION, value);
    }
    answer
}
