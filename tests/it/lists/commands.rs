//! Lists and look-ups: matches, boards, rules, help, and completions.

use anteroom::board::Seat;
use anteroom::db::Denial;
use anteroom::db::Listed;
use anteroom::discord::ui;
use anteroom::discord::ui::OTHER_THREAD_WAITS;
use anteroom::features::play::PlayRefusal;
use anteroom::features::play::messages::{NOTHING_LEFT, completions, no_completion};
use anteroom::features::{play, watching};
use anteroom::games;
use anteroom::games::Completions;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::{Answer, Message, Place, RequestFault};

use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::stage::{
    self, NOTHING, Stage, boards, labels, listed, private, refused, says, tab, updated, whispered,
};

const OPEN_THREAD: &str = "/channels/{channel_id}/messages/{message_id}/threads";

async fn mine(stage: &Stage, name: &str) -> Vec<Listed> {
    let (arbiter, user) = (stage.arbiter(), stage.id(name));
    arbiter.store().games_of(user).await.expect("a list")
}

async fn offered(place: &Place, typed: &str, others: &[(&str, &str)]) -> Vec<(String, String)> {
    let others = others.iter().copied();
    stage::offered(&place.autocomplete("move", "turn", typed, others).await)
}

#[tokio::test]
async fn games_lists_what_waits_for_me_first() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    assert_eq!(listed(&tab(&ana, "My Games").await), [""; 0]);
    stage
        .challenge("cleo", "encastle", &[("opponent", "ana")])
        .await;
    // A person who has only challenges sees those first.
    let first = private(ana.command("games", NOTHING).await);
    assert_eq!(labels(&first)[..2], ["Accept 1", "Decline 1"]);
    let first = stage.begin("connect-n", &[]).await;
    stage.begin("antichess", &[]).await;
    stage.challenge("ana", "connect-n", &[]).await;
    stage.plays(&first.ana, "d").await;
    let mine = private(ana.command("games", NOTHING).await);
    assert_eq!(listed(&mine), ["3", "2"]);
    let tabs = mine.buttons();
    let tabs: Vec<_> = tabs
        .iter()
        .map(|tab| (tab.label.as_str(), tab.disabled))
        .collect();
    let expected = [
        ("Next", false),
        ("My Games", true),
        ("Challenges", false),
        ("Here", false),
        ("Finished", false),
    ];
    assert_eq!(tabs, expected);
    let challenges = updated(ana.press(&mine, "Challenges").await);
    assert_eq!(
        labels(&challenges)[..3],
        ["Accept 1", "Decline 1", "Withdraw 4"]
    );
    // The filter for one game applies to every tab.
    let only = ana.command("games", [("game", "connect-n"), ("show", "My Games")]);
    let only = private(only.await);
    assert_eq!(listed(&only), ["2"]);
    let only = updated(ana.press(&only, "Challenges").await);
    assert_eq!(labels(&only)[0], "Withdraw 4");
    // The page of a match is a new message.
    let again = tab(&ana, "My Games").await;
    let opened = private(ana.select(&again, "open", ["3"]).await);
    assert_ne!(opened.id(), again.id());
    assert!(opened.button("Move…").is_some(), "{opened:#?}");
    check_seen("tabs", [&mine, &challenges, &only]);
}

#[tokio::test]
async fn move_knows_which_match_is_meant() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let first = stage.begin("connect-n", &[]).await;
    let only = whispered(ana.command("move", [("turn", "d")]).await);
    let now = stage.view(1).await;
    let told = ui::played_elsewhere(&now.state, stage.id("ana"), &now.places).content;
    assert_eq!(only, format!("{told} {NOTHING_LEFT}"));
    assert!(only.contains(&format!("<#{}>", first.thread)), "{only}");
    stage.board(&first, 2).await;
    stage.until_announced().await;
    stage.plays(&first.ben, "d").await;

    let second = stage.begin("antichess", &[]).await;
    let asked = private(ana.command("move", [("turn", "d")]).await);
    let which = asked.content();
    for part in [
        String::from("`d`"),
        format!("<#{}>", first.thread),
        format!("<#{}>", second.thread),
    ] {
        assert!(which.contains(&part), "{which}");
    }
    // The typed turn is kept, and gets a preview.
    let shown = updated(ana.press(&asked, "1: Connect N with Ben").await);
    assert!(stage.check_picture(&shown).contains("d1, d3"));
    assert!(stage.row("SELECT turns FROM matches WHERE match_id = 1") == "2");
    let played = whispered(ana.command("move", [("turn", "e4"), ("match", "#2")]).await);
    let now = stage.view(2).await;
    // The other match waits, and is the next one.
    let told = ui::played_elsewhere(&now.state, stage.id("ana"), &now.places).content;
    assert!(played.starts_with(&told), "{played}");
    assert!(played.contains("Match 1"), "{played}");
    // In a thread the command applies to the thread's match.
    stage.plays(&first.ana, "d").await;

    let answer = ana.autocomplete("move", "match", "", [("turn", "d")]).await;
    let names = stage::offered(&answer).into_iter().map(|(name, _)| name);
    let names: Vec<_> = names.collect();
    let mine = mine(&stage, "ana").await;
    let choice = |one| ui::choice(one, stage.id("ana"), |_| Some(String::from("Ben")));
    assert_eq!(names, mine.iter().map(choice).collect::<Vec<_>>());
    assert_eq!(names.len(), 2);
}

