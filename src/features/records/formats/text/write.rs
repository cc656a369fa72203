use std::collections::HashMap;
use std::time::Duration;

use super::{BETWEEN, ELSEWHERE, FIRST_WORDS, NOTE, SOMEBODY, UNKNOWN, name_key};
use crate::board::Seat;
use crate::features::records::formats::notes::one_line;
use crate::features::records::formats::source::Source;
use crate::features::records::formats::{NotWritten, Noted, seat, terms};
use crate::games::{Verdict, written_turn};
use crate::matches::{DaysOff, Event, Fact, Match, Moderation, Player, Team, result_sentence};

pub(crate) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    let proposal = state.proposal();
    let mut lines = vec![FIRST_WORDS.to_owned()];
    let mut header = |key: &str, value: String| lines.push(format!("{key}: {value}"));
    let extras = source.extras();
    header("Match", state.id().to_string());
    header("Game", proposal.game.clone());
    header("Rules", proposal.rules_version.to_string());
    if extras.foreign {
        header("Played", String::from(ELSEWHERE));
    }
    for (key, value) in proposal.options.iter() {
        header("Option", format!("{key} = {value}"));
    }
    let time = (!extras.no_time_control).then(|| proposal.time.to_string());
    header("Time", time.unwrap_or_else(unknown));
    if proposal.days_off != DaysOff::default() {
        header("Days off", proposal.days_off.to_string());
    }
    if let Some(guild) = proposal.place.guild {
        header("Server", guild.to_string());
    }
    header("Channel", proposal.place.channel.to_string());
    header("Challenger", proposal.challenger.to_string());
    if let Some(team) = proposal.team {
        header("Team", written_team(team));
    }
    if let Some(invited) = proposal.invited {
        header("Invited", player(invited));
    }
    let drawn = if proposal.seat_drawn { ", drawn" } else { "" };
    header(
        "Challenger's seat",
        format!("{}{drawn}", seat(proposal.seat)),
    );
    if let Some(exhibition) = proposal.exhibition {
        let (level, every) = (exhibition.level.number(), exhibition.every.as_secs());
        header("Exhibition", format!("computer {level}, {every} s"));
    }
    for term in terms::HEADERS {
        if let Some(text) = (term.write)(&proposal.terms) {
            header(term.key, text);
        }
    }
    if let Some(figures) = &proposal.figures {
        header("Challenger's record", terms::figures(figures));
    }
    if let Some(of) = proposal.rematch_of {
        header("Rematch of", of.to_string());
    }
    if let Some(contest) = &proposal.contest {
        header("Event", contest.event.clone());
        let (kind, journal, game) = (&contest.kind, contest.journal, contest.game);
        let round = contest.round.map(|round| format!(", round {round}"));
        let round = round.unwrap_or_default();
        let host = contest
            .host
            .map(|host| format!(", host {} {}", seat(host.seat), host.time));
        let host = host.unwrap_or_default();
        header(
            "Contest",
            format!("{kind} {journal}, game {game}{round}{host}"),
        );
    }
    if let Some(position) = &proposal.position {
        header("Position", position.clone());
    }
    if !proposal.opening.is_empty() {
        header("Opening", proposal.opening.join(BETWEEN));
    }
    let begun = source.begun().map(|at| at.to_string());
    let day = || Some(source.begun_day()?.to_string().chars().take(10).collect());
    header("Proposed", begun.or_else(day).unwrap_or_else(unknown));
    for who in Seat::BOTH {
        header(name_key(who), source.name(who));
    }
    let names = |player: Player| match (state.player(Seat::First), player) {
        (Some(first), player) if first == player => source.name(Seat::First),
        _ => source.name(Seat::Second),
    };
    if let Some(result) = result_sentence(state, names) {
        header("Result", result);
    }
    for (key, value) in &extras.tags {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        header("Tag", format!("{key} \"{value}\""));
    }
    lines.push(String::new());
    let mut events = source.events.iter();
    let mut stage = Match::replay(state.id(), events.next().cloned())?;
    let (mut happened, mut plies) = (Vec::new(), Vec::new());
    for (index, event) in (1..).zip(events) {
        happened.push(line(source, &mut stage, index, event)?);
        plies.push(stage.ply());
    }
    // A note is written below the last event that led to its board.
    let mut places: HashMap<u32, usize> = HashMap::new();
    for (at, ply) in plies.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| plies.get(before));
        if before != Some(ply) {
            places.insert(*ply, at);
        }
    }
    let mut below: HashMap<usize, Vec<&Noted>> = HashMap::new();
    for note in source.notes {
        if let Some(at) = places.get(&note.ply) {
            below.entry(*at).or_default().push(note);
        }
    }
    for (at, line) in happened.into_iter().enumerate() {
        lines.push(line);
        for note in below.get(&at).into_iter().flatten() {
            let who = note.seat.map_or(SOMEBODY, seat);
            lines.push([NOTE, who, &one_line(&note.text)].join(BETWEEN));
        }
    }
    lines.push(String::new());
    Ok(lines.join("\n"))
}

fn unknown() -> String {
    String::from(UNKNOWN)
}

