use super::answers::{Planned, lines_of};
use super::due::answer_soon;
use crate::features::play::model::conditional::{Conditional, DroppedLine};
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::store::conditional::{self, KeptLine};
use crate::games::Completions;
use crate::kernel::use_cases::OFFERED;
use crate::kernel::{Arbiter, Result};
use crate::matches::{LineFate, MatchId, UserId};

impl Arbiter {
    /// Stores a line of turns. Each answer in it is played at once after the other player's turn.
    ///
    /// # Errors
    ///
    /// As [`Match::read_line`](crate::matches::Match::read_line).
    pub async fn add_line(&self, id: MatchId, by: UserId, typed: &str) -> Result<Conditional> {
        let state = self.kernel.load(id).await?;
        self.kernel.note_seen(&state, by).await;
        let kept = lines_of(&self.kernel, id, by).await?;
        let lines: Vec<_> = kept.iter().map(|kept| kept.line.clone()).collect();
        let new = state.read_line(by, typed, &lines)?;
        let instead_of: Vec<_> = new
            .extends
            .iter()
            .filter_map(|place| kept.get(*place))
            .map(|kept| kept.number)
            .collect();
        self.kernel.part::<Planned>().add(id);
        self.write(move |db| conditional::store_line(db, id, by, &new.line, &instead_of))
            .await?;
        // The other player may have moved in the meantime.
        answer_soon(&self.kernel, id);
        self.lines(id, by).await
    }

    /// Returns a player's planned lines in a match.
    ///
    /// # Errors
    ///
    /// If the person does not play in the match, or it is not running.
    pub async fn lines(&self, id: MatchId, by: UserId) -> Result<Conditional> {
        let view = self.look(id, by).await?;
        view.state.player_seat(by)?;
        let mut lines = Conditional {
            view,
            waiting: Vec::new(),
            dropped: Vec::new(),
        };
        let state = &lines.view.state;
        for KeptLine { number, line, .. } in lines_of(&self.kernel, id, by).await? {
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

    /// Deletes one line or all lines of a player, and returns their number.
    ///
    /// # Errors
    ///
    /// If the person does not play in the match, it is not running, or the line does not exist.
    pub async fn clear_lines(&self, id: MatchId, by: UserId, number: Option<u32>) -> Result<usize> {
        let lines = self.lines(id, by).await?;
        let all = lines.waiting.iter().map(|(number, _)| *number);
        let cleared: Vec<u32> = all
            .filter(|one| number.is_none_or(|number| number == *one))
            .collect();
        if let (Some(number), []) = (number, cleared.as_slice()) {
            return Err(PlayRefusal::NoSuchLine(number).into());
        }
        let count = cleared.len();
        self.write(move |db| conditional::delete_lines(db, id, by, &cleared))
            .await?;
        Ok(count)
    }

    /// Returns a player's dropped lines that the player has not seen yet.
    pub async fn dropped_lines(&self, id: MatchId, by: UserId) -> Result<Vec<DroppedLine>> {
        let kept = lines_of(&self.kernel, id, by).await?;
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

    /// Deletes dropped lines after the player has seen them.
    pub async fn dropped_told(&self, id: MatchId, by: UserId, dropped: &[DroppedLine]) -> Result {
        let numbers: Vec<u32> = dropped.iter().map(|one| one.number).collect();
        if !numbers.is_empty() {
            self.write(move |db| conditional::delete_lines(db, id, by, &numbers))
                .await?;
        }
        Ok(())
    }

    /// Returns completions of a typed line: at most 25, best first.
    ///
    /// # Errors
    ///
    /// If the player may not plan turns now; the refusal says why.
    pub async fn complete_line(&self, id: MatchId, by: UserId, typed: &str) -> Result<Completions> {
        Ok(self
            .kernel
            .load(id)
            .await?
            .complete_line(by, typed, OFFERED)?)
    }
}
