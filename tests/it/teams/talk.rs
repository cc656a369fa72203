//! The private thread in which a team discusses.

use loopback_discord::{Answer, Message, RequestFault, Snowflake, permissions};

use super::flow::Club;
use crate::support::messages::check_seen;
use crate::support::stage::{private, updated};

/// The thread that the bot has noted for the team.
const NOTED: &str = "SELECT coalesce(thread, 'none') FROM team_threads WHERE match_id = 1";
const REMOVALS: &str = "SELECT count(*) FROM alarms WHERE what = 'team-thread-leave'";
const STARTS: &str = "/channels/{channel_id}/threads";
const ADDS: &str = "/channels/{channel_id}/thread-members/{user_id}";

impl Club {
    /// Presses *Discuss* on the person's page of their team.
    async fn discusses(&self, name: &str) -> Answer {
        let place = self.at_board(name).await;
        let page = private(place.press(&self.board().await, "My Team").await);
        place.press(&page, "Discuss").await
    }

    /// Returns the private threads in the channel.
    fn private_threads(&self) -> Vec<Snowflake> {
        let threads = self.stage.sandbox.threads(self.stage.general());
        let threads = threads.iter().filter(|thread| thread["type"] == 12);
        let id = |thread: &serde_json::Value| thread["id"].as_str()?.parse().ok();
        threads.filter_map(id).collect()
    }

    fn private_thread(&self) -> Snowflake {
        let threads = self.private_threads();
        assert_eq!(threads.len(), 1, "{threads:?}");
        threads[0]
    }

    /// Returns what a person reads in the team's thread.
    fn reads(&self, name: &str) -> Vec<String> {
        let place = self.stage.person(name, self.private_thread());
        let messages = place.messages();
        messages
            .iter()
            .map(|message| message.content().to_owned())
            .collect()
    }

    /// The team against Ben, with Cleo as its second member.
    async fn of_two() -> Self {
        let club = Self::against_ben().await;
        club.votes("ana", "d").await;
        club.votes("cleo", "d").await;
        club
    }

    async fn opening(&self) -> Message {
        self.stage.settles("team-thread").await;
        let messages = self.stage.person("ana", self.private_thread()).messages();
        messages.into_iter().next().expect("a first message")
    }
}

#[tokio::test]
async fn members_read_each_other_and_the_opponent_sees_nothing() {
    let club = Club::of_two().await;
    let led = private(club.discusses("ana").await);
    let thread = club.private_thread();
    club.stage.row_is(NOTED, &thread.to_string());
    assert_eq!(club.reads("cleo"), Vec::<String>::new());
    let again = private(club.discusses("cleo").await);
    assert_eq!(club.private_thread(), thread);
    let opening = club.opening().await;
    for (name, word) in [("ana", "d is strong"), ("cleo", "e is stronger")] {
        club.stage.person(name, thread).say(word).expect("a word");
    }
    for name in ["ana", "cleo"] {
        let read = club.reads(name);
        assert_eq!(read[1..], ["d is strong", "e is stronger"]);
    }
    assert_eq!(club.reads("ben"), Vec::<String>::new());
    assert!(club.stage.person("ben", thread).say("and I?").is_err());
    let page = private(
        club.at_board("ben")
            .await
            .press(&club.board().await, "My Team")
            .await,
    );
    assert!(page.button("Discuss").is_none());
    check_seen("discussion", [&led, &again, &opening]);
}

#[tokio::test]
async fn two_presses_at_once_lead_to_one_thread() {
    let club = Club::of_two().await;
    tokio::join!(club.discusses("ana"), club.discusses("cleo"));
    let thread = club.private_thread();
    club.opening().await;
    for name in ["ana", "cleo"] {
        assert_eq!(club.reads(name).len(), 1, "{thread}");
    }
}

#[tokio::test]
async fn team_without_private_threads_is_led_to_the_channel() {
    let club = Club::of_two().await;
    let general = club.stage.general();
    let held = permissions::DEFAULT_FOR_BOT & !permissions::CREATE_PRIVATE_THREADS;
    club.stage.sandbox.set_bot_permissions(general, held);
    let led = private(club.discusses("ana").await);
    assert_eq!(club.stage.requests("POST", STARTS), 0);
    // Discord may refuse although the permissions are there.
    let sandbox = &club.stage.sandbox;
    sandbox.set_bot_permissions(general, permissions::DEFAULT_FOR_BOT);
    let refused = |code| RequestFault::Refused { status: 403, code };
    for code in [50001, 50013, 160_006] {
        club.stage.fails("POST", STARTS, 1, refused(code));
        let other = private(club.discusses("ana").await);
        assert_eq!(other.content(), led.content());
    }
    sandbox.set_announcements(general);
    let other = private(club.discusses("ana").await);
    assert_eq!(other.content(), led.content());
    // The bot had taken the channel for a text channel, and asks again after the refusal.
    assert_eq!(sandbox.take_refused_forms().len(), 1);
    private(club.discusses("ana").await);
    assert_eq!(sandbox.take_refused_forms().len(), 0);
    assert_eq!(club.private_threads(), []);
    check_seen("no_private_thread", [&led]);
}

