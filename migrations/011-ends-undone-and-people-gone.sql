-- The projection "punctuality": the matches that somebody lost on time, so that one of them can be taken back.
CREATE TABLE late_losses (
    user     INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    at       INTEGER NOT NULL, -- when the time ran out, Unix milliseconds
    finished INTEGER NOT NULL, -- how many matches they had finished then, this one among them
    PRIMARY KEY (user, at, match_id)
) STRICT, WITHOUT ROWID;

-- Calls of a person to the turn that is due that could not reach them, because they have left the server.
CREATE TABLE missed_calls (
    match_id INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- calls to another board do not count
    calls    INTEGER NOT NULL,
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- How many matches of each game are in each state: part of the projection "matches".
CREATE TABLE match_counts (
    game   TEXT    NOT NULL,
    status TEXT    NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (game, status)
) STRICT, WITHOUT ROWID;
