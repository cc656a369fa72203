//! Messages about personal data.

use anteroom::discord::ui::Operator;
use anteroom::features::pages::messages::{OnPages, Paged};
use anteroom::features::privacy::{Deleted, StoredData};
use anteroom::features::{help, privacy};
use anteroom::matches::{MatchId, UserId};

use crate::support::messages::{ANA, check};

fn operator() -> Operator {
    Operator {
        name: Some(String::from("Ada Example")),
        contact: Some(String::from("games@example.org")),
        privacy: Some(String::from("https://example.org/privacy")),
        terms: Some(String::from("https://example.org/terms")),
        backup_days: Some(14),
    }
}

/// Pages under an address that show a person.
fn on_pages(address: &str, all: u64) -> OnPages {
    let matches = (1..u64::from(OnPages::MOST)).map(|index| {
        let path = format!("/m/{}", "A".repeat(22));
        (Paged::Match(MatchId(all - index)), path)
    });
    let contest = Paged::Contest(String::from("Berlin *Open*"));
    let contest = [(contest, format!("/c/{}", "B".repeat(22)))];
    OnPages {
        address: address.to_owned(),
        latest: contest.into_iter().chain(matches).collect(),
        all,
        hidden: false,
    }
}

#[test]
fn kept_fits_whatever_is_kept() {
    let sections = [
        "names",
        "settings",
        "time_off",
        "ratings",
        "notes",
        "lessons",
        "boards",
        "blocks",
        "kept_out",
        "moderated",
        "planned_turns",
        "calendar",
    ];
    let much = StoredData {
        matches: 20_000,
        sections: sections.map(|section| (section, 20_000)).to_vec(),
    };
    let talkative = Operator {
        name: Some("N".repeat(100)),
        contact: Some("C".repeat(200)),
        backup_days: Some(10_000),
        ..operator()
    };
    let longest = format!("https://{}:65535", "a".repeat(253));
    let user = UserId(u64::MAX >> 1);
    let listed = |kept: &StoredData, pages: Option<&OnPages>, operator: &Operator| {
        let page = privacy::messages::kept(user, kept, false, pages, operator);
        assert!(page.content.chars().count() <= 2000, "{page}");
        page.content.matches("](<").count()
    };
    let pages = on_pages(&longest, 20_000);
    assert_eq!(listed(&much, None, &talkative), 0);
    assert_eq!(listed(&much, Some(&pages), &talkative), 0);
    // Shorter addresses and less that is kept leave room for links.
    let usual = on_pages("https://games.example.org", 20_000);
    let nothing = StoredData::default();
    let listed = [(&much, &pages), (&much, &usual), (&nothing, &usual)]
        .map(|(kept, pages)| listed(kept, Some(pages), &operator()));
    assert_eq!(listed, [0, 3, 5]);
}

#[test]
fn stored_data() {
    let kept = StoredData {
        matches: 12,
        sections: vec![
            ("names", 2),
            ("settings", 1),
            ("habits", 1),
            ("time_off", 1),
            ("ratings", 3),
            ("punctuality", 1),
            ("notes", 4),
            ("follows", 1),
            ("blocks", 1),
            ("kept_out", 1),
            ("moderated", 2),
            ("planned_turns", 2),
        ],
    };
    check(
        "kept",
        &privacy::messages::kept(ANA, &kept, false, None, &operator()),
    );
    let calendar = StoredData {
        matches: 12,
        sections: vec![("names", 1), ("reminders", 2), ("calendar", 1)],
    };
    let pages = on_pages("https://games.example.org", 7);
    check(
        "kept_with_pages",
        &privacy::messages::kept(ANA, &calendar, false, Some(&pages), &operator()),
    );
    let nothing = StoredData::default();
    check(
        "kept_nothing",
        &privacy::messages::kept(ANA, &nothing, false, None, &Operator::default()),
    );
    check(
        "forget_question",
        &privacy::messages::delete_question(3, &operator()),
    );
    check(
        "forget_question_idle",
        &privacy::messages::delete_question(0, &Operator::default()),
    );
    check("forgotten", &privacy::messages::deleted(Deleted::Now));
    check("forgotten_soon", &privacy::messages::deleted(Deleted::Soon));
    check(
        "personal_file",
        &privacy::messages::personal_file(12, 12, true),
    );
    check(
        "personal_file_cut",
        &privacy::messages::personal_file(2000, 2500, false),
    );
    check(
        "about",
        &help::messages::help(3, &operator(), |name| format!("</{name}:1>")),
    );
}
