use crate::discord::ui::{Button, Composed, Pace};
use crate::features::watching::press::Press;
use crate::matches::Match;

/// Asks which view of a match to post.
pub fn share(now: &Match) -> Composed {
    let id = now.id();
    let mut buttons = vec![Button::plain("Board", Press::PostBoard(id))];
    if now.ply() > 0 {
        let paces = [
            ("Replay", Pace::Normal),
            ("Slow Replay", Pace::Slow),
            ("Fast Replay", Pace::Fast),
        ];
        buttons.extend(
            paces.map(|(label, pace)| Button::plain(label, Press::PostReplay { id, pace })),
        );
    }
    let text = format!("What of match {id} do you want to show to everybody here?");
    Composed::text(text).with_row(buttons)
}
