use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::{BETWEEN, ELSEWHERE, FIRST_WORDS, KEYS, NOTE, SOMEBODY, UNKNOWN, name_key};
use crate::board::Seat;
use crate::features::records::formats::build::{Begun, whole_turn};
use crate::features::records::formats::extras::Extras;
use crate::features::records::formats::moment::moment;
use crate::features::records::formats::notes::Notes;
use crate::features::records::formats::source::clean;
use crate::features::records::formats::{MOST_TURNS, RecordError, Recorded, read_seat, terms};
use crate::games::{Quoted, Values, Verdict};
use crate::kernel::fair::is_spent;
use crate::matches::{
    ChannelId, Contest, Event, Exhibition, Fact, GuildId, Host, Level, Match, MatchId, MatchTerms,
    Moderation, Place, Player, Proposal, RoleId, Team, TeamName, TimeControl, UserId, reason_text,
};
use crate::people::{Moment, TimeOff, Zone};

/// The first words of an event, and what makes it.
type OfSeat = (&'static str, fn(Seat) -> Fact);
type OfPerson = (&'static str, fn(UserId) -> Fact);
type Other = (&'static str, fn(&str) -> Option<Fact>);

/// The events of which a record says only the seat.
const OF_SEATS: [OfSeat; 10] = [
    ("take-back asked by ", |seat| Fact::TakebackAsked { seat }),
    ("take-back declined by ", |seat| Fact::TakebackDeclined {
        seat,
    }),
    ("draw offered by ", |seat| Fact::DrawOffered { seat }),
    ("draw declined by ", |seat| Fact::DrawDeclined { seat }),
    ("draw accepted by ", |seat| Fact::DrawAgreed { seat }),
    ("resigned by ", |seat| Fact::Resigned { seat }),
    ("time off ended by ", |seat| Fact::TimeOffEnded { seat }),
    ("out of time: ", |seat| Fact::Flagged {
        seat,
        no_show: false,
    }),
    ("out of time before the first turn: ", |seat| {
        Fact::Flagged {
            seat,
            no_show: true,
        }
    }),
    ("recorded as won by ", |seat| Fact::Recorded {
        verdict: Verdict::Win(seat),
    }),
];

/// The events of which a record says only the person.
const OF_PEOPLE: [OfPerson; 4] = [
    ("declined by ", |by| Fact::Declined { by }),
    ("aborted by ", |by| Fact::Aborted { by }),
    ("exhibition ended by ", |by| Fact::Stopped { by }),
    ("annulled by ", |by| Fact::Annulled { by: Some(by) }),
];

/// The other events, with what reads the words after the first ones.
const OTHERS: [Other; 8] = [
    ("accepted by ", |by| {
        read_player(by).map(|by| Fact::Accepted { by })
    }),
    ("thawed after ", |at| {
        moment(at).map(|since| Fact::Thawed { since })
    }),
    ("taken back by ", taken_back),
    ("time off of ", time_off),
    ("time given to ", time_given),
    ("time zone of ", zoned),
    ("moderated by ", moderated),
    ("adjudicated ", adjudicated),
];

fn fact(words: &str) -> Option<Fact> {
    let seat = |(first, fact): &OfSeat| words.strip_prefix(first).and_then(read_seat).map(fact);
    let person = |(first, fact): &OfPerson| {
        let user = words.strip_prefix(first)?.parse().ok()?;
        Some(fact(UserId(user)))
    };
    match words {
        "withdrawn" => Some(Fact::Withdrawn),
        "expired" => Some(Fact::Expired),
        "renewed" => Some(Fact::Renewed),
        "recorded as a draw" => Some(Fact::Recorded {
            verdict: Verdict::Draw,
        }),
        "abandoned with its server" => Some(Fact::Abandoned),
        "annulled by the operator" => Some(Fact::Annulled { by: None }),
        _ => OF_SEATS
            .iter()
            .find_map(seat)
            .or_else(|| OF_PEOPLE.iter().find_map(person))
            .or_else(|| {
                let mut others = OTHERS.iter();
                others.find_map(|(first, read)| read(words.strip_prefix(first)?))
            }),
    }
}

fn time_given(text: &str) -> Option<Fact> {
    let (to, time) = text.split_once(": ")?;
    Some(Fact::TimeGiven {
        seat: read_seat(to)?,
        time: Duration::from_secs(time.strip_suffix(" s")?.parse().ok()?),
    })
}

fn zoned(text: &str) -> Option<Fact> {
    let (by, zone) = text.split_once(": ")?;
    Some(Fact::Zoned {
        seat: read_seat(by)?,
        zone: Zone::named(zone).ok()?,
    })
}

fn adjudicated(text: &str) -> Option<Fact> {
    let (result, why) = text.split_once(": ")?;
    let verdict = match result {
        "as a draw" => Some(Verdict::Draw),
        "without a result" => None,
        _ => Some(Verdict::Win(read_seat(result.strip_prefix("for ")?)?)),
    };
    Some(Fact::Adjudicated {
        verdict,
        why: why.parse().ok()?,
    })
}

fn moderated(text: &str) -> Option<Fact> {
    let (by, rest) = text.split_once(": ")?;
    let (what, reason) = rest.split_once(':')?;
    let act = match what {
        "paused" => Moderation::Pause,
        "resumed" => Moderation::Resume,
        "ended as a draw" => Moderation::End(Some(Verdict::Draw)),
        "ended without a result" => Moderation::End(None),
        "reopened" => Moderation::Reopen,
        "put back" => Moderation::Redo,
        _ => match what.strip_prefix("ended for ") {
            Some(winner) => Moderation::End(Some(Verdict::Win(read_seat(winner)?))),
            None => match what.strip_prefix("let out ") {
                Some(seat) => Moderation::LetOut(read_seat(seat)?),
                None => Moderation::Undo {
                    ply: what.strip_prefix("taken back to ")?.parse().ok()?,
                },
            },
        },
    };
    Some(Fact::Moderated {
        by: UserId(by.parse().ok()?),
        act,
        reason: reason_text(reason),
    })
}

fn time_off(text: &str) -> Option<Fact> {
    let (by, rest) = text.split_once(" from ")?;
    let mut parts = rest.split(", ");
    let (from, until) = parts.next()?.split_once(" to ")?;
    let mut off = TimeOff {
        from: moment(from)?,
        until: moment(until)?,
        back: None,
        automatic: false,
    };
    for part in parts {
        match part.strip_prefix("back ") {
            Some(back) if off.back.is_none() && !off.automatic => off.back = Some(moment(back)?),
            None if part == "by itself" && !off.automatic => off.automatic = true,
            _ => return None,
        }
    }
    let seat = read_seat(by)?;
    Some(Fact::TimeOff { seat, off })
}

fn taken_back(text: &str) -> Option<Fact> {
    let (by, rest) = text.split_once(" to ")?;
    let (ply, how) = rest.split_once(", ")?;
    Some(Fact::TakenBack {
        seat: read_seat(by)?,
        ply: ply.parse().ok()?,
        agreed: match how {
            "agreed" => true,
            "unseen" => false,
            _ => return None,
        },
    })
}

fn read_player(text: &str) -> Option<Player> {
    if let Some(level) = text.strip_prefix("computer ") {
        return Level::numbered(level.parse().ok()?).map(Player::Computer);
    }
    match text.starts_with("team") {
        true => read_team(text).map(Player::Team),
        false => text.parse().ok().map(|user| Player::Person(UserId(user))),
    }
}

fn read_team(text: &str) -> Option<Team> {
    let (whose, name) = text.strip_prefix("team")?.split_once(": ")?;
    let role = match whose {
        "" => None,
        whose => Some(RoleId(whose.strip_prefix(" of role ")?.parse().ok()?)),
    };
    let name = TeamName::of(name)?;
    Some(Team { name, role })
}

/// The headers with their lines; some keys may be repeated.
#[derive(Default)]
struct Headers {
    one: BTreeMap<String, (usize, String)>,
    options: BTreeMap<String, String>,
    tags: Vec<(String, String)>,
}

impl Headers {
    fn take(&mut self, number: usize, line: &str) -> Result<(), RecordError> {
        let wrong = |why: String| RecordError::at(number, why);
        let (key, value) = line
            .split_once(':')
            .ok_or_else(|| wrong(format!("{} is no header: it has no colon.", Quoted(line))))?;
        let value = value.trim();
        if !KEYS.contains(&key) && terms::HEADERS.iter().all(|term| term.key != key) {
            return Err(wrong(format!("A record has no header {}.", Quoted(key))));
        }
        let twice = if key == "Tag" {
            let written = "A tag is written as in \"Tag: Event \"Casual game\"\".";
            let tag = tag(value).ok_or_else(|| wrong(written.to_owned()))?;
            self.tags.push(tag);
            false
        } else if key == "Option" {
            let written = "An option is written as in \"columns = 7\".";
            let (key, value) = value
                .split_once('=')
                .ok_or_else(|| wrong(written.to_owned()))?;
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            self.options.insert(key, value).is_some()
        } else {
            let value = (number, value.to_owned());
            self.one.insert(key.to_owned(), value).is_some()
        };
        if twice {
            return Err(wrong(format!("{} stands there twice.", Quoted(key))));
        }
        Ok(())
    }

    /// Reads a mandatory header.
    fn must<T>(&self, key: &str, read: impl FnOnce(&str) -> Option<T>) -> Result<T, RecordError> {
        self.may(key, read)?
            .ok_or_else(|| RecordError::whole(format!("The header \"{key}\" is missing.")))
    }

    /// Reads an optional header.
    fn may<T>(
        &self,
        key: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, RecordError> {
        let Some((line, value)) = self.one.get(key) else {
            return Ok(None);
        };
        match read(value) {
            Some(value) => Ok(Some(value)),
            None => {
                let why = format!("{} cannot be read as \"{key}\".", Quoted(value));
                Err(RecordError::at(*line, why))
            }
        }
    }
}

pub(crate) fn read(text: &str) -> Result<Recorded, RecordError> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.next();
    if first.is_none_or(|(_, line)| line.trim() != FIRST_WORDS) {
        let why = format!("Such a record begins with \"{FIRST_WORDS}\".");
        return Err(RecordError::at(1, why));
    }
    let mut headers = Headers::default();
    for (number, line) in lines.by_ref() {
        if line.trim().is_empty() {
            break;
        }
        headers.take(number, line)?;
    }
    let id = headers.must("Match", |text| {
        text.parse().ok().filter(|id| *id > 0).map(MatchId)
    })?;
    let (proposal, begun) = proposal(&headers)?;
    let (at, is_known, day_only) = match begun {
        Begun::At(at) => (at, true, false),
        Begun::Day(at) => (at, false, true),
        Begun::Unknown => (Moment::default(), false, false),
    };
    let foreign = headers.may("Played", |text| (text == ELSEWHERE).then_some(()))?;
    let extras = Extras {
        foreign: foreign.is_some(),
        untimed: BTreeSet::from_iter((!is_known).then_some(0)),
        day_only,
        no_time_control: headers.may("Time", |text| Some(text == UNKNOWN))? == Some(true),
        tags: std::mem::take(&mut headers.tags),
        ..Extras::default()
    };
    let state = Match::proposed(id, proposal.clone(), at)
        .map_err(|error| RecordError::whole(sentence(&error.why)))?;
    let mut reader = Reader {
        events: vec![Event {
            at,
            fact: Fact::Proposed(proposal),
        }],
        state,
        again: 0,
        extras,
    };
    let mut notes = Notes::default();
    for (number, line) in lines {
        if line.trim().is_empty() {
            continue;
        }
        if is_spent() {
            return Err(RecordError::too_long());
        }
        match line.split_once(BETWEEN) {
            Some((NOTE, note)) => {
                let written = "A note is written as in \"note | first | too slow\".";
                let parts = note_parts(note);
                let (who, text) = parts.ok_or_else(|| RecordError::at(number, written))?;
                notes.take(reader.state.ply(), who, text);
            }
            _ => reader.take(number, line)?,
        }
    }
    let name = |seat| headers.may(name_key(seat), |name| Some(clean(name)));
    let names = [name(Seat::First)?, name(Seat::Second)?];
    Ok(Recorded {
        id: Some(id).filter(|_| foreign.is_none()),
        names: names.map(Option::unwrap_or_default),
        events: reader.events,
        state: reader.state,
        notes: notes.all(),
        extras: reader.extras,
    })
}

/// Reads a tag of a PGN: `Event "Casual game"`.
fn tag(text: &str) -> Option<(String, String)> {
    let (key, value) = text.split_once(' ')?;
    let value = value.strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::new();
    let mut letters = value.chars();
    while let Some(c) = letters.next() {
        plain.extend(if c == '\\' { letters.next() } else { Some(c) });
    }
    Some((key.to_owned(), plain))
}

/// Reads a clock: `7d 11h 59m 51s left`.
fn clock(text: &str) -> Option<Duration> {
    let mut left = Duration::ZERO;
    for part in text.strip_suffix(" left")?.split(' ') {
        let (number, unit) = part.split_at_checked(part.len().checked_sub(1)?)?;
        let seconds = match unit {
            "d" => 86_400,
            "h" => 3600,
            "m" => 60,
            "s" => {
                left = left.checked_add(Duration::try_from_secs_f64(number.parse().ok()?).ok()?)?;
                continue;
            }
            _ => return None,
        };
        let number: u64 = number.parse().ok()?;
        left = left.checked_add(Duration::from_secs(number.checked_mul(seconds)?))?;
    }
    Some(left)
}

/// Splits a note into its author and its text.
fn note_parts(note: &str) -> Option<(Option<Seat>, &str)> {
    let (who, text) = note.split_once(BETWEEN)?;
    match who {
        SOMEBODY => Some((None, text)),
        who => Some((Some(read_seat(who)?), text)),
    }
}

/// Reads the turns from which a match starts. Their legality is checked when the match is built.
fn opening(text: &str) -> Option<Vec<String>> {
    let turns: Vec<_> = text
        .split(BETWEEN)
        .map(|turn| turn.trim().to_owned())
        .collect();
    (turns.len() <= MOST_TURNS).then_some(turns)
}

fn sentence(why: &str) -> String {
    let mut letters = why.chars();
    let first = letters.next().map(|c| c.to_uppercase().collect::<String>());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

fn proposal(headers: &Headers) -> Result<(Proposal, Begun), RecordError> {
    fn number(text: &str) -> Option<u64> {
        text.parse().ok()
    }
    let (seat, seat_drawn) = headers.must("Challenger's seat", |text| {
        match text.strip_suffix(", drawn") {
            Some(seat) => Some((read_seat(seat)?, true)),
            None => Some((read_seat(text)?, false)),
        }
    })?;
    let exhibition = headers.may("Exhibition", |text| {
        let (level, every) = text.strip_prefix("computer ")?.split_once(", ")?;
        Some(Exhibition {
            level: Level::numbered(level.parse().ok()?)?,
            every: Duration::from_secs(every.strip_suffix(" s")?.parse().ok()?),
        })
    })?;
    let event = headers.may("Event", |text| Some(text.to_owned()))?;
    let proposal = Proposal {
        place: Place {
            guild: headers.may("Server", number)?.map(GuildId),
            channel: ChannelId(headers.may("Channel", number)?.unwrap_or_default()),
        },
        game: headers.must("Game", |text| Some(text.to_owned()))?,
        rules_version: headers.must("Rules", |text| text.parse().ok())?,
        options: Values::from_stored(headers.options.clone()),
        time: headers.must("Time", |text| match text {
            UNKNOWN => Some(TimeControl::default()),
            text => text.parse().ok(),
        })?,
        days_off: headers
            .may("Days off", |word| word.parse().ok())?
            .unwrap_or_default(),
        challenger: UserId(headers.must("Challenger", number)?),
        invited: headers.may("Invited", read_player)?,
        seat,
        seat_drawn,
        exhibition,
        team: headers.may("Team", read_team)?,
        terms: match_terms(headers)?,
        figures: headers.may("Challenger's record", terms::read_figures)?,
        rematch_of: headers.may("Rematch of", number)?.map(MatchId),
        position: headers.may("Position", |text| Some(text.to_owned()))?,
        opening: headers.may("Opening", opening)?.unwrap_or_default(),
        contest: headers.may("Contest", contest)?.map(|contest| {
            Box::new(Contest {
                event: event.unwrap_or_default(),
                ..contest
            })
        }),
    };
    let begun = headers.must("Proposed", |text| match text {
        UNKNOWN => Some(Begun::Unknown),
        text => moment(text)
            .map(Begun::At)
            .or_else(|| moment(&format!("{text}T00:00:00Z")).map(Begun::Day)),
    })?;
    Ok((proposal, begun))
}

fn match_terms(headers: &Headers) -> Result<MatchTerms, RecordError> {
    let mut read = MatchTerms::default();
    for term in terms::HEADERS {
        let take = |text: &str| (term.read)(&mut read, text);
        if term.required {
            headers.must(term.key, take)?;
        } else {
            headers.may(term.key, take)?;
        }
    }
    Ok(read)
}

/// Reads a contest without its name: `league 3, game 12, round 2`, or `simul 3, game 2, host first 3d`.
fn contest(text: &str) -> Option<Contest> {
    let mut parts = text.split(", ");
    let (kind, journal) = parts.next()?.split_once(' ')?;
    let game = parts.next()?.strip_prefix("game ")?.parse().ok()?;
    let (mut round, mut host) = (None, None);
    for part in parts {
        match part.split_once(' ')? {
            ("round", number) => round = Some(number.parse().ok()?),
            ("host", own) => {
                let (seat, time) = own.split_once(' ')?;
                host = Some(Host {
                    seat: read_seat(seat)?,
                    time: time.parse().ok()?,
                });
            }
            _ => return None,
        }
    }
    Some(Contest {
        kind: kind.to_owned(),
        journal: journal.parse().ok()?,
        game,
        round,
        event: String::new(),
        host,
    })
}

struct Reader {
    events: Vec<Event>,
    state: Match,
    /// The number of turns replayed after take-backs.
    again: usize,
    extras: Extras,
}

/// The most turns replayed after take-backs, and the most events.
/// Each take-back replays the turns before it, and a hostile record could ask for many.
const MOST_AGAIN: usize = 50_000;

const MOST_EVENTS: usize = 2 * MOST_TURNS;

impl Reader {
    fn take(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let parts: Vec<&str> = text.split(BETWEEN).map(str::trim).collect();
        let event = match *parts {
            // The name of a team and a reason may have the sign between the parts.
            ["-", ref words @ .., at] if !words.is_empty() => {
                let words = &*words.join(BETWEEN);
                let unknown = || format!("{} is not an event of a match.", Quoted(words));
                let fact = fact(words).ok_or_else(|| RecordError::at(line, unknown()))?;
                if matches!(fact, Fact::TakenBack { .. }) {
                    self.again += self.state.record().len();
                }
                Event {
                    at: self.time(line, at)?,
                    fact,
                }
            }
            [number, colour, turn, at, left, ref planned @ ..]
                if matches!(planned, [] | ["planned"]) =>
            {
                // The clocks of the bot's own matches are computed from the times.
                if let Some(left) = clock(left).filter(|_| self.extras.foreign || at == UNKNOWN) {
                    self.extras.clocks.insert(self.events.len(), left);
                }
                self.turn(line, [number, colour, turn, at], !planned.is_empty())?
            }
            _ => {
                return Err(RecordError::at(
                    line,
                    format!(
                        "{} is no line of a record: a turn is its number, its colour, the turn, the time and the clock, with \"|\" between.",
                        Quoted(text)
                    ),
                ));
            }
        };
        if self.again > MOST_AGAIN || self.events.len() > MOST_EVENTS {
            return Err(RecordError::at(
                line,
                "More happens in this record than in any match.",
            ));
        }
        self.state.apply(&event).map_err(|error| RecordError {
            before: Some(Box::new(self.state.clone())),
            ..RecordError::at(line, sentence(&error.why))
        })?;
        self.events.push(event);
        Ok(())
    }

    /// Reads the time of an event; without one it gets the time of the previous event.
    fn time(&mut self, line: usize, text: &str) -> Result<Moment, RecordError> {
        if text == UNKNOWN {
            self.extras.untimed.insert(self.events.len());
            return Ok(self.state.changed_at());
        }
        time(line, text)
    }

    fn turn(
        &mut self,
        line: usize,
        [number, colour, text, at]: [&str; 4],
        conditional: bool,
    ) -> Result<Event, RecordError> {
        let state = &self.state;
        let turn = state.record().len() + 1;
        let wrong = |why: String| RecordError::next_turn(state, Some(line), why);
        if turn > MOST_TURNS {
            let why = format!("A record has {MOST_TURNS} turns at most.");
            return Err(RecordError::at(line, why));
        }
        if number != turn.to_string() {
            return Err(wrong(format!(
                "The next turn is number {turn}, not {}.",
                Quoted(number)
            )));
        }
        let Some(seat) = state.to_move() else {
            return Err(wrong(format!(
                "{} is played when nobody is to move.",
                Quoted(text)
            )));
        };
        if !colour.eq_ignore_ascii_case(state.colour(seat)) {
            return Err(wrong(format!(
                "It is {}'s turn, not {}'s.",
                state.colour(seat),
                Quoted(colour)
            )));
        }
        let text = whole_turn(state, text).map_err(wrong)?;
        Ok(Event {
            at: self.time(line, at)?,
            fact: Fact::Turn {
                seat,
                text,
                conditional,
                ballot: None,
            },
        })
    }
}

fn time(line: usize, text: &str) -> Result<Moment, RecordError> {
    moment(text).ok_or_else(|| {
        let time = Quoted(text);
        let why = format!("{time} is no time: one is written as in 2026-08-01T12:00:00.000Z.");
        RecordError::at(line, why)
    })
}
