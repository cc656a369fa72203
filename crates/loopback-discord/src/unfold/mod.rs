//! Unfolds links: a page that a message links to is shown below it, as the page describes itself.
//!
//! As on Discord this happens after the message was posted, by a MESSAGE_UPDATE; what was unfolded is kept for 30
//! minutes by address, with its picture; and a message never changes with the page. Only pages of this machine are
//! fetched.

use std::collections::HashMap;
use std::time::Duration;

use axum::body::Bytes;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinSet;
use url::Url;

use super::clock::Millis;
use super::files;
use super::limits::messages::{LOADING, SUPPRESS_EMBEDS};
use super::permissions::{self, EMBED_LINKS};
use super::server::{App, Server};
use super::snowflake::Snowflake;
use super::state::{File, Message, MessageKind, Unfolded};
use fetch::{Fetched, fetch, sockets};

mod fetch;
mod head;
mod links;

pub(crate) use links::links;

/// The time for which an unfolded page is kept.
const KEPT: Millis = 30 * 60 * 1_000;
/// The most pages that are kept.
const MOST_KEPT: usize = 50;
/// The most pages that are fetched at a time.
const AT_ONCE: usize = 8;
/// The most pixels of a picture's side.
const SIDE: u32 = 16_384;

/// A page as it is shown, with the bytes of its picture.
#[derive(Clone, Debug)]
struct Preview {
    /// The embed without its `url`.
    embed: Map<String, Value>,
    picture: Option<(File, Bytes)>,
}

/// Pages that are kept, and those that are being fetched.
#[derive(Debug)]
pub(crate) struct Unfolding {
    /// Previews by address, with the times at which they expire.
    kept: HashMap<Url, (Millis, Preview)>,
    /// The messages, with their channels, that wait for an address.
    waiting: HashMap<Url, Vec<(Snowflake, Snowflake)>>,
    wanted: UnboundedSender<Url>,
    received: Option<UnboundedReceiver<Url>>,
}

impl Default for Unfolding {
    fn default() -> Self {
        let (wanted, received) = mpsc::unbounded_channel();
        Unfolding {
            kept: HashMap::new(),
            waiting: HashMap::new(),
            wanted,
            received: Some(received),
        }
    }
}

impl Unfolding {
    /// Returns the number of addresses that are being fetched.
    pub fn count(&self) -> usize {
        self.waiting.len()
    }

    /// Drops all that is kept.
    pub fn forget(&mut self) {
        self.kept.clear();
    }
}

/// Returns the address that a link leads to, without the place in the page.
fn address_of(link: &str) -> Option<Url> {
    let mut url = Url::parse(link).ok()?;
    url.set_fragment(None);
    Some(url)
}

impl App {
    /// Fetches the pages that messages link to, until the shutdown. A page may take the time of `patience`.
    pub async fn unfold_links(self, patience: Duration) {
        let (own, received) = {
            let mut server = self.lock();
            (server.port(), server.unfolding.received.take())
        };
        let Some(mut wanted) = received else { return };
        let mut tasks = JoinSet::new();
        let closed = self.closed();
        tokio::pin!(closed);
        loop {
            tokio::select! {
                // The sender lives in `self`.
                Some(address) = wanted.recv(), if tasks.len() < AT_ONCE => {
                    tasks.spawn(self.clone().unfold_page(address, own, patience));
                }
                Some(_) = tasks.join_next() => {}
                () = &mut closed => return,
            }
        }
    }

    async fn unfold_page(self, address: Url, own: u16, patience: Duration) {
        let kept = self.lock().kept(&address);
        let preview = match kept {
            Some(preview) => Some(preview),
            None => {
                let page = tokio::time::timeout(patience, fetch(address.clone(), own)).await;
                let preview = match page.ok().flatten() {
                    Some(page) => preview_of(page, own, patience).await,
                    None => None,
                };
                preview.map(|preview| self.lock().keep(&address, preview))
            }
        };
        self.lock().show(&address, preview);
    }
}

