use crate::games::{
    AnyPosition, Choice, Chosen, DynPosition, Effect, Progress, add_step, written_turn,
};

/// An action in a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Pick this key.
    Pick(String),
    /// Pick keys from one list: a single value, or the list's share of a group of pieces.
    From {
        /// The list's number, counted from 0.
        list: usize,
        keys: Vec<String>,
    },
    /// Undo the last pick; at the beginning of a turn, undo the turn before it.
    Back,
    /// Undo all picks and turns.
    StartOver,
    /// Continue a planned line after the whole turn.
    GoOn,
}

/// The result of picks on a board.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The canonical texts of the steps that the picks complete.
    pub steps: Vec<String>,
    /// Those steps in players' notation.
    pub written: String,
    /// The steps among them that were made automatically, as the only legal ones.
    pub forced: Vec<String>,
    /// The effects of those steps.
    pub effects: Vec<Effect>,
    pub after: AnyPosition,
    /// The progress of the turn.
    pub progress: Progress,
    /// The next choice; `None` if the turn is whole.
    pub choice: Option<Choice>,
}

impl Picked {
    /// Resolves the keys of picks on a board; `None` if they match no legal steps.
    pub fn on(position: &dyn DynPosition, picks: &[String]) -> Option<Self> {
        let mut after = position.boxed_clone();
        let (mut steps, mut forced, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        let mut rest = picks;
        loop {
            let progress = after.progress();
            let written = |steps: &[String]| written_turn(position, &steps.join(" "));
            if !steps.is_empty() && progress == Progress::Complete {
                return rest.is_empty().then_some(Self {
                    written: written(&steps),
                    steps,
                    forced,
                    effects,
                    after,
                    progress,
                    choice: None,
                });
            }
            match after.choose(rest)? {
                Chosen::Open(choice) => {
                    return Some(Self {
                        written: written(&steps),
                        steps,
                        forced,
                        effects,
                        after,
                        progress,
                        choice: Some(choice),
                    });
                }
                Chosen::Step { step, used } => {
                    let played = after.play(&step).ok()?;
                    if used == 0 {
                        forced.push(played.step.clone());
                    }
                    steps.push(played.step);
                    add_step(&mut effects, played.effects);
                    rest = rest.get(used..)?;
                }
            }
        }
    }

    pub fn text(&self) -> String {
        self.steps.join(" ")
    }

    /// Returns the picks after an action; `None` if the action is impossible here.
    pub fn after(&self, mut picks: Vec<String>, act: Act) -> Option<Vec<String>> {
        match act {
            Act::Pick(key) => picks.push(key),
            Act::From { list, keys } => match &self.choice.as_ref()?.group {
                Some(group) => {
                    if !group.chosen.is_empty() {
                        picks.pop();
                    }
                    picks.push(group.with(list, &keys));
                }
                None => picks.extend(keys),
            },
            Act::Back => {
                picks.pop();
            }
            Act::StartOver | Act::GoOn => return None,
        }
        Some(picks)
    }
}
