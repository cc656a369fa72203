use crate::games::{
    AnyPosition, Choice, Chosen, DynPosition, Effect, Progress, add_step, written_turn,
};

/// What a person does in a board session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Picks what has this key.
    Pick(String),
    /// Picks these from one list: a single thing, or pieces besides those that are picked from the other lists.
    From {
        /// Which list, counted from 0.
        list: usize,
        keys: Vec<String>,
    },
    /// Takes the last pick back; at the beginning of a turn, the turn before it.
    Back,
    /// Takes all picks and turns back.
    StartOver,
    /// Goes on in a planned line with the turn after the one that is whole.
    GoOn,
}

/// Where picks have led.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The canonical texts of the steps that they make up, without the one that is still on its way.
    pub steps: Vec<String>,
    /// Those steps as players write them.
    pub written: String,
    /// Those of the steps that nobody picked: nothing else could be done.
    pub forced: Vec<String>,
    /// What those steps did.
    pub effects: Vec<Effect>,
    pub after: AnyPosition,
    /// Whether they are a whole turn.
    pub progress: Progress,
    /// What to pick next; `None`: the turn is whole.
    pub choice: Option<Choice>,
}

impl Picked {
    /// Where the keys of some picks lead on a board; `None` when they lead nowhere.
    #[must_use]
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

    /// The canonical text of the steps.
    #[must_use]
    pub fn text(&self) -> String {
        self.steps.join(" ")
    }

    /// These picks after what the player does now; `None` when there is nothing of that kind to be done.
    #[must_use]
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