/// Builds the preview of a page or picture, with the page's picture. `None` if there is nothing to show.
async fn preview_of(page: Fetched, own: u16, patience: Duration) -> Option<Preview> {
    if !page.is_page {
        let picture = Picture::of(page.bytes)?;
        let mut embed = Map::new();
        embed.insert("type".into(), "image".into());
        return Some(picture.shown_in(embed, &page.address, None));
    }
    let html = String::from_utf8_lossy(&page.bytes);
    let head = head::read(&html);
    let address = head.image.and_then(|image| page.address.join(&image).ok());
    let picture = match &address {
        Some(address) => {
            let fetched = tokio::time::timeout(patience, fetch(address.clone(), own)).await;
            let fetched = fetched.ok().flatten().filter(|fetched| !fetched.is_page);
            fetched.and_then(|fetched| Picture::of(fetched.bytes))
        }
        None => None,
    };
    let mut embed = Map::new();
    let is_large = head.is_large && picture.is_some();
    embed.insert(
        "type".into(),
        if is_large { "article" } else { "link" }.into(),
    );
    let texts = [("title", head.title), ("description", head.description)];
    for (key, text) in texts {
        embed.extend(text.map(|text| (key.to_owned(), Value::from(text))));
    }
    if embed.len() == 1 && picture.is_none() {
        return None;
    }
    if let Some(colour) = head.colour {
        embed.insert("color".into(), colour.into());
    }
    if let Some(name) = head.site_name {
        embed.insert("provider".into(), json!({ "name": name }));
    }
    Some(match picture.zip(address) {
        Some((picture, address)) => picture.shown_in(embed, &address, head.image_alt),
        None => Preview {
            embed,
            picture: None,
        },
    })
}

/// A picture of a known type.
struct Picture {
    bytes: Bytes,
    kind: &'static str,
    dimensions: Option<(u32, u32)>,
}

impl Picture {
    /// Looks at a picture's first bytes. `None` for other files, and for pictures that are too large to be drawn.
    fn of(bytes: Vec<u8>) -> Option<Picture> {
        let kind = files::picture_type(&bytes)?;
        let dimensions = files::dimensions(&bytes);
        let fits = |side: u32| (1..=SIDE).contains(&side);
        dimensions
            .is_none_or(|(width, height)| fits(width) && fits(height))
            .then(|| Picture {
                bytes: bytes.into(),
                kind,
                dimensions,
            })
    }

    /// Adds the picture to an embed. As on Discord it is its thumbnail, even if it is shown large.
    fn shown_in(
        self,
        mut embed: Map<String, Value>,
        address: &Url,
        alt: Option<String>,
    ) -> Preview {
        let mut media = json!({ "url": address.as_str(), "content_type": self.kind });
        if let Some((width, height)) = self.dimensions {
            media["width"] = width.into();
            media["height"] = height.into();
        }
        if let Some(alt) = &alt {
            media["description"] = alt.clone().into();
        }
        embed.insert("thumbnail".into(), media);
        let file = File {
            // Given when the preview is kept.
            id: Snowflake(0),
            filename: format!("picture.{}", self.kind.trim_start_matches("image/")),
            description: alt,
            content_type: Some(self.kind.to_owned()),
            size: self.bytes.len(),
            dimensions: self.dimensions,
        };
        Preview {
            embed,
            picture: Some((file, self.bytes)),
        }
    }
}

impl Server {
    /// Asks for the pages that a message links to, unless they are unfolded already.
    pub fn unfold(&mut self, channel: Snowflake, id: Snowflake) {
        let Some(message) = self.world.message(channel, id) else {
            return;
        };
        if message.flags & (SUPPRESS_EMBEDS | LOADING) != 0 || !self.may_unfold(message) {
            return;
        }
        let known = |link: &&str| message.unfolded.iter().any(|one| one.link == **link);
        let own = self.port();
        let links = links(&message.content).into_iter();
        let missing = links.filter(|link| !known(link)).filter_map(address_of);
        let missing: Vec<Url> = missing
            .filter(|address| !sockets(address, own).is_empty())
            .collect();
        for address in missing {
            let waiting = self.unfolding.waiting.entry(address.clone()).or_default();
            if waiting.is_empty() {
                // The receiver is gone after the shutdown.
                let _ = self.unfolding.wanted.send(address);
            }
            waiting.push((channel, id));
        }
    }

