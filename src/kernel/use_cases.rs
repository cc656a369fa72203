use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use super::error::{Error, Fault, Result};
use super::handle::Arbiter;
use crate::db::ratings::{self, punctuality};
use crate::games::Completions;
use crate::kernel::delivery::announcements;
use crate::kernel::{RefusingPlace, Update, View};
use crate::matches::{
    Challenge, ChannelId, Command, GuildId, Match, MatchId, Player, Proposal, Refusal, Status,
    UserId,
};

/// A player's answer to the opponent's offer or request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Accept,
    Decline,
}

/// Maximum number of turns offered while a player types: as many as Discord shows.
pub(crate) const OFFERED: usize = 25;

impl Arbiter {
    /// Retries refused and failed posts in a server and its channels because the bot is used there. For a thread,
    /// `channels` also has the channel that it belongs to.
    pub async fn retry_deliveries(&self, guild: Option<GuildId>, channels: &[ChannelId]) {
        let places: Vec<_> = guild
            .into_iter()
            .map(RefusingPlace::Server)
            .chain(channels.iter().copied().map(RefusingPlace::Channel))
            .collect();
        let now = self.kernel.time.now();
        self.kernel.delivery_queue.retry_soon(&places, now);
        self.kernel.places.retry_soon(&self.kernel, &places).await;
    }

    /// Waits until the news of a match is announced, but not for an outage to end.
    pub(crate) async fn until_announced(&self, id: MatchId) {
        self.kernel
            .delivery_queue
            .until_posted(announcements::key(id))
            .await;
    }

    /// Makes a challenge.
    pub async fn propose(&self, challenge: Challenge) -> Result<Update> {
        self.check(&challenge).await?;
        let proposal = challenge.into_proposal(&self.kernel.rng)?;
        let (arbiter, cause) = (self.clone(), self.cause);
        to_its_end(None, async move {
            let proposal = arbiter.with_figures(proposal).await?;
            arbiter.kernel.propose(proposal, cause).await
        })
        .await
    }

    /// Adds the challenger's punctuality to a challenge, for the people who may accept it.
    pub(crate) async fn with_figures(&self, proposal: Proposal) -> Result<Proposal> {
        let to_computer = proposal.invited.and_then(Player::computer).is_some();
        // How fast its challenger plays says nothing about a team.
        if to_computer || proposal.team.is_some() {
            return Ok(proposal);
        }
        let user = proposal.challenger;
        let figures = self.read(move |db| punctuality::figures(db, user)).await?;
        Ok(Proposal {
            figures: (figures.finished > 0).then(|| Box::new(figures)),
            ..proposal
        })
    }

    /// Checks the conditions of a challenge that depend on more than the challenge itself.
    pub(crate) async fn check(&self, challenge: &Challenge) -> Result {
        let computer = challenge.invited.and_then(Player::computer).is_some();
        if computer && self.kernel.computer.is_none() {
            return Err(Error::NoComputer);
        }
        Ok(())
    }

