use super::rules_text::pages_of;
use crate::discord::ui::composed::step_buttons;
use crate::discord::ui::words::cut_lines;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Plate, cut, escaped};
use crate::features::help::press::Press;
use crate::features::study::press::Press as StudyPress;
use crate::games::{Example, Game, Illustration, Rule, alt_text, describe, legend};

/// The most characters of a page's last line.
const FOOT: usize = 160;

/// The most characters of a picture's description.
const MOST_ALT: usize = 1024;

/// The most characters of a menu's option.
const MOST_OPTION: usize = 100;

/// The titles of the first and of the last pages in the menu.
const START: &str = "What it is about";
const IN_WORDS: &str = "All rules in words";

/// A page of a game's rules.
enum Page {
    /// The introduction.
    Start,
    /// A rule in its chapter, with one of its examples.
    Rule(&'static str, Rule, Option<NumberedExample>),
    /// A part of the complete text.
    Text(String),
}

/// An example with its number.
struct NumberedExample {
    example: Example,
    number: usize,
    of: usize,
}

/// Composes a page of a game's rules: introduction, rules with pictures, then the complete text.
///
/// A number beyond the end means the last page.
pub fn rules(game: &Game, page: u32) -> Composed {
    let pages = pages(game);
    let last = pages.len().saturating_sub(1);
    let number = usize::try_from(page).unwrap_or(last).min(last);
    let key = || game.card.key.to_owned();
    let shown = match pages.get(number) {
        Some(Page::Rule(chapter, rule, example)) => {
            rule_page(game, chapter, rule, example.as_ref())
        }
        Some(Page::Text(text)) => Composed::text(text.trim_end()),
        Some(Page::Start) | None => start_page(game),
    };
    let foot = cut(
        &format!("{}. {}", game.card.name, game.card.credit),
        FOOT - 30,
    );
    let page = u32::try_from(number).unwrap_or(u32::MAX);
    let step = |to| Press::RulesStep {
        game: key(),
        page,
        to,
    };
    let mut buttons = step_buttons(step, number > 0, number < last);
    if number == 0 && game.card.lessons.is_some() {
        let learn = StudyPress::LessonsOf { game: key() };
        buttons.push(Button::plain("Learn", learn));
    }
    Composed {
        content: format!(
            "{}\n-# {foot}. Page {} of {}.",
            shown.content,
            number + 1,
            pages.len()
        ),
        menus: vec![Menu::one(
            "Turn to…",
            Press::RulesPart { game: key() },
            parts(&pages, number),
        )],
        rows: vec![buttons],
        ..shown
    }
}

fn pages(game: &Game) -> Vec<Page> {
    let mut pages = vec![Page::Start];
    let mut examples: Vec<Example> = game.card.examples().flatten().collect();
    for chapter in game.card.chapters() {
        for rule in chapter.rules {
            let its: Vec<_> = examples
                .extract_if(.., |example| example.rule == rule.id)
                .collect();
            if its.is_empty() {
                pages.push(Page::Rule(chapter.title, rule, None));
            }
            let of = its.len();
            pages.extend((1..).zip(its).map(|(number, example)| {
                let shown = NumberedExample {
                    example,
                    number,
                    of,
                };
                Page::Rule(chapter.title, rule, Some(shown))
            }));
        }
    }
    pages.extend(pages_of(game, FOOT).into_iter().map(Page::Text));
    pages
}

/// Returns the options of the menu: introduction, chapters, complete text; the current one is chosen.
fn parts(pages: &[Page], shown: usize) -> Vec<MenuOption> {
    let title = |page: &Page| match page {
        Page::Start => START,
        Page::Rule(chapter, ..) => chapter,
        Page::Text(_) => IN_WORDS,
    };
    let mut options: Vec<MenuOption> = Vec::new();
    let mut first = 0;
    for part in pages.chunk_by(|one, other| title(one) == title(other)) {
        let rules = part.iter().filter_map(|page| match page {
            Page::Rule(_, rule, _) => Some(rule.title),
            Page::Start | Page::Text(_) => None,
        });
        let mut rules: Vec<_> = rules.collect();
        rules.dedup();
        let label = part.first().map_or("", title);
        let description = match rules.as_slice() {
            [only] if *only == label => String::new(),
            rules => rules.join(", "),
        };
        options.push(MenuOption {
            description: cut(&description, MOST_OPTION),
            chosen: (first..first + part.len()).contains(&shown),
            ..MenuOption::new(cut(label, MOST_OPTION), first.to_string())
        });
        first += part.len();
    }
    options
}

/// Composes the introduction, with a board from the middle of a game.
fn start_page(game: &Game) -> Composed {
    let card = &game.card;
    let sample = game.sample().zip(game.sample_scene());
    let plate = sample.map(|((position, turn), scene)| Plate {
        boards: vec![(String::from("From the middle of a game"), scene)],
        alt: alt_text(&*position, &turn),
        text: describe::board(&*position),
        legend: legend(&*position, &turn),
        file: file(card.key, "about"),
    });
    Composed {
        plate,
        ..Composed::text(format!(
            "# {}\n{}\n\n*Next* shows the rules one by one, each with a picture. The menu takes you to a section.",
            card.name,
            card.introduction(),
        ))
    }
}

/// Composes the page of a rule: text, caption and picture.
fn rule_page(game: &Game, chapter: &str, rule: &Rule, shown: Option<&NumberedExample>) -> Composed {
    let mut content = if rule.title == chapter {
        format!("### {chapter}")
    } else {
        format!("### {}", rule.title)
    };
    if let Some(NumberedExample { number, of, .. }) = shown.filter(|shown| shown.of > 1) {
        content.push_str(&format!(" ({number} of {of})"));
    }
    if rule.title != chapter {
        content.push_str(&format!("\n-# {chapter}"));
    }
    content.push_str(&format!("\n{}", rule.words));
    let played = shown.and_then(|shown| Some((shown, game.illustrate(&shown.example).ok()?)));
    let Some((
        NumberedExample {
            example, number, ..
        },
        played,
    )) = played
    else {
        return Composed::text(content);
    };
    if !example.says().is_empty() {
        content.push_str(&format!("\n\n**In the picture:** {}", example.says()));
    }
    if let Some((sentence, _)) = &played.refused {
        let refused = example.refuse();
        content.push_str(&format!(
            "\n**If you type `{refused}`:** {}",
            escaped(sentence)
        ));
    }
    let (_, name) = rule.id.split_once('.').unwrap_or(("", rule.id));
    let file = file(game.card.key, &format!("{name}-{number}"));
    Composed {
        plate: Some(plate(file, played)),
        ..Composed::text(content)
    }
}

fn plate(file: String, shown: Illustration) -> Plate {
    let boards = || shown.boards.iter();
    let alt = boards().map(|board| {
        // A single board says whose turn it is.
        let caption = match shown.boards.len() {
            1 => String::new(),
            _ => format!("{}.", board.caption),
        };
        joined([&caption, &board.pointed, &board.alt], " ")
    });
    let text = boards().map(|board| {
        let (caption, words) = (&board.caption, describe::board(&*board.position));
        joined([&format!("**{caption}**"), &words, &board.pointed], "\n")
    });
    let (alt, text) = (
        alt.collect::<Vec<_>>().join("\n"),
        text.collect::<Vec<_>>().join("\n"),
    );
    Plate {
        alt: cut(&alt, MOST_ALT),
        text: cut_lines(&text),
        legend: shown.legend,
        file,
        boards: shown
            .boards
            .into_iter()
            .map(|board| (board.caption, board.scene))
            .collect(),
    }
}

/// Joins the texts that are not empty.
fn joined(texts: [&str; 3], between: &str) -> String {
    let texts = texts.into_iter().filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(between)
}

fn file(game: &str, what: &str) -> String {
    format!("{game}-rule-{what}.png")
}
