//! The pages of rules: turning pages, and opening a page from a refusal.

use anteroom::games::CATALOGUE;
use loopback_discord::{Answer, Message, Place};

use crate::support::stage::{Stage, private, says, whispered};

/// Returns the private message of an answer, new or changed.
fn page(answer: Answer) -> Message {
    let (Answer::Message(page) | Answer::Update(page)) = answer else {
        panic!("{answer:#?}")
    };
    assert!(page.is_ephemeral() && page.mentions().is_empty());
    page
}

async fn turned(place: &Place, message: &Message, label: &str) -> Message {
    page(place.press(message, label).await)
}

#[tokio::test]
async fn rules_are_turned_over_and_chosen_from_a_menu() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    for game in CATALOGUE {
        stage.clear_requests();
        let key = game.card.key;
        let cleo = stage.person("cleo", general);
        let first = page(cleo.command("rules", [("game", key)]).await);
        let begins = format!("# {}\n", game.card.name);
        assert!(first.content().starts_with(&begins), "{}", first.content());
        stage.check_picture(&first);
        assert!(first.button("Back").expect("a button").disabled);
        // The first rule is on the next page.
        let second = turned(&cleo, &first, "Next").await;
        let chapters = game.card.chapters();
        let chapter = chapters.first().expect("a chapter");
        let rule = chapter.rules.first().expect("a rule");
        says(&second, rule.words);
        let words = stage.check_picture(&second);
        assert!(!words.is_empty() && second.id() == first.id());
        // The menu leads to the end of the game, and the last pages have no pictures.
        let menu = second.menus().remove(0);
        assert_eq!(menu.custom_id, format!("rules-part/{key}"));
        let wanted = |part: &str| {
            let found = menu.options.iter().find(|(label, _)| label == part);
            found.unwrap_or_else(|| panic!("{key}: {menu:?}")).1.clone()
        };
        let how = wanted("Making a move");
        let chosen = cleo.select(&second, &menu.custom_id, [how]).await;
        let chosen = page(chosen);
        assert_ne!(chosen.content(), second.content());
        stage.check_picture(&chosen);
        let last = turned(&cleo, &chosen, "Last").await;
        assert!(last.attachments().is_empty(), "{last:#?}");
        assert!(last.button("Next").expect("a button").disabled);
        let again = turned(&cleo, &last, "First").await;
        assert_eq!(again.content(), first.content());
        assert_eq!(stage.counted(), [""; 0], "an answer costs no request");
    }
    // An open page works after a restart.
    let open = page(
        stage
            .person("cleo", general)
            .command("rules", [("game", "anache")])
            .await,
    );
    stage.restart().await;
    let cleo = stage.person("cleo", general);
    let next = turned(&cleo, &open, "Next").await;
    assert_ne!(next.content(), open.content());
    let back = turned(&cleo, &next, "Back").await;
    assert_eq!(back.content(), open.content());
}

#[tokio::test]
async fn a_refused_turn_leads_to_the_page_of_its_rule() {
    let stage = Stage::new().await;
    let cases = [
        ("connect-n", "a a a a a a", "a"),
        ("antichess", "e2e4 d7d5", "a2a3"),
        ("antichess", "", "hello"),
        ("anaash", "", "a1-b2"),
        ("anacund", "6 15 18", "6"),
    ];
    for (game, before, refused) in cases {
        let options: &[(&str, &str)] = if game == "anacund" {
            &[("board", "7")]
        } else {
            &[]
        };
        let table = stage.begin(game, options).await;
        let turns: Vec<_> = if game == "anacund" {
            vec![before]
        } else {
            before.split_whitespace().collect()
        };
        let boards = turns.len() + 1;
        let mut players = [&table.ana, &table.ben].into_iter().cycle();
        for turn in turns {
            stage.plays(players.next().expect("a player"), turn).await;
        }
        stage.only_last_asks(&table, boards).await;
        let player = players.next().expect("a player");
        let answer = private(player.command("move", [("turn", refused)]).await);
        stage.clear_requests();
        let shown = page(player.press(&answer, "Show Me").await);
        let mut lines = answer.content().lines();
        let quoted = lines.find_map(|line| line.strip_prefix("> "));
        // The page begins with the title of the rule.
        let rule = quoted.expect("a rule").rsplit(".** ").next();
        let rule = rule.expect("words").trim_end_matches('…');
        assert!(shown.content().contains(rule), "{rule}: {shown:#?}");
        stage.check_picture(&shown);
        // The rule and the rules from the beginning are new messages.
        let rules = whispered(player.press(&answer, "Rules").await);
        assert!(rules.starts_with("# "), "{rules}");
        assert_eq!(stage.counted(), [""; 0]);
    }
}
