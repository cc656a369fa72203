-- Whether a match counts for ratings is decided when it ends, so a row is written then and is whole. The projection "ratings" is
-- folded anew.
DROP TABLE rated_matches;

-- The matches that count for ratings.
CREATE TABLE rated_matches (
    match_id      INTEGER PRIMARY KEY,
    game          TEXT    NOT NULL,
    first_player  INTEGER NOT NULL,
    second_player INTEGER NOT NULL,
    stones        INTEGER NOT NULL, -- the handicap
    position      INTEGER NOT NULL, -- of the event that ended it
    ended_at      INTEGER NOT NULL, -- Unix milliseconds
    winner        INTEGER CHECK (winner IN (0, 1)), -- the seat; NULL: a draw
    annulled      INTEGER NOT NULL DEFAULT 0 CHECK (annulled IN (0, 1))
) STRICT;

CREATE INDEX rated_matches_by_position ON rated_matches (game, position);
CREATE INDEX rated_matches_by_pair
    ON rated_matches (min(first_player, second_player), max(first_player, second_player), game, ended_at);

DELETE FROM projections WHERE name = 'ratings';
