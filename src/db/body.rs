//! The stored form of an event: a kind and a small JSON object. Reading ignores unknown fields, so that later versions
//! may add some.

use serde_json::{Value, json};
use strum::VariantNames;

use crate::matches::Fact;

/// Returns the kind and the body of an event.
pub(crate) fn write(fact: &Fact) -> Result<(&'static str, String), serde_json::Error> {
    // `{"turn":{…}}`, or `"expired"` for an event without fields. A `Value` would not keep the order of fields.
    let text = serde_json::to_string(fact)?;
    let body = text.strip_suffix('}').and_then(|text| text.split_once(':'));
    let body = body.map_or("{}", |(_, body)| body);
    Ok((fact.into_str(), body.to_owned()))
}

/// Returns the event of a kind and a body, or the reason why they are invalid.
pub(crate) fn read(kind: &str, body: &str) -> Result<Fact, String> {
    if !Fact::VARIANTS.contains(&kind) {
        return Err(format!(
            "unknown kind \"{kind}\", which a newer version may have written"
        ));
    }
    serde_json::from_str::<Value>(body)
        .and_then(|body| serde_json::from_value(json!({ kind: body })))
        // An event without fields is its kind alone.
        .or_else(|error| serde_json::from_value(json!(kind)).map_err(|_| error.to_string()))
}

#[cfg(test)]
mod tests {
    use strum::VariantNames;

    use super::*;

