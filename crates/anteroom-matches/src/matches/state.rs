use std::sync::Arc;
use std::time::Duration;

use super::bounds::{CLOCK_CHANGES_WITHIN, MOST_CLOCK_CHANGES};
use super::contest::{Contest, MOST_OFF_IN_CONTEST};
use super::event::{Event, Fact, Moderation, Proposal};
use super::ids::{MatchId, UserId};
use super::player::Player;
use super::reached::Reached;
use super::record::{Entry, Takebacks};
use super::status::{Ending, Status, Undone};
use super::team::types::Ballot;
use crate::matches::Level;
use crate::matches::clock::clocks::Clocks;
use crate::people::Moment;
use anteroom_board::Seat;
use anteroom_games::{
    self, DynPosition, Effect, Game, Progress, Rateable, Standstill, TurnRead, read_turn,
};

/// The turns that each player must play for a result to count for ratings.
pub const LEAST_RATED_TURNS: usize = 2;

/// A match: the fold of its events.
#[derive(Clone, Debug)]
pub struct Match {
    id: MatchId,
    seq: u32,
    game: &'static Game,
    proposal: Arc<Proposal>,
    proposed_at: Moment,
    changed_at: Moment,
    ended_at: Option<Moment>,
    annulled: bool,
    status: Status,
    players: Option<[Player; 2]>,
    began_at: Option<Moment>,
    /// When the challenge was made or reopened.
    pub(crate) opened_at: Moment,
    pub(crate) reached: Reached,
    pub(crate) record: Vec<Entry>,
    pub(crate) draw_offer: Option<Seat>,
    offered_at: [Option<u32>; 2],
    pub(crate) clocks: Clocks,
    pub(crate) takebacks: Takebacks,
    /// When each player changed clocks within the last day; see [`MOST_CLOCK_CHANGES`].
    pub(crate) clock_changes: [Vec<Moment>; 2],
    /// Whether a moderator has paused the match.
    pub(crate) paused: bool,
    /// The clocks just before the end, while the match is over.
    pub(crate) clocks_at_end: Option<Box<Clocks>>,
    /// The ending that a moderator has undone last.
    pub(crate) undone: Option<Box<Undone>>,
}

/// Why events cannot be replayed: another program or another version of the rules wrote them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {id}, event {seq}: {why}")]
pub struct ReplayError {
    /// The number of the match.
    pub id: MatchId,
    /// The number of the event, counted from 1.
    pub seq: u32,
    /// What is wrong, in words: `a second challenge`.
    pub why: String,
}

/// Returns the clocks of a match before its first turn.
fn first_clocks(proposal: &Proposal) -> Clocks {
    let (time, days_off) = (proposal.time, proposal.days_off);
    let Some(contest) = &proposal.contest else {
        let teams = Seat::BOTH
            .into_iter()
            .filter(|seat| proposal.is_teams(*seat));
        return teams.fold(Clocks::new(time, days_off), Clocks::without_days_off);
    };
    let clocks = Clocks::limited(time, days_off, MOST_OFF_IN_CONTEST);
    match contest.host {
        Some(host) => clocks.with_own(host.seat, host.time),
        None => clocks,
    }
}

impl Match {
    /// Folds the first event: the challenge.
    pub fn proposed(id: MatchId, proposal: Proposal, at: Moment) -> Result<Self, ReplayError> {
        let wrong = |why: String| ReplayError { id, seq: 1, why };
        let game = anteroom_games::find(&proposal.game)
            .ok_or_else(|| wrong(format!("unknown game \"{}\"", proposal.game)))?;
        let (version, newest) = (proposal.rules_version, game.card.rules_version);
        if !(1..=newest).contains(&version) {
            return Err(wrong(format!(
                "version {version} of the rules of \"{}\", of which versions 1 to {newest} are known",
                proposal.game
            )));
        }
        let reached = Reached::start(game, &proposal).map_err(wrong)?;
        Ok(Self {
            id,
            seq: 1,
            game,
            clocks: first_clocks(&proposal),
            proposal: Arc::new(proposal),
            proposed_at: at,
            changed_at: at,
            ended_at: None,
            annulled: false,
            status: Status::Open,
            players: None,
            began_at: None,
            opened_at: at,
            reached,
            record: Vec::new(),
            draw_offer: None,
            offered_at: [None; 2],
            takebacks: Takebacks::default(),
            clock_changes: [Vec::new(), Vec::new()],
            paused: false,
            clocks_at_end: None,
            undone: None,
        })
    }

