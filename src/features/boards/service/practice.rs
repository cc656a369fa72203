//! Boards on which people play by themselves.

use crate::board::Seat;
use crate::db::Listed;
use crate::features::boards::model::picker::PickerAct;
use crate::features::boards::model::practice::{About, Practice, Practised};
use crate::features::boards::store::practice;
use crate::features::computers::service::hints::refused;
use crate::features::conditional::service::lines::Conditional;
use crate::games::{self, AnyPosition, Effect, Game, GivenOptions};
use crate::kernel::fair::Wanted;
use crate::kernel::{Arbiter, Error, Fault, View};
use crate::matches::{Entry, Line, MatchId, NoAdvice, Refusal, Status, UserId};
use crate::search::{self, Thought};

/// A board of practice, and where it stands.
#[derive(Clone, Debug)]
pub struct PracticeView {
    /// What is kept of it.
    pub practice: Practice,
    pub game: &'static Game,
    /// The match that it begins from.
    pub view: Option<View>,
    /// The position from which it begins.
    pub from: AnyPosition,
    /// What the turn before that did.
    pub before: Vec<Effect>,
    /// Where it stands.
    pub now: Practised,
    /// Whether a computer may be asked what it thinks.
    pub may_ask: bool,
    /// The match of this person against another one to which an answer of the computer could belong, and because of which it
    /// may not be asked.
    pub helps: Option<MatchId>,
    /// Whether its turns can be planned as a conditional line.
    pub may_plan: bool,
}

/// From where a board of practice begins.
struct Source {
    game: &'static Game,
    view: Option<View>,
    from: AnyPosition,
    before: Vec<Effect>,
}

impl Arbiter {
    /// Opens a person's board of practice, as it was left if there is one.
    ///
    /// # Errors
    ///
    /// When there is no such match, game or puzzle, or the match was never played.
    pub async fn open_practice(&self, by: UserId, about: About) -> Result<PracticeView, Error> {
        let source = self.source(&about, by).await?;
        let now = self.now();
        let mut practice = self
            .write(move |db| practice::open_practice(db, by, &about, now))
            .await?;
        if practice.stand(&*source.from).is_none() || practice.about.is_task() {
            // What was begun before a take-back does not fit any more; a task is begun anew.
            practice.turns.clear();
            practice.picks.clear();
            practice = self
                .write(move |db| practice::change_practice(db, &practice, now))
                .await?
                .ok_or(Refusal::PickedAlready)?;
        }
        self.seen(practice, source, by).await
    }

    /// Does something on a board of practice whose message shows this generation.
    ///
    /// # Errors
    ///
    /// When it is somebody else's or gone, has changed since, or there is nothing of that kind to be done.
    pub async fn practise(
        &self,
        by: UserId,
        board: u64,
        generation: u32,
        act: PickerAct,
    ) -> Result<PracticeView, Error> {
        let (practice, source) = self.held_practice(by, board, generation).await?;
        let changed = practice
            .after(&*source.from, act)
            .ok_or(Refusal::NotOnOffer)?;
        let now = self.now();
        let practice = self
            .write(move |db| practice::change_practice(db, &changed, now))
            .await?
            .ok_or(Refusal::PickedAlready)?;
        self.seen(practice, source, by).await
    }

    /// A board of practice whose message shows this generation.
    ///
    /// # Errors
    ///
    /// As [`practise`](Self::practise).
    pub async fn practice(
        &self,
        by: UserId,
        board: u64,
        generation: u32,
    ) -> Result<PracticeView, Error> {
        let (practice, source) = self.held_practice(by, board, generation).await?;
        self.seen(practice, source, by).await
    }

    /// What a computer thinks of a board of practice.
    ///
    /// # Errors
    ///
    /// As [`practise`](Self::practise), or when a computer may not be asked or does not answer.
    pub async fn practice_opinion(
        &self,
        by: UserId,
        board: u64,
        generation: u32,
    ) -> Result<(PracticeView, Thought), Error> {
        let view = self.practice(by, board, generation).await?;
        if !view.may_ask {
            return Err(Refusal::NotOnOffer.into());
        }
        if view.now.picked.is_none() {
            return Err(refused(NoAdvice::Nothing));
        }
        let position = view.now.position.clone();
        let thought = self.opinion(by, position, board).await?;
        Ok((view, thought))
    }

    /// Lays the turns of a board of practice down as a conditional line of the match that it begins from.
    ///
    /// # Errors
    ///
    /// As [`practise`](Self::practise) and [`add_line`](Self::add_line).
    pub async fn plan_practised(
        &self,
        by: UserId,
        board: u64,
        generation: u32,
    ) -> Result<Conditional, Error> {
        let shown = self.practice(by, board, generation).await?;
        let Some(view) = shown.view.filter(|_| shown.may_plan) else {
            return Err(Refusal::NotOnOffer.into());
        };
        let own = view.state.seat_of(by);
        // A line ends with a turn of one's own.
        let length = shown
            .now
            .seats
            .iter()
            .rposition(|seat| Some(*seat) == own)
            .map_or(0, |last| last + 1);
        let turns = shown.practice.turns.into_iter().take(length).collect();
        let line = Line {
            board: view.state.board(),
            turns,
        };
        self.add_line(view.state.id(), by, &line.text()).await
    }

