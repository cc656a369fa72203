//! Tournaments by the Swiss system: the table as a picture and as text, and what people read of the rounds.

use super::view::View;
use crate::contests::How;
use crate::contests::swiss::Standing;
use crate::discord::ui::contests::words::{points, points_words, quarters};
use crate::discord::ui::words::{MOST_ALT, counted, plural};
use crate::discord::ui::{Drawing, cut, mention};
use crate::features::tournaments::model::{By, Pairing, SWISS_PEOPLE, State, TABLE_PART, parts};
use crate::matches::UserId;
use crate::render::{Sheet, Standings, StandingsLine};

/// Explains the columns of the picture.
const LEGEND: [&str; 2] = [
    "BH: Buchholz without the worst opponent",
    "SB: Sonneborn–Berger",
];

/// Does so for the one column that only some tables have.
const DIRECT: &str = "Direct: among equals · SB: Sonneborn–Berger";

/// Explains the figures beside the place.
const LOTS: &str = "Beside the place: the lot, which decides last";

/// A line of the table.
struct Line {
    standing: Standing,
    user: UserId,
    out: bool,
    /// Whether only the lot decides between the person and the one before or after.
    by_lot: bool,
}

/// Words what puts one person ahead of another with the same points; `None` if their points differ.
fn ahead_by(one: &Standing, other: &Standing) -> Option<String> {
    if one.points != other.points {
        return None;
    }
    let words =
        |what: &str, one: String, other: String| Some(format!("{what}, {one} against {other}"));
    if one.buchholz != other.buchholz {
        return words("Buchholz", points(one.buchholz), points(other.buchholz));
    }
    if one.direct != other.direct {
        let direct = |of: &Standing| of.direct.map_or_else(String::new, points);
        return words("direct points", direct(one), direct(other));
    }
    if one.wins != other.wins {
        return words("wins", one.wins.to_string(), other.wins.to_string());
    }
    if one.sonneborn != other.sonneborn {
        let [one, other] = [one, other].map(|of| quarters(of.sonneborn));
        return words("Sonneborn–Berger", one, other);
    }
    words("the lot", one.lot.to_string(), other.lot.to_string())
}

impl Line {
    /// Words the tie-breaks.
    fn ties(&self) -> String {
        let of = &self.standing;
        let direct = of
            .direct
            .map(|direct| format!(", direct {}", points(direct)));
        let lot = self.by_lot.then(|| format!(", lot {}", of.lot));
        format!(
            "Buchholz {}{}, {}, SB {}{}",
            points(of.buchholz),
            direct.unwrap_or_default(),
            plural(usize::try_from(of.wins).unwrap_or(0), "win", "wins"),
            quarters(of.sonneborn),
            lot.unwrap_or_default()
        )
    }
}

impl View {
    /// Returns the picture of a part: of the bracket, or of the table of a Swiss tournament.
    pub(crate) fn picture(&self, part: usize) -> Option<Drawing> {
        match self.contest.is_swiss() {
            true => self.table(part),
            false => self.bracket(part),
        }
    }

    /// Returns the number of pictures.
    pub(crate) fn parts(&self) -> usize {
        let people = self.contest.players().len();
        match self.contest.is_swiss() {
            true => people.div_ceil(TABLE_PART),
            false => parts(people).len(),
        }
    }

    /// Returns the last round that has pairings.
    pub(crate) fn last_round(&self) -> u32 {
        match self.contest.is_swiss() {
            true => self.contest.round_drawn().max(1),
            false => self.contest.rounds(),
        }
    }

    fn lines(&self) -> Vec<Line> {
        let tournament = &self.contest;
        let table = tournament.standings();
        // In the first round, the order of the lots says nothing.
        let begun = tournament.round_drawn() > 1;
        let by_lot = |above: usize| {
            let pair = table.get(above).zip(table.get(above + 1));
            begun && pair.is_some_and(|(one, next)| is_by_lot(one, next))
        };
        let line = |(index, standing): (usize, &Standing)| {
            let player = tournament.players().get(standing.who)?;
            Some(Line {
                standing: *standing,
                user: player.user,
                out: player.out.is_some(),
                by_lot: by_lot(index) || index.checked_sub(1).is_some_and(by_lot),
            })
        };
        table.iter().enumerate().filter_map(line).collect()
    }