#[tokio::test]
async fn legal_turns_are_offered_while_one_is_typed() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let all = offered(&table.ana, "", &[]).await;
    assert_eq!(all.len(), 20, "{all:?}");
    let knight = offered(&table.ana, "nf", &[]).await;
    assert_eq!(knight, [(String::from("Nf3 (g1f3)"), String::from("g1f3"))]);
    assert_eq!(
        offered(&table.ana, "2E-4", &[]).await,
        [(String::from("e4 (e2e4)"), String::from("e2e4"))]
    );
    let none = completions(&Completions::default(), "e2e5");
    assert_eq!(offered(&table.ana, "e2e5", &[]).await, none);
    // Instead of turns, the completion offers the refusal in plain text.
    for (place, typed, why) in [
        (&table.ben, "e", stage.waits("ana", "White")),
        (&table.cleo, "", Refusal::NotYourMatch(MatchId(1))),
    ] {
        let why = ui::refusal(&why, None).content;
        let why = ui::in_plain_text(&why, |_| Some(String::from("Ana")));
        let hint = no_completion(&why, typed);
        assert_eq!(offered(place, typed, &[]).await, [hint]);
    }
    // In another channel, the option names the match.
    let elsewhere = stage.person("ana", stage.general());
    assert_eq!(offered(&elsewhere, "e2e", &[("match", "1")]).await.len(), 2);

    // An open position has more turns than fit.
    stage.plays(&table.ana, "d2d4").await;
    stage.plays(&table.ben, "a7a6").await;
    let many = offered(&table.ana, "", &[]).await;
    assert_eq!(many.len(), 25, "{many:?}");
    assert!(many[24].0.contains('4'), "{many:?}");
    assert_eq!(many[24].1, ui::PICK);
}

/// A hint chosen from the completion is refused like an illegal turn, with the reason.
#[tokio::test]
async fn hints_lead_to_an_answer() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    let chosen = async |place: &Place, value: &str| place.command("move", [("turn", value)]).await;
    let mut hand = Hand::of(&table.ana, chosen(&table.ana, "?").await);
    hand.make("e2e4").await;
    let why = stage.refused_turn(&table, "e2e5").await;
    refused(chosen(&table.ana, "e2e5").await, why.clone());
    let waits = stage.waits("ana", "White");
    for value in ["?", "e"] {
        refused(chosen(&table.ben, value).await, waits.clone());
    }
    let stranger = Refusal::NotYourMatch(MatchId(1));
    refused(chosen(&table.cleo, "?").await, stranger.clone());
}

