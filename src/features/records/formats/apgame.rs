//! `APGameRecord`, the JSON of AbstractPlay's rating and record tools.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::build::{Begun, Builder, Head};
use super::moment::moment;
use super::notes::one_line;
use super::source::{ending_words, read_gift};
use super::{NOT_A_DATA_EXPORT, NotWritten, Noted, RecordError, Recorded, Source};
use crate::board::Seat;
use crate::games::{CATALOGUE, GivenOptions, Quoted, Verdict};
use crate::matches::{Ending, MatchId, Player};

pub(crate) fn write(source: &Source<'_>) -> Result<String, NotWritten> {
    let state = source.state;
    let ending = state
        .ending()
        .ok_or(NotWritten::NotOver(super::Format::ApGame))?;
    let proposal = state.proposal();
    let card = &state.game().card;
    let extras = source.extras();
    let begin = state.proposed_at();
    let end = state.ended_at().unwrap_or(state.changed_at());
    // The format requires dates; the unknown ones are named.
    let unknown: Vec<_> = [("date-start", source.begun()), ("date-end", source.ended())]
        .into_iter()
        .filter(|(_, known)| known.is_none())
        .map(|(key, _)| key)
        .collect();
    // The seats by the colours at the end, first colour first.
    let seats = Seat::BOTH.map(|colour| {
        Seat::BOTH
            .into_iter()
            .find(|seat| state.position().colour_of(*seat) == colour)
            .unwrap_or(colour)
    });
    let own_times = source.own_times();
    let players = seats.map(|seat| {
        let result = match ending.verdict() {
            Some(Verdict::Win(winner)) => i32::from(winner == seat),
            Some(Verdict::Draw) => 1,
            None => 0,
        };
        let of_seat = |player: &&Value| {
            player["anteroom:seat"].as_u64() == u64::try_from(seat.index() + 1).ok()
        };
        let given = extras.header.get("players").and_then(Value::as_array);
        let given = given.and_then(|players| {
            let found = players.iter().find(of_seat);
            found.or_else(|| players.get(seat.index()))
        });
        let mut player = given.cloned().unwrap_or_else(|| json!({}));
        player["name"] = json!(source.name(seat));
        player["result"] = json!(result);
        player["anteroom:seat"] = json!(seat.index() + 1);
        if let Some(own) = own_times {
            player["anteroom:time"] = json!(own[seat.index()].to_string());
        }
        match state.player(seat) {
            _ if extras.foreign => {}
            Some(Player::Person(user)) => player["userid"] = json!(user.to_string()),
            Some(Player::Computer(_)) => player["is_ai"] = json!(true),
            // People who vote have no account together.
            Some(Player::Team(_)) | None => {}
        }
        player
    });
    let options: Vec<_> = proposal
        .options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let lines = source.lines()?;
    let made = lines.iter().filter(|line| line.entry.text.is_some());
    let times: Vec<_> = made.map(|line| line.at.map(|at| at.to_string())).collect();
    let mut rounds: Vec<[Value; 2]> = Vec::new();
    let mut column = 2;
    for line in &lines {
        let place = line.colour.index();
        let Some(text) = &line.entry.text else {
            continue;
        };
        if place < column || rounds.is_empty() {
            rounds.push([Value::Null, Value::Null]);
        }
        if let Some(round) = rounds.last_mut() {
            round[place] = json!(text);
        }
        column = place + 1;
    }
    let mut header = extras.header.clone();
    let mut put = |key: &str, value: Value| header.insert(key.to_owned(), value);
    put(
        "game",
        json!({"name": card.record_name, "variants": options}),
    );
    if !extras.foreign {
        put(
            "site",
            json!({"name": "Anteroom", "gameid": state.id().to_string()}),
        );
        put(
            "unrated",
            json!(!state.result_counts() || state.is_annulled()),
        );
        if let Some(contest) = state.contest() {
            put("event", json!(contest.event));
            if let Some(round) = contest.round {
                put("round", json!(round.to_string()));
            }
        }
    } else if !extras.header.contains_key("site") {
        let mut tags = extras.tags.iter();
        let site = tags.find(|(key, _)| key == "Site");
        put("site", json!({"name": site.map_or("?", |(_, site)| site)}));
    }
    put("date-start", json!(begin.to_string()));
    put("date-end", json!(end.to_string()));
    put("date-generated", json!(source.now.to_string()));
    put("players", json!(players));
    put("anteroom:rules", json!(proposal.rules_version));
    if !unknown.is_empty() {
        put("anteroom:unknown", json!(unknown));
    }
    if extras.day_only {
        put("anteroom:day", json!(true));
    }
    if let Some(position) = &proposal.position {
        put("startingPosition", json!(position));
    }
    if !extras.no_time_control {
        put("anteroom:time", json!(proposal.time.to_string()));
    }
    if times.iter().any(Option::is_some) {
        put("anteroom:times", json!(times));
    }
    if !extras.clocks.is_empty() {
        let made = lines.iter().filter(|line| line.entry.text.is_some());
        let clocks = made.map(|line| line.left.map(|left| left.as_secs_f64()));
        put("anteroom:clocks", json!(clocks.collect::<Vec<_>>()));
    }
    if !extras.tags.is_empty() {
        put("anteroom:tags", json!(extras.tags));
    }
    let told_by_results = extras.foreign && matches!(ending, Ending::Unexplained(_));
    if let Some(words) = ending_words(ending).filter(|_| !told_by_results) {
        put("anteroom:ending", json!(words));
    }
    let mut record = json!({"header": header, "moves": rounds});
    let opening = lines.len().saturating_sub(state.record().len());
    let standing = |note: &&Noted| note.ply <= state.ply();
    let notes = source.notes.iter().filter(standing).map(|note| {
        let turn = u64::from(note.ply) + opening as u64;
        let mut noted = json!({"turn": turn, "text": one_line(&note.text)});
        if let Some(seat) = note.seat {
            noted["anteroom:seat"] = json!(seat.index() + 1);
        }
        noted
    });
    let notes: Vec<_> = notes.collect();
    let gifts: Vec<_> = source
        .gifts()?
        .iter()
        .map(|gift| {
            let turn = u64::from(gift.ply) + opening as u64;
            json!({"turn": turn, "given": gift.to_string()})
        })
        .collect();
    if !gifts.is_empty() {
        record["header"]["anteroom:gifts"] = json!(gifts);
    }
    if !notes.is_empty() {
        record["header"]["anteroom:notes"] = json!(notes);
    }
    let text = serde_json::to_string_pretty(&record);
    text.map(|text| format!("{text}\n"))
        .map_err(|error| NotWritten::Broken(error.to_string()))
}

