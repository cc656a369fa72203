use super::about::about;
use crate::discord::ui::{Button, Composed, Operator};
use crate::features::help::press::Press;

/// The labels of the help pages.
const PAGES: [&str; 4] = ["Begin", "During Matches", "Everything Else", "About"];

/// Composes a page of the help. `command` links to a command.
///
/// A number beyond the end means the last page.
pub fn help(page: u32, operator: &Operator, command: impl Fn(&str) -> String) -> Composed {
    let last = PAGES.len() - 1;
    let page = usize::try_from(page).unwrap_or(last).min(last);
    let text = |lines: Vec<String>| Composed::text(lines.join("\n"));
    let mut shown = match page {
        0 => text(begin(command)),
        1 => text(in_a_match(command)),
        2 => text(afterwards(command)),
        _ => about(operator, command),
    };
    let button = |(number, label): (usize, &&'static str)| {
        let id = Press::Help {
            page: u32::try_from(number).unwrap_or(u32::MAX),
        };
        Button::plain(*label, id).enabled(number != page)
    };
    let pages = PAGES.iter().enumerate().map(button).collect();
    shown.rows.insert(0, pages);
    shown
}

fn begin(command: impl Fn(&str) -> String) -> Vec<String> {
    let play = command("play");
    vec![
        String::from(
            "This bot hosts board games played by post: one move now, another one tomorrow.",
        ),
        format!(
            "**Begin** with {play}: choose a game and, if you like, an opponent, a colour and a clock. Without an opponent anyone may accept. \
             Each match gets a thread of its own."
        ),
        format!(
            "**Somebody to play with?** *Challenges* in {} lists open challenges. To challenge a person, use *Apps › Challenge…* in their menu.",
            command("games")
        ),
        format!(
            "**Alone?** The option `computer` of {play} lets you play against the computer at once, in a server or in a direct message to the bot."
        ),
        format!(
            "**New to a game?** {} teaches it in short lessons, {} shows its rules one by one, each with a picture.",
            command("learn"),
            command("rules")
        ),
        format!(
            "If your clock runs out, you lose; before your first move, the match has no result. Everyone can watch: *Here* in {} lists matches in this channel, and *Follow* mentions you under each turn or the result.",
            command("games")
        ),
    ]
}

fn in_a_match(command: impl Fn(&str) -> String) -> Vec<String> {
    vec![
        format!(
            "**Move** with the button under the board, step by step, or with {}, which offers legal turns while you type \
             in any usual notation. The bot notifies the player to move.",
            command("move")
        ),
        format!(
            "**Look**: {} shows a match and everything you can do in it, {} describes a board in words, {} lists your matches.",
            command("board"),
            command("describe"),
            command("games")
        ),
        format!(
            "**Take back** your last turn with {}: at once if the other player has not seen it, else if they agree.",
            command("takeback")
        ),
        String::from(
            "**Plan** your replies in advance with *Plan Reply* or `/plan`: if they play this, I play that.",
        ),
        format!(
            "**Time**: *Reminders* in {} sets when and where the bot reminds you. {} stops your clocks while you are away. *Give Time* gives the other player more time.",
            command("settings"),
            command("away")
        ),
        format!(
            "**End** it: {} offers a draw. {} resigns, or cancels a match before both of you have moved.",
            command("draw"),
            command("resign")
        ),
        String::from(
            "**Stuck?** *Hint* shows where to look and what the computer would play: in matches against it, and in unrated matches if both players agree.",
        ),
        String::from(
            "**Notes** are for your thoughts. Only you see them until you publish them at the end.",
        ),
    ]
}

fn afterwards(command: impl Fn(&str) -> String) -> Vec<String> {
    vec![
        format!(
            "**Look back**: *Finished* in {} lists finished matches. Each opens with its *History* turn by turn and its *Replay*; *Share* shows it to everyone.",
            command("games")
        ),
        format!(
            "**Learn**: *Analyse* shows where a finished match turned and which moves were better. {} lets you try moves from any turn. \
             {} asks you for the one move that wins.",
            command("explore"),
            command("puzzle")
        ),
        format!(
            "**Ratings**: {} shows who leads in a game, {} a player's ratings and results. \
             Matches between people are rated unless the challenge says otherwise, and count once each of you has made 2 turns.",
            command("leaderboard"),
            command("profile")
        ),
        format!(
            "**Leagues**: {} shows the tables of this server's leagues and your games. Join one to play everybody in your division.",
            command("league")
        ),
        format!(
            "**Ladders**: {} shows a ladder of the server. Challenge somebody above you, and take their place if you win.",
            command("ladder")
        ),
        format!(
            "**Tournaments**: {} shows a tournament of the server with its bracket or table. Join it before it begins.",
            command("tournament")
        ),
        format!(
            "**Simuls**: play many people at once, or let a computer play them. Choose a game under {}, then *Simul…*.",
            command("play")
        ),
        format!(
            "**Teams**: many people vote on each turn of a match. Choose a game under {}, then *As a Team…*.",
            command("play")
        ),
        format!(
            "**Files**: *Export* gives you a match as a file, {} shows a match from a file.",
            command("import")
        ),
        format!(
            "**Settings**: {} lets you choose board colours, boards as text and a confirmation of moves, and block people.",
            command("settings")
        ),
        format!(
            "**Your data**: {} shows what the bot keeps about you, exports it or deletes it.",
            command("privacy")
        ),
        format!(
            "**For a server**: {} sets who plays what and where, and checks permissions. {} is for moderators.",
            command("server"),
            command("referee")
        ),
    ]
}
