//! A server's daily puzzle.

use crate::board::scene::Bar;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{MOST_ALT, counted, list};
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Picture, Tone, channel_link, cut, relative,
};
use crate::features::boards::messages::puzzles::{aim, course};
use crate::features::calendar::service::daily_places::DailyView;
use crate::games::{CATALOGUE, alt_text, describe, legend};
use crate::kernel::DailyPuzzle;

/// How much of a turn is shown.
const MOST_TURN: usize = 200;

/// The puzzle as everybody in the server reads it.
#[must_use]
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

/// The same with its solution, which nobody reads who does not want to.
#[must_use]
pub fn daily_solution(daily: &DailyPuzzle) -> Composed {
    let first = daily.puzzle.line.first().map_or("", String::as_str);
    let content = format!(
        "{}\n**Solution**: ||**{}**.{}||",
        task(daily),
        cut(first, MOST_TURN),
        course(daily.puzzle)
    );
    Composed {
        content,
        picture: Some(picture(daily)),
        rows: vec![buttons(daily, true)],
        ..Composed::default()
    }
}

/// The title of its thread.
#[must_use]
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
    let own = CustomId::TryPuzzle {
        game: game.clone(),
        number,
    };
    let mut buttons = vec![Button::new("Try It", Tone::Primary, own)];
    if solved {
        let solution = CustomId::PuzzleSolution {
            game: game.clone(),
            number,
        };
        buttons.push(Button::new("Show Solution", Tone::Plain, solution));
    }
    let rules = CustomId::Rules { game, page: 0 };
    buttons.push(Button::new("Rules", Tone::Plain, rules));
    buttons
}

fn picture(daily: &DailyPuzzle) -> Picture {
    let position = &*daily.position;
    // Whoever solves it sees it from their own side.
    let side = position.to_move().unwrap_or(crate::board::Seat::First);
    let mut scene = position.scene(side);
    scene.bar = Some(Bar {
        note: format!("puzzle {}", daily.number),
        ..daily.game.bar(position)
    });
    Picture {
        scene,
        alt: cut(&alt_text(position, &[]), MOST_ALT),
        text: describe::board(position),
        legend: legend(position, &[]),
        file: format!("puzzle-{}-{}.png", daily.game.card.key, daily.number),
        players: None,
    }
}

/// What who manages a server reads of its daily puzzle: where it comes, if it does.
#[must_use]
pub fn daily_place(view: Option<&DailyView>) -> Composed {
    let Some(view) = view else {
        return Composed::text(
            "This server has no daily puzzle. `/daily-puzzle channel:` names a channel for it: each day one puzzle with a thread to talk \
             about it, and its solution a day later.",
        );
    };
    let place = &view.place;
    let channel = channel_link(place.channel);
    let Some(due) = place.due else {
        return Composed::text(format!(
            "I could not post the daily puzzle in {channel}, so it has ended. Let me see that channel, write into it, attach files and \
             open threads there, and name it again with `/daily-puzzle channel:`."
        ));
    };
    let chosen = |key: &str| place.games.is_empty() || place.games.iter().any(|one| one == key);
    let games: Vec<_> = CATALOGUE
        .iter()
        .filter(|game| chosen(game.card.key))
        .map(|game| game.card.name.to_owned())
        .collect();
    let games = if place.games.is_empty() {
        String::from("All games take turns")
    } else if games.len() == 1 {
        format!("It is always one of the game {}", list(&games))
    } else {
        format!("These games take turns: {}", list(&games))
    };
    let threads = if place.threads {
        ""
    } else {
        "\n**The latest puzzle has no thread**: I lack *Create Public Threads* there, or the server has too many."
    };
    let unseen = u64::try_from(view.unseen).unwrap_or(u64::MAX);
    let content = format!(
        "Every day at {}:00 ({}) a puzzle comes to {channel}, next {}. Its solution is added a day later, hidden behind a spoiler.\n\
         {games}. No puzzle comes twice before all {} were shown: {} {} left.{threads}\n\
         -# `/daily-puzzle hour:` changes the hour, `/daily-puzzle stop:True` ends it.",
        place.hour,
        place.zone,
        relative(due),
        view.puzzles,
        counted(unseen, "puzzle"),
        if unseen == 1 { "is" } else { "are" },
    );
    let options = CATALOGUE.iter().map(|game| MenuOption {
        chosen: chosen(game.card.key),
        ..MenuOption::new(game.card.name, game.card.key)
    });
    let options: Vec<_> = options.collect();
    let most = u8::try_from(options.len()).unwrap_or(25);
    Composed {
        menus: vec![Menu {
            id: CustomId::DailyGames,
            placeholder: String::from("Games that take turns"),
            options,
            count: (1, most),
        }],
        ..Composed::text(content)
    }
}