    /// Accepts a challenge, which begins the match.
    pub async fn accept(&self, id: MatchId, by: UserId) -> Result<Update> {
        let state = self.kernel.load(id).await?;
        // Who joins a team accepts for it.
        if let Some(invited @ Player::Team(_)) = state.proposal().invited {
            let invited = Box::new(invited);
            return Err(Refusal::OnlyInvited { invited }.into());
        }
        let terms = state.proposal().terms.opponent;
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

    /// Declines a challenge.
    pub async fn decline(&self, id: MatchId, by: UserId) -> Result<Update> {
        self.act(id, Command::Decline { by }).await
    }

    /// Withdraws a challenge.
    pub async fn withdraw(&self, id: MatchId, by: UserId) -> Result<Update> {
        self.act(id, Command::Withdraw { by }).await
    }

    /// Reopens an expired challenge.
    pub async fn renew(&self, id: MatchId, by: UserId) -> Result<Update> {
        self.act(id, Command::Renew { by }).await
    }

    /// Plays a turn. `seen` is the number of the board that the player saw, if the caller knows it.
    pub async fn play(
        &self,
        id: MatchId,
        by: UserId,
        text: &str,
        seen: Option<u32>,
    ) -> Result<Update> {
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

    /// Resigns a match.
    pub async fn resign(&self, id: MatchId, by: UserId) -> Result<Update> {
        self.act(id, Command::Resign { by }).await
    }

    /// Aborts a match, so that it does not count.
    pub async fn abort(&self, id: MatchId, by: UserId) -> Result<Update> {
        self.act(id, Command::Abort { by }).await
    }

    /// Offers a draw, or accepts the opponent's offer.
    pub async fn offer_draw(&self, id: MatchId, by: UserId) -> Result<Update> {
        self.act(id, Command::OfferDraw { by }).await
    }

    /// Gives the other player more time.
    pub async fn give_time(&self, id: MatchId, by: UserId, time: Duration) -> Result<Update> {
        self.act(id, Command::GiveTime { by, time }).await
    }

    /// Answers the open draw offer.
    pub async fn answer_draw(&self, id: MatchId, by: UserId, answer: Answer) -> Result<Update> {
        let command = match answer {
            Answer::Accept => Command::AcceptDraw { by },
            Answer::Decline => Command::DeclineDraw { by },
        };
        self.act(id, command).await
    }

    /// Returns the current match.
    pub async fn current(&self, id: MatchId) -> Result<Arc<Match>> {
        self.kernel.load(id).await
    }

    /// Returns the current match with its places in Discord.
    pub async fn view(&self, id: MatchId) -> Result<View> {
        self.kernel.view(id).await
    }

    /// Returns a match as it is written: what is overdue stays so. Who only reads changes nothing.
    pub async fn written(&self, id: MatchId) -> Result<Arc<Match>> {
        self.kernel.ledger.load(id).await
    }

    /// Returns a match as it [is written](Self::written), with its places in Discord.
    pub async fn written_view(&self, id: MatchId) -> Result<View> {
        self.kernel.ledger.view(self.written(id).await?).await
    }

    /// Returns the current match to a person, and stores that the person has seen it.
    pub async fn look(&self, id: MatchId, user: UserId) -> Result<View> {
        let view = self.kernel.view(id).await?;
        self.kernel.note_seen(&view.state, user).await;
        Ok(view)
    }

    /// Returns at most 25 completions of what a player types, best first.
    pub async fn complete(&self, id: MatchId, by: UserId, typed: &str) -> Result<Completions> {
        let state = self.kernel.load(id).await?;
        self.kernel.note_seen(&state, by).await;
        Ok(state.complete(by, typed, OFFERED)?)
    }

    /// Takes back a player's last turn and all later turns. This happens at once within the grace period if the
    /// opponent has not looked at the match since; otherwise the opponent is asked.
    pub async fn take_back(&self, id: MatchId, by: UserId) -> Result<Update> {
        let grace = self.kernel.grace(id, by).await?;
        self.act(id, Command::TakeBack { by, grace }).await
    }

    /// Answers the opponent's takeback request.
    pub async fn answer_takeback(&self, id: MatchId, by: UserId, answer: Answer) -> Result<Update> {
        let command = match answer {
            Answer::Accept => Command::AcceptTakeback { by },
            Answer::Decline => Command::DeclineTakeback { by },
        };
        self.act(id, command).await
    }

    pub(crate) async fn act(&self, id: MatchId, command: Command) -> Result<Update> {
        if let Some(by) = command.by() {
            // A refusal shows the board too.
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

/// Runs a use case in its own task. If the caller is dropped between write and announcement, the news is still
/// announced.
pub(crate) async fn to_its_end<F>(id: Option<MatchId>, act: F) -> Result<Update>
where
    F: Future<Output = Result<Update>> + Send + 'static,
{
    match tokio::spawn(act).await {
        Ok(done) => done,
        Err(error) => Err(Error::Fault(match id.filter(|_| error.is_panic()) {
            Some(id) => Fault::Panicked(id),
            None => Fault::Stopped,
        })),
    }
}