pub(crate) fn read(text: &str) -> Result<Recorded, RecordError> {
    let record: Value = serde_json::from_str(text).map_err(|error| {
        RecordError::at(
            error.line(),
            format!("This is not JSON: {}", JsonReason(&error)),
        )
    })?;
    if record["format"] == "anteroom-personal-data" {
        return Err(RecordError::whole(NOT_A_DATA_EXPORT));
    }
    let header = object(&record, "header")?;
    let game = object(&record["header"], "game")?;
    let name = word(game.get("name")).unwrap_or_default();
    let played = CATALOGUE
        .iter()
        .find(|game| game.card.record_name == name)
        .ok_or_else(|| {
            RecordError::whole(format!("{} is no game that is played here.", Quoted(name)))
        })?;
    let mut options = GivenOptions::new();
    let variants = game.get("variants").and_then(Value::as_array);
    for variant in variants.into_iter().flatten().filter_map(Value::as_str) {
        if let Some((key, value)) = variant.split_once('=') {
            options.insert(key.to_owned(), value.to_owned());
        }
    }
    let players = header.get("players").and_then(Value::as_array);
    let players: Vec<&Value> = players.into_iter().flatten().collect();
    let [first, second] = players.as_slice() else {
        return Err(RecordError::whole("A match here has two players."));
    };
    let seat = |player: &Value| player["anteroom:seat"].as_u64();
    let swapped = (seat(first), seat(second)) == (Some(2), Some(1));
    let mut names =
        [first, second].map(|player| word(player.get("name")).unwrap_or_default().to_owned());
    if swapped {
        names.swap(0, 1);
    }
    let time = |key: &str| word(header.get(key)).and_then(moment);
    let site = header.get("site").and_then(|site| word(site.get("name")));
    let number = header.get("site").and_then(|site| site.get("gameid"));
    let number = number.and_then(|id| match id {
        Value::String(id) => id.parse().ok(),
        id => id.as_u64(),
    });
    let list = |key: &str| {
        header
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let is_unknown = |key: &str| list("anteroom:unknown").any(|one| one == key);
    let version = header.get("anteroom:rules").and_then(Value::as_u64);
    let mut builder = Builder::new(Head {
        id: number
            .filter(|id| *id > 0 && site == Some("Anteroom"))
            .map(MatchId),
        game: played,
        options,
        rules_version: version.and_then(|version| u32::try_from(version).ok()),
        time: word(header.get("anteroom:time")).and_then(|time| time.parse().ok()),
        names,
        begun: match time("date-start") {
            Some(at) if header.contains_key("anteroom:day") => Begun::Day(at),
            Some(at) if !is_unknown("date-start") => Begun::At(at),
            _ => Begun::Unknown,
        },
        position: word(header.get("startingPosition")).map(str::to_owned),
    })?;
    for tag in list("anteroom:tags") {
        if let (Some(key), Some(value)) = (tag[0].as_str(), tag[1].as_str()) {
            let tag = (key.to_owned(), value.to_owned());
            builder.extras.tags.push(tag);
        }
    }
    // Fields that are generated from the match are not kept.
    builder.extras.header = header
        .iter()
        .filter(|(key, _)| !key.starts_with("anteroom:") && *key != "startingPosition")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let mut gifts = list("anteroom:gifts").peekable();
    let mut clocks = list("anteroom:clocks");
    let mut give = |builder: &mut Builder| {
        let now = u64::from(builder.state().ply());
        while let Some(gift) = gifts.next_if(|gift| gift["turn"].as_u64() <= Some(now)) {
            if let Some(gift) = word(gift.get("given")).and_then(read_gift) {
                builder.gift(gift, None)?;
            }
        }
        Ok::<_, RecordError>(())
    };
    give(&mut builder)?;
    let mut times = list("anteroom:times");
    let rounds = record["moves"].as_array();
    let rounds = rounds.ok_or_else(|| RecordError::whole("\"moves\" is no list."))?;
    for round in rounds {
        let entries = round
            .as_array()
            .ok_or_else(|| RecordError::whole("A round of \"moves\" is no list."))?;
        let mut entries: Vec<(u64, &str)> = entries
            .iter()
            .enumerate()
            .filter(|(_, entry)| !entry.is_null())
            .map(|(place, entry)| {
                let sequence = entry["sequence"].as_u64();
                let text = word(Some(entry)).or_else(|| word(entry.get("move")));
                (sequence.unwrap_or(place as u64), text.unwrap_or_default())
            })
            .collect();
        entries.sort_by_key(|(sequence, _)| *sequence);
        for (_, text) in entries {
            let at = times.next().and_then(Value::as_str).and_then(moment);
            builder.turn(text, at, None)?;
            let clock = clocks.next().and_then(Value::as_f64);
            builder.clock(clock.and_then(|clock| Duration::try_from_secs_f64(clock).ok()));
            give(&mut builder)?;
        }
    }
    for note in list("anteroom:notes") {
        let seat = match note["anteroom:seat"].as_u64() {
            Some(1) => Some(Seat::First),
            Some(2) => Some(Seat::Second),
            _ => None,
        };
        let turn = note["turn"]
            .as_u64()
            .and_then(|turn| u32::try_from(turn).ok());
        if let (Some(turn), Some(text)) = (turn, word(note.get("text"))) {
            builder.note(turn, seat, text);
        }
    }
    let result = |player: &Value| player["result"].as_i64();
    let [mut first, mut second] = [result(first), result(second)];
    if swapped {
        (first, second) = (second, first);
    }
    if builder.state().ending().is_none() {
        let words = match word(header.get("anteroom:ending")) {
            Some(words) => words,
            None => match first.cmp(&second) {
                std::cmp::Ordering::Less => "won second",
                std::cmp::Ordering::Greater => "won first",
                std::cmp::Ordering::Equal => "drawn",
            },
        };
        let at = time("date-end").filter(|_| !is_unknown("date-end"));
        builder.end(words, at, None)?;
    }
    let by_rules = builder
        .state()
        .ending()
        .map(|ending| match ending.verdict() {
            Some(Verdict::Win(Seat::First)) => std::cmp::Ordering::Greater,
            Some(Verdict::Win(Seat::Second)) => std::cmp::Ordering::Less,
            Some(Verdict::Draw) | None => std::cmp::Ordering::Equal,
        });
    if let (Some(ours), Some(first), Some(second)) = (by_rules, first, second)
        && ours != first.cmp(&second)
    {
        return Err(RecordError::whole(format!(
            "The results of the players are {first} and {second}, and by the rules {}.",
            match ours {
                std::cmp::Ordering::Greater => "the first player won",
                std::cmp::Ordering::Less => "the second player won",
                std::cmp::Ordering::Equal => "nobody won",
            }
        )));
    }
    Ok(builder.finish())
}

fn object<'v>(value: &'v Value, key: &str) -> Result<&'v Map<String, Value>, RecordError> {
    value
        .get(key)
        .and_then(Value::as_object)
        .ok_or_else(|| RecordError::whole(format!("\"{key}\" is missing or not an object.")))
}

fn word(value: Option<&Value>) -> Option<&str> {
    value.and_then(Value::as_str)
}

/// The message of a JSON error without its position, which is printed before it.
struct JsonReason<'e>(&'e serde_json::Error);

impl std::fmt::Display for JsonReason<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = self.0.to_string();
        let text = text.split(" at line ").next().unwrap_or_default();
        write!(f, "{text}.")
    }
}
