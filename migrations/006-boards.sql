-- Boards on which people put turns together pick by pick: turns and planned lines of matches, explorations, puzzles,
-- mistakes, lessons.
CREATE TABLE board_sessions (
    number     INTEGER PRIMARY KEY AUTOINCREMENT, -- in the ids of its buttons: old messages never fit a new session
    user       INTEGER NOT NULL,
    slot       TEXT    NOT NULL, -- a person has one session of each: see the code
    about      TEXT    NOT NULL, -- what it is for, see the code
    turns      TEXT    NOT NULL, -- the turns made on it, canonical texts joined by " | "
    picks      TEXT    NOT NULL, -- the keys of the picks of the turn that is being picked, separated by spaces
    generation INTEGER NOT NULL, -- counts the changes: the buttons of a message work for one generation
    at         INTEGER NOT NULL  -- when it was last used, Unix milliseconds
) STRICT;

CREATE UNIQUE INDEX board_sessions_by_slot ON board_sessions (user, slot);
CREATE INDEX board_sessions_by_use ON board_sessions (user, at);

-- The lessons that people have done.
CREATE TABLE lessons (
    user    INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    lesson  TEXT    NOT NULL,
    done_at INTEGER NOT NULL, -- for the first time, Unix milliseconds
    PRIMARY KEY (user, game, lesson)
) STRICT, WITHOUT ROWID;

-- The record that a person imported last, to page through it and to play on from it.
CREATE TABLE imports (
    user INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL, -- Unix milliseconds
    text TEXT    NOT NULL  -- the record as it came
) STRICT;

CREATE INDEX imports_by_time ON imports (at);

-- The players of an unrated match who want both to get hints. They get hints when both do.
CREATE TABLE hint_consents (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The latest hint of a match, so that a hint that was shown in part can be shown in full.
CREATE TABLE hints (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    board    INTEGER NOT NULL, -- the number of the board that it is for
    turn     TEXT    NOT NULL  -- the whole turn's canonical text
) STRICT;

-- A computer's evaluation of the positions of finished matches: one row for each position evaluated so far.
CREATE TABLE weighed (
    match_id INTEGER NOT NULL REFERENCES matches,
    ply      INTEGER NOT NULL, -- how many turns had been made
    version  INTEGER NOT NULL, -- of the engine
    value    REAL    NOT NULL, -- the chance to win of the seat to move
    proven   INTEGER CHECK (proven IN (0, 1, 2)), -- that it loses, draws, wins; NULL: not proven
    line     TEXT    NOT NULL, -- the best turn and the expected continuation, canonical texts joined by " | "
    better   REAL,             -- the chance to win after the best turn, if that was evaluated separately
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;
