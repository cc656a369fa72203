use crate::games::{AnyPosition, Choice, Chosen, DynPosition, Effect, Progress, add_step};
use crate::matches::{Match, Refusal, UserId};

/// A turn that a player is putting together pick by pick, as it is kept: the turn that is due, or one of a line that the
/// player plans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picker {
    /// The [number of the board](Match::board) that it is for, or on which the line begins.
    pub board: u32,
    /// The canonical texts of the line's turns before this one; `None`: it is the turn that is due.
    pub line: Option<Vec<String>>,
    /// The keys of the picks so far.
    pub picks: Vec<String>,
    /// Counts the changes, over all pickers that the player has opened in the match.
    pub generation: u32,
    /// The generation with which this picker was opened.
    pub opened: u32,
}

/// What a player does with a picker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickerAct {
    /// Picks what has this key.
    Pick(String),
    /// Picks these from one list: a single thing, or pieces besides those that are picked from the other lists.
    From {
        /// Which list, counted from 0.
        list: usize,
        keys: Vec<String>,
    },
    /// Takes the last pick back; in a line, at the beginning of a turn, the turn before it.
    Back,
    /// Takes all picks back, and all turns of a line.
    StartOver,
    /// Goes on in a line with the turn after the one that is whole.
    GoOn,
}

/// Where picks have led.
#[derive(Clone, Debug)]
pub struct Picked {
    /// The canonical texts of the steps that they make up, without the one that is still on its way.
    pub steps: Vec<String>,
    /// Those of them that nobody picked: nothing else could be done.
    pub forced: Vec<String>,
    /// What those steps did.
    pub effects: Vec<Effect>,
    pub after: AnyPosition,
    /// Whether they are a whole turn.
    pub progress: Progress,
    /// What is to be picked next; `None`: the turn is whole.
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
            if !steps.is_empty() && progress == Progress::Complete {
                return rest.is_empty().then_some(Self {
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
    pub fn after(&self, mut picks: Vec<String>, act: PickerAct) -> Option<Vec<String>> {
        match act {
            PickerAct::Pick(key) => picks.push(key),
            PickerAct::From { list, keys } => match &self.choice.as_ref()?.group {
                Some(group) => {
                    if !group.chosen.is_empty() {
                        picks.pop();
                    }
                    picks.push(group.with(list, &keys));
                }
                None => picks.extend(keys),
            },
            PickerAct::Back => {
                picks.pop();
            }
            PickerAct::StartOver => picks.clear(),
            PickerAct::GoOn => return None,
        }
        Some(picks)
    }
}

impl Match {
    /// The refusal that tells a player of the turn that they have made on a board, if they have.
    #[must_use]
    pub fn made_on(&self, by: UserId, board: u32) -> Option<Refusal> {
        // After a take-back the numbers of boards and turns part.
        let (ply, entry) = self
            .last_turn_of(self.seat_of(by)?)
            .filter(|_| self.takebacks() == 0)?;
        let ply = u32::try_from(ply).ok().filter(|ply| *ply == board)?;
        Some(Refusal::MadeAlready {
            ply,
            turn: entry.text.clone()?,
        })
    }

    /// Where the keys of some picks lead in the turn that is due; `None` when they lead nowhere.
    #[must_use]
    pub fn picked(&self, picks: &[String]) -> Option<Picked> {
        self.to_move()?;
        Picked::on(self.position(), picks)
    }
}
