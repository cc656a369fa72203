//! What a member sees of their team.

use crate::board::Seat;
use crate::db::Listed;
use crate::discord::ui::words::{called, game_name, mention, plural, relative, unbroken};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, board_picture, cut};
use crate::features::Dated;
use crate::features::play::{BoardView, ahead};
use crate::features::teams::model::{Stand, Voter};
use crate::features::teams::press::{Press, Side};
use crate::games::written_turn;
use crate::matches::{Match, MatchId, Player, Status, Team, UserId, Voting, turn_mark};
use crate::people::Moment;

/// The most proposals that the text of the page lists.
const LISTED: usize = 10;

/// The most members whom a list names.
const NAMED: usize = 28;

/// The most characters of a proposed turn, and of one's own, on the page.
const WRITTEN: usize = 100;
const OWN: usize = 400;

/// The page of a person's team, below a sentence about what they have just done; the sentence may be empty.
pub fn page(stand: &Stand, user: UserId, said: &str, seen_from: Seat) -> Composed {
    let state = &*stand.view.state;
    let mut lines = vec![head(stand)];
    lines.extend((!said.is_empty()).then(|| said.to_owned()));
    lines.push(standing(stand, user));
    let voting = stand.voting.filter(|_| stand.decides());
    if let Some(voting) = &voting {
        lines.extend(proposals(stand, voting));
    }
    // The other side may open this page too.
    let question = stand.question.as_ref().filter(|_| stand.decides());
    if let Some((asked, answers, own)) = question {
        let own = match own {
            Some(true) => " You have answered yes.",
            Some(false) => " You have answered no.",
            None => "",
        };
        lines.push(format!(
            "Does the team resign? {} yes, {} no, until {}.{own}",
            answers.yes,
            answers.no,
            relative(asked.closes)
        ));
    }
    let own = stand.own.as_ref().filter(|_| stand.decides());
    let own = own.and_then(|vote| vote.turn.as_ref());
    let after = own.and_then(|(text, _)| after(state, text));
    Composed {
        content: lines.join("\n"),
        picture: after.map(|after| board_picture(&after, seen_from)),
        menus: voting
            .and_then(|voting| others(stand, &voting))
            .into_iter()
            .collect(),
        rows: buttons(stand, user),
        ..Composed::default()
    }
}

/// What a person reads about their vote above the next match that waits for them. `written` is the turn.
pub fn voted(id: MatchId, written: &str) -> Composed {
    Composed {
        rows: vec![vec![Button::plain("My Team", Press::Show(id))]],
        ..Composed::text(format!(
            "You voted for **{}** in match {id}.",
            cut(&unbroken(written), OWN)
        ))
    }
}

/// A proposal of somebody else, on the board.
pub fn proposal(stand: &Stand, mark: u32, seen_from: Seat) -> Option<Composed> {
    let state = &*stand.view.state;
    let voting = stand.voting?;
    let mut proposals = stand.count.proposals.iter();
    let proposal = proposals.find(|proposal| turn_mark(&proposal.text) == mark)?;
    let written = written_turn(state.position(), &proposal.text);
    let (id, board) = (state.id(), voting.board);
    let support = Press::Support { id, board, mark };
    Some(Composed {
        content: format!("{}\nProposed: **{}**.", head(stand), unbroken(&written)),
        picture: after(state, &proposal.text).map(|after| board_picture(&after, seen_from)),
        rows: vec![vec![
            Button::new("Vote for This", Tone::Success, support),
            Button::plain("Back", Press::Show(id)),
        ]],
        ..Composed::default()
    })
}

/// The question whether a member really asks their team to resign.
pub fn ask_resign(stand: &Stand) -> Composed {
    let id = stand.view.state.id();
    Composed {
        rows: vec![vec![
            Button::new("Ask the Team", Tone::Danger, Press::Resign(id)),
            Button::plain("Back", Press::Show(id)),
        ]],
        ..Composed::text(format!(
            "{}\nAsk **{}** whether it resigns? The question is posted in the match's thread and stays open for at least \
             6 hours. After it, the team can be asked again in five turns.",
            head(stand),
            called(Player::Team(stand.team))
        ))
    }
}

