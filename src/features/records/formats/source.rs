use std::fmt;
use std::sync::LazyLock;
use std::time::Duration;

use super::extras::Extras;
use super::moment::moment;
use super::{NotWritten, Noted, read_seat, seat};
use crate::board::Seat;
use crate::games::{Effect, Verdict, read_turn};
use crate::matches::{Ending, Entry, Event, Fact, Match, TimeControl};
use crate::people::Moment;

/// A match to write as a record.
#[derive(Clone, Debug)]
pub struct Source<'m> {
    pub state: &'m Match,
    /// The events of the match, oldest first.
    pub events: &'m [Event],
    /// The players' names, first seat first.
    pub names: [String; 2],
    /// The time of the export.
    pub now: Moment,
    /// The notes to include.
    pub notes: &'m [Noted],
    /// The data beyond the match, if it was read from a record; `None` for a match of this program.
    pub extras: Option<&'m Extras>,
}

/// The empty extras of matches of this program.
static NOTHING_ELSE: LazyLock<Extras> = LazyLock::new(Extras::default);

/// A turn that was not taken back, or a passed-over seat.
pub(crate) struct Standing {
    pub(crate) entry: Entry,
    /// The time of the turn, if known.
    pub(crate) at: Option<Moment>,
    /// The seat's clock after the turn, if known.
    pub(crate) left: Option<Duration>,
    /// The seat whose colour the mover had at that time.
    pub(crate) colour: Seat,
    /// The turn in players' notation.
    pub(crate) spelling: Option<String>,
}

/// A gift of time.
pub(crate) struct Gift {
    /// The number of turns before it, without those taken back.
    pub(crate) ply: u32,
    pub(crate) seat: Seat,
    pub(crate) time: Duration,
    /// The time of the gift, if known.
    pub(crate) at: Option<Moment>,
}

impl fmt::Display for Gift {
    /// Writes the receiving seat, the seconds, and the moment: `second 86400 2026-08-01T12:00:00.000Z`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", seat(self.seat), self.time.as_secs())?;
        self.at.map_or(Ok(()), |at| write!(f, " {at}"))
    }
}

/// Reads a gift of time: the receiving seat, the time, and the moment.
pub(crate) fn read_gift(text: &str) -> Option<(Seat, Duration, Option<Moment>)> {
    let mut parts = text.split(' ');
    let seat = read_seat(parts.next()?)?;
    // The greatest gift that a match allows fits in 32 bits.
    let time = Duration::from_secs(parts.next()?.parse::<u32>().ok()?.into());
    match parts.next() {
        None => Some((seat, time, None)),
        Some(at) => Some((seat, time, Some(moment(at)?))),
    }
}

/// Returns the gifts after this number of turns.
pub(crate) fn gifts_after(gifts: &[Gift], ply: Option<u32>) -> &[Gift] {
    let Some(ply) = ply else {
        return &[];
    };
    let begin = gifts.partition_point(|gift| gift.ply < ply);
    let end = gifts.partition_point(|gift| gift.ply <= ply);
    gifts.get(begin..end).unwrap_or_default()
}

