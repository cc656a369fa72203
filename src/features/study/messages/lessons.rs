//! Lessons: the games that can be learned, the lessons of one of them, and a lesson with its board.

use serde_json::Value;

use crate::board::Cell;
use crate::board::scene::{Mark, MarkKind};
use crate::discord::ui::modal::modal;
use crate::discord::ui::refusals::{rule_quoted, typed_in_vain};
use crate::discord::ui::terms::rules_button;
use crate::discord::ui::words::channel_address;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, cut};
use crate::features::help::press::Press as HelpPress;
use crate::features::play::messages::Beside;
use crate::features::play::messages::picture::{picture, without_choices};
use crate::features::play::model::lesson::FoundLesson;
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::study::press::Press;
use crate::games::lessons::{Lesson, LessonId};
use crate::games::{Game, TurnRead, turn_words, with_lessons, written_turn};
use crate::matches::{ChannelId, Refusal};

/// The number of games in one row.
const BESIDE: usize = 4;

/// The games with lessons, and how many lessons of each the person has done.
pub fn games_to_learn(done: &[LessonId]) -> Composed {
    let mut content =
        String::from("**Learn a game.** Each lesson is a board and a task that takes one move.\n");
    for game in with_lessons() {
        let card = &game.card;
        let lessons = game.lessons().unwrap_or_default();
        let made = lessons
            .iter()
            .filter(|lesson| done.contains(&lesson.id))
            .count();
        let progress = match made {
            0 => format!("{} lessons", lessons.len()),
            made if made == lessons.len() => String::from("✓ all done"),
            made => format!("{made} of {} done", lessons.len()),
        };
        content.push_str(&format!(
            "**{}** · {progress}. {}\n",
            card.name, card.tagline
        ));
    }
    let buttons = with_lessons().map(|game| {
        let id = Press::LessonsOf {
            game: game.card.key.to_owned(),
        };
        Button::plain(game.card.name, id)
    });
    let buttons: Vec<_> = buttons.collect();
    Composed {
        rows: buttons.chunks(BESIDE).map(<[Button]>::to_vec).collect(),
        ..Composed::text(content.trim_end())
    }
}

/// The answer to a person who asks for the lessons of a game that has none.
pub fn no_lessons(game: &Game) -> Composed {
    let others = Button::plain("Other Games", Press::Learn);
    Composed {
        rows: vec![vec![rules_button(game), others]],
        ..Composed::text(format!("**{}** has no lessons yet.", game.card.name))
    }
}

/// The lessons of a game, the person's progress, and a button for the first open lesson.
pub fn lessons(game: &Game, lessons: &[Lesson], done: &[LessonId]) -> Composed {
    let card = &game.card;
    let is_done = |lesson: &Lesson| done.contains(&lesson.id);
    let lines = lessons.iter().enumerate().map(|(at, lesson)| {
        let sign = if is_done(lesson) { "✓" } else { "▫" };
        format!("\n{sign} {}. {}", at + 1, lesson.title)
    });
    let lines: String = lines.collect();
    let first = lessons.iter().find(|lesson| !is_done(lesson));
    let says = match first {
        Some(_) if lessons.iter().any(is_done) => "Continue where you left off.",
        Some(_) => "They build on each other, so begin with the first.",
        None => "You have done them all.",
    };
    let begin = first.map(|lesson| {
        let label = if lessons.iter().any(is_done) {
            "Go On"
        } else {
            "Begin"
        };
        Button::new(label, Tone::Success, Press::Lesson(lesson.id.clone()))
    });
    let key = || card.key.to_owned();
    let others = [
        Button::plain("Other Games", Press::Learn),
        rules_button(game),
    ];
    let options = lessons.iter().enumerate().map(|(at, lesson)| {
        let label = format!("{}. {}", at + 1, lesson.title);
        MenuOption::new(cut(&label, 100), lesson.id.to_string())
    });
    let options: Vec<_> = options.collect();
    let menu = Press::LessonsOf { game: key() };
    Composed {
        menus: if options.is_empty() {
            Vec::new()
        } else {
            vec![Menu::one("Choose a lesson", menu, options)]
        },
        rows: vec![begin.into_iter().chain(others).collect()],
        ..Composed::text(format!(
            "**{}**: {} lessons. {says}{lines}\n-# {}.",
            card.name,
            lessons.len(),
            card.credit
        ))
    }
}

