use crate::db::people::People;

pub(crate) const PEOPLE: People = People {
    sections: &[(
        "settings",
        "SELECT theme, viewpoint, text_only, confirm, unlisted FROM user_preferences WHERE user = ?1",
    )],
    rows: &["DELETE FROM user_preferences WHERE user = ?1"],
    ..People::NOTHING
};
