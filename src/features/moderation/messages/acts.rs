//! Messages about moderators' acts, for players and moderators.

use crate::board::Seat;
use crate::discord::ui::board::{call, posted};
use crate::discord::ui::words::{at_seat, called, date, list};
use crate::discord::ui::{Composed, cut, escaped, exchange, mention, relative};
use crate::features::moderation::store::acts::{Banned, Moderated};
use crate::matches::{Match, MatchId, Moderation, ModeratorAsks, Player, UserId};

/// The most entries of each kind that moderators see.
pub const MOST_MODERATED: u32 = 15;

/// Composes the post about an act and its reason.
///
/// The date distinguishes it from earlier acts on the same board.
pub(crate) fn moderated(now: &Match, by: UserId, act: Moderation, reason: &str) -> Composed {
    let (who, reason) = (mention(by), escaped(reason));
    let why = format!("Reason: {reason}\n-# {}", date(now.changed_at()));
    let number = now.ply().saturating_add(1);
    // A vote is one on a board.
    let votes = match (now.voting(), now.has_team()) {
        (Some(_), _) => " The vote begins again.",
        (None, true) => " Votes that were open no longer count.",
        (None, false) => "",
    };
    match act {
        Moderation::Pause => {
            let called: Vec<_> = addressed(now).map(called).collect();
            Composed {
                content: format!(
                    "{}: **{who} has paused the match.** Clocks are stopped, and the match waits until a moderator resumes it.\n{why}",
                    list(&called)
                ),
                pings: now.people().map(|user| user.0).collect(),
                ..Composed::default()
            }
        }
        Moderation::Resume => posted(
            now,
            format!(
                "{}\n**{who} has resumed the match.** {why}",
                call(now, "your move")
            ),
        ),
        Moderation::Undo { .. } => posted(
            now,
            format!(
                "{}\n**{who} has undone turn {number}**, and everything after it.{votes} {why}",
                call(now, "your move again")
            ),
        ),
        Moderation::Redo => {
            let words = format!(
                "**{who} has restored what was undone:** the match and its clocks are as they were after turn {}.{votes} \
                 {why}\n{}",
                now.ply(),
                exchange::last_turns(now)
            );
            to_both(now, &words)
        }
        Moderation::Reopen => {
            let turns = if now.ply() == 0 {
                String::new()
            } else {
                format!("\n{}", exchange::last_turns(now))
            };
            let words = format!(
                "**{who} has undone the end of the match: it goes on**, and its result no longer counts. \
                 The clock of the player to move shows what it showed when this turn began. {why}{turns}"
            );
            to_both(now, &words)
        }
        // The end of a match has its own post.
        Moderation::End(_) | Moderation::LetOut(_) => {
            Composed::text(format!("Decided by {who}. {why}"))
        }
    }
}

/// Returns the players whom a post addresses: people and teams.
fn addressed(now: &Match) -> impl Iterator<Item = Player> {
    let players = now.players().into_iter().flatten();
    players.filter(|player| player.computer().is_none())
}

/// Composes a post with the board that pings both players, as the other player may have won before.
fn to_both(now: &Match, words: &str) -> Composed {
    let others = addressed(now).filter(|player| Some(*player) != now.player_to_move());
    let others: String = others
        .map(|player| format!("{}: ", called(player)))
        .collect();
    let content = format!("{}\n{others}{words}", call(now, "your move"));
    Composed {
        pings: now.people().map(|user| user.0).collect(),
        ..posted(now, content)
    }
}

/// Words the answer to the moderator after an act on a match.
pub fn moderator_did(id: MatchId, asks: ModeratorAsks) -> String {
    match asks {
        ModeratorAsks::Pause => format!("**Match {id} is paused.**"),
        ModeratorAsks::Resume => format!("**Match {id} goes on.**"),
        ModeratorAsks::Undo => format!("**The last turn of match {id} is undone.**"),
        ModeratorAsks::Redo => format!("**The undone turn in match {id} is restored.**"),
        ModeratorAsks::End(_) => format!("**Match {id} is over.**"),
        ModeratorAsks::LetOut(user) => format!(
            "**{} is let out of match {id}**, which is over without a result: nobody's rating changes.",
            mention(user)
        ),
        ModeratorAsks::Reopen => {
            format!("**Match {id} goes on**, and its result no longer counts.")
        }
    }
}

/// Words the answer to the moderator after annulling a match.
pub fn annulled_here(id: MatchId) -> String {
    format!("**Match {id} no longer counts for ratings.**")
}

/// Composes the post about an annulled match.
pub fn annulled(now: &Match, by: UserId) -> Composed {
    let [first, second] = Seat::BOTH.map(|seat| at_seat(now, seat));
    Composed {
        pings: now.people().map(|user| user.0).collect(),
        ..Composed::text(format!(
            "{} annulled match {}, **{}** between {first} and {second}: its result no longer counts for ratings. Ratings that followed were recomputed.",
            mention(by),
            now.id(),
            now.game().card.name
        ))
    }
}

/// Composes the list of moderators' acts and bans in a server, latest first.
pub fn moderation(acts: &[Moderated], banned: &[Banned]) -> Composed {
    let mut lines = vec![String::from(
        "**What moderators did here**, the latest first. Only you see this.",
    )];
    if acts.is_empty() && banned.is_empty() {
        lines.push(String::from("Nothing yet."));
    }
    let what = |act: &str| match act {
        "pause" => "paused",
        "resume" => "resumed",
        "undo" => "a turn undone",
        "redo" => "a turn put back",
        "let-out" => "ended: a player let out",
        "reopen" => "reopened",
        _ => "ended",
    };
    let brief = |reason: &str| escaped(&cut(reason, 80));
    lines.extend(banned.iter().map(|one| {
        let lifted = one
            .lifted
            .map(|at| format!(", let in again {}", relative(at)))
            .unwrap_or_default();
        format!(
            "• {} kept out by {} {}{lifted}: {}",
            mention(one.user),
            mention(one.by),
            relative(one.at),
            brief(&one.reason)
        )
    }));
    lines.extend(acts.iter().map(|act| {
        format!(
            "• match {} {} by {} {}: {}",
            act.id,
            what(&act.act),
            mention(act.by),
            relative(act.at),
            brief(&act.reason)
        )
    }));
    Composed::text(fitting(&lines))
}

/// Composes the answer to people who are not moderators.
pub fn only_moderators() -> Composed {
    Composed::text(
        "Only moderators can do that: people with the permission **Manage Threads**, and people whom the server allows to use `/referee` under *Integrations*. \
         If your roles have changed, use `/referee` again.",
    )
}

/// Composes the answer to a press on a panel that no longer counts.
pub fn panel_expired() -> Composed {
    Composed::text(
        "This panel has expired: it is a day old, or your roles have changed. Use `/referee` again.",
    )
}

/// Joins as many lines as fit into a message below its title, and notes if some are left out.
fn fitting(lines: &[String]) -> String {
    const MORE: &str = "\n… older ones are left out.";
    let mut text = String::new();
    for line in lines {
        let length = text.chars().count() + line.chars().count() + 1;
        if length + MORE.chars().count() > crate::discord::ui::MOST_CONTENT - 20 {
            text.push_str(MORE);
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}
