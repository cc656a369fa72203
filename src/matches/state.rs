use std::sync::Arc;

use super::takebacks::Takebacks;
use super::{Clocks, Event, Fact, Level, MatchId, Moment, Player, Proposal, UserId};
use crate::board::Seat;
use crate::games::{
    self, AnyPosition, DynPosition, Effect, Game, Outcome, Progress, TurnRead, Verdict, read_turn,
};

/// A match as its events left it.
#[derive(Clone, Debug)]
pub struct Match {
    id: MatchId,
    seq: u32,
    game: &'static Game,
    proposal: Arc<Proposal>,
    proposed_at: Moment,
    changed_at: Moment,
    status: Status,
    players: Option<[Player; 2]>,
    /// When the challenge was made, or opened again.
    pub(super) opened_at: Moment,
    pub(super) position: AnyPosition,
    pub(super) record: Vec<Entry>,
    pub(super) last_turn: Vec<Effect>,
    pub(super) draw_offer: Option<Seat>,
    offered_at: [Option<u32>; 2],
    pub(super) clocks: Clocks,
    pub(super) takebacks: Takebacks,
}

/// How far a match has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The challenge waits for an answer.
    Open,
    /// The challenge was declined.
    Declined,
    /// The challenge was taken back.
    Withdrawn,
    /// Nobody answered the challenge for long enough. Its challenger may open it again.
    Expired,
    /// The match is being played.
    Playing,
    /// The match is over.
    Finished(Ending),
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Game(Outcome),
    /// This seat gave up.
    Resigned(Seat),
    /// This seat's time ran out.
    Flagged(Seat),
    /// A draw was agreed.
    Agreed,
    /// This person ended the exhibition: it has no result.
    Stopped(UserId),
}

/// A line of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose turn.
    pub seat: Seat,
    /// Its canonical text; `None`: the seat was passed over.
    pub text: Option<String>,
    /// When it was made.
    pub at: Moment,
    /// Whether the player had laid it down beforehand.
    pub conditional: bool,
}

/// Why events do not make a match: they were not written by this program, or not by this version's rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {id}, event {seq}: {why}")]
pub struct ReplayError {
    /// Which match.
    pub id: MatchId,
    /// Which event, counted from 1.
    pub seq: u32,
    /// What is wrong with it.
    pub why: String,
}