#[tokio::test]
async fn a_turn_of_several_steps_is_completed_step_by_step() {
    let (stage, table) = Stage::playing("anache", &[]).await;
    stage.plays(&table.ana, "e4,f4,g4-N").await;
    let ben = &table.ben;
    let names = async |typed: &str| {
        offered(ben, typed, &[])
            .await
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    let begun = names("9F, e9").await;
    assert_eq!(
        begun[..3],
        ["e9,f9-S …", "e9,f9-SE …", "e9,f9-SW …"],
        "{begun:?}"
    );
    // A complete step is offered with its continuations.
    let step = names("e9,f9,g9-SE").await;
    assert_eq!(
        step[..2],
        ["e9,f9,g9-SE …", "e9,f9,g9-SE end, moves no further"],
        "{step:?}"
    );
    assert!(
        step[2..24]
            .iter()
            .all(|name| name.starts_with("e9,f9,g9-SE ") && !name.ends_with('…')),
        "{step:?}"
    );
    assert!(step[24].starts_with("…and "), "{step:?}");
    assert_eq!(
        names("e9,f9,g9-SE e").await[0],
        "e9,f9,g9-SE end, moves no further"
    );
    // The completion leaves a whole turn as it is.
    stage.plays(ben, "e9,f9,g9-SE end").await;
}

#[tokio::test]
async fn board_and_help() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let board = private(table.ben.command("board", NOTHING).await);
    assert!(board.mentions().is_empty(), "{board:#?}");
    let (state, now) = (stage.state(1).await, stage.clock.now());
    let shown = play::messages::board(&state, None, stage.id("ben"), Seat::Second, now, false);
    assert_eq!(board.content(), shown.content);
    stage.check_picture(&board);
    // The private board's buttons work like those in the thread.
    Hand::open(&table.ben, &board).await.pick("a").await;

    let general = stage.person("cleo", stage.general());
    let shown = general.command("help", NOTHING).await;
    let shown = shown.message().expect("the help");
    let help = shown.content().to_owned();
    let turned = updated(general.press(shown, "During Matches").await);
    assert!(turned.is_ephemeral() && turned.content() != help);
    let play = stage
        .sandbox
        .commands()
        .into_iter()
        .find(|command| command["name"] == "play")
        .expect("/play");
    assert!(
        help.contains(&format!("</play:{}>", play["id"].as_str().expect("an id"))),
        "{help}"
    );
}

#[tokio::test]
async fn a_bare_play_shows_the_games_and_begins_none() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let games = ana.command("play", NOTHING).await;
    let games = games.message().expect("the games").clone();
    let names = anteroom::games::CATALOGUE.iter().map(|game| game.card.name);
    let names: Vec<_> = names.collect();
    let buttons = games.buttons().into_iter().map(|button| button.label);
    assert_eq!(buttons.collect::<Vec<_>>(), names);
    let found: Vec<_> = names
        .iter()
        .map(|name| games.content().find(&format!("**{name}**")))
        .collect();
    assert!(
        found.iter().all(Option::is_some) && found.is_sorted(),
        "{}",
        games.content()
    );
    for game in anteroom::games::CATALOGUE {
        let page = ana.press(&games, game.card.name).await;
        let page = page.message().expect("a page").clone();
        says(&page, game.card.name);
        ana.press(&page, "Other Games").await;
    }
    stage.row_is("SELECT count(*) FROM matches", "0");
}

#[tokio::test]
async fn games_of_the_server_are_those_that_one_can_see() {
    let (stage, first) = Stage::playing("antichess", &[]).await;
    stage.plays(&first.ana, "e4").await;
    stage.begin("connect-n", &[]).await;
    let cleo = stage.person("cleo", stage.general());
    let mine = private(cleo.command("games", NOTHING).await);
    assert_eq!(listed(&mine), [""; 0]);
    let here = updated(cleo.press(&mine, "Here").await);
    assert_eq!(listed(&here), ["2", "1"]);
    let back = updated(cleo.press(&here, "My Games").await);
    assert_eq!(back.content(), mine.content());
    // In a thread the tab lists the parent channel; elsewhere it only counts those matches.
    assert_eq!(tab(&first.cleo, "Here").await.content(), here.content());
    let elsewhere = stage.person("cleo", stage.sandbox.channel("lounge"));
    let hidden = tab(&elsewhere, "Here").await;
    assert_eq!(listed(&hidden), [""; 0]);
    check_seen("games_in_other_channels", [&hidden]);
    // A conversation with the bot has neither the tab nor its list.
    let direct = stage.person("cleo", stage.sandbox.direct_channel("cleo"));
    let mine = tab(&direct, "My Games").await;
    assert_eq!(labels(&mine), ["My Games", "Challenges", "Finished"]);
    let refused = tab(&direct, "Here").await;
    assert!(refused.buttons().is_empty(), "{refused:#?}");
}

