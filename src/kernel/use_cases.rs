use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::error::{Error, Fault};
use super::handle::Arbiter;
use crate::db::ratings;
use crate::db::ratings::punctuality;
use crate::games::Completions;
use crate::kernel::{RefusingPlace, Update, View};
use crate::matches::{
    Challenge, ChannelId, Command, GuildId, MatchId, Player, Proposal, Refusal, Status, UserId,
};

/// What somebody answers to what the other side offers or asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Accept,
    Decline,
}

/// How many exhibitions of one person go on at most.
const MOST_EXHIBITIONS: u32 = 3;

/// How many turns are offered while somebody types: as many as Discord shows.
pub(crate) const OFFERED: usize = 25;

impl Arbiter {
    /// Somebody uses the bot in a server and a channel (for a thread: also the channel that it belongs to): what is to
    /// be posted there and was refused or failed is tried again.
    pub async fn sign_of_life(&self, guild: Option<GuildId>, channels: &[ChannelId]) {
        let places: Vec<_> = guild
            .into_iter()
            .flat_map(|guild| [RefusingPlace::Server(guild), RefusingPlace::Threads(guild)])
            .chain(channels.iter().copied().map(RefusingPlace::Channel))
            .collect();
        let now = self.kernel.time.now();
        self.kernel.owed.retry_soon(&places, now);
        self.kernel.places.retry_soon(&self.kernel, &places).await;
    }

    /// Makes a challenge.
    ///
    /// # Errors
    ///
    /// See [`Challenge::into_proposal`].
    pub async fn propose(&self, challenge: Challenge) -> Result<Update, Error> {
        self.check(&challenge).await?;
        let proposal = challenge.into_proposal(&self.kernel.rng)?;
        let (arbiter, cause) = (self.clone(), self.cause);
        to_its_end(None, async move {
            let proposal = arbiter.with_figures(proposal).await?;
            arbiter.kernel.propose(proposal, cause).await
        })
        .await
    }

    /// Adds the punctuality of its challenger to a challenge, for the people who may accept it.
    pub(crate) async fn with_figures(&self, proposal: Proposal) -> Result<Proposal, Error> {
        let to_computer = proposal.invited.and_then(Player::computer).is_some();
        if to_computer {
            return Ok(proposal);
        }
        let user = proposal.challenger;
        let figures = self.read(move |db| punctuality::figures(db, user)).await?;
        Ok(Proposal {
            figures: (figures.finished > 0).then(|| Box::new(figures)),
            ..proposal
        })
    }

    /// Whether a challenge may be made, as far as that does not follow from itself.
    pub(crate) async fn check(&self, challenge: &Challenge) -> Result<(), Error> {
        let computer = challenge.invited.and_then(Player::computer).is_some();
        if computer && self.kernel.computer.is_none() {
            return Err(Refusal::NoComputer.into());
        }
        if challenge.exhibition.is_some() {
            let going_on = self
                .kernel
                .store
                .exhibitions_of(challenge.challenger)
                .await?;
            if going_on.len() >= MOST_EXHIBITIONS as usize {
                return Err(Refusal::TooManyExhibitions {
                    most: MOST_EXHIBITIONS,
                }
                .into());
            }
        }
        Ok(())
    }

    /// Takes a challenge: the match begins.
    ///
    /// # Errors
    ///
    /// When it is not open, not to this person, or for players of another kind.
    pub async fn accept(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let state = self.kernel.load(id).await?;
        let terms = state.proposal().terms;
        let answers = *state.status() == Status::Open && state.proposal().challenger != by;
        if answers && !terms.is_none() {
            let read = self.read(move |db| {
                Ok((
                    ratings::standings_of(db, by)?,
                    punctuality::figures(db, by)?,
                ))
            });
            let (standings, figures) = read.await?;
            let own = standings
                .iter()
                .find(|(game, _)| game == state.game().card.key);
            let rating = own.map(|(_, standing)| standing.rating.rounded());
            terms.check(&figures, rating).map_err(Refusal::from)?;
        }
        self.act(id, Command::Accept { by }).await
    }

    /// Turns a challenge down.
    ///
    /// # Errors
    ///
    /// When it is not open, or not to this person.
    pub async fn decline(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        self.act(id, Command::Decline { by }).await
    }

    /// Takes a challenge back.
    ///
    /// # Errors
    ///
    /// When it is not open, or not this person's.
    pub async fn withdraw(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        self.act(id, Command::Withdraw { by }).await
    }

    /// Opens an expired challenge again.
    ///
    /// # Errors
    ///
    /// When it is not this person's, or has not expired.
    pub async fn renew(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        self.act(id, Command::Renew { by }).await
    }

    /// Makes a turn. `seen` is the number of the board that the player was looking at, where the caller knows it.
    ///
    /// # Errors
    ///
    /// When the person may not move now, the match has moved on, or the text is not a whole legal turn.
    pub async fn play(
        &self,
        id: MatchId,
        by: UserId,
        text: &str,
        seen: Option<u32>,
    ) -> Result<Update, Error> {
        self.act(
            id,
            Command::Play {
                by,
                text: text.to_owned(),
                board: seen,
            },
        )
        .await
    }