    fn lines_of(&self, part: usize) -> Vec<Line> {
        let lines = self.lines().into_iter();
        lines.skip(part * TABLE_PART).take(TABLE_PART).collect()
    }

    /// Returns the part of the table with a person; the first one for others.
    pub(crate) fn table_part_of(&self, user: UserId) -> usize {
        let mut lines = self.lines().into_iter();
        let place = lines.position(|line| line.user == user);
        place.map_or(0, |place| place / TABLE_PART)
    }

    /// Returns a part of the table as text; nothing before the start, and in a knock-out.
    pub(crate) fn table_text(&self, part: usize) -> Vec<String> {
        if !self.contest.is_swiss() {
            return Vec::new();
        }
        let words = |line: &Line| {
            let fate = if self.contest.champion() == Some(line.user) {
                ", **winner**"
            } else if line.out {
                ", out"
            } else {
                ""
            };
            format!(
                "{}\\. {}: {}; {}{fate}",
                line.standing.place,
                mention(line.user),
                points_words(line.standing.points),
                line.ties()
            )
        };
        self.lines_of(part).iter().map(words).collect()
    }

    /// Returns the picture of a part of the table; `None` before the start, or if there is no such part.
    fn table(&self, part: usize) -> Option<Drawing> {
        let tournament = &self.contest;
        let lines = self.lines_of(part);
        let first = lines.first()?;
        let people = tournament.players().len();
        let mut subtitle = format!(
            "{} · round {} of {} · {}",
            counted(people, "player"),
            tournament.round_drawn(),
            tournament.rounds(),
            self.game_words()
        );
        if people > TABLE_PART {
            let last = first.standing.place + lines.len() - 1;
            subtitle = format!("Places {} to {last} · {subtitle}", first.standing.place);
        }
        let spoken: Vec<String> = lines
            .iter()
            .map(|line| {
                format!(
                    "{} {}, {}, {}",
                    line.standing.place,
                    cut(&self.name(line.user), 32),
                    points_words(line.standing.points),
                    line.ties()
                )
            })
            .collect();
        // Before the end they would only take the names' room: the text has them.
        let over = tournament.state() == State::Over;
        let by_lot = |line: &Line| over && line.by_lot;
        let lots = lines.iter().any(by_lot).then_some(LOTS);
        let has_direct = lines.iter().any(|line| line.standing.direct.is_some());
        let [buchholz, others] = LEGEND;
        let others = if has_direct { DIRECT } else { others };
        let legend = [buchholz, others].into_iter().chain(lots);
        let legend: Vec<String> = legend.map(str::to_owned).collect();
        let alt = format!("The table of {}: {}", self.journal.name, spoken.join("; "));
        let explained = legend.join(". ");
        // A table that is too long is cut, and not its legend.
        let room = MOST_ALT.saturating_sub(explained.chars().count() + 3);
        let row = |line: &Line| {
            let of = &line.standing;
            StandingsLine {
                place: of.place.to_string(),
                name: self.name(line.user),
                by: match by_lot(line) {
                    true => format!("lot {}", of.lot),
                    false => String::new(),
                },
                points: points(of.points),
                buchholz: points(of.buchholz),
                direct: of.direct.map_or_else(String::new, points),
                wins: of.wins.to_string(),
                opponents: quarters(of.sonneborn),
                out: line.out,
                champion: tournament.champion() == Some(line.user),
                ..StandingsLine::default()
            }
        };
        Some(Drawing {
            sheet: Sheet::Standings(Standings {
                title: self.journal.name.clone(),
                subtitle,
                lines: lines.iter().map(row).collect(),
                legend,
            }),
            alt: format!("{}. {explained}.", cut(&alt, room)),
            file: format!("tournament-{}-{part}.png", self.id()),
        })
    }

