//! The purposes for which this feature opens boards.

use super::puzzles;
use crate::discord::ui::terms::rules_button;
use crate::features::Purpose;
use crate::features::play::messages::Beside;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::play::{self, BoardKind};
use crate::features::study::messages::{self, exploration, lessons, mistakes};
use crate::features::study::store;

pub(crate) const EXPLORING: Purpose = Purpose {
    think: |app, reply, shown| {
        Box::pin(async move {
            let user = reply.interaction.user();
            let asked = app.arbiter.opinion_of(user, &shown);
            let thought = reply.while_doing(asked).await?;
            Ok(play::discord::session_message::compose(app, reply, &shown, Some(&thought)).await)
        })
    },
    ..Purpose::new(About::is_explored, |shown, thought| Beside {
        content: exploration::lines(shown, thought).join("\n"),
        caption: None,
        buttons: exploration::buttons(shown),
    })
};

pub(crate) const PUZZLES: Purpose = Purpose {
    answer: |app, reply, shown| {
        Box::pin(async move {
            let user = reply.interaction.user();
            let answering = app.arbiter.answer_puzzle(user, shown);
            let answered = reply.while_doing(answering).await?;
            let refutation = puzzles::refutation(app, reply, &answered).await;
            Ok(messages::puzzle_answered(&answered, refutation.as_deref()))
        })
    },
    ..Purpose::new(
        |about| matches!(about, About::Puzzle { .. }),
        |shown, _| question(shown, messages::puzzles::asked(shown)),
    )
};

pub(crate) const MISTAKES: Purpose = Purpose {
    answer: |app, reply, shown| {
        Box::pin(async move {
            let user = reply.interaction.user();
            let corrected = reply.while_doing(app.arbiter.correct(user, shown)).await?;
            Ok(messages::corrected(&corrected))
        })
    },
    ..Purpose::new(
        |about| matches!(about, About::Mistake { .. }),
        |shown, _| question(shown, mistakes::asked(shown)),
    )
};

pub(crate) const LESSONS: Purpose = Purpose {
    judged: lessons::judged,
    // A lesson that is done stays done, whether or not the board could be changed.
    kept: |shown, by, now| match (&shown.session.about, &shown.kind) {
        (About::Lesson(id), BoardKind::Lesson { judged, .. }) if *judged == Some(Ok(())) => {
            let id = id.clone();
            Some(Box::new(move |db| {
                store::lessons::lesson_done(db, by, &id, now)
            }))
        }
        _ => None,
    },
    ..Purpose::new(
        |about| matches!(about, About::Lesson(_)),
        |shown, _| lessons::beside(shown),
    )
};

/// A question above the board, and the rules of its game.
fn question(shown: &BoardView, content: String) -> Beside {
    Beside {
        content,
        caption: None,
        buttons: vec![rules_button(shown.ground.game)],
    }
}
