//! A match's board for one person, with all actions that are open to that person.

use std::time::Duration;

use super::card::may_be_followed;
use crate::board::Seat;
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::terms::rules_button;
use crate::discord::ui::{
    Button, Composed, Tone, board_picture, called, card_text, harder, last_turn_sentence,
    plays_only,
};
use crate::features::lists::press::Press as ListsPress;
use crate::features::pages::press::Press as PagesPress;
use crate::features::play::press::Press;
use crate::features::records::press::Press as RecordsPress;
use crate::features::study::press::Press as StudyPress;
use crate::features::teams::press::Press as TeamPress;
use crate::features::watching::press::Press as WatchingPress;
use crate::matches::{ChannelId, Command, Match, Player, Status, UserId, result_sentence};
use crate::people::Moment;

/// A gift of time that is allowed in each match in which any gift is.
const A_GIFT: Duration = Duration::from_hours(6);

/// The times that a player can give to the other player.
const GIFTS: [(&str, u64); 5] = [
    ("6 Hours", 6),
    ("12 Hours", 12),
    ("1 Day", 24),
    ("3 Days", 72),
    ("7 Days", 168),
];

/// The current board for one person, with buttons for the possible actions.
/// `thread` is the match's thread if the person is elsewhere; `at` is the time of display. `has_pages`: the bot serves pages of
/// matches.
pub fn board(
    now: &Match,
    thread: Option<ChannelId>,
    user: UserId,
    seen_from: Seat,
    at: Moment,
    has_pages: bool,
) -> Composed {
    let picture = Some(board_picture(now, seen_from));
    if now.players().is_none() {
        return Composed {
            picture,
            rows: answers(now, user),
            ..Composed::text(card_text(now, None, at))
        };
    }
    let last = last_turn_sentence(now);
    let last = match result_sentence(now, called) {
        None if !last.is_empty() => format!("\n{last}"),
        _ => String::new(),
    };
    let rows = match now.seat_of(user) {
        Some(seat) => vec![acts(now, user, at), looks(now), own(now, user, seat, at)],
        None => vec![votes(now, user), watchers_buttons(now), own_of_watcher(now)],
    };
    let link = Button::plain("Link", PagesPress::Link(now.id()));
    let rows = rows.into_iter().chain(has_pages.then(|| vec![link]));
    Composed {
        content: format!("{}{last}", card_text(now, thread, at)),
        picture,
        rows: rows.filter(|row| !row.is_empty()).collect(),
        ..Composed::default()
    }
}

/// The buttons of a challenge.
fn answers(now: &Match, user: UserId) -> Vec<Vec<Button>> {
    if *now.status() != Status::Open {
        return Vec::new();
    }
    let (id, proposal) = (now.id(), now.proposal());
    let accept = Button::new("Accept", Tone::Success, ListsPress::Take(id));
    let buttons = match proposal.invited {
        _ if proposal.challenger == user => {
            vec![Button::plain("Withdraw", ListsPress::WithdrawListed(id))]
        }
        Some(Player::Person(invited)) if invited == user => {
            vec![
                accept,
                Button::plain("Decline", ListsPress::DeclineListed(id)),
            ]
        }
        Some(_) => Vec::new(),
        None => vec![accept],
    };
    Vec::from_iter((!buttons.is_empty()).then_some(buttons))
}

/// The buttons that change the match, if its player may use them now.
fn acts(now: &Match, user: UserId, at: Moment) -> Vec<Button> {
    let (id, board, by) = (now.id(), now.board(), user);
    let may = |command| now.decide(&command, at).is_ok();
    let mut buttons = Vec::new();
    if now.mover(user, None, at).is_ok() {
        buttons.extend(plays_only(now));
        let press = Press::Move { id, board };
        buttons.push(Button::new("Move…", Tone::Primary, press));
    }
    let grace = Duration::ZERO;
    if may(Command::TakeBack { by, grace }) {
        buttons.push(Button::plain("Take Back", Press::TakeBack(id)));
    }
    if may(Command::OfferDraw { by }) {
        buttons.push(Button::plain("Offer Draw", Press::Draw { id, board }));
    }
    if may(Command::Resign { by }) {
        let label = match now.may_abort() {
            true => "Cancel Match…",
            false => "Resign…",
        };
        buttons.push(Button::plain(label, Press::Resign { id, board }));
    }
    // A new match with a team is set up like the first one.
    if now.has_team() {
        buttons.push(Button::plain("My Team", TeamPress::Show(id)));
        return buttons;
    }
    if matches!(now.status(), Status::Finished(_)) {
        buttons.push(Button::new("Rematch", Tone::Primary, Press::Rematch(id)));
        buttons.extend(harder(now));
    }
    if now.to_move().is_none() {
        let with = OpponentChoice::Same(id);
        buttons.push(Button::plain("Another Game…", Press::ChooseGame { with }));
    }
    buttons
}