    /// Words how a Swiss tournament works, in one line.
    pub(crate) fn how_swiss_works(&self) -> String {
        let rules = self.contest.rules();
        let rounds = rules.swiss.unwrap_or_default();
        format!(
            "A Swiss tournament of up to {rounds} rounds: in each round, people with the same points meet in one game, and nobody meets the same person twice. A win is 1 point and a draw ½; who has no opponent gets 1 point. Between equal points decide Buchholz without the worst opponent, direct games, wins, Sonneborn–Berger and the lot. A round lasts up to {}, and the next one begins as soon as all games are over. Who joins during the first round plays from the second on, with ½ point. Fewer than {SWISS_PEOPLE} people play all against all.",
            counted(rules.days, "day")
        )
    }

    /// Says that all play against all, if they do; begins with a space.
    pub(crate) fn all_play_all_words(&self) -> &'static str {
        match self.contest.all_play_all() {
            true => " With so few players, all play against all.",
            false => "",
        }
    }

    /// Tells who meets whom in a round: in the pairings that are `open`, and in those that are decided without a game.
    pub(crate) fn round_words(&self, round: u32, open: &[&Pairing], other: &[&Pairing]) -> String {
        let tournament = &self.contest;
        let mut lines = vec![format!(
            "round {round} of {} begins. The player who is named first has the first move.",
            tournament.rounds()
        )];
        let people = |one: &Pairing| {
            let [first, second] = tournament.people_of(one);
            first.zip(second)
        };
        let shown = open.iter().filter(|one| one.opened.is_some());
        let pairs = shown.clone().filter_map(|one| people(one));
        lines.extend(
            pairs.map(|(one, other)| format!("{} against {}", mention(one), mention(other))),
        );
        if shown.count() < open.len() {
            lines.push(String::from("The other pairings follow in the next post."));
        }
        for pairing in other {
            lines.extend(self.unplayed(pairing));
        }
        if tournament.has_repeats(round) {
            lines.push(String::from(
                "Some people meet again: no other round was left, and those who met longest ago do.",
            ));
        }
        lines.join("\n")
    }

    /// Tells a pairing that is decided without a game.
    fn unplayed(&self, pairing: &Pairing) -> Option<String> {
        let [one, other] = self.contest.people_of(pairing);
        Some(match (one?, other) {
            (one, None) if self.contest.all_play_all() => {
                format!("{} has no game in this round.", mention(one))
            }
            (one, None) => format!("{} has a bye and gets 1 point.", mention(one)),
            (one, Some(other)) => match pairing.winner() {
                Some(0) => won_without(one, other),
                Some(_) => won_without(other, one),
                None => format!("{} and {} are both out.", mention(one), mention(other)),
            },
        })
    }

    /// Tells a pairing among the results of its round.
    pub(crate) fn swiss_result(&self, pairing: &Pairing) -> Option<String> {
        let [one, other] = self.contest.people_of(pairing);
        let one = mention(one?);
        let Some(other) = other.map(mention) else {
            return Some(match self.contest.all_play_all() {
                true => format!("• {one} has no game"),
                false => format!("• {one} has a bye: 1 point"),
            });
        };
        let Some(decision) = pairing.decision else {
            return Some(format!("• {one} against {other}: being played"));
        };
        let [winner, loser] = match decision.winner {
            Some(0) => [&one, &other],
            Some(_) => [&other, &one],
            None if decision.by != By::Games => {
                return Some(format!("• neither {one} nor {other} gets a point"));
            }
            None if pairing.points(1) == [1; 2] => {
                return Some(format!("• {one} and {other} draw{}", time_is_up(pairing)));
            }
            None => return Some(format!("• {one} against {other}: no result, no points")),
        };
        let by = match decision.by {
            By::Walkover => format!(": {loser} is out"),
            By::Organiser => String::from(": the organiser decided"),
            By::Games | By::DecidingGame | By::Seed => time_is_up(pairing).to_owned(),
        };
        Some(format!("• **{winner}** beats {loser}{by}"))
    }

    /// Tells a person of the tournament how they take part.
    pub(crate) fn own_swiss_line(&self, user: UserId, seed: usize) -> String {
        let tournament = &self.contest;
        let table = tournament.standings();
        let Some(own) = table.iter().find(|line| line.who == seed) else {
            return String::new();
        };
        let total = points_words(own.points);
        if tournament.champion() == Some(user) {
            return format!("You have won, with {total}. Congratulations!");
        }
        if tournament.state() == State::Over {
            return format!("You finished in place {}, with {total}.", own.place);
        }
        if !tournament.is_playing(user) {
            return format!("You are out, with {total}.");
        }
        format!(
            "You are in place {}, with {total}. {}",
            own.place,
            self.own_round(user)
        )
    }

    /// Tells a person what they do in the round that is being played.
    fn own_round(&self, user: UserId) -> String {
        let tournament = &self.contest;
        let round = tournament.round_drawn();
        let mut own = tournament.pairings().iter().rev();
        let own = own.find(|one| one.round == round && tournament.side_of(one, user).is_some());
        let Some(own) = own else {
            return String::from("You play from the second round on.");
        };
        let side = tournament.side_of(own, user).unwrap_or(0);
        let other = tournament.people_of(own).get(1 - side).copied().flatten();
        let Some(other) = other else {
            return match tournament.all_play_all() {
                true => format!("You have no game in round {round}."),
                false => format!("You have a bye in round {round}, which is worth 1 point."),
            };
        };
        if own.decision.is_none() {
            let moves = if side == 0 { "first" } else { "second" };
            return format!(
                "You play {} in round {round}, and you move {moves}.",
                mention(other)
            );
        }
        match round == tournament.rounds() {
            true => String::from("Your last game is over."),
            false => format!(
                "Your game of round {round} is over. The next round begins when all games are over."
            ),
        }
    }

    /// Returns the line for the profile of a person who plays.
    pub(crate) fn swiss_line(&self, user: UserId) -> Option<String> {
        let tournament = &self.contest;
        let seed = tournament.seed_of(user)?;
        let table = tournament.standings();
        let own = table.iter().find(|line| line.who == seed)?;
        let plays = self.is_open() && tournament.is_playing(user);
        plays.then(|| {
            format!(
                "{}: place {} of {}, with {}",
                self.title(),
                own.place,
                table.len(),
                points_words(own.points)
            )
        })
    }

    /// Names the winner and the next ones, with what decided between equals.
    pub(crate) fn swiss_over(&self, champion: Option<UserId>) -> String {
        let Some(champion) = champion else {
            return String::from("it is over. Nobody is left, so there is no winner.");
        };
        let lines = self.lines();
        let still_in: Vec<&Line> = lines.iter().filter(|line| !line.out).collect();
        let total = still_in.first().map_or(0, |line| line.standing.points);
        let mut text = format!(
            "it is over, and {} has **won** it with {}. Congratulations!",
            mention(champion),
            points_words(total)
        );
        for (pair, word) in still_in.windows(2).zip(["Second", "Third"]) {
            let &[before, own] = pair else {
                continue;
            };
            let behind = ahead_by(&before.standing, &own.standing);
            text.push_str(&format!(
                "\n{word}: {} with {}",
                mention(own.user),
                points_words(own.standing.points)
            ));
            if let Some(behind) = behind {
                let ahead = mention(before.user);
                text.push_str(&format!("; {ahead} is ahead by {behind}"));
            }
        }
        if let Some(&[third, fourth]) = still_in.get(2..4)
            && let Some(behind) = ahead_by(&third.standing, &fourth.standing)
        {
            let [third, fourth] = [third, fourth].map(|line| mention(line.user));
            text.push_str(&format!("\n{third} is ahead of {fourth} by {behind}."));
        }
        text
    }
}

/// Whether only the lot decides between two people.
fn is_by_lot(one: &Standing, next: &Standing) -> bool {
    let key = |of: &Standing| (of.points, of.buchholz, of.direct, of.wins, of.sonneborn);
    key(one) == key(next)
}

fn won_without(winner: UserId, other: UserId) -> String {
    format!(
        "{} wins without playing: {} is out.",
        mention(winner),
        mention(other)
    )
}

/// Says that a result was given at the last moment of the round, if it was.
fn time_is_up(pairing: &Pairing) -> &'static str {
    let over = pairing.games.first().is_some_and(|game| match &game.state {
        crate::contests::GameState::Over { end, .. } => end.how == How::RoundOver,
        _ => false,
    });
    if over {
        ": the time of the round ended"
    } else {
        ""
    }
}