#[tokio::test]
async fn a_turn_in_the_wrong_place_is_kept() {
    let (stage, mine) = Stage::playing("connect-n", &[]).await;
    stage
        .challenge(
            "cleo",
            "connect-n",
            &[("opponent", "dan"), ("colour", "Red")],
        )
        .await;
    let general = stage.person("dan", stage.general());
    let challenge = general
        .messages()
        .into_iter()
        .rfind(|message| message.button("Accept").is_some());
    general
        .press(&challenge.expect("a challenge"), "Accept")
        .await;
    let other = stage.thread(1).await;
    stage.until_announced().await;
    // Ana types her turn in the thread of other players.
    let ana = stage.person("ana", other);
    let answer = ana.command("move", [("turn", "d")]).await;
    let asked = answer.message().expect("a question");
    says(asked, "`d`");
    let shown = updated(ana.press(asked, "1: Connect N with Ben").await);
    ana.press(&shown, "Play").await;
    stage.board(&mine, 2).await;
    stage.row_is("SELECT turns FROM matches WHERE match_id = 1", "1");
    // A turn too long for a button is kept too, and the match refuses it.
    let long = "d".repeat(90);
    let ben = stage.person("ben", other);
    let answer = ben.command("move", [("turn", long.as_str())]).await;
    let asked = answer.message().expect("a question");
    let answer = ben.press(asked, "1: Connect N with Ana").await;
    let unread = answer.message().expect("a refusal").content().to_owned();
    assert!(unread.contains("dddd"), "{unread}");
    // A player without a match to move in gets the refusal of this match.
    refused(
        ana.command("move", [("turn", "d")]).await,
        Refusal::NotYourMatch(MatchId(2)),
    );
}

fn message(answer: Answer) -> Message {
    answer.message().expect("a message").clone()
}

#[tokio::test]
async fn a_turn_in_a_thread_that_is_not_noted_yet_is_for_that_threads_match() {
    let (stage, first) = Stage::playing("connect-n", &[]).await;
    let general = stage.general();
    let second_seat = games::find("connect-n").expect("a game").card.seats[1];
    let given = [("opponent", "ben"), ("colour", second_seat)];
    let challenge = stage.challenge("ana", "connect-n", &given).await;
    // The thread opens, but the response is lost.
    stage.fails("POST", OPEN_THREAD, 100, RequestFault::CutAfter);
    let ben = stage.person("ben", general);
    ben.press(&challenge, "Accept").await;
    stage.thread(1).await;
    stage.row_is("SELECT thread IS NULL FROM places WHERE match_id = 2", "1");
    // Match 1 waits for Ana, match 2 for Ben.
    let table = stage.table(challenge.id(), challenge.id());
    refused(
        table.ana.command("move", [("turn", "d")]).await,
        stage.waits("ben", "Red"),
    );
    whispered(table.ben.command("move", [("turn", "d")]).await);
    stage.row_is("SELECT group_concat(turns) FROM matches", "0,1");
    stage.sandbox.clear_faults();
    stage.board(&table, 2).await;
    assert_eq!(boards(&first.cleo).len(), 1);
}

#[tokio::test]
async fn a_turn_in_a_thread_of_no_match_is_not_played_elsewhere_without_a_word() {
    let (stage, strange) = Stage::playing("connect-n", &[]).await;
    stage.plays(&strange.ana, "d").await;
    stage.change("UPDATE places SET thread = NULL, card = NULL WHERE match_id = 1");
    let table = stage.begin("connect-n", &[]).await;
    let typed = offered(&strange.ana, "d", &[]).await;
    assert_eq!(typed, [no_completion(OTHER_THREAD_WAITS, "d")]);
    let asked = message(strange.ana.command("move", [("turn", "d")]).await);
    assert!(asked.is_ephemeral() && asked.content().contains("`d`"));
    assert_eq!(labels(&asked), ["2: Connect N with Ben"]);
    let preview = strange.ana.press(&asked, "2: Connect N with Ben").await;
    let preview = preview.message().expect("a look at it").clone();
    strange.ana.press(&preview, "Play").await;
    stage.board(&table, 2).await;
}