    /// Gives a match up.
    ///
    /// # Errors
    ///
    /// When the person does not play in it or it is over.
    pub async fn resign(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        self.act(id, Command::Resign { by }).await
    }

    /// Ends a match so that it counts for nothing.
    ///
    /// # Errors
    ///
    /// When the person does not play in it, it is over, or both have made a turn.
    pub async fn abort(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        self.act(id, Command::Abort { by }).await
    }

    /// Offers a draw; accepts the one that the other side offers.
    ///
    /// # Errors
    ///
    /// When the person does not play in it, it is over, or they have offered already.
    pub async fn offer_draw(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        self.act(id, Command::OfferDraw { by }).await
    }

    /// Gives the other player more time.
    ///
    /// # Errors
    ///
    /// When the person does not play in it, it is over, the other player has no clock, or it is too little or too much.
    pub async fn give_time(
        &self,
        id: MatchId,
        by: UserId,
        time: Duration,
    ) -> Result<Update, Error> {
        self.act(id, Command::GiveTime { by, time }).await
    }

    /// Answers the draw offer that stands.
    ///
    /// # Errors
    ///
    /// When there is none, or it is the person's own.
    pub async fn answer_draw(
        &self,
        id: MatchId,
        by: UserId,
        answer: Answer,
    ) -> Result<Update, Error> {
        let command = match answer {
            Answer::Accept => Command::AcceptDraw { by },
            Answer::Decline => Command::DeclineDraw { by },
        };
        self.act(id, command).await
    }

    /// Ends an exhibition. Besides who began it, somebody may who moderates the place where it is played.
    ///
    /// # Errors
    ///
    /// When it is not an exhibition, is over, or is not theirs to end.
    pub async fn end_exhibition(
        &self,
        id: MatchId,
        by: UserId,
        moderates: bool,
    ) -> Result<Update, Error> {
        self.act(id, Command::Stop { by, moderates }).await
    }

    /// The match as it stands.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn view(&self, id: MatchId) -> Result<View, Error> {
        self.kernel.view(id).await
    }

    /// The match as it stands, for one of the people in front of it: what they see of it they have seen.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn look(&self, id: MatchId, user: UserId) -> Result<View, Error> {
        let view = self.kernel.view(id).await?;
        self.kernel.note_seen(&view.state, user).await;
        Ok(view)
    }

    /// What a player may be typing: at most 25 turns or beginnings of turns, best first.
    ///
    /// # Errors
    ///
    /// When the player may not move here now, or what stands before the last step is illegal: the sentence says so.
    pub async fn complete(
        &self,
        id: MatchId,
        by: UserId,
        typed: &str,
    ) -> Result<Completions, Error> {
        let state = self.kernel.load(id).await?;
        self.kernel.note_seen(&state, by).await;
        Ok(state.complete(by, typed, OFFERED)?)
    }

    /// Takes back a player's last turn and whatever followed it: at once while it is young and the other player has not
    /// looked at the match since, else the other player is asked.
    ///
    /// # Errors
    ///
    /// When the person does not play in it, it is over, they have made no turn, or have asked already.
    pub async fn take_back(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let grace = self.kernel.grace(id, by).await?;
        self.act(id, Command::TakeBack { by, grace }).await
    }

    /// Answers the wish to take turns back.
    ///
    /// # Errors
    ///
    /// When nobody has it, or it is the person's own.
    pub async fn answer_takeback(
        &self,
        id: MatchId,
        by: UserId,
        answer: Answer,
    ) -> Result<Update, Error> {
        let command = match answer {
            Answer::Accept => Command::AcceptTakeback { by },
            Answer::Decline => Command::DeclineTakeback { by },
        };
        self.act(id, command).await
    }

    pub(crate) async fn act(&self, id: MatchId, command: Command) -> Result<Update, Error> {
        if let Some(by) = command.by() {
            // What a refusal shows is seen as well.
            self.kernel
                .note_seen(&*self.kernel.load(id).await?, by)
                .await;
        }
        let (kernel, cause) = (Arc::clone(&self.kernel), self.cause);
        to_its_end(
            Some(id),
            async move { kernel.act(id, &command, cause).await },
        )
        .await
    }
}

/// Runs a use case in a task of its own: if the person who asked goes away between writing and telling, the news are
/// still told.
pub(crate) async fn to_its_end<F>(id: Option<MatchId>, act: F) -> Result<Update, Error>
where
    F: Future<Output = Result<Update, Error>> + Send + 'static,
{
    match tokio::spawn(act).await {
        Ok(done) => done,
        Err(error) => Err(Error::Fault(match id.filter(|_| error.is_panic()) {
            Some(id) => Fault::Panicked(id),
            None => Fault::Stopped,
        })),
    }
}
