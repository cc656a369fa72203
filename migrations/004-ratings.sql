-- The projection "ratings": these three tables. First the matches that count.
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

-- A player's rating after each of these matches.
CREATE TABLE rating_changes (
    user       INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    position   INTEGER NOT NULL, -- of the event that ended the match
    match_id   INTEGER NOT NULL,
    at         INTEGER NOT NULL, -- Unix milliseconds
    games      INTEGER NOT NULL, -- the number of rated matches up to this one
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (user, game, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_match ON rating_changes (match_id);

-- Each player's rating: the latest row in the table above.
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

-- How punctual people are in matches against people: the projection "punctuality", with the two tables below.
CREATE TABLE punctuality (
    user              INTEGER PRIMARY KEY,
    finished          INTEGER NOT NULL, -- how many matches
    lost_on_time      INTEGER NOT NULL, -- how many of these
    last_lost_on_time INTEGER,          -- Unix milliseconds
    since             INTEGER NOT NULL DEFAULT 0 -- how many they have finished since then; all, if they never lost on time
) STRICT;

-- The matches that a person lost on time, so that one of them can be taken back.
CREATE TABLE late_losses (
    user     INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    at       INTEGER NOT NULL, -- when the time ran out, Unix milliseconds
    finished INTEGER NOT NULL, -- how many matches they had finished then, including this one
    PRIMARY KEY (user, at, match_id)
) STRICT, WITHOUT ROWID;

-- How long people take for their turns.
CREATE TABLE turn_times (
    user  INTEGER NOT NULL,
    class INTEGER NOT NULL, -- of the time, in ascending order
    turns INTEGER NOT NULL,
    PRIMARY KEY (user, class)
) STRICT, WITHOUT ROWID;

-- How difficult puzzles have proved. A puzzle that nobody has tried has no row.
CREATE TABLE puzzle_ratings (
    game       TEXT    NOT NULL,
    number     INTEGER NOT NULL, -- within the game, counted from 1
    tries      INTEGER NOT NULL,
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- How good people are at a game's puzzles.
CREATE TABLE solvers (
    user       INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    tries      INTEGER NOT NULL,
    solved     INTEGER NOT NULL,
    streak     INTEGER NOT NULL, -- how many of the latest in a row they solved
    best       INTEGER NOT NULL, -- their longest streak
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

-- The puzzles that people have tried: the first try counts.
CREATE TABLE puzzle_tries (
    user   INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (user, game, number)
) STRICT, WITHOUT ROWID;
