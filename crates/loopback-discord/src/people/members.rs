//! New people, and who is on which server with which roles, as the page changes them.

use axum::Json;
use axum::extract::{Path, State};
use axum::routing::{Router, patch, post};
use serde_json::{Map, Value, json};

use super::super::events::Event;
use super::super::form::snowflake;
use super::super::objects;
use super::super::server::{App, Server};
use super::super::snowflake::Snowflake;
use super::super::state::{Guild, Member, User, World};
use super::Refusal;
use super::answer::Answer;

/// The most people of a sandbox.
const MOST_PEOPLE: usize = 40;
/// The longest name of a person.
const LONGEST_NAME: usize = 32;
/// The shortest user name.
const SHORTEST_USERNAME: usize = 2;
/// Names that Discord gives to nobody, because they would call everybody.
const RESERVED: [&str; 2] = ["everyone", "here"];

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/sandbox/people", post(add))
        .route("/sandbox/people/{id}", patch(change))
}

/// Adds a person `{name, guild_id}`, who joins the server.
async fn add(State(app): State<App>, Json(body): Json<Value>) -> Answer {
    let mut server = app.lock();
    let guild = server.guild_for(&body)?.id;
    let id = server.add_person(body["name"].as_str().unwrap_or_default(), guild)?;
    Ok(Json(server.user_object(id)))
}

/// Changes a person on a server: `{guild_id, member}` or `{guild_id, role, held}`.
async fn change(State(app): State<App>, Path(id): Path<String>, Json(body): Json<Value>) -> Answer {
    let mut server = app.lock();
    let person = server.acting(&json!(id))?.id;
    let guild = server.guild_for(&body)?.id;
    match (body["member"].as_bool(), body["held"].as_bool()) {
        (Some(true), None) => server.add_member(guild, person),
        (Some(false), None) => server.send_away(guild, person)?,
        (None, Some(held)) => {
            let role = snowflake(&body["role"]);
            let role = role.ok_or_else(|| "There is no such role.".to_owned())?;
            server.set_role(guild, person, role, held)?;
        }
        _ => return Err("Say either member, or role and held.".to_owned().into()),
    }
    Ok(Json(json!({})))
}

impl Server {
    /// Returns the server of a request, by default the first one.
    fn guild_for(&self, body: &Value) -> Result<&Guild, Refusal> {
        let id = match &body["guild_id"] {
            Value::Null => Some(self.world.home.id),
            id => snowflake(id),
        };
        let guild = id.and_then(|id| self.world.guild(id));
        guild.ok_or_else(|| "There is no such server.".to_owned())
    }

    fn guild_mut(&mut self, id: Snowflake) -> Option<&mut Guild> {
        self.world.guilds_mut().find(|guild| guild.id == id)
    }

    /// Adds a person by display name, as a member of a server.
    fn add_person(&mut self, name: &str, guild: Snowflake) -> Result<Snowflake, Refusal> {
        if self.world.people.len() >= MOST_PEOPLE {
            return Err(format!("A sandbox has at most {MOST_PEOPLE} people."));
        }
        let (name, username) = names(&self.world, name)?;
        let id = self.next_id();
        self.world.people.push(User {
            id,
            username,
            global_name: Some(name),
            is_bot: false,
            takes_direct_messages: true,
            has_app: false,
            fields: Map::new(),
        });
        self.add_member(guild, id);
        Ok(id)
    }

    /// Adds a person to a server, without roles. Does nothing if they are a member.
    ///
    /// The bot gets no event: Discord sends it only with an intent that the sandbox does not grant.
    pub fn add_member(&mut self, guild: Snowflake, person: Snowflake) {
        if let Some(guild) = self.guild_mut(guild) {
            guild.members.entry(person).or_default();
        }
        self.tell(Event::PeopleUpdate, None);
    }

    /// Removes a person who does not own the server.
    fn send_away(&mut self, guild: Snowflake, person: Snowflake) -> Result<(), Refusal> {
        let owned = self.world.guild(guild).filter(|of| of.owner == person);
        if let (Some(guild), Some(owner)) = (owned, self.world.person(person)) {
            let name = owner.global_name.as_ref().unwrap_or(&owner.username);
            return Err(format!("{name} owns {} and cannot leave it.", guild.name));
        }
        self.remove_member(guild, person);
        Ok(())
    }

