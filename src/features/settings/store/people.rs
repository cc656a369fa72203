use crate::db::people::People;

/// What these tables hold of a person.
pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "settings",
            "SELECT theme, viewpoint, text_only, confirm, unlisted FROM user_preferences WHERE user = ?1",
        ),
        (
            "blocks",
            "SELECT blocked, since FROM blocks WHERE blocker = ?1 ORDER BY since, blocked",
        ),
    ],
    rows: &[
        "DELETE FROM user_preferences WHERE user = ?1",
        "DELETE FROM blocks WHERE blocker = ?1",
        "DELETE FROM blocks WHERE blocked = ?1",
    ],
    ..People::NOTHING
};
