use super::about::about;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::{Button, Composed, Operator, Tone};

/// The pages of the help, by what stands on their buttons.
const PAGES: [&str; 4] = ["Begin", "During Matches", "Everything Else", "About"];

/// What the bot is for, how a match goes, and who runs it, page by page; a page that is not there is the last one. `command`
/// gives a command's name as a link that can be clicked, where that is known.
#[must_use]
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
        let id = CustomId::Help {
            page: u32::try_from(number).unwrap_or(u32::MAX),
        };
        Button::new(*label, Tone::Plain, id).enabled(number != page)
    };
    let pages = PAGES.iter().enumerate().map(button).collect();
    shown.rows.insert(0, pages);
    shown
}

fn begin(command: impl Fn(&str) -> String) -> Vec<String> {
    let play = command("play");
    vec![
        String::from(
            "I host board games that are played by post: a turn now, another one tomorrow.",
        ),
        format!(
            "**Begin** with {play}: choose a game and, if you like, an opponent, a colour and a clock. Without an opponent anyone may accept. \
             Each match gets a thread of its own."
        ),
        format!(
            "**Somebody to play with?** *Challenges* in {} lists the challenges that are open; *Apps › Challenge…* in a person's menu challenges them.",
            command("games")
        ),
        format!(
            "**Alone?** The option `computer` of {play} lets you play against me at once, on a server or in a direct message to me. \
             With `against` as well two computers play, and you watch; *End Exhibition* ends that."
        ),
        format!(
            "**New to a game?** {} teaches it by short lessons, {} shows its rules one by one, each with a picture.",
            command("learn"),
            command("rules")
        ),
        format!(
            "If your clock runs out, you lose. Everyone may watch: *Here* in {} lists what is played here, and *Follow* names you under each turn or the result.",
            command("games")
        ),
    ]
}

fn in_a_match(command: impl Fn(&str) -> String) -> Vec<String> {
    vec![
        format!(
            "**Move** with the button under the board, which lets you pick your turn step by step, or with {}, which offers legal turns while you type \
             and understands them however you write them. Whoever is to move is notified.",
            command("move")
        ),
        format!(
            "**Look**: {} shows a match and all you can do in it, {} tells a board in words, {} lists your matches.",
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
            "**Time**: *Reminders* in {} says when and where you are reminded of your turns, {} stops your clocks while you have no time to play, *Give Time* gives the other player more time.",
            command("settings"),
            command("away")
        ),
        format!(
            "**End** it: {} offers a draw, {} gives a match up, or cancels one that has hardly begun, so that it counts for nothing.",
            command("draw"),
            command("resign")
        ),
        String::from(
            "**Stuck?** *Hint* says where to look and what I would play: in matches against me, and in unrated ones where both players agree.",
        ),
        String::from(
            "**Note** what you think with *Notes*: only you see it, until you publish your notes at the end.",
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
            "**Learn**: *Analyse* shows where a match that is over turned and what would have been better, {} lets you play on by yourself from any turn, \
             {} asks for the one turn that wins.",
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
            "**Files**: *Export* gives you a match as a file, {} shows you the match of a file.",
            command("import")
        ),
        format!(
            "**Settings**: {} has colours of boards, boards as text only, a last look at your turns before they count, and keeps people from challenging you.",
            command("settings")
        ),
        format!(
            "**Your data**: {} shows what I keep of you, gives it to you as a file, or deletes it.",
            command("privacy")
        ),
        format!(
            "**For a server**: {} chooses who plays what and where and shows what I lack in a channel, {} is for moderators.",
            command("server"),
            command("referee")
        ),
    ]
}