/// The members of the teams of a match.
pub fn players(state: &Match, teams: &[(Team, Vec<Voter>)]) -> Composed {
    let mut lines = Vec::new();
    for (team, members) in teams {
        let count = plural(members.len(), "member", "members");
        lines.push(format!("**{}**: {count}", called(Player::Team(*team))));
        let named = NAMED / teams.len().max(1);
        for Voter { user, voted, here } in members.iter().take(named) {
            let voted = match voted {
                0 => String::from("has not voted"),
                voted => format!("voted {}", plural(*voted, "time", "times")),
            };
            let left = if *here { "" } else { ", has left" };
            lines.push(format!("- {}, {voted}{left}", mention(*user)));
        }
        if members.len() > named {
            lines.push(format!("- and {} more", members.len() - named));
        }
    }
    Composed::text(format!(
        "Match {}, **{}**\n{}",
        state.id(),
        state.game().card.name,
        lines.join("\n")
    ))
}

/// Returns the line of a profile about the matches in which a person voted; `None` without any.
pub fn record(played: u32, won: u32) -> Option<String> {
    let matches = plural(played, "match", "matches");
    (played > 0).then(|| format!("**Teams**: voted in {matches}, won {won}"))
}

/// Returns the end of a vote for a person's calendar.
pub fn date((listed, at): &(Listed, Moment)) -> Dated {
    Dated {
        key: format!("vote-{}-{}", listed.id, listed.board),
        what: format!(
            "{} {}: your team's vote closes",
            game_name(&listed.game),
            listed.id
        ),
        at: *at,
    }
}

/// Returns the match and its two sides on one line.
fn head(stand: &Stand) -> String {
    let state = &stand.view.state;
    let proposal = state.proposal();
    let other = match stand.seat == proposal.seat {
        true => proposal
            .invited
            .or_else(|| state.player(stand.seat.other())),
        false => Some(proposal.challenging()),
    };
    let against = other.map(|other| format!(" against {}", called(other)));
    format!(
        "Match {}, **{}**: **{}**{}",
        state.id(),
        state.game().card.name,
        called(Player::Team(stand.team)),
        against.unwrap_or_default()
    )
}

/// Returns where the person and the team stand.
fn standing(stand: &Stand, user: UserId) -> String {
    let state = &stand.view.state;
    let size = plural(stand.size, "member", "members");
    let until = |voting: &Voting| relative(closes(stand, voting));
    let own = stand.own.as_ref().and_then(|vote| vote.turn.as_ref());
    if state.seat_of(user).is_some() {
        return format!("You play against this team of {size}.");
    }
    if state.is_paused() {
        return format!("A moderator has paused the match. The team has {size}.");
    }
    if state.ending().is_some() {
        return format!("The match is over. The team had {size}.");
    }
    if stand.is_member() && !stand.has_role {
        let own = own.map(|_| " Your vote still counts.").unwrap_or_default();
        return format!(
            "You no longer have the role of this team of {size}, so you cannot vote for it.{own}"
        );
    }
    match (&stand.voting, own, stand.is_member()) {
        (_, _, false) if stand.team.role.is_some() => {
            format!("The team has {size}. People with its role join it by voting.")
        }
        (_, _, false) => format!("The team has {size}. You join it by voting, or by *Join Team*."),
        (Some(voting), Some((text, _)), true) => {
            let written = written_turn(state.position(), text);
            format!(
                "You voted for **{}**. You can change this until voting closes {}.",
                cut(&unbroken(&written), OWN),
                until(voting)
            )
        }
        (Some(_), None, true) if stand.ends.is_none() => {
            String::from("No vote came in time. The first one starts 30 more minutes.")
        }
        (Some(voting), None, true) => {
            format!("You have not voted yet. Voting closes {}.", until(voting))
        }
        (None, _, true) => {
            let waits = match state.status() {
                Status::Open => " The match has not begun.",
                Status::Playing => " It is not your team's turn.",
                _ => " The match is over.",
            };
            format!("You belong to this team of {size}.{waits}")
        }
    }
}

/// Returns when a vote closes as things stand.
fn closes(stand: &Stand, voting: &Voting) -> Moment {
    stand.ends.unwrap_or(voting.closes)
}

