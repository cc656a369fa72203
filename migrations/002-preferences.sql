-- What people have chosen for themselves. Who has chosen nothing has no row.
CREATE TABLE user_preferences (
    user      INTEGER PRIMARY KEY,
    theme     TEXT,                 -- NULL: that of the server
    viewpoint TEXT    NOT NULL CHECK (viewpoint IN ('mover', 'own', 'first')),
    text_only INTEGER NOT NULL CHECK (text_only IN (0, 1)),
    confirm   TEXT    NOT NULL CHECK (confirm IN ('always', 'pickers', 'never'))
) STRICT;

-- What servers have chosen for the posts that everyone sees. A server that has chosen nothing has no row.
CREATE TABLE server_preferences (
    guild INTEGER PRIMARY KEY,
    theme TEXT    NOT NULL
) STRICT;

-- Turns that were shown to their player before they count. At most one for each player of a match; gone with its board.
CREATE TABLE drafts (
    match_id INTEGER NOT NULL REFERENCES matches DEFERRABLE INITIALLY DEFERRED,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- the number of the board that the turn is for
    turn     TEXT    NOT NULL, -- the whole turn's canonical text
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;