fn line(
    source: &Source<'_>,
    stage: &mut Match,
    index: usize,
    event: &Event,
) -> Result<String, crate::matches::ReplayError> {
    let at = source.time_of(index);
    let shown = at.map_or_else(unknown, |at| at.to_string());
    if let Fact::Turn {
        seat,
        text,
        conditional,
        // How a team voted stays with the bot.
        ballot: _,
    } = &event.fact
    {
        let (number, colour) = (stage.record().len() + 1, stage.colour(*seat));
        let written = written_turn(stage.position(), text);
        stage.apply(event)?;
        let left = source.left(stage, index, *seat);
        let mut parts = vec![
            number.to_string(),
            colour.to_owned(),
            written,
            shown,
            left.map_or_else(unknown, |left| format!("{} left", clock(left))),
        ];
        if *conditional {
            parts.push(String::from("planned"));
        }
        return Ok(parts.join(BETWEEN));
    }
    stage.apply(event)?;
    Ok(["-", &words(&event.fact), &shown].join(BETWEEN))
}

/// Writes a clock: `7d 11h 59m 51s`, with a fraction of a second if there is one.
fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let of_minute = Duration::new(seconds % 60, left.subsec_nanos()).as_secs_f64();
    format!("{days}d {hours}h {}m {of_minute}s", seconds / 60 % 60)
}

/// Writes an event other than a turn or the challenge, in words that can be read back.
fn words(fact: &Fact) -> String {
    match fact {
        Fact::Proposed(_) => String::from("proposed"),
        Fact::Turn { text, .. } => text.clone(),
        Fact::Accepted { by } => format!("accepted by {}", player(*by)),
        Fact::Declined { by } => format!("declined by {by}"),
        Fact::Withdrawn => String::from("withdrawn"),
        Fact::Expired => String::from("expired"),
        Fact::Renewed => String::from("renewed"),
        Fact::Thawed { since } => format!("thawed after {since}"),
        Fact::TakebackAsked { seat: by } => format!("take-back asked by {}", seat(*by)),
        Fact::TakebackDeclined { seat: by } => format!("take-back declined by {}", seat(*by)),
        Fact::TakenBack {
            seat: by,
            ply,
            agreed,
        } => {
            let how = if *agreed { "agreed" } else { "unseen" };
            format!("taken back by {} to {ply}, {how}", seat(*by))
        }
        Fact::DrawOffered { seat: by } => format!("draw offered by {}", seat(*by)),
        Fact::DrawDeclined { seat: by } => format!("draw declined by {}", seat(*by)),
        Fact::DrawAgreed { seat: by } => format!("draw accepted by {}", seat(*by)),
        Fact::Resigned { seat: by } => format!("resigned by {}", seat(*by)),
        Fact::Flagged {
            seat: by,
            no_show: false,
        } => format!("out of time: {}", seat(*by)),
        Fact::Flagged {
            seat: by,
            no_show: true,
        } => format!("out of time before the first turn: {}", seat(*by)),
        Fact::Aborted { by } => format!("aborted by {by}"),
        Fact::Stopped { by } => format!("exhibition ended by {by}"),
        Fact::TimeGiven { seat: to, time } => {
            format!("time given to {}: {} s", seat(*to), time.as_secs())
        }
        Fact::TimeOff { seat: by, off } => {
            let back = off.back.map(|back| format!(", back {back}"));
            let how = if off.automatic { ", by itself" } else { "" };
            format!(
                "time off of {} from {} to {}{}{how}",
                seat(*by),
                off.from,
                off.until,
                back.unwrap_or_default()
            )
        }
        Fact::TimeOffEnded { seat: by } => format!("time off ended by {}", seat(*by)),
        Fact::Zoned { seat: by, zone } => format!("time zone of {}: {zone}", seat(*by)),
        Fact::Recorded { verdict } => match verdict {
            Verdict::Win(winner) => format!("recorded as won by {}", seat(*winner)),
            Verdict::Draw => String::from("recorded as a draw"),
        },
        Fact::Abandoned => String::from("abandoned with its server"),
        Fact::Moderated { by, act, reason } => {
            let what = match act {
                Moderation::Pause => String::from("paused"),
                Moderation::Resume => String::from("resumed"),
                Moderation::End(Some(Verdict::Win(winner))) => {
                    format!("ended for {}", seat(*winner))
                }
                Moderation::End(Some(Verdict::Draw)) => String::from("ended as a draw"),
                Moderation::End(None) => String::from("ended without a result"),
                Moderation::Undo { ply } => format!("taken back to {ply}"),
                Moderation::Redo => String::from("put back"),
                Moderation::LetOut(of) => format!("let out {}", seat(*of)),
                Moderation::Reopen => String::from("reopened"),
            };
            format!("moderated by {by}: {what}: {reason}")
        }
        Fact::Adjudicated { verdict, why } => {
            let result = match verdict {
                Some(Verdict::Win(winner)) => format!("for {}", seat(*winner)),
                Some(Verdict::Draw) => String::from("as a draw"),
                None => String::from("without a result"),
            };
            format!("adjudicated {result}: {}", why.into_str())
        }
        Fact::Annulled { by: Some(by) } => format!("annulled by {by}"),
        Fact::Annulled { by: None } => String::from("annulled by the operator"),
    }
}

/// Writes a team: `team: Woodpushers`, `team of role 12: Woodpushers`.
fn written_team(team: Team) -> String {
    match team.role {
        Some(role) => format!("team of role {role}: {}", team.name),
        None => format!("team: {}", team.name),
    }
}

fn player(player: Player) -> String {
    match player {
        Player::Person(user) => user.to_string(),
        Player::Computer(level) => format!("computer {}", level.number()),
        Player::Team(team) => written_team(team),
    }
}