#[tokio::test]
async fn thread_is_found_again_after_its_row_was_lost() {
    let mut club = Club::of_two().await;
    private(club.discusses("ana").await);
    let thread = club.private_thread();
    club.stage.kill().await;
    // As if the bot had been killed between the answer of Discord and its own note.
    club.stage.change("UPDATE team_threads SET thread = NULL");
    club.stage.start().await;
    private(club.discusses("cleo").await);
    assert_eq!(club.private_thread(), thread);
    club.stage.row_is(NOTED, &thread.to_string());
}

#[tokio::test]
async fn thread_of_a_lost_answer_is_found() {
    let club = Club::of_two().await;
    club.stage.fails("POST", STARTS, 1, RequestFault::CutAfter);
    private(club.discusses("ana").await);
    let thread = club.private_thread();
    club.stage.row_is(NOTED, &thread.to_string());
    assert!(!club.opening().await.content().is_empty());
}

#[tokio::test]
async fn deleted_thread_is_opened_anew() {
    let club = Club::of_two().await;
    private(club.discusses("ana").await);
    let old = club.private_thread();
    club.stage.sandbox.delete_channel(old);
    private(club.discusses("ana").await);
    let new = club.private_thread();
    assert_ne!(new, old);
    club.stage.row_is(NOTED, &new.to_string());
    club.opening().await;
    assert_eq!(club.reads("ana").len(), 1);
}

#[tokio::test]
async fn member_who_left_is_removed_and_added_again() {
    let club = Club::of_two().await;
    private(club.discusses("ana").await);
    private(club.discusses("cleo").await);
    club.opening().await;
    let fails = RequestFault::ServerError(500);
    club.stage.fails("DELETE", ADDS, 20, fails);
    let left = updated(club.on_page("cleo", "Leave Team").await);
    assert!(left.button("Discuss").is_none());
    club.stage.sandbox.clear_faults();
    club.stage.advance(std::time::Duration::from_secs(120));
    club.stage.until_row(REMOVALS, "0").await;
    assert_eq!(club.reads("cleo"), Vec::<String>::new());
    assert_eq!(club.reads("ana").len(), 1);
    club.votes("cleo", "d").await;
    private(club.discusses("cleo").await);
    assert_eq!(club.reads("cleo").len(), 1);
}

#[tokio::test]
async fn banned_member_and_one_without_data_are_removed() {
    let club = Club::of_two().await;
    club.votes("dan", "d").await;
    for name in ["ana", "cleo", "dan"] {
        private(club.discusses(name).await);
    }
    club.opening().await;
    let view = club.stage.view(1).await;
    let guild = view.state.proposal().place.guild.expect("a server");
    let (ana, cleo) = (club.stage.id("ana"), club.stage.id("cleo"));
    let arbiter = club.stage.arbiter();
    arbiter.ban(guild, cleo, ana, "spam").await.expect("a ban");
    arbiter
        .delete_person(club.stage.id("dan"))
        .await
        .expect("a deletion");
    club.stage.until_row(REMOVALS, "0").await;
    for (name, count) in [("ana", 1), ("cleo", 0), ("dan", 0)] {
        assert_eq!(club.reads(name).len(), count, "{name}");
    }
}

#[tokio::test]
async fn archived_thread_is_woken_for_a_new_member() {
    let club = Club::of_two().await;
    private(club.discusses("ana").await);
    club.opening().await;
    let thread = club.private_thread();
    club.stage.sandbox.set_archived(thread, true, false);
    private(club.discusses("cleo").await);
    assert_eq!(club.reads("cleo").len(), 1);
}

#[tokio::test]
async fn thread_stays_after_the_match() {
    let club = Club::of_two().await;
    private(club.discusses("ana").await);
    club.opening().await;
    let (ben, cleo) = (club.at_board("ben").await, club.at_board("cleo").await);
    let page = private(cleo.press(&club.board().await, "My Team").await);
    club.stage.resigns(&ben).await;
    private(cleo.press(&page, "Discuss").await);
    assert_eq!(club.reads("cleo").len(), 1);
}
