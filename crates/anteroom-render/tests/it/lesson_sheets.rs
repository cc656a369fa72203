//! Lessons as pictures.
//!
//! If `ANTEROOM_LESSON_SHEETS` names a folder, a sheet of each game's lessons is written there, unsolved and solved, for
//! inspection.

use std::fs;
use std::path::PathBuf;

use anteroom_board::Seat;
use anteroom_games::{read_turn, turn_marks, with_lessons};
use anteroom_render::{Accent, Format, Frame, Painter, SheetPicture, Theme, contact_sheet};

#[test]
fn lessons_can_be_seen() {
    let folder = std::env::var_os("ANTEROOM_LESSON_SHEETS").map(PathBuf::from);
    let painter = Painter::new();
    for game in with_lessons() {
        for theme in [Theme::Light, Theme::Dark] {
            let format = Format { theme, edge: 400 };
            let mut pictures = Vec::new();
            let lessons = game.lessons().expect("lessons");
            for lesson in &lessons {
                let board = lesson.board(game).expect("a board");
                let learner = board.position.to_move().unwrap_or(Seat::First);
                let mut scene = board.position.scene(learner);
                scene.bar = Some(game.bar(&*board.position));
                scene.marks.extend(turn_marks(&board.last));
                pictures.push(plain(lesson.id.key(), painter.frame(&scene, format)));
                let Some(exercise) = &lesson.exercise else {
                    continue;
                };
                let turn = read_turn(&*board.position, &exercise.solution).expect("a turn");
                let mut scene = turn.after.scene(learner);
                scene.bar = Some(game.bar(&*turn.after));
                scene.marks.extend(turn_marks(&turn.effects));
                pictures.push(plain(&exercise.solution, painter.frame(&scene, format)));
            }
            let sheet = contact_sheet(4, &pictures).expect("a sheet");
            assert!(sheet.len() < 900_000, "{} bytes", sheet.len());
            if let Some(folder) = &folder {
                fs::create_dir_all(folder).expect("a folder");
                let name = format!("{}-{theme}.png", game.card.key);
                fs::write(folder.join(name), sheet).expect("a file");
            }
        }
    }
}

fn plain(caption: &str, frame: Frame) -> SheetPicture<'_> {
    SheetPicture {
        caption,
        frame,
        accent: Accent::Plain,
    }
}
