//! Teams of many people and of roles, and what a member learns who does not see pictures.

use std::collections::BTreeSet;

use anteroom::discord::ui::NOTHING_WAITS;
use anteroom::features::teams::model::TeamRefusal;
use loopback_discord::{Layout, Message};
use serde_json::json;

use super::flow::{Club, names, sets_up};
use crate::bot::forged::posts;
use crate::leagues::entry::server_of;
use crate::support::forms::{chooses, fills_in};
use crate::support::messages::check_seen;
use crate::support::panels::role;
use crate::support::stage::{private, refused, says, updated};

impl Club {
    /// Plays a turn of the team by the votes of these people.
    async fn round_of(&self, people: &[String], column: &str) {
        let people: Vec<_> = people.iter().map(String::as_str).collect();
        self.round(&people, column).await;
    }

    /// Returns the names of those whom the newest board notifies.
    async fn notified(&self) -> BTreeSet<String> {
        let board = self.board().await;
        let journal = self.stage.sandbox.journal();
        let requests = journal.iter().filter_map(|entry| entry.request.as_ref());
        // The board answers the opponent's turn, so its message may be inside the answer to an interaction.
        let mut messages = requests.map(|request| request.get("data").unwrap_or(request));
        let post = messages.find(|message| message["content"] == board.content());
        let allowed = &post.expect("a post")["allowed_mentions"];
        let users = allowed["users"].clone();
        // Nothing else may notify: no role, not everyone.
        assert_eq!(*allowed, json!({"parse": [], "users": users.clone()}));
        assert!(!board.content().contains("<@&"), "{board:#?}");
        let ids: Vec<String> = serde_json::from_value(users).expect("ids");
        for id in &ids {
            says(&board, &format!("<@{id}>"));
        }
        let names: BTreeSet<_> = board.mentions().into_iter().map(str::to_owned).collect();
        assert_eq!(names.len(), ids.len(), "{board:#?}");
        names
    }
}

#[tokio::test]
async fn board_mentions_fifty_at_most_and_who_voted_lately_first() {
    let people: Vec<_> = (0..65).map(|one| format!("p{one}")).collect();
    let layout = Layout::default();
    let layout = people
        .iter()
        .fold(layout, |layout, name| layout.person(name));
    let club = Club::of(layout).await;
    club.begins("Connect N").await;
    // They come before the others in the order of people.
    let (wish, vote) = people.split_at(5);
    for name in wish {
        let place = club.at_board(name).await;
        let joined = updated(place.press(&club.page_of(name).await, "Join Team").await);
        let more = updated(place.press(&joined, "More…").await);
        updated(place.press(&more, "Call Me").await);
    }
    club.round_of(&vote[..48], "a").await;
    let notified = club.notified().await;
    assert_eq!(notified.len(), 50);
    let voters: BTreeSet<_> = vote[..48].iter().cloned().collect();
    assert!(notified.is_superset(&voters), "{notified:?}");
    assert!(notified.difference(&voters).all(|name| wish.contains(name)));
    club.round_of(vote, "b").await;
    let notified = club.notified().await;
    assert_eq!(notified.len(), 50);
    let voters: BTreeSet<_> = vote.iter().cloned().collect();
    assert!(notified.is_subset(&voters), "{notified:?}");
}

