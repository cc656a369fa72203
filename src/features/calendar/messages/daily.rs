//! A server's daily puzzle.

use super::weekly::channel_menu;
use crate::board::scene::Bar;
use crate::discord::ui::panel::act;
use crate::discord::ui::words::{MOST_ALT, counted};
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Picture, Tone, channel_link, cut, relative,
};
use crate::features::calendar::model::DailyPuzzle;
use crate::features::calendar::model::DailyView;
use crate::features::help::press::Press as HelpPress;
use crate::features::study::messages::puzzles::{aim, course};
use crate::features::study::press::Press as StudyPress;
use crate::features::study::store::puzzles::Tries;
use crate::games::{alt_text, legend, with_puzzles, written_turn};

pub(crate) const DAILY: &str = "daily";

/// The most characters of a turn.
const MOST_TURN: usize = 200;

/// Composes the post of the daily puzzle.
pub fn daily_puzzle(daily: &DailyPuzzle) -> Composed {
    let content = format!(
        "{}\n-# *Try It* gives you a board that only you see. Your first try counts for your rating against puzzles. The solution comes {}.",
        task(daily),
        relative(daily.reveal)
    );
    Composed {
        content,
        picture: Some(picture(daily)),
        rows: vec![buttons(daily, false)],
        ..Composed::default()
    }
}

/// Composes the post with its solution as a spoiler. `tries` says how many people tried and solved it.
pub fn daily_solution(daily: &DailyPuzzle, tries: Tries) -> Composed {
    let first = daily.puzzle.line.first().map_or("", String::as_str);
    let content = format!(
        "{}\n**Solution**: ||**{}**.{}||\n{}",
        task(daily),
        cut(&written_turn(&*daily.position, first), MOST_TURN),
        course(&*daily.position, daily.puzzle),
        how_many_solved(tries)
    );
    Composed {
        content,
        picture: Some(picture(daily)),
        rows: vec![buttons(daily, true)],
        ..Composed::default()
    }
}

/// Words how many people of the server solved the puzzle.
fn how_many_solved(Tries { tried, solved }: Tries) -> String {
    match (tried, solved) {
        (0, _) => String::from("Nobody here tried it."),
        (1, 0) => String::from("The one person who tried it did not solve it."),
        (1, _) => String::from("The one person who tried it solved it."),
        (tried, 0) => format!("None of the {tried} people who tried it solved it."),
        (tried, solved) => {
            format!("{solved} of the {tried} people who tried it solved it at the first try.")
        }
    }
}

/// Returns the title of the puzzle's thread.
pub fn daily_title(daily: &DailyPuzzle) -> String {
    let (name, number) = (daily.game.card.name, daily.number);
    cut(&format!("Spoilers: {name}, puzzle {number}"), 100)
}

fn task(daily: &DailyPuzzle) -> String {
    let (name, number) = (daily.game.card.name, daily.number);
    let aim = aim(&*daily.position, daily.puzzle.turns);
    format!("**Puzzle of the day**: {name}, puzzle {number}. {aim}")
}

fn buttons(daily: &DailyPuzzle, solved: bool) -> Vec<Button> {
    let game = daily.game.card.key.to_owned();
    let number = daily.number;
    let own = StudyPress::TryPuzzle {
        game: game.clone(),
        number,
    };
    let mut buttons = vec![Button::new("Try It", Tone::Primary, own)];
    if solved {
        let solution = StudyPress::PuzzleSolution {
            game: game.clone(),
            number,
        };
        buttons.push(Button::plain("Show Solution", solution));
    }
    let rules = HelpPress::Rules { game, page: 0 };
    buttons.push(Button::plain("Rules", rules));
    buttons
}

fn picture(daily: &DailyPuzzle) -> Picture {
    let position = &*daily.position;
    // The board is seen from the side that solves the puzzle.
    let side = position.to_move().unwrap_or(crate::board::Seat::First);
    let mut scene = position.scene(side);
    scene.bar = Some(Bar {
        note: format!("puzzle {}", daily.number),
        ..daily.game.bar(position)
    });
    Picture {
        scene,
        alt: cut(&alt_text(position, &[]), MOST_ALT),
        position: Some(position.boxed_clone()),
        legend: legend(position, &[]),
        file: format!("puzzle-{}-{}.png", daily.game.card.key, daily.number),
        players: None,
    }
}

/// Composes the page with the channel of the daily puzzle, for managers of the server.
pub fn daily_place(view: Option<&DailyView>) -> Composed {
    let place = view.map(|view| &view.place);
    let (channels, stop) = channel_menu(DAILY, place.map(|place| (place.channel, place.due)));
    let page = |content: String, more: Vec<Menu>| Composed {
        menus: [channels].into_iter().chain(more).collect(),
        rows: stop,
        ..Composed::text(content)
    };
    let Some(view) = view else {
        let content = "This server has no daily puzzle. Choose a channel for it: every day the bot posts a puzzle \
                       there, with a thread to discuss it, and adds the solution a day later.";
        return page(content.to_owned(), Vec::new());
    };
    let place = &view.place;
    let channel = channel_link(place.channel);
    let Some(due) = place.due else {
        let content = format!(
            "The bot could not post the daily puzzle in {channel} and stopped it. Allow the bot to view that channel, send messages, attach files and \
             create threads there, then choose it again."
        );
        return page(content, Vec::new());
    };
    let chosen = |key: &str| place.games.is_empty() || place.games.iter().any(|one| one == key);
    let threads = if place.threads {
        ""
    } else {
        "\n**The latest puzzle has no thread**: the bot lacks *Create Public Threads* there, or the server has too many."
    };
    let unseen = u64::try_from(view.unseen).unwrap_or(u64::MAX);
    let content = format!(
        "Every day at {}:00 ({}) a puzzle is posted in {channel}, next {}. Its solution is added a day later, hidden behind a spoiler.\n\
         No puzzle repeats until all {} puzzles of these games have been shown: {} {} left.{threads}\n\
         -# The hour is in the time zone of the person who chose it last. Set yours with `/away zone:`.",
        place.hour,
        place.zone,
        relative(due),
        view.puzzles,
        counted(unseen, "puzzle"),
        if unseen == 1 { "is" } else { "are" },
    );
    let hours = (0..24_u8).map(|hour| {
        let option = MenuOption::new(format!("At {hour}:00"), hour.to_string());
        option.chosen(hour == place.hour)
    });
    let games = with_puzzles().map(|game| {
        let card = &game.card;
        MenuOption::new(card.name, card.key).chosen(chosen(card.key))
    });
    let games = Menu::one(
        "Games that take turns",
        act(DAILY, "games"),
        games.collect(),
    );
    let most = u8::try_from(with_puzzles().count()).unwrap_or(25);
    page(
        content,
        vec![
            Menu::one("Hour", act(DAILY, "hour"), hours.collect()),
            Menu {
                count: (1, most),
                ..games
            },
        ],
    )
}