impl Source<'_> {
    /// Returns the data beyond the match.
    pub(crate) fn extras(&self) -> &Extras {
        self.extras.unwrap_or(&NOTHING_ELSE)
    }

    /// Returns the time controls of both seats, the first seat's first, if the host of a simul has one of their own.
    pub(crate) fn own_times(&self) -> Option<[TimeControl; 2]> {
        let time = self.state.proposal().time;
        let host = self.state.contest()?.host?;
        let of_seat = |seat| if seat == host.seat { host.time } else { time };
        (host.time != time).then(|| Seat::BOTH.map(of_seat))
    }

    /// Returns the time of an event, if known.
    pub(crate) fn time_of(&self, index: usize) -> Option<Moment> {
        let event = self.events.get(index)?;
        (!self.extras().untimed.contains(&index)).then_some(event.at)
    }

    /// Returns the time of the proposal, if known.
    pub(crate) fn begun(&self) -> Option<Moment> {
        self.time_of(0)
    }

    /// Returns a moment of the day of the proposal, if known.
    pub(crate) fn begun_day(&self) -> Option<Moment> {
        let day = self.extras().day_only;
        self.begun().or(day.then_some(self.state.proposed_at()))
    }

    /// Returns the time of the end; `None` if it is unknown or the match is not over.
    pub(crate) fn ended(&self) -> Option<Moment> {
        let end = self.state.ended_at()?;
        let ends = |event: &Event| {
            event.at == end
                && matches!(
                    event.fact,
                    Fact::Turn { .. }
                        | Fact::Resigned { .. }
                        | Fact::Flagged { .. }
                        | Fact::DrawAgreed { .. }
                        | Fact::Stopped { .. }
                        | Fact::Abandoned
                        | Fact::Recorded { .. }
                        | Fact::Adjudicated { .. }
                        | Fact::Moderated { .. }
                )
        };
        self.time_of(self.events.iter().rposition(ends)?)
    }

    /// Returns the gifts of time, each after the turns before it that were not taken back, in order.
    pub(crate) fn gifts(&self) -> Result<Vec<Gift>, NotWritten> {
        let mut gifts: Vec<Gift> = Vec::new();
        let given = |event: &Event| matches!(event.fact, Fact::TimeGiven { .. });
        if !self.events.iter().any(given) {
            return Ok(gifts);
        }
        let mut events = self.events.iter();
        let mut state = Match::replay(self.state.id(), events.next().cloned())?;
        for (index, event) in (1..).zip(events) {
            let before = state.ply();
            state.apply(event)?;
            if let Fact::TimeGiven { seat, time } = event.fact {
                let (ply, at) = (state.ply(), self.time_of(index));
                gifts.push(Gift {
                    ply,
                    seat,
                    time,
                    at,
                });
            }
            if state.ply() < before {
                for gift in &mut gifts {
                    gift.ply = gift.ply.min(state.ply());
                }
            }
        }
        Ok(gifts)
    }

    /// Returns a seat's clock after an event, if known; `after` is the match after that event.
    pub(crate) fn left(&self, after: &Match, index: usize, seat: Seat) -> Option<Duration> {
        let extras = self.extras();
        // For a match of another program, only the record knows the clocks.
        let at = self.time_of(index).filter(|_| !extras.foreign);
        let computed = || at.map(|at| Duration::from_secs(after.clocks().left(seat, at).as_secs()));
        extras.clocks.get(&index).copied().or_else(computed)
    }

    /// Returns the turns that were not taken back, with clocks and colours.
    pub(crate) fn lines(&self) -> Result<Vec<Standing>, NotWritten> {
        let mut events = self.events.iter();
        let mut state = Match::replay(self.state.id(), events.next().cloned())?;
        // Other programs cannot start a match from given turns, so those are written as ordinary turns.
        let mut lines = self.opening()?;
        let opening = lines.len();
        for (index, event) in (1..).zip(events) {
            let mut mark = match &event.fact {
                Fact::Turn { seat, text, .. } => {
                    let position = state.position();
                    Some((position.colour_of(*seat), spelling(position, text)))
                }
                _ => None,
            };
            state.apply(event)?;
            let record = state.record();
            lines.truncate(opening + record.len());
            let done = lines.len() - opening;
            for entry in record.iter().skip(done) {
                // Entries after the turn itself are passed-over seats.
                let (colour, spelling) = mark
                    .take()
                    .unwrap_or_else(|| (state.position().colour_of(entry.seat), None));
                lines.push(Standing {
                    entry: entry.clone(),
                    at: self.time_of(index),
                    left: self.left(&state, index, entry.seat),
                    colour,
                    spelling,
                });
            }
        }
        Ok(lines)
    }

    /// Returns the turns from which the match starts.
    fn opening(&self) -> Result<Vec<Standing>, NotWritten> {
        let proposal = self.state.proposal();
        let mut lines = Vec::new();
        let start = proposal.start(self.state.game());
        let mut position = start.map_err(NotWritten::Broken)?;
        for text in &proposal.opening {
            let turn = read_turn(&*position, text)
                .map_err(|error| NotWritten::Broken(error.to_string()))?;
            let passed = turn.effects.iter().filter_map(|effect| match effect {
                Effect::PassedOver(seat) => Some((*seat, None)),
                _ => None,
            });
            let made = position.to_move().map(|seat| (seat, Some(text)));
            for (seat, made) in made.into_iter().chain(passed) {
                // Entries after the turn itself are passed-over seats.
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
                        ballot: None,
                    },
                    at: self.begun(),
                    left: (!self.extras().foreign).then(|| proposal.time.at_start()),
                    colour: at.colour_of(seat),
                    spelling: made.and_then(|text| spelling(&*position, text)),
                });
            }
            position = turn.after;
        }
        Ok(lines)
    }

    /// Returns a player's name on one line without control characters, or `?`.
    pub(crate) fn name(&self, seat: Seat) -> String {
        clean(&self.names[seat.index()])
    }
}

/// Cleans a name: one line without control characters; `?` if it is empty.
pub(crate) fn clean(name: &str) -> String {
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

/// Returns the words for an end outside the game's rules, which can be read back: `resigned first`.
pub(crate) fn ending_words(ending: &Ending) -> Option<String> {
    Some(match ending {
        Ending::Game(_) => return None,
        Ending::Resigned(by) => format!("resigned {}", seat(*by)),
        Ending::Flagged(by) => format!("flagged {}", seat(*by)),
        Ending::NoShow(by) => format!("no-show {}", seat(*by)),
        Ending::Agreed => String::from("agreed"),
        Ending::Stopped(_) => String::from("stopped"),
        Ending::Abandoned => String::from("abandoned"),
        Ending::Unexplained(Verdict::Win(winner)) => format!("won {}", seat(*winner)),
        Ending::Unexplained(Verdict::Draw) => String::from("drawn"),
        Ending::Moderated { verdict, .. } | Ending::Adjudicated { verdict, .. } => match verdict {
            Some(Verdict::Win(winner)) => format!("decided {}", seat(*winner)),
            Some(Verdict::Draw) => String::from("decided draw"),
            None => String::from("decided nothing"),
        },
    })
}