#[tokio::test]
async fn team_of_role_is_for_those_who_have_it() {
    let people = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Fay"];
    let stage = server_of(&people, &["cleo", "eve", "fay"]).await;
    let club = Club { stage };
    let id = role(&club.stage, "Club", "Member").await;
    let ana = club.place("ana");
    let shown = sets_up(&ana).await;
    let shown = updated(chooses(&ana, &shown, "team-role", &id).await);
    says(&shown, &format!("<@&{id}>"));
    names(&ana, &shown, &[("name", "Woodpushers")]).await;
    let card = club.card().await;
    let dan = club.place("dan");
    refused(
        dan.press(&card, "Join Woodpushers").await,
        TeamRefusal::NotInRole,
    );
    club.place("ben").press(&card, "Accept").await;
    club.board().await;
    club.until_team_moves().await;

    let board = club.board().await;
    let dan = club.at_board("dan").await;
    refused(dan.press(&board, "Vote…").await, TeamRefusal::NotInRole);
    let typed = private(dan.command("move", [("turn", "d")]).await);
    refused(dan.press(&typed, "Vote").await, TeamRefusal::NotInRole);
    club.votes("eve", "e").await;
    let voted = club.votes("cleo", "d").await;
    let more = private(club.at_board("cleo").await.press(&board, "My Team").await);
    let more = updated(club.at_board("cleo").await.press(&more, "More…").await);

    // Who loses the role sees nothing new and changes nothing. The vote counts.
    assert!(club.stage.sandbox.set_role("Club", "cleo", "Member", false));
    let cleo = club.at_board("cleo").await;
    refused(cleo.press(&board, "Vote…").await, TeamRefusal::NotInRole);
    for (page, button) in [
        (&voted, "Withdraw Vote"),
        (&voted, "Discuss"),
        (&more, "Offer Draw"),
        (&more, "Wait"),
    ] {
        refused(cleo.press(page, button).await, TeamRefusal::NotInRole);
    }
    let lost = club.page_of("cleo").await;
    let shows = |page: &Message| {
        let menu = !page.menus().is_empty();
        menu || page.content().contains("**d**") || !page.attachments().is_empty()
    };
    assert!(!shows(&lost), "{lost:#?}");
    let with = club.page_of("eve").await;
    assert!(shows(&with), "{with:#?}");
    let menus = voted.menus();
    let menu = menus.first().expect("a menu of proposals");
    let value = &menu.options[0].1;
    let other = cleo.select(&voted, &menu.custom_id, [value]).await;
    refused(other, TeamRefusal::NotInRole);
    let ids = [format!(
        "team-support/1/{}/{value}",
        club.state().await.board()
    )];
    let forged = posts(&club.stage, club.thread().await, &ids).await;
    let supported = cleo.press(&forged[0], "Forged").await;
    refused(supported, TeamRefusal::NotInRole);
    // No vote waits for them, and they can still leave.
    let elsewhere = club.place("cleo").command("move", [("turn", "?")]).await;
    assert_eq!(private(elsewhere).content(), NOTHING_WAITS);
    let left = updated(
        cleo.press(&updated(cleo.press(&voted, "More…").await), "Back")
            .await,
    );
    check_seen(
        "member_without_the_role",
        [&left, &private(club.on_page("cleo", "Refresh").await)],
    );
    club.votes("fay", "d").await;
    club.vote_ends().await;
    assert_eq!(club.last_turn().await, "d");

    assert!(club.stage.sandbox.set_role("Club", "cleo", "Member", true));
    let ben = club.at_board("ben").await;
    club.stage.plays(&ben, "a").await;
    let notified = club.notified().await;
    assert_eq!(notified, ["cleo", "eve", "fay"].map(str::to_owned).into());
    club.votes("cleo", "c").await;
    let without = club.page_of("dan").await;
    check_seen("team_of_role", [&shown, &card, &board, &lost, &without]);
}

#[tokio::test]
async fn only_organisers_start_a_match_in_the_name_of_a_role() {
    let stage = server_of(&["Ana", "Ben", "Cleo"], &["cleo"]).await;
    let club = Club { stage };
    let id = role(&club.stage, "Club", "Member").await;
    let [ana, cleo] = ["ana", "cleo"].map(|name| club.place(name));
    // Who has the role is no organiser by it.
    let own = sets_up(&cleo).await;
    let roles = |page: &Message| {
        let menus = page.menus().into_iter();
        let mut roles = menus.filter(|menu| menu.custom_id.starts_with("team-role"));
        roles.next().is_some()
    };
    assert!(!roles(&own), "{own:#?}");
    let shown = sets_up(&ana).await;
    let shown = updated(chooses(&ana, &shown, "team-role", &id).await);
    let button = shown.button("Name and Post…").expect("a button");
    assert!(button.custom_id.contains(&id), "{button:?}");
    let ids = [button.custom_id];
    let forged = posts(&club.stage, club.stage.general(), &ids).await;
    let form = cleo.press(&forged[0], "Forged").await;
    let sent = fills_in(&cleo, form, &[("name", "Woodpushers")]).await;
    refused(sent, TeamRefusal::NotForRole);
    club.stage.row_is("SELECT count(*) FROM matches", "0");
}

#[tokio::test]
async fn pictures_of_a_vote_are_said_in_words() {
    let club = Club::new().await;
    club.begins("Standard Antichess").await;
    let board = club.board().await;
    let ana = club.at_board("ana").await;
    let picker = private(ana.press(&board, "Vote…").await);
    let preview = private(ana.command("move", [("turn", "e2e4")]).await);
    let page = updated(ana.press(&preview, "Vote").await);
    let cleo = club.at_board("cleo").await;
    let other = private(cleo.command("move", [("turn", "g1f3")]).await);
    let other = updated(cleo.press(&other, "Vote").await);
    let menus = other.menus();
    let menu = menus
        .iter()
        .find(|menu| menu.custom_id.starts_with("team-other"));
    let value = &menu.expect("a menu of proposals").options[0].1;
    let proposed = private(chooses(&cleo, &other, "team-other", value).await);
    let all = [&board, &picker, &preview, &page, &proposed];
    for message in all {
        club.stage.check_picture(message);
    }
    check_seen("said_in_words", all);
}
