-- The latest rematch of each match that has one: the projection "rematches".
CREATE TABLE rematches (
    match_id INTEGER PRIMARY KEY,
    rematch  INTEGER NOT NULL
) STRICT;

-- Conditional turns: if the opponent plays this, I play that. Only their player sees them.
CREATE TABLE conditional_lines (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    number   INTEGER NOT NULL, -- counted from 1 for each player of a match
    board    INTEGER NOT NULL, -- on which the line begins
    turns    TEXT    NOT NULL, -- canonical texts of both players' turns, joined by " | "
    PRIMARY KEY (match_id, user, number)
) STRICT, WITHOUT ROWID;

-- Legal turns that were offered in place of one that was refused, and that are too long for a button's id. At most one row
-- for each player of a match; deleted with its board.
CREATE TABLE offers (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- the number of the board that the turns are for
    turns    TEXT    NOT NULL, -- canonical texts of turns or their beginnings, one a line
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The last board of a match that a player is known to have seen: a turn that was not seen may be taken back without asking.
-- Kept only for some moments after a turn; deleted with the match's end.
CREATE TABLE last_seen (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- Players' notes on their matches. Only their player sees them until the match is over and they publish them.
CREATE TABLE notes (
    match_id  INTEGER NOT NULL REFERENCES matches,
    user      INTEGER NOT NULL,
    ply       INTEGER NOT NULL, -- how many turns had been made on the board that it is about
    text      TEXT    NOT NULL,
    published INTEGER NOT NULL DEFAULT 0 CHECK (published IN (0, 1)),
    PRIMARY KEY (match_id, user, ply)
) STRICT, WITHOUT ROWID;

-- The followers of matches that others play, and what they want to be told.
CREATE TABLE follows (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    how      TEXT    NOT NULL CHECK (how IN ('turns', 'end', 'list')),
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_by_user ON follows (user);