/// The result of a whole turn, or the last lesson: a match, in which nothing is picked.
pub(crate) fn judged(shown: &BoardView) -> Option<Composed> {
    let BoardKind::Lesson { found, judged } = &shown.kind else {
        return None;
    };
    let Some(exercise) = &found.lesson.exercise else {
        return Some(last_lesson(shown, found));
    };
    let judged = judged.as_ref()?;
    let picked = shown.now.whole()?;
    let turn = format!(
        "**{}**: {}.",
        picked.written,
        turn_words(&*picked.after, &picked.effects)
    );
    let (buttons, text, caption) = match judged {
        Ok(()) => {
            let next = found.next.iter().map(|next| {
                let next = Press::Lesson(next.clone());
                Button::new("Next Lesson", Tone::Success, next)
            });
            let others = [again(found, "Once More", Tone::Plain), all_lessons(found)];
            (
                next.chain(others).collect(),
                format!("✅ **Well done.** You played {turn}\n{}", exercise.done),
                String::new(),
            )
        }
        Err(missed) => (
            vec![
                again(found, "Try Again", Tone::Primary),
                show(found),
                all_lessons(found),
            ],
            format!("❌ **Not yet.** You played {turn}\n{missed}"),
            format!("**Task:** {}", exercise.task),
        ),
    };
    Some(Composed {
        picture: Some(picture(shown, shown.side())),
        caption,
        rows: vec![buttons],
        ..Composed::text(format!("{}\n{text}", title(found)))
    })
}

/// What stands beside the picks of a lesson.
pub(crate) fn beside(shown: &BoardView) -> Beside {
    let BoardKind::Lesson { found, .. } = &shown.kind else {
        return Beside::default();
    };
    let session = &shown.session;
    let begun = !session.picks.is_empty() || !session.turns.is_empty();
    Beside {
        content: head(found, begun),
        caption: Some(task(found)),
        buttons: buttons(found, begun),
    }
}

/// The line above the board of a lesson.
fn head(found: &FoundLesson, begun: bool) -> String {
    // The introduction is shown only before the first pick.
    if begun {
        title(found)
    } else {
        format!("{}\n{}", title(found), found.lesson.text)
    }
}

/// The task of a lesson, for the line below its board.
fn task(found: &FoundLesson) -> String {
    let exercise = found.lesson.exercise.as_ref();
    let task = exercise.map_or("", |exercise| &exercise.task);
    let position = &found.board.position;
    let colour = position.to_move().map_or("", |seat| {
        position.colours()[position.colour_of(seat).index()]
    });
    format!("**Task:** {task} You play {colour}.")
}

/// The buttons of a lesson besides the picks.
fn buttons(found: &FoundLesson, begun: bool) -> Vec<Button> {
    let type_it = Press::LessonType(found.lesson.id.clone());
    let mut buttons = vec![Button::plain("Type Instead…", type_it)];
    if !begun {
        buttons.extend([show(found), all_lessons(found)]);
    }
    buttons
}

fn last_lesson(shown: &BoardView, found: &FoundLesson) -> Composed {
    let begin = Press::LessonMatch(found.lesson.id.clone());
    Composed {
        picture: Some(picture(shown, shown.side())),
        rows: vec![vec![
            Button::new("Play Beginner", Tone::Success, begin),
            in_channel(found),
            all_lessons(found),
        ]],
        ..Composed::text(format!(
            "{}\n{}\n\n*Play Beginner* begins the match in your direct messages.",
            title(found),
            found.lesson.text
        ))
    }
}

fn in_channel(found: &FoundLesson) -> Button {
    let here = Press::LessonMatchHere(found.lesson.id.clone());
    Button::plain("Play Here", here)
}

/// The greeting at the start of the last lesson's match.
pub fn lesson_match_greeting(found: &FoundLesson) -> Composed {
    Composed::text(format!(
        "Your first match of **{}** begins here.",
        found.game.card.name
    ))
}

/// The answer that links to a learner's private match.
pub fn lesson_match_in_private(channel: ChannelId) -> String {
    format!(
        "Your match begins in your [direct messages]({}).",
        channel_address(None, channel)
    )
}