/// Returns the proposals. Their counts are shown to those who have voted.
fn proposals(stand: &Stand, voting: &Voting) -> Vec<String> {
    let state = &stand.view.state;
    let own = stand.own.as_ref().and_then(|vote| vote.turn.as_ref());
    let written = |text: &str| cut(&unbroken(&written_turn(state.position(), text)), WRITTEN);
    let all = &stand.count.proposals;
    let mut lines: Vec<String> = match own {
        Some((_, result)) => {
            let lines = all.iter().map(|one| {
                let own = if one.result == *result {
                    " · your vote"
                } else {
                    ""
                };
                format!("**{}** {}{own}", one.votes, written(&one.text))
            });
            lines.collect()
        }
        None => {
            // In an order that tells nothing.
            let mut texts: Vec<_> = all.iter().map(|one| written(&one.text)).collect();
            texts.sort();
            texts.iter().map(|text| format!("- {text}")).collect()
        }
    };
    if lines.len() > LISTED {
        let more = lines.len() - LISTED;
        lines.truncate(LISTED);
        lines.push(format!("and {more} more"));
    }
    if own.is_none() && !lines.is_empty() {
        lines.insert(0, String::from("Proposed so far:"));
    }
    let voters = stand.count.voters();
    let mut small = match (voters, own) {
        (0, _) => String::from("-# No votes yet."),
        (voters, Some(_)) => format!(
            "-# {voters} of {} voted. Only members who have voted see the counts.",
            plural(stand.size, "member", "members")
        ),
        (voters, None) => format!(
            "-# {voters} of {} voted. You see the counts after your vote.",
            plural(stand.size, "member", "members")
        ),
    };
    if own.is_some() && stand.count.draw > 0 {
        let draw = plural(stand.count.draw, "person wants", "people want");
        small.push_str(&format!(" {draw} a draw."));
    }
    if stand.count.waits > 0 {
        let waits = plural(stand.count.waits, "member asks", "members ask");
        small.push_str(&format!(" {waits} to wait for the whole time."));
    }
    if voting.turns < crate::features::teams::model::EARLY_FROM {
        small.push_str(" The team's first three votes last their whole time.");
    }
    lines.push(small);
    lines
}

/// Returns the menu of what others have proposed.
fn others(stand: &Stand, voting: &Voting) -> Option<Menu> {
    let state = &stand.view.state;
    let own = stand.own.as_ref().and_then(|vote| vote.turn.as_ref());
    let mut others: Vec<_> = stand
        .count
        .proposals
        .iter()
        .filter(|one| own.is_none_or(|(_, result)| one.result != *result))
        .map(|one| {
            let label = cut(&written_turn(state.position(), &one.text), 100);
            MenuOption::new(label, turn_mark(&one.text).to_string())
        })
        .take(25)
        .collect();
    others.sort_by(|one, other| one.label.cmp(&other.label));
    let press = Press::Other {
        id: state.id(),
        board: voting.board,
    };
    (!others.is_empty()).then(|| Menu::one("See another proposal", press, others))
}

fn buttons(stand: &Stand, user: UserId) -> Vec<Vec<Button>> {
    let state = &stand.view.state;
    let id = state.id();
    let runs = matches!(state.status(), Status::Open | Status::Playing);
    let plays = state.seat_of(user).is_some();
    let own = stand.own.as_ref().filter(|_| stand.decides());
    let voted = own.is_some_and(|vote| vote.turn.is_some());
    let (mut votes, mut team) = (Vec::new(), Vec::new());
    if let Some(Voting { board, .. }) = stand.voting.filter(|_| !plays) {
        if stand.has_role {
            let label = if voted { "Change Vote…" } else { "Vote…" };
            votes.push(Button::new(label, Tone::Primary, Press::Vote { id, board }));
        }
        if voted {
            votes.push(Button::plain(
                "Withdraw Vote",
                Press::Withdraw { id, board },
            ));
        }
        // A draw of the team's own is rarer, and offered on the page of what is.
        let offered = state.draw_offer() == Some(stand.seat.other());
        votes.extend(draw(stand).filter(|_| offered));
        team.push(Button::plain("Refresh", Press::Show(id)));
    }
    if stand.is_member() && runs {
        if stand.decides() {
            team.push(Button::plain("Discuss", Press::Talk(id)));
        }
        team.push(Button::plain("More…", Press::More(id)));
    } else if runs && !plays && stand.has_role {
        let seat = Side(stand.seat);
        team.push(Button::new(
            "Join Team",
            Tone::Success,
            Press::Join { id, seat },
        ));
    }
    if !(stand.is_member() && runs) {
        team.push(Button::plain("Players", Press::Players(id)));
    }
    let answers = match &stand.question {
        Some((asked, ..)) if stand.decides() => {
            let asked = asked.number();
            vec![
                Button::new("Yes, Resign", Tone::Danger, Press::Yes { id, asked }),
                Button::plain("No, Play On", Press::No { id, asked }),
            ]
        }
        _ => Vec::new(),
    };
    let rows = [votes, team, answers].into_iter();
    rows.filter(|row| !row.is_empty()).collect()
}

