use crate::db::people::People;

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "lessons",
            "SELECT game, lesson, done_at FROM lessons WHERE user = ?1 ORDER BY game, lesson",
        ),
        (
            "hints_wanted",
            "SELECT match_id FROM appearances JOIN hint_consents USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
        ),
        (
            "mistakes",
            "SELECT match_id, ply, found FROM amends WHERE user = ?1 ORDER BY match_id, ply",
        ),
        (
            "puzzles",
            "SELECT game, number, at, solved FROM puzzle_tries WHERE user = ?1 ORDER BY game, number",
        ),
        (
            "puzzle_ratings",
            "SELECT game, tries, solved, streak, best, points, deviation, volatility FROM solvers WHERE user = ?1 ORDER BY game",
        ),
    ],
    rows: &[
        "DELETE FROM lessons WHERE user = ?1",
        "DELETE FROM amends WHERE user = ?1",
        "DELETE FROM solvers WHERE user = ?1",
        "DELETE FROM puzzle_tries WHERE user = ?1",
    ],
    rows_in_match: &["DELETE FROM hint_consents WHERE match_id = ?2 AND user = ?1"],
    ..People::NOTHING
};
