//! Data about people. Each feature declares its own tables, so that neither the export nor a deletion misses one.

pub(crate) mod last_seen;
pub(crate) mod names;
pub mod preferences;
pub mod time_settings;

/// A feature's data about people: SQL for the export of a person's data and for its deletion.
pub(crate) struct People {
    /// The sections of the export: a name, and the query for the person `?1`. The names are part of the format that
    /// `docs/privacy-export.md` describes.
    pub(crate) sections: &'static [(&'static str, &'static str)],
    /// Statements that delete the rows of the person `?1`.
    pub(crate) rows: &'static [&'static str],
    /// Statements that delete the rows of the person `?1` in the match `?2`.
    pub(crate) rows_in_match: &'static [&'static str],
    /// Statements that replace the person `?1` with the number `?3` in the match `?2`: projections must have the same
    /// number as the events.
    pub(crate) numbers_in_match: &'static [&'static str],
    /// Statements that replace the person `?1` with the number `?2`.
    pub(crate) numbers: &'static [&'static str],
    /// Statements that replace the text `?2` by `?3` in what people wrote about the match `?1`.
    pub(crate) words_in_match: &'static [&'static str],
    /// Statements that replace the text `?1` by `?2` in what people wrote.
    pub(crate) words: &'static [&'static str],
    /// Statements that delete data from other people that names the person, the text `?1`.
    pub(crate) mentions: &'static [&'static str],
}

impl People {
    /// No table has data about people.
    pub(crate) const NOTHING: Self = Self {
        sections: &[],
        rows: &[],
        rows_in_match: &[],
        numbers_in_match: &[],
        numbers: &[],
        words_in_match: &[],
        words: &[],
        mentions: &[],
    };
}

/// The data about people in tables that belong to no feature.
pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "names",
            "SELECT nullif(guild, 0) AS guild, name, day FROM names WHERE user = ?1 ORDER BY guild",
        ),
        (
            "habits",
            "SELECT zone, slices, nudge, last_calls, digest, quiet, private FROM habits WHERE user = ?1",
        ),
        (
            "reminders",
            "SELECT what, match_id, at, due FROM alarms WHERE user = ?1 AND user <> 0 ORDER BY match_id",
        ),
        (
            "owed",
            "SELECT kind, match_id, place, since FROM owed WHERE ?1 IN (user, turn_of) ORDER BY match_id",
        ),
        (
            "looked_at",
            "SELECT match_id, board FROM appearances JOIN last_seen USING (match_id, user) WHERE user = ?1 ORDER BY match_id",
        ),
    ],
    rows: &[
        "DELETE FROM habits WHERE user = ?1",
        "DELETE FROM names WHERE user = ?1",
        "DELETE FROM alarms WHERE user = ?1",
        "DELETE FROM owed WHERE user = ?1",
    ],
    rows_in_match: &["DELETE FROM last_seen WHERE match_id = ?2 AND user = ?1"],
    numbers_in_match: &[
        "UPDATE matches SET challenger = iif(challenger = ?1, ?3, challenger), invited = iif(invited = ?1, ?3, invited), \
     first_player = iif(first_player = ?1, ?3, first_player), second_player = iif(second_player = ?1, ?3, second_player), \
     player_to_move = iif(player_to_move = ?1, ?3, player_to_move) WHERE match_id = ?2",
    ],
    numbers: &[
        "UPDATE appearances SET user = ?2 WHERE user = ?1",
        "UPDATE owed SET turn_of = ?2 WHERE turn_of = ?1",
    ],
    ..People::NOTHING
};
