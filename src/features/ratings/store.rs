use crate::db::people::People;

pub(crate) const PEOPLE: People = People {
    sections: &[
        (
            "ratings",
            "SELECT game, at, games, points, deviation, volatility FROM ratings WHERE user = ?1 ORDER BY game",
        ),
        (
            "rating_changes",
            "SELECT game, match_id, at, games, points, deviation, volatility FROM rating_changes WHERE user = ?1 ORDER BY game, position",
        ),
        (
            "punctuality",
            "SELECT finished, lost_on_time, last_lost_on_time, since FROM punctuality WHERE user = ?1",
        ),
        (
            "lost_on_time",
            "SELECT match_id, at FROM late_losses WHERE user = ?1 ORDER BY at, match_id",
        ),
        (
            "turn_times",
            "SELECT class, turns FROM turn_times WHERE user = ?1 ORDER BY class",
        ),
    ],
    numbers_in_match: &[
        "UPDATE rated_matches SET first_player = iif(first_player = ?1, ?3, first_player), \
     second_player = iif(second_player = ?1, ?3, second_player) WHERE match_id = ?2",
    ],
    numbers: &[
        "UPDATE rating_changes SET user = ?2 WHERE user = ?1",
        "UPDATE ratings SET user = ?2 WHERE user = ?1",
        "UPDATE punctuality SET user = ?2 WHERE user = ?1",
        "UPDATE late_losses SET user = ?2 WHERE user = ?1",
        "UPDATE turn_times SET user = ?2 WHERE user = ?1",
    ],
    ..People::NOTHING
};
