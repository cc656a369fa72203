use crate::db::people::People;

pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "blocks",
            "SELECT blocked, since FROM blocks WHERE blocker = ?1 ORDER BY since, blocked",
        ),
        (
            "kept_out",
            "SELECT guild, at, reason, lifted FROM bans WHERE user = ?1 ORDER BY at, guild",
        ),
        (
            "moderated",
            "SELECT match_id, moderated.guild, at, act, reason FROM appearances JOIN moderated USING (match_id) WHERE user = ?1 AND by = ?1 ORDER BY position",
        ),
        (
            "kept_others_out",
            "SELECT guild, user, at, reason, lifted FROM bans WHERE by = ?1 ORDER BY at, guild",
        ),
    ],
    rows: &[
        "DELETE FROM bans WHERE user = ?1",
        "DELETE FROM blocks WHERE blocker = ?1",
        "DELETE FROM blocks WHERE blocked = ?1",
    ],
    numbers_in_match: &["UPDATE moderated SET by = iif(by = ?1, ?3, by) WHERE match_id = ?2"],
    numbers: &["UPDATE bans SET by = ?2 WHERE by = ?1"],
    words_in_match: &[
        "UPDATE moderated SET reason = replace(reason, ?2, ?3) WHERE match_id = ?1 AND instr(reason, ?2) > 0",
    ],
    words: &["UPDATE bans SET reason = replace(reason, ?1, ?2) WHERE instr(reason, ?1) > 0"],
    ..People::NOTHING
};
