-- A picker may be for a line of turns laid down beforehand: then these are the turns of both players before the one that
-- is being picked, canonical texts joined by " | ", and empty at first. NULL: it is for the turn that is due.
ALTER TABLE pickers ADD COLUMN line TEXT;

-- Legal turns that were offered to a player in place of one that was refused, and that are too long for what a button
-- carries. At most one row for each player of a match; gone with its board.
CREATE TABLE offers (
    match_id INTEGER NOT NULL REFERENCES matches DEFERRABLE INITIALLY DEFERRED,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- the number of the board that the turns are for
    turns    TEXT    NOT NULL, -- canonical texts of turns or their beginnings, one a line
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The board of a match that a player is known to have looked at last: a turn that was not seen may be taken back without
-- asking. Kept only while it matters, which is some moments after a turn; gone with the match's end.
CREATE TABLE looks (
    match_id INTEGER NOT NULL REFERENCES matches DEFERRABLE INITIALLY DEFERRED,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;
