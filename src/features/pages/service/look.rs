//! What a page shows.

use std::sync::Arc;

use crate::board::Seat;
use crate::db;
use crate::features::pages::model::PageName;
use crate::features::pages::store;
use crate::features::settings::store::server_rules;
use crate::kernel::{Arbiter, Result, View};
use crate::matches::{Match, MatchId, Player, computer_name};

/// A match that has a page, with what its page says of people.
pub struct Looked {
    pub view: View,
    /// The players' names; the colour of a player whose name is hidden or unknown.
    pub names: [String; 2],
}

impl Arbiter {
    /// Returns the match whose page has this name; `None` if there is no such page, or if its server shows none.
    pub async fn page_named(&self, name: PageName) -> Result<Option<MatchId>> {
        self.read(move |db| store::named(db, &name)).await
    }

    /// Returns what the page of a match shows; `None` if its server has switched pages off.
    pub async fn page_of(&self, id: MatchId) -> Result<Option<Looked>> {
        let view = self.written_view(id).await?;
        let state = Arc::clone(&view.state);
        let read = self.read(move |db| -> db::Result<_> {
            if let Some(guild) = state.proposal().place.guild
                && server_rules::of_server(db, guild)?.pages_off
            {
                return Ok(None);
            }
            let mut hidden = [false; 2];
            for seat in Seat::BOTH {
                if let Some(user) = state.person(seat) {
                    hidden[seat.index()] = store::is_hidden(db, user)?;
                }
            }
            Ok(Some(hidden))
        });
        let Some(hidden) = read.await? else {
            return Ok(None);
        };
        let names = Seat::BOTH.map(|seat| match hidden[seat.index()] {
            true => view.state.colour(seat).to_owned(),
            false => called(&view, seat),
        });
        Ok(Some(Looked { view, names }))
    }
}

/// Returns the name of the player of a seat in the match's server, or their colour if it is unknown.
fn called(view: &View, seat: Seat) -> String {
    let state: &Match = &view.state;
    let name = match state.player(seat) {
        Some(Player::Computer(level)) => Some(computer_name(level)),
        Some(Player::Team(team)) => Some(team.name.to_string()),
        Some(Player::Person(user)) => user.deleted_name().or_else(|| {
            let known = view.names.iter().find(|(known, _)| *known == user);
            known.map(|(_, name)| name.clone())
        }),
        None => None,
    };
    let name = name.filter(|name| !name.trim().is_empty());
    name.unwrap_or_else(|| state.colour(seat).to_owned())
}
