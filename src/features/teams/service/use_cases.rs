//! What members of teams do.

use std::sync::Arc;

use crate::board::Seat;
use crate::db::pending_posts;
use crate::features::moderation::store::acts;
use crate::features::teams::model::{
    Acting, OPEN_AT_LEAST, Question, Stand, TURNS_BETWEEN, TeamRefusal, Voter, count,
};
use crate::features::teams::service::board;
use crate::features::teams::store::votes::{self, Wish};
use crate::features::teams::store::{questions, threads};
use crate::games::read_turn;
use crate::kernel::{Arbiter, Error, Result, Update, View};
use crate::matches::{Command, Match, MatchId, Player, Refusal, Status, Team, UserId, Voting};

/// Returns the team that has a seat, or is to have it once the challenge is accepted.
pub(crate) fn team_of(state: &Match, seat: Seat) -> Option<Team> {
    let proposal = state.proposal();
    match seat == proposal.seat {
        true => proposal.team,
        false => proposal.invited.and_then(Player::team),
    }
}

/// Returns the vote on a board. A board that was voted on before says that its vote is over.
fn vote_on(state: &Match, board: u32) -> Result<Voting> {
    if state.board() != board {
        return Err(TeamRefusal::Closed.into());
    }
    Ok(state.voting().ok_or(TeamRefusal::NotToMove)?)
}

impl Arbiter {
    /// Returns a match and a person's team in it. Without a `side`, it is the person's own team, else the one to move.
    pub async fn team(&self, id: MatchId, acting: &Acting, side: Option<Seat>) -> Result<Stand> {
        let view = self.view(id).await?;
        let state = view.state.clone();
        let user = acting.user;
        let member = self.read(move |db| votes::member(db, id, user)).await?;
        let voting = state.voting();
        let teams = Seat::BOTH.map(|seat| team_of(&state, seat).map(|_| seat));
        let seat = side
            .or(member.map(|member| member.seat))
            .or(voting.map(|voting| voting.seat))
            .or(teams.into_iter().flatten().next())
            .ok_or(TeamRefusal::NoTeam(id))?;
        let team = team_of(&state, seat).ok_or(TeamRefusal::NoTeam(id))?;
        // Who plays against the team sees nothing of it.
        let plays = acting.is_opponent(&state, seat);
        let member = member.filter(|_| !plays);
        let has_role = acting.has_role_of(team);
        let voting = voting.filter(|voting| voting.seat == seat);
        let board = state.board();
        let stand = self.read(move |db| {
            let all = match voting {
                Some(_) => votes::votes(db, id, board)?,
                None => Vec::new(),
            };
            let asked = questions::latest(db, id, seat)?.filter(|asked| asked.open);
            let question = match asked {
                Some(asked) => {
                    let own = questions::answer_of(db, id, asked, user)?;
                    Some((asked, questions::answers(db, id, asked)?, own))
                }
                None => None,
            };
            Ok(Stand {
                seat,
                team,
                member,
                has_role,
                size: votes::size(db, id, seat)?,
                voting,
                own: all.iter().find(|vote| vote.user == user).cloned(),
                count: count(&all),
                ends: votes::ends(db, id)?,
                question,
                view,
            })
        });
        stand.await
    }

    /// Makes a person a member of a team. A challenge to the team is accepted by it: the update says so.
    pub async fn join_team(
        &self,
        id: MatchId,
        acting: &Acting,
        seat: Seat,
    ) -> Result<Option<Update>> {
        let stand = self.team(id, acting, Some(seat)).await?;
        let state = &stand.view.state;
        acting.may_join(state, seat, stand.team)?;
        if !matches!(state.status(), Status::Open | Status::Playing) {
            return Err(TeamRefusal::Over(id).into());
        }
        let (user, now) = (acting.user, self.now());
        let guild = state.proposal().place.guild;
        let joined = self.write(move |db| {
            guild.map_or(Ok(()), |guild| acts::not_kept_out(db, guild, user))?;
            votes::join(db, id, user, seat)
        });
        joined.await?;
        let proposal = state.proposal();
        let accepts =
            *state.status() == Status::Open && seat != proposal.seat && proposal.challenger != user;
        if accepts {
            return match self.act(id, Command::Accept { by: user }).await {
                Ok(update) => Ok(Some(update)),
                // Somebody else was quicker.
                Err(Error::Refused(Refusal::NotOpen(_))) => Ok(None),
                Err(error) => Err(error),
            };
        }
        board::outdated(&self.kernel, state, now).await?;
        Ok(None)
    }

    /// Notes what a person wishes in the vote on a board.
    pub async fn team_vote(
        &self,
        id: MatchId,
        acting: &Acting,
        on: u32,
        wish: Wish,
    ) -> Result<Stand> {
        let state = self.current(id).await?;
        let voting = vote_on(&state, on)?;
        acting.may_join(&state, voting.seat, voting.team)?;
        let guild = state.proposal().place.guild;
        let (user, now) = (acting.user, self.now());
        let changes = wish.turn.is_some();
        let time = Arc::clone(&self.kernel.time);
        let ends = self.write(move |db| {
            guild.map_or(Ok(()), |guild| acts::not_kept_out(db, guild, user))?;
            // A vote counts when it is written: votes are counted in this order too.
            let now = time.now();
            let ends = votes::vote(db, id, &voting, user, &wish, now)?;
            if changes {
                board::note(db, id, now)?;
            }
            Ok(ends)
        });
        if let Some(ends) = ends.await? {
            self.kernel.alarms.set(ends);
        }
        if changes {
            board::queue(&self.kernel, &state, now);
        }
        self.team(id, acting, Some(voting.seat)).await
    }

