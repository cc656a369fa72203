use super::answers::lines_of;
use super::due::answer_soon;
use crate::features::conditional::store::{self, KeptLine};
use crate::games::Completions;
use crate::kernel::use_cases::OFFERED;
use crate::kernel::{Arbiter, Error, View};
use crate::matches::{LineFate, LineTurn, MatchId, Refusal, UserId, WhyDropped};

/// What a player has planned in a match: for that player's eyes only.
#[derive(Clone, Debug)]
pub struct Conditional {
    /// The match.
    pub view: View,
    /// Number and rest of the lines that may still be met.
    pub waiting: Vec<(u32, Vec<LineTurn>)>,
    /// The lines that will never be met any more, and of which the player was not told yet.
    pub dropped: Vec<DroppedLine>,
}

/// A planned line that will never be met any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedLine {
    /// Its number among its owner's lines of the match.
    pub number: u32,
    /// Its turns as players write them.
    pub written: String,
    pub why: WhyDropped,
}

impl Arbiter {
    /// Lays down a line of turns: if the other player makes the first of them, the next one is played at once, and so on.
    ///
    /// # Errors
    ///
    /// See [`Match::read_line`](crate::matches::Match::read_line).
    pub async fn add_line(
        &self,
        id: MatchId,
        by: UserId,
        typed: &str,
    ) -> Result<Conditional, Error> {
        let state = self.kernel.load(id).await?;
        self.kernel.note_seen(&state, by).await;
        let kept = lines_of(&self.kernel.store, id, by).await?;
        let lines: Vec<_> = kept.iter().map(|kept| kept.line.clone()).collect();
        let new = state.read_line(by, typed, &lines)?;
        let instead_of: Vec<_> = new
            .extends
            .iter()
            .filter_map(|place| kept.get(*place))
            .map(|kept| kept.number)
            .collect();
        self.write(move |db| store::store_line(db, id, by, &new.line, &instead_of))
            .await?;
        // The other player may have moved meanwhile.
        answer_soon(&self.kernel, id);
        self.lines(id, by).await
    }

    /// What a player has planned in a match.
    ///
    /// # Errors
    ///
    /// When the person does not play in it, or it is not being played.
    pub async fn lines(&self, id: MatchId, by: UserId) -> Result<Conditional, Error> {
        let view = self.look(id, by).await?;
        view.state.player_seat(by)?;
        let mut lines = Conditional {
            view,
            waiting: Vec::new(),
            dropped: Vec::new(),
        };
        let state = &lines.view.state;
        for KeptLine { number, line, .. } in lines_of(&self.kernel.store, id, by).await? {
            match state.fate_of(&line) {
                LineFate::Waiting(_) => {
                    lines.waiting.push((number, state.rest_with_seats(&line)));
                }
                LineFate::Played => {}
                LineFate::Dropped(why) => {
                    let written = state.written_line(&line);
                    lines.dropped.push(DroppedLine {
                        number,
                        written,
                        why,
                    });
                }
            }
        }
        Ok(lines)
    }

    /// Forgets one line of a player, or all of them; how many they were.
    ///
    /// # Errors
    ///
    /// When the person does not play in the match, it is not being played, or there is no such line.
    pub async fn clear_lines(
        &self,
        id: MatchId,
        by: UserId,
        number: Option<u32>,
    ) -> Result<usize, Error> {
        let lines = self.lines(id, by).await?;
        let all = lines.waiting.iter().map(|(number, _)| *number);
        let cleared: Vec<u32> = all
            .filter(|one| number.is_none_or(|number| number == *one))
            .collect();
        if let (Some(number), []) = (number, cleared.as_slice()) {
            return Err(Refusal::NoSuchLine(number).into());
        }
        let count = cleared.len();
        self.write(move |db| store::delete_lines(db, id, by, &cleared))
            .await?;
        Ok(count)
    }

    /// A player's lines that will never be met any more, and of which the player was not told yet.
    pub async fn dropped_lines(&self, id: MatchId, by: UserId) -> Result<Vec<DroppedLine>, Error> {
        let kept = lines_of(&self.kernel.store, id, by).await?;
        if kept.is_empty() {
            return Ok(Vec::new());
        }
        let state = self.kernel.load(id).await?;
        let dropped = |KeptLine { number, line, .. }| match state.fate_of(&line) {
            LineFate::Dropped(why) => Some(DroppedLine {
                number,
                written: state.written_line(&line),
                why,
            }),
            LineFate::Waiting(_) | LineFate::Played => None,
        };
        Ok(kept.into_iter().filter_map(dropped).collect())
    }

    /// The player has been told which lines were dropped.
    pub async fn dropped_told(
        &self,
        id: MatchId,
        by: UserId,
        dropped: &[DroppedLine],
    ) -> Result<(), Error> {
        let numbers: Vec<u32> = dropped.iter().map(|one| one.number).collect();
        if !numbers.is_empty() {
            self.write(move |db| store::delete_lines(db, id, by, &numbers))
                .await?;
        }
        Ok(())
    }

    /// What a player may be typing as a line: at most 24 beginnings of lines, best first.
    ///
    /// # Errors
    ///
    /// When the player may not plan turns now: the sentence says so.
    pub async fn complete_line(
        &self,
        id: MatchId,
        by: UserId,
        typed: &str,
    ) -> Result<Completions, Error> {
        Ok(self
            .kernel
            .load(id)
            .await?
            .complete_line(by, typed, OFFERED)?)
    }
}
