//! Messages about a person's data.

use crate::discord::ui::panel::act;
use crate::discord::ui::words::{MOST_CONTENT, counted, plural};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Operator, Tone};
use crate::features::pages::messages::OnPages;
use crate::features::privacy::model::Deleted;
use crate::features::privacy::press::Press;
use crate::features::privacy::store::personal::StoredData;
use crate::matches::UserId;

pub(crate) const PRIVACY: &str = "privacy";

/// The values of the menu about player lists.
pub(crate) const LISTED: &str = "listed";
/// See [`LISTED`].
pub(crate) const UNLISTED: &str = "unlisted";

/// Composes the page of a person's data: contents, purpose, retention and operator.
/// `pages` are the web pages that show the person, if the bot serves any.
pub fn kept(
    user: UserId,
    kept: &StoredData,
    unlisted: bool,
    pages: Option<&OnPages>,
    operator: &Operator,
) -> Composed {
    let mut lines = vec![format!(
        "**What the bot keeps about you** (Discord id {user})"
    )];
    let of = |section: &str| kept.of(section);
    let mut say = |count: u64, one: &str, more: &str, why: &str| {
        if count > 0 {
            lines.push(format!("• **{}**: {why}", plural(count, one, more)));
        }
    };
    say(
        kept.matches,
        "match or challenge",
        "matches and challenges",
        "every turn with its time, and the results. They are your opponents' too, so they stay until you delete your data.",
    );
    say(
        of("ratings") + of("punctuality").min(1),
        "rating",
        "ratings and punctuality figures",
        "computed from your matches, with their history, and kept as long.",
    );
    say(
        of("names"),
        "name",
        "names",
        "what you are called in each server. Deleted when you have not used the bot for 400 days.",
    );
    say(
        of("settings") + of("habits"),
        "group of settings",
        "groups of settings",
        "colours, time zone, reminders, until you reset them.",
    );
    say(
        of("time_off"),
        "time off",
        "times off",
        "kept for a year after the end.",
    );
    say(
        of("notes") + of("follows"),
        "note or match that you follow",
        "notes and matches that you follow",
        "until you clear them.",
    );
    say(
        of("lessons"),
        "lesson that you have done",
        "lessons that you have done",
        "to go on where you left off, until you delete your data.",
    );
    say(
        of("boards") + of("puzzles") + of("puzzle_ratings") + of("hints_wanted"),
        "board of your own or puzzle",
        "boards of your own and puzzles",
        "the latest 100 boards; puzzles and your rating against them until you delete your data.",
    );
    say(
        of("blocks"),
        "blocked person",
        "blocked people",
        "only you see them. Kept until you unblock them.",
    );
    say(
        of("kept_out"),
        "decision of moderators",
        "decisions of moderators",
        "that keep or kept you from playing, with the reason.",
    );
    say(
        of("moderated") + of("kept_others_out"),
        "action as a moderator",
        "actions as a moderator",
        "with your reason, for the server's moderators, until you delete your data or the server removes the bot.",
    );
    say(
        of("planned_turns")
            + of("imports")
            + of("offers")
            + of("looked_at")
            + of("missed_calls")
            + of("reminders")
            + of("reminded")
            + of("conversation")
            + of("calendar"),
        "other item",
        "other items",
        "planned replies, unfinished moves, your last import, your calendar, reminders to come.",
    );
    let readers = match pages {
        Some(pages) if pages.is_any() => " but the readers of your web pages",
        _ => "",
    };
    let rest = [
        format!(
            "The bot reads no messages and keeps no e-mail address. Of your account it keeps only the id and name, and it gives nothing to others{readers}. People in your servers see your matches, and your ratings unless you are hidden in leaderboards."
        ),
        backups(operator),
        who(operator),
    ];
    // Much may be kept, and addresses may be long: then fewer pages are listed.
    let listing = |most| {
        let line = pages.and_then(|pages| pages.line(most));
        let all = lines.iter().cloned().chain(line).chain(rest.clone());
        all.collect::<Vec<_>>().join("\n")
    };
    let mut text = listing(0);
    for most in 1..=OnPages::MOST as usize {
        let longer = listing(most);
        if longer.chars().count() > MOST_CONTENT {
            break;
        }
        text = longer;
    }
    let lists = [
        MenuOption::new("Leaderboards and profile: visible", LISTED)
            .described("People in servers that you share see your rating and results")
            .chosen(!unlisted),
        MenuOption::new("Leaderboards and profile: hidden", UNLISTED)
            .described("You are not listed, and only you see your profile")
            .chosen(unlisted),
    ];
    Composed {
        menus: [Menu::one(
            "Leaderboards and profile",
            act(PRIVACY, "unlisted"),
            lists.into(),
        )]
        .into_iter()
        .chain(pages.map(|pages| pages.menu(act(PRIVACY, "pages"))))
        .collect(),
        rows: vec![vec![
            Button::plain("Get My Data", Press::PrivacyExport),
            Button::new("Delete My Data…", Tone::Danger, Press::ForgetAsk),
        ]],
        ..Composed::text(text)
    }
}