    /// Removes a person from a server and its threads, with roles and nickname. Returns whether they were a member.
    ///
    /// The bot gets no event: Discord sends it only with an intent that the sandbox does not grant.
    pub fn remove_member(&mut self, guild: Snowflake, person: Snowflake) -> bool {
        let found = self.guild_mut(guild);
        let was = found.is_some_and(|guild| guild.members.remove(&person).is_some());
        let threads: Vec<Snowflake> = self
            .world
            .channels
            .values()
            .filter(|channel| channel.thread().is_some())
            .map(|channel| channel.id)
            .filter(|id| self.guild_id_of(*id) == Some(guild))
            .collect();
        for id in threads {
            let channel = self.world.channels.get_mut(&id);
            if let Some(thread) = channel.and_then(|channel| channel.thread_mut()) {
                thread.members.retain(|(member, _)| *member != person);
            }
        }
        self.tell(Event::PeopleUpdate, None);
        was
    }

    fn set_role(
        &mut self,
        guild: Snowflake,
        person: Snowflake,
        role: Snowflake,
        held: bool,
    ) -> Result<(), Refusal> {
        let guild = self.guild_mut(guild);
        let guild = guild.ok_or_else(|| "There is no such server.".to_owned())?;
        if !guild.roles.iter().any(|known| known.id == role) {
            return Err("There is no such role.".to_owned());
        }
        let member = guild.members.get_mut(&person);
        let member = member.ok_or_else(|| "Only members of the server have roles.".to_owned())?;
        member.roles.retain(|id| *id != role);
        if held {
            member.roles.push(role);
        }
        self.tell(Event::PeopleUpdate, None);
        Ok(())
    }

    /// Builds all servers with their roles and members, for the page's dialog of people.
    pub fn servers_for_page(&self) -> Vec<Value> {
        let object = |guild: &Guild| {
            let roles = guild.roles.iter();
            let roles: Vec<Value> = roles
                .map(|role| json!({ "id": role.id, "name": role.name }))
                .collect();
            let held = |(id, member): (&Snowflake, &Member)| (id.to_string(), json!(member.roles));
            let members: Map<String, Value> = guild.members.iter().map(held).collect();
            json!({ "id": guild.id, "name": guild.name, "owner_id": guild.owner, "roles": roles, "members": members })
        };
        self.world.guilds().map(object).collect()
    }

    /// Builds the users among whom the page's person chooses.
    pub fn users_for_page(&self) -> Vec<Value> {
        self.world.people.iter().map(objects::user).collect()
    }
}

/// Returns the display name and the user name of a new person.
fn names(world: &World, name: &str) -> Result<(String, String), Refusal> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Err(format!("A name has from 1 to {LONGEST_NAME} characters."));
    }
    if name.chars().any(char::is_control) {
        return Err("A name has no control characters.".to_owned());
    }
    let is_named = |user: &User| {
        let known = user.global_name.as_ref().unwrap_or(&user.username);
        known.to_lowercase() == name.to_lowercase()
    };
    let mut users = world.people.iter().chain([&world.bot]);
    if users.any(is_named) {
        return Err(format!("Somebody here is called {name} already."));
    }
    let is_taken = |username: &str| {
        let mut users = world.people.iter().chain([&world.bot]);
        users.any(|user| user.username == username)
    };
    let mut username = username(&name);
    if username.len() < SHORTEST_USERNAME {
        // Names in other scripts leave nothing for a user name.
        let mut numbered = (1..).map(|number| format!("user{number}"));
        username = numbered.find(|free| !is_taken(free)).unwrap_or_default();
    }
    if RESERVED.contains(&username.as_str()) {
        return Err(format!("Nobody may be called {name}."));
    }
    if is_taken(&username) {
        return Err(format!("The user name {username} is taken."));
    }
    Ok((name, username))
}

/// Derives a user name of the characters that Discord allows: small letters, digits, underscores, single periods.
fn username(name: &str) -> String {
    let mut username = String::new();
    for letter in name.to_lowercase().chars() {
        let doubled = letter == '.' && username.ends_with('.');
        if matches!(letter, 'a'..='z' | '0'..='9' | '_' | '.') && !doubled {
            username.push(letter);
        }
    }
    username
}

#[cfg(test)]
mod tests {
    use super::username;

    #[test]
    fn a_user_name_has_only_the_characters_of_discord() {
        for (name, expected) in [
            ("Eve", "eve"),
            ("Anna K.", "annak."),
            ("J. .R_2", "j.r_2"),
            ("Zoë & Zoé", "zozo"),
            ("李雷", ""),
        ] {
            assert_eq!(username(name), expected);
        }
    }
}