    /// Each kind of event with each of its fields as the database has them, and the event that it is.
    const STORED: &str = r#"
proposed {"channel":77,"game":"connect-n","options":{"columns":"7","n":"4"},"time":"3d","challenger":101,"seat":"first","seat_drawn":false}
  = Proposed(Proposal { place: Place { guild: None, channel: ChannelId(77) }, game: "connect-n", rules_version: 1, options: Values({"columns": "7", "n": "4"}), time: PerTurn(259200s), days_off: Allowed, challenger: UserId(101), invited: None, seat: First, seat_drawn: false, exhibition: None, team: None, terms: MatchTerms { rated: false, opponent: OpponentTerms { punctual: false, quick: false, finished: 0, rating: None } }, figures: None, rematch_of: None, position: None, opening: [], contest: None })
proposed {"guild":5,"channel":77,"game":"connect-n","rules_version":2,"options":{},"time":"7d+12h","days_off":"weekends","challenger":9223372036854775811,"invited":102,"seat":"second","seat_drawn":true,"rated":true,"rematch_of":11}
  = Proposed(Proposal { place: Place { guild: Some(GuildId(5)), channel: ChannelId(77) }, game: "connect-n", rules_version: 2, options: Values({}), time: Bank { bank: 604800s, increment: 43200s }, days_off: WeekendsToo, challenger: UserId(9223372036854775811), invited: Some(Person(UserId(102))), seat: Second, seat_drawn: true, exhibition: None, team: None, terms: MatchTerms { rated: true, opponent: OpponentTerms { punctual: false, quick: false, finished: 0, rating: None } }, figures: None, rematch_of: Some(MatchId(11)), position: None, opening: [], contest: None })
proposed {"channel":77,"game":"anche","options":{},"time":"1d","days_off":"none","challenger":101,"seat":"first","seat_drawn":false,"terms":{"punctual":true,"quick":true,"finished":4,"rating":[1400,1700]},"figures":{"finished":9,"lost_on_time":1,"last_lost_on_time":5000,"since":3,"quartiles":[60,120,300]}}
  = Proposed(Proposal { place: Place { guild: None, channel: ChannelId(77) }, game: "anche", rules_version: 1, options: Values({}), time: PerTurn(86400s), days_off: None, challenger: UserId(101), invited: None, seat: First, seat_drawn: false, exhibition: None, team: None, terms: MatchTerms { rated: false, opponent: OpponentTerms { punctual: true, quick: true, finished: 4, rating: Some(RatingRange { least: 1400, greatest: 1700 }) } }, figures: Some(Figures { finished: 9, lost_on_time: 1, last_lost_on_time: Some(Moment(5000)), since: 3, quartiles: Some([60s, 120s, 300s]) }), rematch_of: None, position: None, opening: [], contest: None })
proposed {"channel":77,"game":"anche","options":{},"time":"1d","challenger":101,"invited_computer":3,"seat":"first","seat_drawn":false,"exhibited":5,"interval":30}
  = Proposed(Proposal { place: Place { guild: None, channel: ChannelId(77) }, game: "anche", rules_version: 1, options: Values({}), time: PerTurn(86400s), days_off: Allowed, challenger: UserId(101), invited: Some(Computer(Club)), seat: First, seat_drawn: false, exhibition: Some(Exhibition { level: Master, every: 30s }), team: None, terms: MatchTerms { rated: false, opponent: OpponentTerms { punctual: false, quick: false, finished: 0, rating: None } }, figures: None, rematch_of: None, position: None, opening: [], contest: None })
proposed {"channel":77,"game":"anche","options":{},"time":"1d","challenger":101,"invited":102,"seat":"first","seat_drawn":false,"position":"3/3 \"x\"","opening":["d","c"],"contest":{"kind":"league","journal":2,"game":6,"round":1,"event":"Berlin Open"}}
  = Proposed(Proposal { place: Place { guild: None, channel: ChannelId(77) }, game: "anche", rules_version: 1, options: Values({}), time: PerTurn(86400s), days_off: Allowed, challenger: UserId(101), invited: Some(Person(UserId(102))), seat: First, seat_drawn: false, exhibition: None, team: None, terms: MatchTerms { rated: false, opponent: OpponentTerms { punctual: false, quick: false, finished: 0, rating: None } }, figures: None, rematch_of: None, position: Some("3/3 \"x\""), opening: ["d", "c"], contest: Some(Contest { kind: "league", journal: JournalId(2), game: 6, round: Some(1), event: "Berlin Open", host: None }) })
proposed {"channel":77,"game":"anche","options":{},"time":"1d","challenger":101,"invited":102,"seat":"first","seat_drawn":false,"position":"3/3 \"x\"","opening":["d","c"],"contest":{"kind":"simul","journal":2,"game":6,"event":"Simul 3","host":{"seat":"second","time":"10d+1d"}}}
  = Proposed(Proposal { place: Place { guild: None, channel: ChannelId(77) }, game: "anche", rules_version: 1, options: Values({}), time: PerTurn(86400s), days_off: Allowed, challenger: UserId(101), invited: Some(Person(UserId(102))), seat: First, seat_drawn: false, exhibition: None, team: None, terms: MatchTerms { rated: false, opponent: OpponentTerms { punctual: false, quick: false, finished: 0, rating: None } }, figures: None, rematch_of: None, position: Some("3/3 \"x\""), opening: ["d", "c"], contest: Some(Contest { kind: "simul", journal: JournalId(2), game: 6, round: None, event: "Simul 3", host: Some(Host { seat: Second, time: Bank { bank: 864000s, increment: 86400s } }) }) })
proposed {"guild":5,"channel":77,"game":"anche","options":{},"time":"1d","challenger":101,"invited_team":{"name":"Café 🦀"},"seat":"first","seat_drawn":false,"team":{"name":"Woodpushers","role":12}}
  = Proposed(Proposal { place: Place { guild: Some(GuildId(5)), channel: ChannelId(77) }, game: "anche", rules_version: 1, options: Values({}), time: PerTurn(86400s), days_off: Allowed, challenger: UserId(101), invited: Some(Team(Team { name: TeamName("Café 🦀"), role: None })), seat: First, seat_drawn: false, exhibition: None, team: Some(Team { name: TeamName("Woodpushers"), role: Some(RoleId(12)) }), terms: MatchTerms { rated: false, opponent: OpponentTerms { punctual: false, quick: false, finished: 0, rating: None } }, figures: None, rematch_of: None, position: None, opening: [], contest: None })
accepted {"by":9223372036854775811}
  = Accepted { by: Person(UserId(9223372036854775811)) }
accepted {"computer":1}
  = Accepted { by: Computer(Beginner) }
accepted {"team":{"name":"Woodpushers","role":12}}
  = Accepted { by: Team(Team { name: TeamName("Woodpushers"), role: Some(RoleId(12)) }) }
declined {"by":102}
  = Declined { by: UserId(102) }
withdrawn {}
  = Withdrawn
expired {}
  = Expired
renewed {}
  = Renewed
thawed {"since":-7}
  = Thawed { since: Moment(-7) }
turn {"seat":"second","text":"a \"b\"\n"}
  = Turn { seat: Second, text: "a \"b\"\n", conditional: false, ballot: None }
turn {"seat":"first","text":"d","conditional":true}
  = Turn { seat: First, text: "d", conditional: true, ballot: None }
turn {"seat":"first","text":"d","ballot":{"proposals":[{"text":"d","votes":9},{"text":"c \"x\"","votes":3}]}}
  = Turn { seat: First, text: "d", conditional: false, ballot: Some(Ballot { proposals: [Proposed { text: "d", votes: 9 }, Proposed { text: "c \"x\"", votes: 3 }] }) }
takeback-asked {"seat":"first"}
  = TakebackAsked { seat: First }
takeback-declined {"seat":"second"}
  = TakebackDeclined { seat: Second }
taken-back {"seat":"first","ply":4,"agreed":true}
  = TakenBack { seat: First, ply: 4, agreed: true }
taken-back {"seat":"second","ply":0,"agreed":false}
  = TakenBack { seat: Second, ply: 0, agreed: false }
draw-offered {"seat":"first"}
  = DrawOffered { seat: First }
draw-declined {"seat":"second"}
  = DrawDeclined { seat: Second }
draw-agreed {"seat":"first"}
  = DrawAgreed { seat: First }
resigned {"seat":"second"}
  = Resigned { seat: Second }
time-given {"seat":"first","time":43200}
  = TimeGiven { seat: First, time: 43200s }
time-off {"seat":"first","from":-1000,"until":2000}
  = TimeOff { seat: First, off: TimeOff { from: Moment(-1000), until: Moment(2000), back: None, automatic: false } }
time-off {"seat":"second","from":1000,"until":2000,"back":1500,"automatic":true}
  = TimeOff { seat: Second, off: TimeOff { from: Moment(1000), until: Moment(2000), back: Some(Moment(1500)), automatic: true } }
time-off-ended {"seat":"first"}
  = TimeOffEnded { seat: First }
zoned {"seat":"second","zone":"Europe/Berlin"}
  = Zoned { seat: Second, zone: Europe/Berlin }
zoned {"seat":"first","zone":"Etc/GMT-3"}
  = Zoned { seat: First, zone: Etc/GMT-3 }
aborted {"by":102}
  = Aborted { by: UserId(102) }
stopped {"by":102}
  = Stopped { by: UserId(102) }
annulled {}
  = Annulled { by: None }
annulled {"by":102}
  = Annulled { by: Some(UserId(102)) }
recorded {"winner":"first"}
  = Recorded { verdict: Win(First) }
recorded {"winner":"draw"}
  = Recorded { verdict: Draw }
abandoned {}
  = Abandoned
moderated {"by":102,"act":"pause","reason":"because"}
  = Moderated { by: UserId(102), act: Pause, reason: "because" }
moderated {"by":102,"act":"resume","reason":"because"}
  = Moderated { by: UserId(102), act: Resume, reason: "because" }
moderated {"by":102,"act":"end","reason":"because"}
  = Moderated { by: UserId(102), act: End(None), reason: "because" }
moderated {"by":102,"act":"end","winner":"second","reason":"because"}
  = Moderated { by: UserId(102), act: End(Some(Win(Second))), reason: "because" }
moderated {"by":102,"act":"end","winner":"draw","reason":"because"}
  = Moderated { by: UserId(102), act: End(Some(Draw)), reason: "because" }
moderated {"by":102,"act":"undo","ply":0,"reason":"because"}
  = Moderated { by: UserId(102), act: Undo { ply: 0 }, reason: "because" }
moderated {"by":102,"act":"redo","reason":"because"}
  = Moderated { by: UserId(102), act: Redo, reason: "because" }
moderated {"by":102,"act":"let-out","seat":"second","reason":"because"}
  = Moderated { by: UserId(102), act: LetOut(Second), reason: "because" }
moderated {"by":102,"act":"reopen","reason":"because"}
  = Moderated { by: UserId(102), act: Reopen, reason: "because" }
flagged {"seat":"first"}
  = Flagged { seat: First, no_show: false }
flagged {"seat":"second","no_show":true}
  = Flagged { seat: Second, no_show: true }
adjudicated {"why":"season-over"}
  = Adjudicated { verdict: None, why: SeasonOver }
adjudicated {"winner":"first","why":"forfeit"}
  = Adjudicated { verdict: Some(Win(First)), why: Forfeit }
adjudicated {"winner":"draw","why":"annulled"}
  = Adjudicated { verdict: Some(Draw), why: Annulled }
adjudicated {"why":"organiser"}
  = Adjudicated { verdict: None, why: Organiser }
adjudicated {"why":"discontinued"}
  = Adjudicated { verdict: None, why: Discontinued }
"#;