/// The buttons that show more of the match.
fn looks(now: &Match) -> Vec<Button> {
    let (id, ply) = (now.id(), now.ply());
    let mut buttons = Vec::new();
    if ply > 0 {
        buttons.push(Button::plain("History", WatchingPress::History { id, ply }));
        buttons.push(Button::plain("Replay", WatchingPress::Replay(id)));
    }
    buttons.push(Button::plain("Describe", WatchingPress::Describe(id)));
    buttons.push(Button::plain("Explore", StudyPress::Explore { id, ply }));
    if now.ending().is_some() && ply > 0 {
        buttons.push(Button::plain("Analyse", StudyPress::Analysis(id)));
    } else {
        buttons.push(rules_button(now.game()));
    }
    buttons
}

/// The player's own tools.
fn own(now: &Match, by: UserId, seat: Seat, at: Moment) -> Vec<Button> {
    let id = now.id();
    let mut buttons = Vec::new();
    let two_people = now.person(seat.other()).is_some();
    let may_ask = !now.is_rated() && !now.is_contested() && !now.has_team();
    if may_ask && now.mover(by, None, at).is_ok() {
        buttons.push(Button::plain("Hint", StudyPress::Hint(id)));
    }
    if now.to_move() == Some(seat.other()) && two_people {
        buttons.push(Button::plain("Plan Reply", Press::PlanReply(id)));
    }
    let gift = Command::GiveTime { by, time: A_GIFT };
    if now.decide(&gift, at).is_ok() {
        buttons.push(Button::plain("Give Time…", Press::AskGift(id)));
    }
    buttons.push(Button::plain("Notes", WatchingPress::Notes(id)));
    buttons.extend(files(now));
    buttons
}

/// The buttons to export and share the match.
fn files(now: &Match) -> [Button; 2] {
    let id = now.id();
    [
        Button::plain("Export…", RecordsPress::AskExport(id)),
        Button::plain("Share…", WatchingPress::AskShare(id)),
    ]
}

/// The buttons of somebody who may belong to a team of the match; empty without a team.
fn votes(now: &Match, user: UserId) -> Vec<Button> {
    let (id, board) = (now.id(), now.board());
    let mut buttons = Vec::new();
    if now.may_vote(user) {
        let press = TeamPress::Vote { id, board };
        buttons.push(Button::new("Vote…", Tone::Primary, press));
    }
    if now.has_team() {
        buttons.push(Button::plain("My Team", TeamPress::Show(id)));
    }
    buttons
}

/// The first row of a spectator's buttons.
fn watchers_buttons(now: &Match) -> Vec<Button> {
    let id = now.id();
    let mut buttons = Vec::new();
    if now.ply() > 0 {
        let ply = now.ply();
        buttons.extend([
            Button::plain("History", WatchingPress::History { id, ply }),
            Button::plain("Replay", WatchingPress::Replay(id)),
        ]);
    }
    if may_be_followed(now) {
        buttons.push(Button::plain("Follow", WatchingPress::Follow(id)));
    }
    buttons.extend([
        Button::plain("Describe", WatchingPress::Describe(id)),
        rules_button(now.game()),
    ]);
    buttons
}

/// The second row of a spectator's buttons.
fn own_of_watcher(now: &Match) -> Vec<Button> {
    let (id, ply) = (now.id(), now.ply());
    let mut buttons = vec![Button::plain("Explore", StudyPress::Explore { id, ply })];
    if now.ending().is_some() && ply > 0 {
        buttons.push(Button::plain("Analyse", StudyPress::Analysis(id)));
    }
    buttons.extend(files(now));
    buttons
}

/// The question how much time to give to the other player.
pub fn ask_gift(now: &Match) -> Composed {
    let id = now.id();
    let buttons = GIFTS.map(|(label, hours)| {
        let seconds = hours * 3600;
        Button::plain(label, Press::GiveTime { id, seconds })
    });
    Composed {
        rows: vec![buttons.to_vec()],
        ..Composed::text(format!(
            "How much more time do you give to the other player in match {id}?"
        ))
    }
}
