//! The bracket as a picture, and as text for those who cannot see it.

use super::view::View;
use crate::discord::ui::words::{MOST_ALT, counted};
use crate::discord::ui::{Drawing, cut};
use crate::features::tournaments::model::{By, Entrant, Pairing, parts};
use crate::render::{
    BracketEntrant, BracketFate, BracketPairing, BracketRound, BracketSheet, BracketSide, Sheet,
};

impl View {
    /// Returns the picture of a part of the bracket; `None` before the start, or if there is no such part.
    pub(crate) fn bracket(&self, part: usize) -> Option<Drawing> {
        let tournament = &self.contest;
        tournament.began().filter(|_| !tournament.is_swiss())?;
        let parts = parts(tournament.players().len());
        let shown = parts.get(part)?;
        let pairing = |index: &usize| tournament.pairings().get(*index);
        let columns = (shown.first..).zip(&shown.columns);
        let rounds: Vec<(String, Vec<&Pairing>)> = columns
            .map(|(round, column)| {
                let pairings = column.iter().filter_map(pairing).collect();
                (self.round_name(round), pairings)
            })
            .collect();
        let third = tournament.third_place().filter(|_| part == 0);
        let mut subtitle = format!(
            "Knock-out of {} · {}",
            tournament.players().len(),
            self.game_words()
        );
        if parts.len() > 1 {
            subtitle = match part {
                0 => format!("The way to the final · {subtitle}"),
                part => format!("Part {part} of {} · {subtitle}", parts.len() - 1),
            };
        }
        let mut alt: Vec<String> = Vec::new();
        // What is going on now comes first: the text may be cut.
        for (name, pairings) in rounds.iter().rev() {
            let told: Vec<String> = pairings.iter().filter_map(|one| self.spoken(one)).collect();
            if !told.is_empty() {
                alt.push(format!("{name}: {}.", told.join("; ")));
            }
        }
        if let Some(told) = third.and_then(|third| self.spoken(third)) {
            alt.insert(0, format!("Third place: {told}."));
        }
        if let Some(champion) = tournament.champion() {
            alt.insert(0, format!("The winner is {}.", self.name(champion)));
        }
        if alt.is_empty() {
            alt.push(String::from("These pairings are open."));
        }
        let people = counted(tournament.players().len(), "player");
        let alt = format!(
            "The bracket of {}, {people}, the latest round first. {}",
            self.journal.name,
            alt.join(" ")
        );
        let drawn = rounds.iter().map(|(name, pairings)| BracketRound {
            name: name.clone(),
            pairings: pairings.iter().map(|one| self.drawn(one)).collect(),
        });
        let mut drawn: Vec<BracketRound> = drawn.collect();
        if parts.len() > 1 && part == 0 {
            let first = drawn.first_mut();
            let first = first.map_or_else(Default::default, |round| round.pairings.iter_mut());
            for (number, pairing) in (1..).zip(first) {
                for side in &mut pairing.sides {
                    if let BracketEntrant::Open(from) = &mut side.who {
                        *from = format!("Part {number}");
                    }
                }
            }
        }
        let sheet = BracketSheet {
            title: self.journal.name.clone(),
            subtitle,
            rounds: drawn,
            third: third.map(|third| self.drawn(third)),
            champion: tournament
                .champion()
                .filter(|_| part == 0)
                .map(|user| self.name(user)),
        };
        Some(Drawing {
            sheet: Sheet::Bracket(sheet),
            alt: cut(&alt, MOST_ALT),
            file: format!("tournament-{}-{part}.png", self.id()),
        })
    }

    fn drawn(&self, pairing: &Pairing) -> BracketPairing {
        let entrants = self.contest.entrants(pairing);
        let scores = self.side_scores(pairing);
        let both = entrants.iter().all(|one| matches!(one, Entrant::Known(_)));
        let by = pairing.decision.map(|decision| decision.by);
        let side = |side: usize| {
            let (Some(entrant), Some(score)) = (entrants.get(side), scores.get(side)) else {
                return BracketSide::default();
            };
            let who = match entrant {
                Entrant::Nobody => BracketEntrant::Bye,
                Entrant::Open => BracketEntrant::Open(String::new()),
                Entrant::Known(seed) => BracketEntrant::Person {
                    name: self
                        .contest
                        .person(*entrant)
                        .map_or_else(String::new, |user| self.name(user)),
                    seed: u32::try_from(*seed).map_or(0, |seed| seed + 1),
                },
            };
            let won = pairing
                .decision
                .map(|decision| decision.winner == Some(side));
            let score = match (by, won) {
                (Some(By::Walkover), Some(true)) if both => String::from("w/o"),
                (Some(By::Walkover), _) => String::new(),
                _ if pairing.opened.is_none() || pairing.games.is_empty() => String::new(),
                // Of an equal pairing, a plus shows who went on.
                (Some(By::DecidingGame | By::Seed), Some(true)) => format!("{score}+"),
                _ => score.clone(),
            };
            BracketSide {
                who,
                score,
                fate: match won {
                    Some(true) => BracketFate::Won,
                    Some(false) => BracketFate::Lost,
                    None => BracketFate::Open,
                },
            }
        };
        BracketPairing {
            sides: [side(0), side(1)],
            running: pairing.opened.is_some() && pairing.decision.is_none(),
        }
    }

    /// Tells a pairing with at least one known person, for those who cannot see the picture.
    fn spoken(&self, pairing: &Pairing) -> Option<String> {
        let people = self.contest.people_of(pairing);
        let names = people.map(|user| user.map(|user| cut(&self.name(user), 32)));
        let [one, other] = match names {
            [Some(one), Some(other)] => [one, other],
            [Some(one), None] | [None, Some(one)] => {
                let out = self.is_out(people);
                let what = match pairing.decision.map(|decision| decision.winner) {
                    None if out => "is out",
                    None => "waits",
                    Some(Some(_)) if pairing.round == 1 => "has a bye",
                    Some(Some(_)) => "has no opponent and goes on",
                    Some(None) => return None,
                };
                return Some(format!("{one} {what}"));
            }
            [None, None] => return None,
        };
        let Some(decision) = pairing.decision else {
            let score = self.score(pairing, 0);
            return Some(format!("{one} plays {other}, {score} so far"));
        };
        let score = self.score(pairing, decision.winner.unwrap_or(0));
        let (winner, loser) = match decision.winner {
            Some(0) => (one, other),
            Some(_) => (other, one),
            None => return Some(format!("neither {one} nor {other} goes on")),
        };
        Some(match decision.by {
            By::Games => format!("{winner} beat {loser}, {score}"),
            By::DecidingGame => format!("{winner} beat {loser} in the deciding game"),
            By::Walkover => format!("{winner} went on without {loser}"),
            By::Seed => format!("{winner} went on against {loser} as the better seed"),
            By::Organiser => {
                format!("{winner} went on against {loser} by the organiser's decision")
            }
        })
    }
}
