use std::time::Duration;

use super::{NotWritten, Noted};
use crate::board::Seat;
use crate::games::{Effect, Verdict, read_turn};
use crate::matches::{Ending, Entry, Event, Fact, Match, Moment};

/// A match that is to be written down.
#[derive(Clone, Debug)]
pub struct Source<'m> {
    /// The match.
    pub state: &'m Match,
    /// Everything that happened in it, oldest first.
    pub events: &'m [Event],
    /// What the players are called, the first seat's first.
    pub names: [String; 2],
    /// When it is written down.
    pub now: Moment,
    /// What was noted of its boards, as far as it is to be written down.
    pub notes: &'m [Noted],
}

/// A turn that stands, or a seat that was passed over.
pub(super) struct Standing {
    pub(super) entry: Entry,
    /// What the seat's clock showed after it.
    pub(super) left: Duration,
    /// The seat whose colour the mover had then.
    pub(super) colour: Seat,
    /// The turn as players of the game write it.
    pub(super) spelling: Option<String>,
}

impl Source<'_> {
    /// The turns that stand, with clocks and colours.
    pub(super) fn lines(&self) -> Result<Vec<Standing>, NotWritten> {
        let broken = |error: crate::matches::ReplayError| NotWritten::Broken(error.to_string());
        let mut events = self.events.iter();
        let mut state = Match::replay(self.state.id(), events.next().cloned()).map_err(broken)?;
        // Other programs know of no match that begins in the middle: to them these are turns like all others.
        let mut lines = self.opening()?;
        let opening = lines.len();
        for event in events {
            let mut mark = match &event.fact {
                Fact::Turn { seat, text, .. } => {
                    let position = state.position();
                    Some((position.colour_of(*seat), spelling(position, text)))
                }
                _ => None,
            };
            state.apply(event).map_err(broken)?;
            let record = state.record();
            lines.truncate(opening + record.len());
            let done = lines.len() - opening;
            for entry in record.iter().skip(done) {
                // What comes after the turn itself are seats that it passed over.
                let (colour, spelling) = mark
                    .take()
                    .unwrap_or_else(|| (state.position().colour_of(entry.seat), None));
                lines.push(Standing {
                    entry: entry.clone(),
                    left: state.clocks().left(entry.seat, event.at),
                    colour,
                    spelling,
                });
            }
        }
        Ok(lines)
    }

    /// The turns that the match begins with.
    fn opening(&self) -> Result<Vec<Standing>, NotWritten> {
        let proposal = self.state.proposal();
        let mut lines = Vec::new();
        let start = self.state.game().start(&proposal.options);
        let mut position = start.map_err(|error| NotWritten::Broken(error.to_string()))?;
        for text in &proposal.opening {
            let turn = read_turn(&*position, text)
                .map_err(|error| NotWritten::Broken(error.to_string()))?;
            let passed = turn.effects.iter().filter_map(|effect| match effect {
                Effect::PassedOver(seat) => Some((*seat, None)),
                _ => None,
            });
            let made = position.to_move().map(|seat| (seat, Some(text)));
            for (seat, made) in made.into_iter().chain(passed) {
                // What comes after the turn itself are seats that it passed over.
                let at = if made.is_some() {
                    &position
                } else {
                    &turn.after
                };
                lines.push(Standing {
                    entry: Entry {
                        seat,
                        text: made.cloned(),
                        at: self.state.proposed_at(),
                        conditional: false,
                    },
                    left: proposal.time.at_start(),
                    colour: at.colour_of(seat),
                    spelling: made.and_then(|text| spelling(&*position, text)),
                });
            }
            position = turn.after;
        }
        Ok(lines)
    }

    /// A name on one line without control characters, or `?`.
    pub(super) fn name(&self, seat: Seat) -> String {
        clean(&self.names[seat.index()])
    }
}

/// A name on one line without control characters; `?` for none.
pub(super) fn clean(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(100)
        .collect();
    match name.trim() {
        "" => String::from("?"),
        name => name.to_owned(),
    }
}

fn spelling(position: &dyn crate::games::DynPosition, text: &str) -> Option<String> {
    let (found, _) = position.complete(text, 1);
    found
        .into_iter()
        .find(|one| one.step == text)
        .and_then(|one| one.spelling)
}

/// How a match ended that its game did not end, in words that are read back: `resigned first`.
pub(super) fn ending_words(ending: &Ending) -> Option<String> {
    let seat = |seat: &Seat| match seat {
        Seat::First => "first",
        Seat::Second => "second",
    };
    Some(match ending {
        Ending::Game(_) => return None,
        Ending::Resigned(by) => format!("resigned {}", seat(by)),
        Ending::Flagged(by) => format!("flagged {}", seat(by)),
        Ending::Agreed => String::from("agreed"),
        Ending::Stopped(_) => String::from("stopped"),
        Ending::Abandoned => String::from("abandoned"),
        Ending::Moderated { verdict, .. } => match verdict {
            Some(Verdict::Win(winner)) => format!("decided {}", seat(winner)),
            Some(Verdict::Draw) => String::from("decided draw"),
            None => String::from("decided nothing"),
        },
    })
}
