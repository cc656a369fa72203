use crate::db::people::People;

pub(crate) const PEOPLE: People = People {
    sections: &[("deletion", "SELECT since FROM forgetting WHERE user = ?1")],
    rows: &["DELETE FROM forgetting WHERE user = ?1"],
    ..People::NOTHING
};
