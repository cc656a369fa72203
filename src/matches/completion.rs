use super::{Match, Refusal, UserId};
use crate::games::{Progress, TurnError, read_turn, split_last_step};

/// What a half-typed turn may become.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnChoices {
    /// The best of them, best first.
    pub choices: Vec<TurnChoice>,
    /// How many more there are.
    pub rest: usize,
}

/// A turn, or the beginning of one, that is offered for what was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnChoice {
    /// Its canonical text.
    pub turn: String,
    /// Another way to write its last step, where players have one: `Nf3`.
    pub spelling: Option<String>,
    /// What its last step does, in a few words; may be empty.
    pub words: String,
    /// Whether it is a whole turn that can be played as it stands.
    pub whole: bool,
}

impl Match {
    /// What a player may be typing: legal turns and beginnings of turns that go on from `typed`, at most `most`.
    ///
    /// The last step may be half typed; a text that ends with white space asks for the next one.
    ///
    /// # Errors
    ///
    /// When the player may not move here now, or what stands before the last step is illegal.
    pub fn complete(&self, by: UserId, typed: &str, most: usize) -> Result<TurnChoices, Refusal> {
        let seat = self.player_seat(by)?;
        self.check_turn(seat)?;
        let (done, last) = split_last_step(self.position(), typed);
        let mut choices = Vec::new();
        let (before, lead) = match read_turn(self.position(), done) {
            Ok(turn) if turn.progress == Progress::Complete => {
                if !last.is_empty() {
                    return Err(Refusal::TooLong(TurnError::TooLong { done: turn.steps, rest: last.to_owned() }));
                }
                choices.push(TurnChoice { turn: turn.text(), spelling: None, words: String::new(), whole: true });
                return Ok(TurnChoices { choices, rest: 0 });
            }
            Ok(turn) => {
                let lead = turn.text() + " ";
                (turn.after, lead)
            }
            Err(TurnError::Empty) => (self.position().boxed_clone(), String::new()),
            Err(error) => return Err(Self::why_not(self.position(), error)),
        };
        let (steps, all) = before.complete(last, most);
        choices.extend(steps.into_iter().map(|step| {
            let mut after = before.clone();
            let whole = after.play(&step.step).is_ok() && after.progress() == Progress::Complete;
            TurnChoice { turn: format!("{lead}{}", step.step), spelling: step.spelling, words: step.words, whole }
        }));
        let rest = all.saturating_sub(choices.len());
        Ok(TurnChoices { choices, rest })
    }
}
