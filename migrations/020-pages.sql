-- The pages of matches: the name of each in its address. Without a name the page was withdrawn, and only `user`, who
-- withdrew it, makes it again.
CREATE TABLE pages (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    name     TEXT    UNIQUE,
    guild    INTEGER,          -- the server of the match
    user     INTEGER NOT NULL, -- who made or withdrew it
    at       INTEGER NOT NULL
) STRICT;
CREATE INDEX pages_of_person ON pages (user);
CREATE INDEX pages_by_guild  ON pages (guild);

-- People who are called by their colours on pages.
CREATE TABLE hidden_on_pages (
    user INTEGER PRIMARY KEY
) STRICT;

-- People's calendars: the secret in the address of each.
CREATE TABLE calendars (
    user   INTEGER PRIMARY KEY,
    secret TEXT    NOT NULL UNIQUE
) STRICT;

-- Whether a server has no pages.
ALTER TABLE server_rules ADD COLUMN pages_off INTEGER NOT NULL DEFAULT 0 CHECK (pages_off IN (0, 1));
