use crate::db::people::People;

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "planned_turns",
            "SELECT match_id, number, board, turns FROM appearances JOIN conditional_lines USING (match_id, user) WHERE user = ?1 ORDER BY match_id, number",
        ),
        (
            "offers",
            "SELECT match_id, board, turns FROM appearances JOIN offers USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
        ),
        (
            "boards",
            "SELECT about, turns, picks, at FROM board_sessions WHERE user = ?1 ORDER BY number",
        ),
        (
            "set_aside",
            "SELECT match_id, board, at, until FROM set_aside WHERE user = ?1 ORDER BY match_id",
        ),
    ],
    rows: &[
        "DELETE FROM board_sessions WHERE user = ?1",
        "DELETE FROM set_aside WHERE user = ?1",
    ],
    rows_in_match: &[
        "DELETE FROM conditional_lines WHERE match_id = ?2 AND user = ?1",
        "DELETE FROM offers WHERE match_id = ?2 AND user = ?1",
    ],
    ..People::NOTHING
};
