//! The rules of a game with its examples, the only pages that search engines may find.

use maud::{Markup, PreEscaped, html};
use pulldown_cmark::{Parser, html::push_html};

use super::document::document;
use crate::board::scene::Scene;
use crate::features::pages::model::Asked;
use crate::games::{Example, Game, Rule, alt_text};

/// The picture from the middle of a game.
const ABOUT: &str = "about";

/// Returns the page of a game's rules. `address` is the scheme and host of all pages.
pub fn rules(game: &'static Game, address: &str) -> String {
    let card = &game.card;
    let examples: Vec<Example> = card.examples().flatten().collect();
    let picture = |figure: &str| Asked::Figure {
        game,
        figure: figure.to_owned(),
    };
    let body = html! {
        article class="rules" {
            h1 { (card.name) }
            (marked(card.introduction()))
            @if let Some((position, effects)) = game.sample() {
                figure { img src=(picture(ABOUT)) alt=(alt_text(&*position, &effects)); }
            }
            @for chapter in card.chapters() {
                section {
                    h2 { (chapter.title) }
                    @for rule in &chapter.rules { (rule_part(game, rule, chapter.title, &examples)) }
                }
            }
        }
    };
    let title = format!("{}: rules", card.name);
    let description = card.introduction().lines().next().unwrap_or_default();
    let head = html! {
        meta name="description" content=(description);
        meta property="og:type" content="website";
        meta property="og:site_name" content="Anteroom";
        meta property="og:title" content=(title);
        meta property="og:description" content=(description);
        meta property="og:image" content={ (address) (picture(ABOUT)) };
    };
    document(&title, &head, &body, &html! {})
}

/// A rule with its examples.
fn rule_part(game: &'static Game, rule: &Rule, chapter: &str, examples: &[Example]) -> Markup {
    let its = examples.iter().filter(|example| example.rule == rule.id);
    let figures = (1..).zip(its).filter_map(|(number, example)| {
        let shown = game.illustrate(example).ok()?;
        let alt: Vec<_> = shown.boards.iter().map(|board| board.alt.as_str()).collect();
        let asked = Asked::Figure {
            game,
            figure: format!("{}-{number}", name(rule.id)),
        };
        Some(html! {
            figure {
                img src=(asked) alt=(alt.join(" ")) loading="lazy";
                figcaption {
                    (marked(example.says()))
                    @if let Some((sentence, _)) = &shown.refused {
                        p { b { "If somebody types " code { (example.refuse()) } ":" } " " (sentence) }
                    }
                }
            }
        })
    });
    html! {
        div class="rule" id=(name(rule.id)) {
            @if rule.title != chapter { h3 { (rule.title) } }
            (marked(rule.words))
            @for figure in figures { (figure) }
        }
    }
}

/// Returns the boards of a picture of the rules with their captions; `None` if there is no such picture.
pub fn figure(game: &Game, figure: &str) -> Option<Vec<(String, Scene)>> {
    if figure == ABOUT {
        let caption = String::from("From the middle of a game");
        return Some(vec![(caption, game.sample_scene()?)]);
    }
    let (rule, number) = figure.rsplit_once('-')?;
    let number: usize = number.parse().ok()?;
    let mut its = game
        .card
        .examples()
        .flatten()
        .filter(|example| name(example.rule) == rule);
    let shown = game.illustrate(&its.nth(number.checked_sub(1)?)?).ok()?;
    let boards = shown.boards.into_iter();
    Some(boards.map(|board| (board.caption, board.scene)).collect())
}

/// Returns a rule's id without its game.
fn name(rule: &str) -> &str {
    rule.split_once('.').map_or(rule, |(_, name)| name)
}

/// Returns our own text, which is Markdown, as HTML.
fn marked(text: &str) -> Markup {
    let mut written = String::new();
    push_html(&mut written, Parser::new(text));
    PreEscaped(written)
}
