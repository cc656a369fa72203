use crate::db::people::People;

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "teams",
            "SELECT match_id, seat, here, called_on FROM team_members WHERE user = ?1 ORDER BY match_id",
        ),
        (
            "votes",
            "SELECT match_id, board, turn, at, draw, waits FROM team_votes WHERE user = ?1 ORDER BY match_id, board",
        ),
        (
            "answers_about_resigning",
            "SELECT match_id, asked_at, resigns FROM team_answers WHERE user = ?1 ORDER BY match_id, asked_at",
        ),
    ],
    rows: &[
        "DELETE FROM team_members WHERE user = ?1",
        "DELETE FROM team_votes WHERE user = ?1",
        "DELETE FROM team_answers WHERE user = ?1",
    ],
    ..People::NOTHING
};
