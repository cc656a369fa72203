use crate::db::people::People;

/// The personal data in these tables.
pub(crate) const PEOPLE: People = People {
    sections: &[(
        "hints_wanted",
        "SELECT match_id FROM appearances JOIN hint_consents USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
    )],
    rows_in_match: &["DELETE FROM hint_consents WHERE match_id = ?2 AND user = ?1"],
    ..People::NOTHING
};
