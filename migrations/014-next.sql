-- A picker that *Next* opened: since when its message shows this match, and the match that was played before it.
ALTER TABLE board_sessions ADD COLUMN next_since INTEGER; -- Unix milliseconds; NULL: opened for this match by itself
ALTER TABLE board_sessions ADD COLUMN next_played INTEGER; -- NULL: nothing was played in that message before

-- The matches that *Next* offers to a person after all others, because they skipped or have just played them.
CREATE TABLE set_aside (
    user     INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches,
    board    INTEGER,          -- the number of the board that was skipped; NULL: any, because a turn was played
    at       INTEGER NOT NULL, -- Unix milliseconds
    until    INTEGER NOT NULL, -- Unix milliseconds
    PRIMARY KEY (user, match_id)
) STRICT, WITHOUT ROWID;

-- When a person last looked at the list of their games, so that it begins with what ended since.
CREATE TABLE games_looked_at (
    user INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL -- Unix milliseconds
) STRICT;
