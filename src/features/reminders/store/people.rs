use crate::db::people::People;

pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "conversation",
            "SELECT channel FROM conversations WHERE user = ?1",
        ),
        (
            "reminded",
            "SELECT match_id, board, nudges, last, muted FROM appearances JOIN reminded USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
        ),
        (
            "missed_calls",
            "SELECT match_id, board, calls FROM appearances JOIN missed_calls USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
        ),
    ],
    rows: &["DELETE FROM conversations WHERE user = ?1"],
    rows_in_match: &[
        "DELETE FROM reminded WHERE match_id = ?2 AND user = ?1",
        "DELETE FROM missed_calls WHERE match_id = ?2 AND user = ?1",
    ],
    ..People::NOTHING
};
