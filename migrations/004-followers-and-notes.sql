-- The latest rematch of each match that has one: the projection "rematches".
CREATE TABLE rematches (
    match_id INTEGER PRIMARY KEY,
    rematch  INTEGER NOT NULL
) STRICT;

-- The challenges that wait for an answer in a server.
CREATE INDEX matches_open_in ON matches (guild) WHERE status = 'open';

-- How punctual people are in matches against people: the projection "punctuality".
CREATE TABLE punctuality (
    user              INTEGER PRIMARY KEY,
    finished          INTEGER NOT NULL, -- how many matches
    lost_on_time      INTEGER NOT NULL, -- how many of these
    last_lost_on_time INTEGER           -- Unix milliseconds
) STRICT;

-- How many of their turns took how long.
CREATE TABLE turn_times (
    user  INTEGER NOT NULL,
    class INTEGER NOT NULL, -- of the time, in ascending order
    turns INTEGER NOT NULL,
    PRIMARY KEY (user, class)
) STRICT, WITHOUT ROWID;

-- How much one person may have going on in a server. A server that has chosen nothing has no row.
CREATE TABLE server_bounds (
    guild   INTEGER PRIMARY KEY,
    open    INTEGER, -- challenges that wait for an answer; NULL: as many as anywhere
    running INTEGER  -- matches
) STRICT;

-- What players have noted of their matches. Only they see it until the match is over and they publish it.
CREATE TABLE notes (
    match_id  INTEGER NOT NULL REFERENCES matches,
    user      INTEGER NOT NULL,
    ply       INTEGER NOT NULL, -- how many turns had been made on the board that it is about
    text      TEXT    NOT NULL,
    published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1)),
    PRIMARY KEY (match_id, user, ply)
) STRICT, WITHOUT ROWID;

-- Who follows a match that others play, and what they want to hear of it.
CREATE TABLE follows (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    how      TEXT    NOT NULL CHECK (how IN ('turns', 'end', 'list')),
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_by_user ON follows (user);