/// The error for a learner whose direct messages are closed.
pub fn lesson_match_unsent(found: &FoundLesson) -> Composed {
    Composed {
        rows: vec![vec![in_channel(found), all_lessons(found)]],
        ..Composed::text(format!(
            "{}\nThe match has not begun: your privacy settings in Discord do not let the bot write to you. *Play Here* begins it in this channel.",
            title(found)
        ))
    }
}

/// The solution of a lesson. `shown` is the board after it.
pub fn lesson_shown(shown: &BoardView, found: &FoundLesson, solved: &TurnRead) -> Composed {
    let (task, done) = match &found.lesson.exercise {
        Some(exercise) => (exercise.task.as_str(), exercise.done.as_str()),
        None => ("", ""),
    };
    Composed {
        picture: Some(without_choices(shown)),
        rows: vec![vec![
            again(found, "Try It", Tone::Primary),
            all_lessons(found),
        ]],
        ..Composed::text(format!(
            "{}\n**Task:** {task}\nSolution: **{}**: {}.\n{done}",
            title(found),
            written_turn(&*found.board.position, &solved.text()),
            turn_words(&*solved.after, &solved.effects),
        ))
    }
}

/// The refusal of a typed turn in a lesson, with the rule. `shown` is the board after its legal steps.
pub fn lesson_refused(
    shown: &BoardView,
    found: &FoundLesson,
    refused: &Refusal,
    typed: &str,
) -> Composed {
    let sentence = crate::discord::ui::refusal(refused, None).content;
    let (cells, rule): (&[Cell], &str) = match refused {
        Refusal::Illegal(illegal) => (&illegal.cells, illegal.rule),
        _ => (&[], ""),
    };
    let mut picture = without_choices(shown);
    picture.scene.marks.extend(cells.iter().map(|&cell| Mark {
        cell,
        kind: MarkKind::Refused,
    }));
    let task = match &found.lesson.exercise {
        Some(exercise) => format!("**Task:** {}", exercise.task),
        None => String::new(),
    };
    let type_it = Press::LessonType(found.lesson.id.clone());
    let mut buttons = vec![
        again(found, "Try Again", Tone::Primary),
        Button::plain("Type Instead…", type_it),
    ];
    buttons.extend(found.game.card.page_of_rule(rule).map(|page| {
        let game = found.game.card.key.to_owned();
        Button::plain("Show Rule", HelpPress::Rules { game, page })
    }));
    buttons.extend([show(found), all_lessons(found)]);
    Composed {
        picture: Some(picture),
        caption: task,
        rows: vec![buttons],
        ..Composed::text(format!(
            "{}\n{sentence}{}{}",
            title(found),
            rule_quoted(found.game, rule),
            typed_in_vain(typed),
        ))
    }
}

/// The last lesson's message after its match has started.
pub fn lesson_match_begun(found: &FoundLesson, sentence: &str) -> Composed {
    Composed {
        rows: vec![vec![all_lessons(found)]],
        ..Composed::text(format!("{}\n{sentence}", title(found)))
    }
}

fn title(found: &FoundLesson) -> String {
    format!(
        "**{}**, lesson {} of {}: **{}**",
        found.game.card.name, found.number, found.count, found.lesson.title
    )
}

fn again(found: &FoundLesson, label: &'static str, tone: Tone) -> Button {
    Button::new(label, tone, Press::Lesson(found.lesson.id.clone()))
}

fn show(found: &FoundLesson) -> Button {
    let id = Press::LessonShow(found.lesson.id.clone());
    Button::plain("Show Solution", id)
}

fn all_lessons(found: &FoundLesson) -> Button {
    let game = found.game.card.key.to_owned();
    Button::plain("All Lessons", Press::LessonsOf { game })
}

/// The modal with the text field for a turn in a lesson.
pub fn lesson_modal(found: &FoundLesson) -> Value {
    let FoundLesson { game, lesson, .. } = found;
    let position = &found.board.position;
    let label = position.to_move().map_or_else(
        || String::from("Your turn"),
        |seat| {
            let colour = position.colours()[position.colour_of(seat).index()];
            format!("Your turn as {colour}")
        },
    );
    let title = format!("{}, lesson {}", game.card.name, found.number);
    let id = Press::LessonText(lesson.id.clone());
    modal(id, &cut(&title, 45), &label, &game.card, "")
}
