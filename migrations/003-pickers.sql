-- Turns that players are putting together pick by pick: at most one for each player of a match. A row stays, so that
-- the buttons of old messages never fit a new picker.
CREATE TABLE pickers (
    match_id   INTEGER NOT NULL REFERENCES matches DEFERRABLE INITIALLY DEFERRED,
    user       INTEGER NOT NULL,
    board      INTEGER NOT NULL, -- the number of the board that the turn is for
    picks      TEXT    NOT NULL, -- their keys, with one space between them
    generation INTEGER NOT NULL, -- counts the changes: every message's buttons know the one that they show
    opened     INTEGER NOT NULL, -- the generation with which the latest message began
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;