/// Words the sentence about the operator of the bot.
pub fn who(operator: &Operator) -> String {
    match (&operator.name, &operator.contact) {
        (Some(name), Some(contact)) => {
            format!("**This bot is run by** {name}. Reach them at {contact}.")
        }
        (Some(name), None) => format!("**This bot is run by** {name}."),
        (None, Some(contact)) => format!("**Reach the operator of this bot** at {contact}."),
        (None, None) => String::from(
            "The operator of this bot has not given a name. The people who added it to the server may know.",
        ),
    }
}

fn backups(operator: &Operator) -> String {
    match operator.backup_days {
        Some(days) => format!("Backups are kept for {}.", counted(days, "day")),
        None => String::from("The bot makes no backups, but its operator may."),
    }
}

/// Composes the message with the exported files.
pub fn personal_file(written: usize, kept: u64, with_records: bool) -> Composed {
    let mut text = String::from(
        "**my-data.json** contains everything that the bot keeps about you; the project's `docs/privacy-export.md` describes each field.",
    );
    if with_records {
        text.push_str(
            " **my-matches.jsonl** contains your finished matches as records for other programs, one a line.",
        );
    }
    if (written as u64) < kept {
        text.push_str(&format!(
            " You have more matches than fit: these are the latest {written} of {kept}. Ask the operator of this bot for the others."
        ));
    }
    Composed::text(text)
}

/// Explains the deletion of a person's data, with the button that confirms it.
pub fn delete_question(going_on: usize, operator: &Operator) -> Composed {
    let running = match going_on {
        0 => String::from("You have no running matches or challenges."),
        count => format!(
            "**{} of yours {}**: you resign if both have moved; other matches are cancelled and challenges withdrawn.",
            plural(count, "match or challenge", "matches and challenges"),
            if count == 1 { "ends" } else { "end" }
        ),
    };
    let backups = match operator.backup_days {
        Some(days) => format!("Older backups are deleted after {}.", counted(days, "day")),
        None => String::from("Ask the operator of this bot about older backups."),
    };
    let text = format!(
        "**Delete everything that the bot keeps about you?** This cannot be undone.\n\
         • {running}\n\
         • Your settings, names, notes, lessons, planned replies, reminders, time off, blocks, your own boards, puzzles and the matches you follow are erased.\n\
         • Your opponents keep their matches and ratings. There you become a *Deleted player* without any link to you. Your ratings are lost.\n\
         • Posts of the bot stay in their channels; moderators can delete them there. {backups}\n\
         If you use the bot again, you start as a new player."
    );
    Composed::text(text).with_row(vec![
        Button::new("Delete My Data", Tone::Danger, Press::ForgetMe),
        Button::plain("Get My Data", Press::PrivacyExport),
    ])
}

/// Composes the answer after a deletion.
pub fn deleted(deleted: Deleted) -> Composed {
    Composed::text(match deleted {
        Deleted::Now => "Done: the bot has deleted your data. Good-bye, and thank you for playing.",
        Deleted::Soon => {
            "Your data is being deleted. This takes a while and continues by itself. Please do not use the bot until then."
        }
    })
}