    fn stored() -> Vec<(&'static str, &'static str, &'static str)> {
        let mut lines = STORED.trim().lines();
        std::iter::from_fn(|| {
            let (kind, body) = lines.next()?.split_once(' ').unwrap();
            let fact = lines.next()?.strip_prefix("  = ").unwrap();
            Some((kind, body, fact))
        })
        .collect()
    }

    #[test]
    fn events_are_kept_under_stable_names() {
        for (kind, body, expected) in stored() {
            let fact = read(kind, body).unwrap();
            assert_eq!(format!("{fact:?}"), expected, "{kind} {body}");
            assert_eq!(write(&fact).unwrap(), (kind, body.to_owned()));
        }
        for kind in Fact::VARIANTS {
            assert!(stored().iter().any(|(of, ..)| of == kind), "{kind}");
        }
    }

    #[test]
    fn fields_of_a_newer_version_are_ignored() {
        for (kind, body, expected) in stored() {
            let (fields, comma) = (&body[..body.len() - 1], if body == "{}" { "" } else { "," });
            let newer = format!(r#"{fields}{comma}"newer":{{"by":[7]}},"kind":"turn"}}"#);
            let fact = read(kind, &newer).unwrap();
            assert_eq!(format!("{fact:?}"), expected, "{kind} {newer}");
        }
    }

    #[test]
    fn bodies_of_earlier_versions_are_read() {
        let proposed =
            r#"{"channel":77,"game":"connect-n","time":"3d","challenger":101,"seat":"first"}"#;
        let same = r#"{"channel":77,"game":"connect-n","options":{},"time":"3d","challenger":101,"seat":"first","seat_drawn":false}"#;
        for (kind, body, rewritten) in [
            ("proposed", proposed, same),
            ("annulled", r#"{"by":null}"#, "{}"),
            (
                "flagged",
                r#"{"no_show":false,"seat":"first"}"#,
                r#"{"seat":"first"}"#,
            ),
            (
                "adjudicated",
                r#"{"winner":null,"why":"forfeit"}"#,
                r#"{"why":"forfeit"}"#,
            ),
        ] {
            let fact = read(kind, body).unwrap();
            assert_eq!(write(&fact).unwrap(), (kind, rewritten.to_owned()));
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let challenge = |rest: &str| {
            format!(
                r#"{{"channel":7,"game":"anche","time":"3d","challenger":1,"seat":"first",{rest}}}"#
            )
        };
        let level = "there is no computer of level 6";
        let both = "a player is of two kinds";
        let half = "half an exhibition";
        for (body, expected) in [
            (r#""invited":1,"invited_computer":2"#, both),
            (r#""invited_computer":6"#, level),
            (r#""exhibited":6,"interval":9"#, level),
            (r#""exhibited":5"#, half),
            (r#""interval":9"#, half),
            (r#""days_off":"sometimes""#, "sometimes"),
            (r#""contest":{"kind":"league"}"#, "missing field `journal`"),
        ] {
            let error = read("proposed", &challenge(body)).unwrap_err();
            assert!(error.contains(expected), "{body}: {error}");
        }
        let table = r#"
            rated {} = unknown kind "rated", which a newer version may have written
            proposed {} = missing field
            turn {} = missing field `seat`
            turn { = EOF while parsing an object
            turn {"seat":"first","text":"d"}} = trailing characters
            turn {"seat":"third","text":"d"} = unknown variant `third`
            turn {"seat":"first","text":4} = invalid type
            accepted {} = nobody accepted
            accepted {"by":1,"computer":2} = a player is of two kinds
            accepted {"computer":6} = there is no computer of level 6
            declined {"by":"@1"} = invalid type
            annulled {"by":"@1"} = invalid type
            thawed {} = missing field `since`
            taken-back {"seat":"first","ply":-1,"agreed":true} = invalid value
            time-given {"seat":"first","time":-1} = invalid value
            time-off {"seat":"first","from":1} = missing field `until`
            zoned {"seat":"first","zone":"Mars/Base"} = There is no time zone called "Mars/Base".
            recorded {} = missing field `winner`
            recorded {"winner":"third"} = `second`
            moderated {"by":1,"act":"praise","reason":""} = praise
            moderated {"by":1,"act":"undo","reason":""} = undo
            moderated {"by":1,"act":"let-out","reason":""} = let-out
            moderated {"by":1,"act":"pause"} = missing field `reason`
            moderated {"act":"pause","reason":""} = missing field `by`
            adjudicated {"winner":"draw"} = missing field `why`
            adjudicated {"why":"weather"} = weather"#;
        for row in table.trim().lines() {
            let (stored, expected) = row.split_once(" = ").unwrap();
            let (kind, body) = stored.trim().split_once(' ').unwrap();
            let error = read(kind, body).unwrap_err();
            assert!(error.contains(expected), "{row}: {error}");
        }
    }
}