    async fn held_practice(
        &self,
        by: UserId,
        board: u64,
        generation: u32,
    ) -> Result<(Practice, Source), Error> {
        let found = self.read(move |db| practice::practice(db, board)).await?;
        let (owner, practice) = found.ok_or(Refusal::NotOnOffer)?;
        if owner != by {
            return Err(Refusal::NotOnOffer.into());
        }
        if practice.generation != generation {
            return Err(Refusal::PickedAlready.into());
        }
        let source = self.source(&practice.about, by).await?;
        Ok((practice, source))
    }

    /// From where it begins what a board of practice of this person is about.
    async fn source(&self, about: &About, by: UserId) -> Result<Source, Error> {
        let unknown = |game: &str| Error::from(Refusal::UnknownGame(game.to_owned()));
        match about {
            About::Match { id, ply } | About::Mistake { id, ply } => {
                self.stage(*id, *ply, by).await
            }
            About::Game(key) => {
                let game = games::find(key).ok_or_else(|| unknown(key))?;
                let options = game
                    .settle(&GivenOptions::new(), || 0)
                    .map_err(Refusal::from)?;
                let from = game.start(&options).map_err(Refusal::from)?;
                Ok(Source {
                    game,
                    view: None,
                    from,
                    before: Vec::new(),
                })
            }
            About::Puzzle { game: key, number } => {
                let game = games::find(key).ok_or_else(|| unknown(key))?;
                let puzzle = search::puzzle(game, *number).ok_or(Refusal::NotOnOffer)?;
                let from = puzzle
                    .start(game)
                    .map_err(|error| Fault::Puzzle(error.to_string()))?;
                Ok(Source {
                    game,
                    view: None,
                    from,
                    before: Vec::new(),
                })
            }
        }
    }

    /// A match as it stood at a ply, for somebody who asks.
    async fn stage(&self, id: MatchId, ply: u32, by: UserId) -> Result<Source, Error> {
        let view = self.view(id).await?;
        if view.state.players().is_none() {
            return Err(Refusal::NotBegun(id).into());
        }
        let whole = view.state.clone();
        let work = move || whole.as_at(ply);
        let stage = self.kernel.workshop.quick(Wanted::asked(by), work).await;
        let stage = stage.map_err(|why| Error::not_done(why, id))?;
        let stage = stage.map_err(Fault::from)?;
        Ok(Source {
            game: view.state.game(),
            from: stage.position().boxed_clone(),
            before: stage.last_turn().to_vec(),
            view: Some(view),
        })
    }

    async fn seen(
        &self,
        practice: Practice,
        source: Source,
        by: UserId,
    ) -> Result<PracticeView, Error> {
        let now = practice
            .stand(&*source.from)
            .ok_or(Refusal::PickedAlready)?;
        let state = source.view.as_ref().map(|view| &view.state);
        let explores = matches!(practice.about, About::Match { .. });
        // Nobody else's match that goes on is told of, and none of one's own against a person.
        let could_ask = match state.map(|state| (state, state.status())) {
            Some((state, Status::Playing)) => {
                explores && state.seat_of(by).is_some() && state.people().count() < 2
            }
            Some(_) => explores,
            None => matches!(practice.about, About::Game(_)),
        };
        let before = match (&practice.about, state) {
            (About::Match { ply, .. }, Some(state)) => {
                let length = usize::try_from(*ply).unwrap_or(usize::MAX);
                state.record().get(..length).unwrap_or_default()
            }
            _ => &[],
        };
        let helps = if could_ask {
            self.helped(by, source.game, before).await?
        } else {
            None
        };
        let may_plan = explores
            && state.is_some_and(|state| {
                let from_here =
                    matches!(practice.about, About::Match { ply, .. } if ply >= state.ply());
                from_here
                    && state
                        .waiting_seat(by)
                        .is_ok_and(|seat: Seat| now.seats.contains(&seat))
            });
        Ok(PracticeView {
            practice,
            game: source.game,
            view: source.view,
            from: source.from,
            before: source.before,
            now,
            may_ask: could_ask && helps.is_none(),
            helps,
            may_plan,
        })
    }

    /// The match that somebody plays against a person and that begins as a board does: whatever a computer says of that board
    /// may be of use there. Which turns are tried on the board does not matter, for they can be tried in any order.
    async fn helped(
        &self,
        by: UserId,
        game: &Game,
        before: &[Entry],
    ) -> Result<Option<MatchId>, Error> {
        let listed = self.kernel.store.games_of(by).await?;
        let between_people = |one: &Listed| {
            let players = one.players.into_iter().flatten();
            players.filter(|player| player.person().is_some()).count() == 2
        };
        let of_game = listed
            .iter()
            .filter(|one| one.game == game.card.key && between_people(one));
        for one in of_game {
            // One that cannot be read is not played on.
            let Ok(state) = self.kernel.ledger.load(one.id).await else {
                continue;
            };
            // One of the two may go further than the other.
            let mut both = state.record().iter().zip(before);
            let alike = both.all(|(one, other)| one.text == other.text);
            if *state.status() == Status::Playing && alike {
                return Ok(Some(one.id));
            }
        }
        Ok(None)
    }
}
