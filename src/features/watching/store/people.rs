//! What this feature keeps of people.

use crate::db::people::People;

pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "notes",
            "SELECT match_id, ply, text, published FROM appearances JOIN notes USING (match_id, user) WHERE user = ?1 ORDER BY match_id, ply",
        ),
        (
            "follows",
            "SELECT match_id, how FROM follows WHERE user = ?1 ORDER BY match_id",
        ),
    ],
    rows: &["DELETE FROM follows WHERE user = ?1"],
    rows_in_match: &["DELETE FROM notes WHERE match_id = ?2 AND user = ?1"],
    words_in_match: &[
        "UPDATE notes SET text = replace(text, ?2, ?3) WHERE match_id = ?1 AND instr(text, ?2) > 0",
    ],
    ..People::NOTHING
};
