//! The reader of lesson files.

use super::{Exercise, Goal, Lesson, LessonError, LessonId};
use crate::GivenOptions;

pub(super) fn lessons(game: &str, text: &str) -> Result<Vec<Lesson>, LessonError> {
    let mut sections = text.split("\n## ");
    // The heading of the file.
    sections.next();
    sections.map(|section| lesson(game, section)).collect()
}

/// A line of the list: its name before the colon, and its value.
struct Item<'a> {
    name: &'a str,
    value: &'a str,
}

fn lesson(game: &str, section: &str) -> Result<Lesson, LessonError> {
    let (heading, rest) = section.split_once('\n').unwrap_or((section, ""));
    let wrong = |why: &str| LessonError(format!("{game}, {heading}: {why}"));
    let (key, title) = heading
        .split_once(": ")
        .ok_or_else(|| wrong("the heading has no key and title"))?;
    let id = LessonId::new(game, key).ok_or_else(|| wrong("the key cannot be one"))?;
    let (mut text, mut items) = (String::new(), Vec::new());
    for line in rest.lines() {
        if let Some(item) = line.strip_prefix("- ") {
            items.push(read_item(item).ok_or_else(|| wrong(&format!("what is {line}?")))?);
        } else if items.is_empty() {
            text.push_str(line);
            text.push('\n');
        } else if !line.is_empty() {
            return Err(wrong(&format!("{line} stands behind the list")));
        }
    }
    let one = |name: &str| {
        items
            .iter()
            .find(|item| item.name == name)
            .map(|item| item.value)
    };
    let goals = items.iter().filter_map(|item| {
        let goal = item.name.strip_prefix("Unless ")?;
        Some(bare(goal).parse::<Goal>().map(|goal| (goal, item.value)))
    });
    let goals: Vec<_> = goals.collect::<Result<_, _>>().map_err(|why| wrong(&why))?;
    let known = ["Needs", "Options", "Position", "Play"];
    let asked = ["Task", "Solution", "Done"];
    if let Some(item) = items.iter().find(|item| {
        !known.contains(&item.name)
            && !asked.contains(&item.name)
            && !item.name.starts_with("Unless ")
    }) {
        return Err(wrong(&format!("nothing is called {}", item.name)));
    }
    let exercise = match asked.map(one) {
        [Some(task), Some(solution), Some(done)] if !goals.is_empty() => Some(Exercise {
            task: task.to_owned(),
            goals: goals
                .into_iter()
                .map(|(goal, sentence)| (goal, sentence.to_owned()))
                .collect(),
            solution: bare(solution).to_owned(),
            done: done.to_owned(),
        }),
        [None, None, None] if goals.is_empty() => None,
        _ => return Err(wrong("Task, Unless, Solution and Done belong together")),
    };
    Ok(Lesson {
        id,
        title: title.trim().to_owned(),
        text: text.trim().to_owned(),
        needs: parts(one("Needs").unwrap_or_default(), ", "),
        options: options(one("Options").unwrap_or_default())
            .ok_or_else(|| wrong("the options are no keys and values"))?,
        from: bare(one("Position").unwrap_or_default()).to_owned(),
        play: parts(bare(one("Play").unwrap_or_default()), " / "),
        exercise,
    })
}

/// Reads `Name: value`. A goal in code marks may contain a colon of its own.
fn read_item(line: &str) -> Option<Item<'_>> {
    let (name, value) = match line.strip_prefix("Unless `") {
        Some(rest) => {
            let (goal, _) = rest.split_once("`: ")?;
            line.split_at_checked("Unless `".len() + goal.len() + 1)?
        }
        None => line.split_at_checked(line.find(": ")?)?,
    };
    let value = value.strip_prefix(": ")?.trim();
    (!value.is_empty()).then_some(Item { name, value })
}

/// Returns a text without code marks around it.
fn bare(text: &str) -> &str {
    text.trim().trim_matches('`')
}

fn parts(text: &str, between: &str) -> Vec<String> {
    let parts = text.split(between).map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn options(text: &str) -> Option<GivenOptions> {
    let options = parts(text, ", ").into_iter().map(|option| {
        let (key, value) = option.split_once(' ')?;
        Some((key.to_owned(), value.to_owned()))
    });
    options.collect()
}

#[cfg(test)]
mod tests {
    use super::lessons;

    const GOOD: &str = "# Lessons\n\n## one: First\n\nText.\n\nMore.\n\n- Options: n 3, rows 4\n- Play: `a / b`\n- Task: Do it.\n- Unless `wins`: No: not yet.\n- Solution: `d`\n- Done: Well.\n\n## match: Play\n\nNow you.\n\n- Needs: one\n";

    #[test]
    fn a_file_is_read_and_what_is_wrong_is_named() {
        let read = lessons("g", GOOD).expect("lessons");
        let [one, last] = read.as_slice() else {
            panic!("{read:?}")
        };
        assert_eq!(
            (one.title.as_str(), one.text.as_str()),
            ("First", "Text.\n\nMore.")
        );
        assert_eq!(one.options["rows"], "4");
        assert_eq!(one.play, ["a", "b"]);
        let exercise = one.exercise.as_ref().expect("a task");
        assert_eq!(exercise.solution, "d");
        assert_eq!(exercise.goals[0].1, "No: not yet.");
        assert_eq!(
            (last.exercise.is_none(), last.needs.as_slice()),
            (true, &[String::from("one")][..])
        );
        let wrongs = [
            ("## one: First", "## one First"),
            ("## one", "## One"),
            ("`wins`", "`loses`"),
            ("- Done: Well.\n", ""),
            ("- Task: Do it.\n", ""),
            ("- Solution", "- Solutoin"),
            ("- Unless `wins`: No: not yet.\n", ""),
            ("n 3", "n"),
            ("- Done: Well.", "- Done: Well.\nAnd more."),
        ];
        for (right, wrong) in wrongs {
            let read = lessons("g", &GOOD.replacen(right, wrong, 1));
            assert!(read.is_err(), "{wrong}: {read:?}");
        }
    }
}
