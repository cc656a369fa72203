use crate::db::people::People;

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[("imports", "SELECT at, text FROM imports WHERE user = ?1")],
    rows: &["DELETE FROM imports WHERE user = ?1"],
    mentions: &[
        "DELETE FROM imports INDEXED BY imports_by_time WHERE at > 0 AND instr(text, ?1) > 0",
    ],
    ..People::NOTHING
};
