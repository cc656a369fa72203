//! Messages about personal data.

use anteroom::discord::ui::Operator;
use anteroom::features::privacy::{Deleted, StoredData};
use anteroom::features::{help, privacy};
use anteroom::matches::UserId;

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
    // The message fits even for a person with data of every kind.
    let more = ["lessons", "boards", "puzzles", "moderated"].map(|section| (section, 20_000));
    let much = StoredData {
        matches: 20_000,
        sections: [kept.sections, more.to_vec()].concat(),
    };
    let much = privacy::messages::kept(UserId(u64::MAX >> 1), &much, false, None, &operator());
    assert!(much.content.chars().count() <= 2000, "{much}");
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
