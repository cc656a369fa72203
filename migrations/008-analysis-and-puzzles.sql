-- Who of the players of an unrated match wants both of them to get hints. They get some when both do.
CREATE TABLE hint_consents (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The latest hint of a match, so that what was shown in part can be shown in whole.
CREATE TABLE hints (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    board    INTEGER NOT NULL, -- the number of the board that it is for
    turn     TEXT    NOT NULL  -- the whole turn's canonical text
) STRICT;

-- What an engine thinks of the positions of matches that are over: one row for each position it has come to.
CREATE TABLE weighed (
    match_id INTEGER NOT NULL REFERENCES matches,
    ply      INTEGER NOT NULL, -- how many turns had been made
    version  INTEGER NOT NULL, -- of the engine
    value    REAL    NOT NULL, -- the chance to win of the seat to move
    proven   INTEGER CHECK (proven IN (0, 1, 2)), -- that it loses, draws, wins; NULL: not proven
    line     TEXT    NOT NULL, -- the best turn and what is expected to follow, canonical texts joined by " | "
    better   REAL,             -- the chance to win of the seat to move after its best turn, where that was looked at by itself
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

-- Boards on which people play by themselves: explorations, puzzles, their own mistakes.
CREATE TABLE practice (
    number     INTEGER PRIMARY KEY AUTOINCREMENT, -- by which buttons know it
    user       INTEGER NOT NULL,
    about      TEXT    NOT NULL, -- what it begins from, see the code
    turns      TEXT    NOT NULL, -- the turns made on it, canonical texts joined by " | "
    picks      TEXT    NOT NULL, -- the keys of the picks of the turn that is being put together, with one space between them
    generation INTEGER NOT NULL, -- counts the changes: every message's buttons know the one that they show
    at         INTEGER NOT NULL  -- when it was last used, Unix milliseconds
) STRICT;

CREATE UNIQUE INDEX practice_about ON practice (user, about);
CREATE INDEX practice_by_use ON practice (user, at);

-- How difficult puzzles have turned out to be. Those that nobody has tried have no row.
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
    streak     INTEGER NOT NULL, -- how many in a row they have solved just now
    best       INTEGER NOT NULL, -- and at most
    points     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

-- Which puzzles people have tried: the first try counts.
CREATE TABLE puzzle_tries (
    user   INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (user, game, number)
) STRICT, WITHOUT ROWID;