#[tokio::test]
async fn command_in_thread_of_unknown_match_asks_which_match() {
    let (stage, strange) = Stage::playing("connect-n", &[]).await;
    stage.plays(&strange.ana, "d").await;
    stage.begin("connect-n", &[]).await;
    stage.change(
        "UPDATE places SET thread = NULL, card = NULL WHERE match_id = 1; \
         UPDATE matches SET status = 'finished' WHERE match_id = 1",
    );
    for (name, options) in [
        ("draw", &NOTHING[..]),
        ("takeback", &NOTHING[..]),
        ("resign", &NOTHING[..]),
        ("plan", &[("line", "d | e")]),
        ("plan", &[("line", "?")]),
    ] {
        let ana = &strange.ana;
        let asked = message(ana.command(name, options.iter().copied()).await);
        assert_eq!(labels(&asked), ["2: Connect N with Ben"], "/{name}");
    }
    let events = "SELECT count(*) FROM events WHERE match_id = 2";
    stage.row_is(events, "2");
    // Looking is allowed, and a command in the channel is unambiguous.
    let board = whispered(strange.ana.command("board", NOTHING).await);
    let (other, now) = (stage.state(2).await, stage.clock.now());
    assert!(
        board.starts_with(&ui::card_text(&other, None, now)),
        "{board}"
    );
    stage
        .person("ana", stage.general())
        .command("draw", NOTHING)
        .await;
    stage.row_is(events, "3");
}

#[tokio::test]
async fn line_typed_with_several_matches_is_kept_until_one_is_chosen() {
    let (stage, one) = Stage::playing("antichess", &[]).await;
    stage.begin("connect-n", &[]).await;
    stage.plays(&one.ana, "e4").await;
    let ana = stage.person("ana", stage.general());
    let [first, second] = ["1: Standard Antichess with Ben", "2: Connect N with Ben"];
    let asked = async |line: &str| {
        let answer = ana.command("plan", [("line", line)]).await;
        let asked = message(answer);
        assert!(asked.is_ephemeral());
        says(&asked, &format!("`{line}`"));
        assert_eq!(asked.buttons().len(), 2);
        asked
    };

    // A line is planned in the match that it fits, and refused with a reason in the other.
    let line = "e6 | d4 | d6 | c3 | c6 | b3 | b6 | g3 | g6 | f3 | f6 | h3";
    let unclear = asked(line).await;
    let refused = message(ana.press(&unclear, second).await);
    let why =
        play::messages::conditional::refused_line(ui::refusal(&Refusal::MoveFirst, None), line);
    assert_eq!(refused.content(), why.content);
    let unclear = asked(line).await;
    ana.press(&unclear, first).await;
    let planned = stage.row("SELECT turns FROM conditional_lines");
    assert!(planned.starts_with("e7e6 | d2d4 | d7d6 | "), "{planned}");

    // A question expires after a newer one, or after a turn.
    let before = asked("d6 | c3").await;
    let again = asked("d6 | d3").await;
    for unclear in [&before, &again] {
        if std::ptr::eq(unclear, &again) {
            stage.plays(&one.ben, "d6").await;
        }
        let gone = message(ana.press(unclear, first).await);
        let why = PlayRefusal::NotKept.sentence();
        assert!(gone.content().starts_with(&why), "{gone:#?}");
    }
}

#[tokio::test]
async fn command_with_several_matches_asks_which_by_buttons() {
    let (stage, one) = Stage::playing("antichess", &[]).await;
    stage.begin("connect-n", &[]).await;
    stage.plays(&one.ana, "e4").await;
    let ana = stage.person("ana", stage.general());
    let labels = ["1: Standard Antichess with Ben", "2: Connect N with Ben"];
    let which = async |name: &str, options: &[(&str, &str)]| {
        let asked = message(ana.command(name, options.iter().copied()).await);
        assert!(asked.is_ephemeral(), "/{name}");
        let mut shown = asked.buttons();
        shown.sort_by_key(|button| button.label.clone());
        let shown: Vec<_> = shown.into_iter().map(|button| button.label).collect();
        assert_eq!(shown, labels, "/{name}");
        ana.press(&asked, labels[0]).await
    };

    let lines = message(which("plan", &NOTHING).await);
    assert_eq!(lines.buttons()[0].custom_id, "plan/1");
    let plan = message(which("plan", &[("line", "?")]).await);
    stage.check_picture(&plan);

    let part = whispered(which("describe", &[("what", "rank 4")]).await);
    let now = stage.clock.now();
    let described = watching::messages::description(&*stage.state(1).await, "rank 4", now);
    assert_eq!(part, described.expect("a part").content);

    which("takeback", &NOTHING).await;
    stage.until_announced().await;
    stage.row_is("SELECT turns FROM matches WHERE match_id = 1", "0");
}