impl Match {
    /// The match that a challenge makes: the fold of its first event.
    ///
    /// # Errors
    ///
    /// When its game or settings are unknown here.
    pub fn proposed(id: MatchId, proposal: Proposal, at: Moment) -> Result<Self, ReplayError> {
        let wrong = |why: String| ReplayError { id, seq: 1, why };
        let game = games::find(&proposal.game)
            .ok_or_else(|| wrong(format!("unknown game \"{}\"", proposal.game)))?;
        let (version, newest) = (proposal.rules_version, game.card.rules_version);
        if !(1..=newest).contains(&version) {
            return Err(wrong(format!(
                "version {version} of the rules of \"{}\", of which versions 1 to {newest} are known",
                proposal.game
            )));
        }
        let position = game
            .start(&proposal.options)
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Self {
            id,
            seq: 1,
            game,
            clocks: Clocks::new(proposal.time),
            proposal: Arc::new(proposal),
            proposed_at: at,
            changed_at: at,
            status: Status::Open,
            players: None,
            opened_at: at,
            position,
            record: Vec::new(),
            last_turn: Vec::new(),
            draw_offer: None,
            offered_at: [None; 2],
            takebacks: Takebacks::default(),
        })
    }

    /// The match that these events tell of, oldest first.
    ///
    /// # Errors
    ///
    /// When they do not begin with a challenge, or one of them cannot follow those before it.
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

    /// Folds one more event in; on error the match is as it was.
    ///
    /// # Errors
    ///
    /// When the event cannot follow those before it. One that [`decide`](Self::decide) gave always can.
    pub fn apply(&mut self, event: &Event) -> Result<(), ReplayError> {
        let (id, seq) = (self.id, self.seq + 1);
        let wrong = |why: String| ReplayError { id, seq, why };
        let Event { at, fact } = event;
        match (&self.status, fact) {
            (Status::Open, Fact::Accepted { by }) => {
                let challenger = match self.proposal.exhibition {
                    Some(exhibition) => Player::Computer(exhibition.level),
                    None => Player::Person(self.proposal.challenger),
                };
                self.players = Some(match self.proposal.seat {
                    Seat::First => [challenger, *by],
                    Seat::Second => [*by, challenger],
                });
                self.status = Status::Playing;
                if let Some(seat) = self.clocked(self.position.to_move()) {
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
            // Nobody knows since when nobody could move: the turn begins anew.
            (_, Fact::Thawed { .. }) => self.clocks = self.clocks.resumed(None, *at),
            (
                Status::Playing,
                Fact::Turn {
                    seat,
                    text,
                    conditional,
                },
            ) => {
                if self.position.to_move() != Some(*seat) {
                    return Err(wrong(format!("the turn {text} is not that seat's")));
                }
                let turn = read_turn(&*self.position, text)
                    .map_err(|error| wrong(format!("the turn {text}: {error}")))?;
                if turn.progress != Progress::Complete {
                    return Err(wrong(format!("the turn {text} is not whole")));
                }
                self.turn_made(*seat, turn, *conditional, *at);
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
            (Status::Playing, Fact::Stopped { by }) => self.end(Ending::Stopped(*by), *at),
            (Status::Playing, Fact::Flagged { seat }) => self.end(Ending::Flagged(*seat), *at),
            (_, Fact::Proposed(_)) => return Err(wrong(String::from("a second challenge"))),
            (status, fact) => {
                return Err(wrong(format!(
                    "{fact:?} cannot follow in a match that is {status:?}"
                )));
            }
        }
        self.seq += 1;
        self.changed_at = *at;
        Ok(())
    }

    fn turn_made(&mut self, seat: Seat, turn: TurnRead, conditional: bool, at: Moment) {
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
            });
        }
        self.last_turn = turn.effects;
        self.position = turn.after;
        self.draw_offer = None;
        let clocked = self.clocked(self.position.to_move());
        self.clocks.turn_made(at, clocked);
        if let Some(outcome) = self.position.outcome() {
            self.end(Ending::Game(outcome), at);
        }
    }

    /// A seat whose clock runs when it is to move: a computer's never does.
    fn clocked(&self, seat: Option<Seat>) -> Option<Seat> {
        seat.filter(|seat| self.computer(*seat).is_none())
    }

    fn end(&mut self, ending: Ending, at: Moment) {
        self.status = Status::Finished(ending);
        self.draw_offer = None;
        self.takebacks.asked = None;
        self.clocks.stop(at);
    }

    /// The same match with nothing played yet.
    pub(super) fn as_begun(&self) -> Result<Self, ReplayError> {
        let status = if self.players.is_some() {
            Status::Playing
        } else {
            self.status.clone()
        };
        let proposed = Self::proposed(self.id, Proposal::clone(&self.proposal), self.proposed_at)?;
        Ok(Self {
            players: self.players,
            status,
            ..proposed
        })
    }

    /// Its number.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// How many events it has: the number of the last one, counted from 1.
    #[must_use]
    pub const fn seq(&self) -> u32 {
        self.seq
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &'static Game {
        self.game
    }

    /// The challenge that it began with.
    #[must_use]
    pub fn proposal(&self) -> &Proposal {
        &self.proposal
    }

    /// When the challenge was made.
    #[must_use]
    pub const fn proposed_at(&self) -> Moment {
        self.proposed_at
    }

    /// When the last event happened.
    #[must_use]
    pub const fn changed_at(&self) -> Moment {
        self.changed_at
    }

    /// How far it has come.
    #[must_use]
    pub const fn status(&self) -> &Status {
        &self.status
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<&Ending> {
        match &self.status {
            Status::Finished(ending) => Some(ending),
            _ => None,
        }
    }

    /// The players by seat; `None` while the challenge has not been accepted.
    #[must_use]
    pub const fn players(&self) -> Option<[Player; 2]> {
        self.players
    }

    /// Who sits in a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<Player> {
        self.players.map(|players| players[seat.index()])
    }

    /// The person who sits in a seat; `None` for a computer's, and while the challenge has not been accepted.
    #[must_use]
    pub fn person(&self, seat: Seat) -> Option<UserId> {
        self.player(seat)?.person()
    }

    /// How well the computer plays that has a seat; `None` for a person's.
    #[must_use]
    pub fn computer(&self, seat: Seat) -> Option<Level> {
        self.player(seat)?.computer()
    }

    /// The people who play, the first seat's first.
    pub fn people(&self) -> impl Iterator<Item = UserId> {
        self.players
            .into_iter()
            .flatten()
            .filter_map(Player::person)
    }

    /// The person for whom a computer thinks in it: who plays against it, or else who began the match.
    #[must_use]
    pub fn host(&self) -> UserId {
        self.people().next().unwrap_or(self.proposal.challenger)
    }

    /// Whether a seat is a computer's that plays against a person: what it does is told together with what it answers.
    #[must_use]
    pub fn answers(&self, seat: Seat) -> bool {
        self.computer(seat).is_some() && self.person(seat.other()).is_some()
    }

    /// Whether its result counts for people's ratings: only what two people have played does.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.people().count() == 2
    }

    /// The seat of a person.
    #[must_use]
    pub fn seat_of(&self, user: UserId) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.person(*seat) == Some(user))
    }

    /// The seat to move; `None` unless the match is being played.
    #[must_use]
    pub fn to_move(&self) -> Option<Seat> {
        match self.status {
            Status::Playing => self.position.to_move(),
            _ => None,
        }
    }

    /// The player to move; `None` unless the match is being played.
    #[must_use]
    pub fn player_to_move(&self) -> Option<Player> {
        self.player(self.to_move()?)
    }

    /// The person to move; `None` when a computer is, or the match is not being played.
    #[must_use]
    pub fn person_to_move(&self) -> Option<UserId> {
        self.player_to_move()?.person()
    }

    /// The colour that a seat plays just now: `Red`.
    #[must_use]
    pub fn colour(&self, seat: Seat) -> &'static str {
        self.position.colours()[self.position.colour_of(seat).index()]
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &dyn DynPosition {
        &*self.position
    }

    /// All turns, oldest first, with an entry for each time a seat was passed over.
    #[must_use]
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// How many entries the record has. After a take-back the same number comes again: see [`board`](Self::board).
    #[must_use]
    pub fn ply(&self) -> u32 {
        u32::try_from(self.record.len()).unwrap_or(u32::MAX)
    }

    /// What the last turn did; empty before the first.
    #[must_use]
    pub fn last_turn(&self) -> &[Effect] {
        &self.last_turn
    }

    /// The seat whose draw offer stands.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// Whether a seat may offer a draw on this board.
    #[must_use]
    pub(super) fn may_offer(&self, seat: Seat) -> bool {
        self.offered_at[seat.index()] != Some(self.board())
    }

    /// The clocks.
    #[must_use]
    pub const fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The first moment that is too late for the turn that is due; `None` unless a person is to move.
    #[must_use]
    pub fn deadline(&self) -> Option<Moment> {
        self.clocks.deadline()
    }
}

impl Status {
    /// One lower-case word: `open`, `playing`, `finished` …
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Declined => "declined",
            Status::Withdrawn => "withdrawn",
            Status::Expired => "expired",
            Status::Playing => "playing",
            Status::Finished(_) => "finished",
        }
    }
}

impl Ending {
    /// Who won, or nobody; `None` when there is no result.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        Some(match self {
            Ending::Game(outcome) => outcome.verdict,
            Ending::Resigned(seat) | Ending::Flagged(seat) => Verdict::Win(seat.other()),
            Ending::Agreed => Verdict::Draw,
            Ending::Stopped(_) => return None,
        })
    }
}