    /// Replays the events of a match, oldest first.
    pub fn replay(
        id: MatchId,
        events: impl IntoIterator<Item = Event>,
    ) -> Result<Self, ReplayError> {
        let mut events = events.into_iter();
        let Some(Event {
            at,
            fact: Fact::Proposed(proposal),
        }) = events.next()
        else {
            return Err(ReplayError {
                id,
                seq: 1,
                why: String::from("a match must begin with a challenge"),
            });
        };
        let mut played = Self::proposed(id, proposal, at)?;
        events.try_for_each(|event| played.apply(&event))?;
        Ok(played)
    }

    /// Folds in one more event. On error the match is unchanged.
    /// Events from [`decide`](Self::decide) always fit.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        let (id, seq) = (self.id, self.seq + 1);
        let wrong = |why: String| ReplayError { id, seq, why };
        let Event { at, fact } = event;
        match (&self.status, fact) {
            (Status::Open, Fact::Accepted { by }) => {
                let challenger = self.proposal.challenging();
                self.players = Some(match self.proposal.seat {
                    Seat::First => [challenger, *by],
                    Seat::Second => [*by, challenger],
                });
                self.status = Status::Playing;
                self.began_at = Some(*at);
                if let Some(seat) = self.clocked(self.reached.position.to_move()) {
                    self.clocks.start(seat, *at);
                }
            }
            (Status::Open, Fact::Declined { .. }) => self.status = Status::Declined,
            (Status::Open, Fact::Withdrawn) => self.status = Status::Withdrawn,
            (Status::Open, Fact::Expired) => self.status = Status::Expired,
            (Status::Expired, Fact::Renewed) => {
                self.status = Status::Open;
                self.opened_at = *at;
            }
            // The bot does not know how long the match was unreadable, so the turn gets its full time again.
            (_, Fact::Thawed { .. }) => {
                self.clocks = self.clocks.resumed(&self.clocks, None, *at);
            }
            (Status::Playing, Fact::TimeGiven { seat, time }) => {
                self.clocks.give(*seat, *time);
                self.note_clock_change(seat.other(), *at);
            }
            (Status::Playing, Fact::TimeOff { seat, off }) => {
                if !self.clocks.take_off(*seat, *off, *at) {
                    return Err(wrong(String::from("more time off than anybody has")));
                }
                if !off.automatic {
                    self.note_clock_change(*seat, *at);
                }
            }
            (Status::Playing, Fact::TimeOffEnded { seat }) => {
                self.clocks.end_time_off(*seat, *at);
            }
            (Status::Playing, Fact::Zoned { seat, zone }) => {
                self.clocks.set_zone(*seat, zone.clone());
                self.note_clock_change(*seat, *at);
            }
            (
                Status::Playing,
                Fact::Turn {
                    seat,
                    text,
                    conditional,
                    ballot,
                },
            ) => {
                if self.reached.position.to_move() != Some(*seat) {
                    return Err(wrong(format!("the turn {text} is not that seat's")));
                }
                let turn = read_turn(&*self.reached.position, text)
                    .map_err(|error| wrong(format!("the turn {text}: {error}")))?;
                if turn.progress != Progress::Complete {
                    return Err(wrong(format!("the turn {text} is not whole")));
                }
                self.turn_made(*seat, turn, (*conditional, ballot.as_deref()), *at);
            }
            (Status::Playing, Fact::DrawOffered { seat }) => {
                self.draw_offer = Some(*seat);
                self.offered_at[seat.index()] = Some(self.board());
            }
            (Status::Playing, Fact::TakebackAsked { seat }) => self.takebacks.ask(*seat),
            (Status::Playing, Fact::TakebackDeclined { .. }) => self.takebacks.asked = None,
            (Status::Playing, Fact::TakenBack { seat, ply, agreed }) => {
                self.take_back(*seat, *ply, *agreed, *at).map_err(wrong)?;
            }
            (Status::Playing, Fact::DrawDeclined { .. }) => self.draw_offer = None,
            (Status::Playing, Fact::DrawAgreed { .. }) => self.end(Ending::Agreed, *at),
            (Status::Playing, Fact::Resigned { seat }) => self.end(Ending::Resigned(*seat), *at),
            (Status::Playing, Fact::Aborted { by }) => {
                self.close(Status::Aborted(*by), *at);
            }
            (Status::Playing, Fact::Stopped { by }) => self.end(Ending::Stopped(*by), *at),
            (Status::Playing, Fact::Adjudicated { verdict, why }) => {
                let (verdict, why) = (*verdict, *why);
                self.end(Ending::Adjudicated { verdict, why }, *at);
            }
            (Status::Playing, Fact::Recorded { verdict }) => {
                self.end(Ending::Unexplained(*verdict), *at);
            }
            (Status::Playing, Fact::Abandoned) => self.end(Ending::Abandoned, *at),
            (Status::Playing, Fact::Moderated { by, act, .. }) => {
                self.moderated(*by, *act, *at).map_err(wrong)?;
            }
            (Status::Playing, Fact::Flagged { seat, no_show }) => {
                let ending = if *no_show {
                    Ending::NoShow(*seat)
                } else {
                    Ending::Flagged(*seat)
                };
                self.end(ending, *at);
            }
            (
                Status::Finished(_),
                Fact::Moderated {
                    act: Moderation::Reopen,
                    ..
                },
            ) => self.reopened(*at).map_err(wrong)?,
            (Status::Finished(_), Fact::Annulled { .. }) => self.annulled = true,
            (_, Fact::Proposed(_)) => return Err(wrong(String::from("a second challenge"))),
            (status, _) => {
                let status = status.word();
                return Err(wrong(format!(
                    "this cannot happen in a match that is {status}"
                )));
            }
        }
        self.seq += 1;
        self.changed_at = *at;
        Ok(())
    }

    fn note_clock_change(&mut self, seat: Seat, at: Moment) {
        let changes = &mut self.clock_changes[seat.index()];
        changes.retain(|before| *before > at.before(CLOCK_CHANGES_WITHIN));
        // A record may have many thousands, of which the latest decide.
        if changes.len() >= MOST_CLOCK_CHANGES {
            changes.remove(0);
        }
        changes.push(at);
    }

    fn turn_made(
        &mut self,
        seat: Seat,
        turn: TurnRead,
        (conditional, ballot): (bool, Option<&Ballot>),
        at: Moment,
    ) {
        let mut ballot = ballot.map(|ballot| Arc::new(ballot.clone()));
        let text = Some(turn.text());
        let passes = turn.effects.iter().filter_map(|effect| match effect {
            Effect::PassedOver(seat) => Some((*seat, None)),
            _ => None,
        });
        for (seat, text) in std::iter::once((seat, text)).chain(passes) {
            self.takebacks.turn_made(self.seq + 1, &self.clocks);
            self.record.push(Entry {
                seat,
                text,
                at,
                conditional,
                // The passes after a turn were not voted on.
                ballot: ballot.take(),
            });
        }
        self.reached.turn_made(turn);
        self.draw_offer = None;
        let clocked = self.clocked(self.reached.position.to_move());
        self.clocks.turn_made(at, clocked);
        if let Some(outcome) = self.reached.position.outcome() {
            self.end(Ending::Game(outcome), at);
        }
    }

    /// Filters out a seat without a clock: a computer has none.
    fn clocked(&self, seat: Option<Seat>) -> Option<Seat> {
        seat.filter(|seat| self.computer(*seat).is_none())
    }

    /// Returns the seat whose clock must run now.
    pub(crate) fn clocked_now(&self) -> Option<Seat> {
        self.clocked(self.reached.position.to_move())
    }

    pub(crate) fn end(&mut self, ending: Ending, at: Moment) {
        self.ended_at = Some(at);
        self.clocks_at_end = Some(Box::new(self.clocks.clone()));
        self.close(Status::Finished(ending), at);
    }

    /// Cancels the end of the match.
    pub(crate) fn playing_again(&mut self) {
        self.ended_at = None;
        self.status = Status::Playing;
    }

    /// Closes the match: stops the clocks and cancels pauses, offers and requests.
    fn close(&mut self, status: Status, at: Moment) {
        self.status = status;
        // A reopened match is not paused.
        self.paused = false;
        self.draw_offer = None;
        self.takebacks.asked = None;
        self.clocks.stop(at);
    }

    /// Returns this match without any turns.
    pub(crate) fn as_begun(&self) -> Result<Self, ReplayError> {
        let status = if self.players.is_some() {
            Status::Playing
        } else {
            self.status.clone()
        };
        let proposed = Self::proposed(self.id, Proposal::clone(&self.proposal), self.proposed_at)?;
        Ok(Self {
            players: self.players,
            began_at: self.began_at,
            status,
            ..proposed
        })
    }

    /// Returns the number of the match.
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// Returns the number of the last event, counted from 1.
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// Returns the game that is played.
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// Returns the challenge of the match.
    pub fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// Returns the league or ladder that the match belongs to.
    pub fn contest(&self) -> Option<&Contest> {
        self.proposal.contest.as_deref()
    }

    /// Whether an event of this match is announced where the match is played.
    pub fn is_news(&self, fact: &Fact) -> bool {
        self.proposal.announces(fact)
    }

    /// Returns how many turns were played in it, without those of its opening.
    pub fn turns_played(&self) -> usize {
        let turns = self.record().iter().filter(|entry| entry.text.is_some());
        turns.count().saturating_sub(self.proposal.opening.len())
    }

    /// Returns the time of the challenge.
    pub const fn proposed_at(&self) -> Moment {
        self.proposed_at
    }

    /// Returns the time from the beginning to the end of the match; `None` until it is over.
    pub fn lasted(&self) -> Option<Duration> {
        Some(self.began_at?.until(self.ended_at?))
    }

    /// Returns the time of the last event.
    pub const fn changed_at(&self) -> Moment {
        self.changed_at
    }

    /// Returns the state of the match or the challenge.
    pub const fn status(&self) -> &Status {
        &self.status
    }

    /// Returns how the match ended; `None` unless it is over.
    pub const fn ending(&self) -> Option<&Ending> {
        match &self.status {
            Status::Finished(ending) => Some(ending),
            _ => None,
        }
    }

    /// Whether a player may abort the match: until both have played a turn.
    pub fn may_abort(&self) -> bool {
        self.status == Status::Playing
            && self.proposal.exhibition.is_none()
            && self.contest().is_none_or(Contest::may_be_aborted)
            && !self.have_both_made(1)
    }

    /// Whether the match has no result if this seat's time runs out: its player has not played a turn.
    ///
    /// A contest with a table counts such a match as lost, because the table must go on.
    pub fn is_no_show(&self, seat: Seat) -> bool {
        !self.is_in_table() && self.turns_of(seat) == 0
    }

    /// Whether the match belongs to a contest with a table: to any but a simul.
    pub fn is_in_table(&self) -> bool {
        self.contest().is_some_and(Contest::has_table)
    }

    /// Whether two people play the match for a contest. Against a computer, the host of a simul, hints are allowed.
    pub fn is_contested(&self) -> bool {
        self.contest().is_some() && self.people().count() == 2
    }

    /// Whether each player has at least `least` turns in the record.
    fn have_both_made(&self, least: usize) -> bool {
        Seat::BOTH
            .into_iter()
            .all(|seat| self.turns_of(seat) >= least)
    }

    /// Returns the number of turns of a seat in the record.
    pub fn turns_of(&self, seat: Seat) -> usize {
        let own = |entry: &&Entry| entry.seat == seat && entry.text.is_some();
        self.record.iter().filter(own).count()
    }

    /// Returns the players by seat; `None` until the challenge is accepted.
    pub const fn players(&self) -> Option<[Player; 2]> {
        self.players
    }

    /// Returns the player in a seat; `None` until the challenge is accepted.
    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.players.map(|players| players[seat.index()])
    }

    /// Returns the person in a seat; `None` for a computer or a team, and until the challenge is accepted.
    pub fn person(&self, seat: Seat) -> Option<UserId> {
        self.player(seat)?.person()
    }

    /// Returns the level of the computer in a seat; `None` for a person or a team.
    pub fn computer(&self, seat: Seat) -> Option<Level> {
        self.player(seat)?.computer()
    }

    /// Returns the people who play, in the order of seats.
    pub fn people(&self) -> impl Iterator<Item = UserId> {
        self.players
            .into_iter()
            .flatten()
            .filter_map(Player::person)
    }

    /// Returns the user for whom a computer searches: its opponent, or the exhibition's starter.
    pub fn host(&self) -> UserId {
        self.people().next().unwrap_or(self.proposal.challenger)
    }

    /// Whether the seat is a computer's against a person or a team. Its answers are announced with their turn.
    pub fn answers(&self, seat: Seat) -> bool {
        let other = self.player(seat.other());
        self.computer(seat).is_some() && other.is_some_and(|other| other.computer().is_none())
    }

    /// Returns the time of the end; `None` until the match is over.
    pub const fn ended_at(&self) -> Option<Moment> {
        self.ended_at
    }

    /// Whether the match is rated: the challenge said so, and two people play.
    ///
    /// Its result counts only if [`result_counts`](Self::result_counts) holds.
    pub fn is_rated(&self) -> bool {
        self.proposal.terms.rated && self.people().count() == 2
    }

    /// Whether the result counts for ratings, unless the match is annulled.
    ///
    /// The match must be rated, and each player must have played [`LEAST_RATED_TURNS`]. A win against a player
    /// who never came or left at once says nothing about strength, nor does the end of a season.
    ///
    /// The ratings still leave out some matches of two people who play each other very often.
    pub fn result_counts(&self) -> bool {
        self.is_rated()
            && self
                .ending()
                .filter(|ending| !matches!(ending, Ending::Adjudicated { .. }))
                .and_then(Ending::verdict)
                .is_some()
            && self.have_both_made(LEAST_RATED_TURNS)
    }

    /// Whether the result was removed from the ratings.
    pub const fn is_annulled(&self) -> bool {
        self.annulled
    }

    /// Returns the number of handicap stones.
    pub fn handicap(&self) -> u8 {
        match (self.game.card.rateable)(&self.proposal.options) {
            Rateable::Handicap(stones) => stones,
            Rateable::Even | Rateable::No => 0,
        }
    }

    /// Returns the seat of a person.
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.person(*seat) == Some(user))
    }

    /// Returns the seat to move; `None` unless the match is being played.
    pub fn to_move(&self) -> Option<Seat> {
        match self.status {
            Status::Playing => self.reached.position.to_move(),
            _ => None,
        }
    }

    /// Returns the player to move; `None` unless the match is being played.
    pub fn player_to_move(&self) -> Option<Player> {
        self.player(self.to_move()?)
    }

    /// Returns the person to move; `None` if a computer or a team is to move or the match is not being played.
    pub fn person_to_move(&self) -> Option<UserId> {
        self.player_to_move()?.person()
    }

    /// Returns the current colour of a seat: `Red`.
    pub fn colour(&self, seat: Seat) -> &'static str {
        self.reached.position.colours()[self.reached.position.colour_of(seat).index()]
    }

    /// Returns the position after the last turn, or before the first.
    pub fn position(&self) -> &dyn DynPosition {
        &*self.reached.position
    }

    /// Returns all turns, oldest first, with an entry for each pass.
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// Returns the length of the record. It repeats after a take-back; [`board`](Self::board) does not.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.record.len()).unwrap_or(u32::MAX)
    }

    /// Returns the effects of the last turn; empty before the first.
    pub fn last_turn(&self) -> &[Effect] {
        &self.reached.last_turn
    }

    /// Returns the kind of missing progress, and its length, if it lasted long enough for a draw.
    pub fn standstill(&self) -> Option<Standstill> {
        let standstill = self.position().standstill();
        standstill
            .is_reached(self.reached.quiet)
            .then_some(standstill)
    }

    /// Returns the seat whose draw offer is open.
    pub const fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// Whether a seat may offer a draw on this board.
    pub(crate) fn may_offer(&self, seat: Seat) -> bool {
        self.offered_at[seat.index()] != Some(self.board())
    }

    /// Returns the clocks of both seats.
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Returns the first moment that is too late for the current turn; `None` unless a person is to move.
    pub fn deadline(&self) -> Option<Moment> {
        self.clocks.deadline()
    }
}