    /// Whether links of a message are unfolded: its author needs the permission for embeds.
    fn may_unfold(&self, message: &Message) -> bool {
        let is_written = matches!(
            message.kind,
            MessageKind::Default | MessageKind::Reply | MessageKind::ChatInputCommand
        );
        let held = match self.world.channels.get(&message.channel) {
            Some(place) if message.author == self.world.bot.id => {
                permissions::of_app(&self.world, place)
            }
            Some(place) => permissions::of_person(&self.world, place, message.author),
            None => 0,
        };
        is_written && held & EMBED_LINKS != 0
    }

    /// Returns the port at which the sandbox listens.
    fn port(&self) -> u16 {
        let port = self.base_url.rsplit(':').next();
        port.and_then(|port| port.parse().ok()).unwrap_or(0)
    }

    /// Returns the preview of an address unless it has expired.
    fn kept(&self, address: &Url) -> Option<Preview> {
        let (until, preview) = self.unfolding.kept.get(address)?;
        (self.now() < *until).then(|| preview.clone())
    }

    /// Keeps a preview for 30 minutes.
    fn keep(&mut self, address: &Url, mut preview: Preview) -> Preview {
        if let Some((file, _)) = &mut preview.picture {
            file.id = self.next_id();
        }
        let now = self.now();
        let kept = &mut self.unfolding.kept;
        kept.retain(|_, (until, _)| now < *until);
        if kept.len() >= MOST_KEPT {
            let oldest = kept.iter().min_by_key(|(_, (until, _))| *until);
            if let Some(oldest) = oldest.map(|(address, _)| address.clone()) {
                kept.remove(&oldest);
            }
        }
        kept.insert(address.clone(), (now.saturating_add(KEPT), preview.clone()));
        preview
    }

    /// Shows a preview below the messages that wait for it.
    fn show(&mut self, address: &Url, preview: Option<Preview>) {
        let waiting = self.unfolding.waiting.remove(address).unwrap_or_default();
        for (channel, id) in waiting {
            if let Some(preview) = &preview
                && self.add_preview(channel, id, address, preview)
            {
                self.tell_message(channel, id, "MESSAGE_UPDATE");
            }
        }
        self.wake_all();
    }

    /// Adds a preview to a message. Returns whether the message changed and shows it.
    fn add_preview(
        &mut self,
        channel: Snowflake,
        id: Snowflake,
        address: &Url,
        preview: &Preview,
    ) -> bool {
        let place = self.world.channels.get_mut(&channel);
        let Some(message) = place.and_then(|place| place.messages.get_mut(&id)) else {
            return false;
        };
        // The message may have been edited meanwhile.
        let links = links(&message.content);
        let same = |link: &&&str| address_of(link).as_ref() == Some(address);
        let known = |link: &&&str| message.unfolded.iter().any(|one| one.link == **link);
        let missing: Vec<&&str> = links
            .iter()
            .filter(same)
            .filter(|link| !known(link))
            .collect();
        if missing.is_empty() {
            return false;
        }
        let mut unfolded = message.unfolded.clone();
        unfolded.extend(missing.into_iter().map(|link| Unfolded {
            link: (*link).to_owned(),
            embed: preview.embed.clone(),
            picture: preview.picture.as_ref().map(|(file, _)| file.clone()),
        }));
        unfolded.sort_by_key(|one| links.iter().position(|link| *link == one.link));
        message.unfolded = unfolded;
        let is_shown = message.flags & SUPPRESS_EMBEDS == 0;
        if let Some((file, bytes)) = &preview.picture {
            self.files.put(file.id, bytes);
        }
        self.changed();
        is_shown
    }

    /// Builds the embeds of a message's links, except those that an embed of the author shows already.
    pub fn unfolded(&self, message: &Message, own: &[Value]) -> Vec<Value> {
        let shown = |link: &str| own.iter().any(|embed| embed["url"] == link);
        let unfolded = message.unfolded.iter().filter(|one| !shown(&one.link));
        let embeds = unfolded.map(|one| {
            let mut embed = Value::Object(one.embed.clone());
            embed["url"] = one.link.clone().into();
            if let Some(picture) = &one.picture {
                embed["thumbnail"]["proxy_url"] = self.picture_url(picture).into();
            }
            embed
        });
        embeds.collect()
    }
}