    /// Votes for a turn, given by its text.
    pub async fn vote_for(
        &self,
        id: MatchId,
        acting: &Acting,
        on: u32,
        text: &str,
    ) -> Result<Stand> {
        let state = self.current(id).await?;
        vote_on(&state, on)?;
        let turn = read_turn(state.position(), text)
            .map_err(|error| Match::why_not(state.position(), error))?;
        let turn = (turn.text(), turn.after.text());
        let wish = Wish {
            turn: Some(Some(turn)),
            ..Wish::default()
        };
        self.team_vote(id, acting, on, wish).await
    }

    /// Takes a person out of their team.
    pub async fn leave_team(&self, id: MatchId, user: UserId) -> Result {
        let (state, now) = (self.current(id).await?, self.now());
        let (board, voting) = (state.board(), state.voting());
        let ends = self.write(move |db| {
            let here = votes::member(db, id, user)?.is_some_and(|member| member.here);
            if !here {
                return Err(TeamRefusal::NotMember.into());
            }
            votes::leave(db, id, user, board)?;
            threads::part(db, id, user, now)?;
            match voting {
                Some(voting) => votes::set_end(db, id, &voting, now),
                None => Ok(None),
            }
        });
        if let Some(ends) = ends.await? {
            self.kernel.alarms.set(ends);
        }
        self.kernel.alarms.set(now);
        board::outdated(&self.kernel, &state, now).await
    }

    /// Sets whether each new board of a match mentions a member.
    pub async fn call_to_votes(&self, id: MatchId, user: UserId, called: bool) -> Result {
        self.write(move |db| {
            let here = votes::member(db, id, user)?.is_some_and(|member| member.here);
            match here {
                true => votes::call(db, id, user, called),
                false => Err(TeamRefusal::NotMember.into()),
            }
        })
        .await
    }

    /// Asks a member's team whether it resigns.
    pub async fn ask_to_resign(&self, id: MatchId, acting: &Acting) -> Result {
        let stand = self.member_of(id, acting).await?;
        let (seat, now) = (stand.seat, self.now());
        stand.view.state.in_play()?;
        let turns = stand.view.state.turns_of(seat);
        let whole_vote = stand.ends.filter(|_| stand.voting.is_some());
        let closes = now.after(OPEN_AT_LEAST).max(whole_vote.unwrap_or(now));
        let asked = Question {
            seat,
            asked_at: now,
            closes,
            turns,
            open: true,
        };
        let user = acting.user;
        let write = self.write(move |db| {
            if let Some(last) = questions::latest(db, id, seat)? {
                if last.open {
                    return Err(TeamRefusal::AskedAlready.into());
                }
                let since = turns.saturating_sub(last.turns);
                if since < TURNS_BETWEEN {
                    let turns = TURNS_BETWEEN - since;
                    return Err(TeamRefusal::AskedLately { turns }.into());
                }
            }
            questions::ask(db, id, asked, user)?;
            pending_posts::enqueue(db, board::QUESTION, board::question_of(id, seat, now))
        });
        write.await?;
        self.kernel.alarms.set(closes);
        let pending = board::question_of(id, seat, now);
        self.kernel
            .delivery_queue
            .add(board::QUESTION, pending, now);
        Ok(())
    }

    /// Answers the question whether a member's team resigns, which was asked at this Unix time in milliseconds.
    pub async fn answer_resigning(
        &self,
        id: MatchId,
        acting: &Acting,
        (asked, resigns): (u64, bool),
    ) -> Result {
        let stand = self.member_of(id, acting).await?;
        let (seat, user) = (stand.seat, acting.user);
        let time = Arc::clone(&self.kernel.time);
        self.write(move |db| {
            // Answers are counted in the order in which they are written.
            let now = time.now();
            let latest = questions::latest(db, id, seat)?;
            let open = latest.filter(|one| one.open && now < one.closes && one.number() == asked);
            let open = open.ok_or(TeamRefusal::NoQuestion)?;
            questions::answer(db, id, open, user, resigns)
        })
        .await
    }

    /// Returns what a member sees of their team.
    pub(super) async fn member_of(&self, id: MatchId, acting: &Acting) -> Result<Stand> {
        let stand = self.team(id, acting, None).await?;
        if !stand.is_member() {
            return Err(TeamRefusal::NotMember.into());
        }
        acting.may_join(&stand.view.state, stand.seat, stand.team)?;
        Ok(stand)
    }

    /// Returns the members of the teams of a match, each with the number of turns for which they voted.
    pub async fn team_players(&self, id: MatchId) -> Result<(View, Vec<(Team, Vec<Voter>)>)> {
        let view = self.view(id).await?;
        let teams = Seat::BOTH.map(|seat| Some((seat, team_of(&view.state, seat)?)));
        let read = self.read(move |db| {
            let teams = teams.into_iter().flatten();
            teams
                .map(|(seat, team)| Ok((team, votes::players(db, id, seat)?)))
                .collect()
        });
        Ok((view, read.await?))
    }
}
