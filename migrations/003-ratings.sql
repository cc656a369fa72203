-- The projection "ratings": these three tables.

-- The matches that count for ratings, from their beginning on.
CREATE TABLE rated_matches (
    match_id      INTEGER PRIMARY KEY,
    game          TEXT    NOT NULL,
    first_player  INTEGER NOT NULL,
    second_player INTEGER NOT NULL,
    stones        INTEGER NOT NULL, -- the handicap
    begun_at      INTEGER NOT NULL, -- Unix milliseconds
    position      INTEGER,          -- of the event that ended it; NULL while it is played
    ended_at      INTEGER,          -- Unix milliseconds; NULL while it is played
    winner        INTEGER CHECK (winner IN (0, 1)), -- the seat; NULL: a draw, or not over
    annulled      INTEGER NOT NULL DEFAULT 0 CHECK (annulled IN (0, 1))
) STRICT;

CREATE INDEX rated_matches_by_position ON rated_matches (game, position) WHERE position IS NOT NULL;
CREATE INDEX rated_matches_by_pair
    ON rated_matches (min(first_player, second_player), max(first_player, second_player), game, begun_at);

-- What each of them made of its players' ratings.
CREATE TABLE rating_changes (
    user       INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    position   INTEGER NOT NULL, -- of the event that ended the match
    match_id   INTEGER NOT NULL,
    at         INTEGER NOT NULL, -- Unix milliseconds
    games      INTEGER NOT NULL, -- how many rated matches they had played after it
    points     REAL    NOT NULL, -- these three after it
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (user, game, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_match ON rating_changes (match_id);

-- Where each player stands: the latest row of each in the table above.
CREATE TABLE ratings (
    user       INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_game ON ratings (game, at);

-- Whether somebody wants to be in no list and to have no profile that others see.
ALTER TABLE user_preferences ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted IN (0, 1));

-- Finished matches of a player in one game, and those that had one result, the latest last.
CREATE INDEX matches_ended_by_first_in_game  ON matches (first_player, game, ended_at)  WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second_in_game ON matches (second_player, game, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_first_won      ON matches (first_player, winner, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second_won     ON matches (second_player, winner, ended_at) WHERE ended_at IS NOT NULL;