/// Returns the button with which a member who has voted wants a draw, or no longer.
fn draw(stand: &Stand) -> Option<Button> {
    let own = stand.own.as_ref().filter(|_| stand.decides());
    let own = own.filter(|vote| vote.turn.is_some())?;
    let (state, board) = (&stand.view.state, stand.voting?.board);
    let offered = state.draw_offer() == Some(stand.seat.other());
    let label = match (own.draw, offered) {
        (true, _) => "No Draw",
        (false, true) => "Accept Draw",
        (false, false) => "Offer Draw",
    };
    let (id, on) = (state.id(), u32::from(!own.draw));
    Some(Button::plain(label, Press::Draw { id, board, on }))
}

/// What a member does more rarely, with what it means.
pub fn more(stand: &Stand) -> Composed {
    let state = &stand.view.state;
    let id = state.id();
    let mut lines = vec![head(stand)];
    let mut votes = Vec::new();
    if let Some(button) = draw(stand) {
        let wants = stand.own.as_ref().is_some_and(|vote| vote.draw);
        let words = match wants {
            true => "takes your wish for a draw back.",
            false => "counts if more than half of those who vote want it.",
        };
        lines.push(format!("**{}** {words}", button.label));
        votes.push(button);
    }
    if let Some(Voting { board, .. }) = stand.voting.filter(|_| stand.decides()) {
        let waits = stand.own.as_ref().is_some_and(|vote| vote.waits);
        let label = if waits { "Do Not Wait" } else { "Wait" };
        lines.push(match waits {
            true => format!("**{label}** lets this vote end early again."),
            false => format!("**{label}** keeps this vote from ending early."),
        });
        let on = u32::from(!waits);
        votes.push(Button::plain(label, Press::Wait { id, board, on }));
    }
    let is_called = stand.member.is_some_and(|member| member.called);
    let label = if is_called {
        "Do Not Call Me"
    } else {
        "Call Me"
    };
    lines.push(match is_called {
        true => format!("**{label}**: new boards mention you only while you vote."),
        false => {
            format!("**{label}** mentions you on the next three boards, also if you do not vote.")
        }
    });
    let on = u32::from(!is_called);
    votes.push(Button::plain(label, Press::Call { id, on }));
    votes.push(Button::plain("Players", Press::Players(id)));
    let mut leaves = Vec::new();
    let can_ask = *state.status() == Status::Playing && stand.question.is_none();
    if can_ask && stand.decides() {
        lines.push(String::from("**Resign…** asks the whole team."));
        leaves.push(Button::plain("Resign…", Press::AskResign(id)));
    }
    leaves.push(Button::plain("Leave Team", Press::Leave(id)));
    leaves.push(Button::plain("Back", Press::Show(id)));
    Composed {
        rows: vec![votes, leaves],
        ..Composed::text(lines.join("\n"))
    }
}

/// Returns the match after a turn that somebody has proposed.
fn after(state: &Match, text: &str) -> Option<Match> {
    ahead(
        state,
        std::slice::from_ref(&text.to_owned()),
        state.changed_at(),
    )
    .ok()
}

/// The question above the board on which a member picks a turn.
pub fn asked(shown: &BoardView) -> String {
    let state = shown.ground.view.as_ref().map(|view| &view.state);
    let voting = state.and_then(|state| state.voting());
    let (Some(state), Some(voting)) = (state, voting) else {
        return String::new();
    };
    // The board before it was of another match.
    let sitting = shown.session.sitting;
    let until = sitting.filter(|sitting| sitting.since < voting.closes);
    let until = until.map(|_| format!(" Voting closes {}.", relative(voting.closes)));
    let until = until.unwrap_or_default();
    format!(
        "Match {}, **{}**, turn {}: your vote for **{}**.{until}",
        state.id(),
        state.game().card.name,
        state.ply().saturating_add(1),
        called(Player::Team(voting.team))
    )
}

/// What a person reads who wants to vote and cannot now.
pub fn nothing_to_vote(id: MatchId) -> String {
    format!("There is nothing to vote on in match {id} now.")
}
