//! The rules of the games, which search engines may find.

use anteroom::games::CATALOGUE;
use reqwest::StatusCode;

use super::world::World;

#[tokio::test]
async fn every_game_has_its_rules_with_all_pictures() {
    let world = World::behind(true).await;
    for (index, game) in CATALOGUE.iter().enumerate() {
        let path = format!("/g/{}", game.card.key);
        let page = world.page(&path).await;
        assert_eq!(page.header("x-robots-tag"), "all");
        let rules = game
            .card
            .chapters()
            .into_iter()
            .flat_map(|chapter| chapter.rules);
        for rule in rules {
            let (_, name) = rule.id.split_once('.').expect("a game");
            assert!(
                page.text().contains(&format!("id=\"{name}\"")),
                "{}",
                rule.id
            );
        }
        let examples = game.card.examples().flatten().count();
        let pictures: Vec<_> = page
            .all("src")
            .into_iter()
            .filter(|one| one.ends_with(".png"))
            .collect();
        assert_eq!(pictures.len(), examples + 1, "{path}");
        for (number, picture) in pictures.iter().enumerate() {
            // Each reader is one of the proxy's, and may not read everything at once.
            let reader = format!("192.0.{index}.{}", number / 50);
            let got = world.ask_for(reqwest::Method::GET, picture, &reader).await;
            assert_eq!(got.status, StatusCode::OK, "{picture}");
            assert!(got.body.starts_with(b"\x89PNG"), "{picture}");
        }
    }
    assert_eq!(world.get("/g/chess").await.status, StatusCode::NOT_FOUND);
    let beyond = world.get("/g/anache/board-9.png").await;
    assert_eq!(beyond.status, StatusCode::NOT_FOUND);
}
