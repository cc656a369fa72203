-- In the events of which matches a person's number stands: the projection "appearances".
CREATE TABLE appearances (
    user     INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    PRIMARY KEY (user, match_id)
) STRICT, WITHOUT ROWID;

-- People whose data is being deleted: what was begun goes on after a restart.
CREATE TABLE forgetting (
    user  INTEGER PRIMARY KEY,
    since INTEGER NOT NULL -- Unix milliseconds
) STRICT;

-- How many people were deleted: each has a number of their own in the matches that are left. One row.
CREATE TABLE deleted_players (deleted INTEGER NOT NULL) STRICT;
INSERT INTO deleted_players VALUES (0);

-- There is a row while what was deleted may still stand in parts of the file that are not in use.
CREATE TABLE scrub_due (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;

-- Since when a place has refused in a row, Unix milliseconds; and whether what went on in a server was ended because it
-- has refused for too long.
ALTER TABLE resting_places ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE resting_places ADD COLUMN abandoned INTEGER NOT NULL DEFAULT 0 CHECK (abandoned IN (0, 1));
UPDATE resting_places SET since = coalesce((SELECT max(at) FROM latest), 0);

-- Whose challenges somebody does not want, and by whom theirs are not to be taken. Only they see it.
CREATE TABLE blocks (
    blocker INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    since   INTEGER NOT NULL, -- Unix milliseconds
    PRIMARY KEY (blocker, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- What a server has chosen for matches in it. A server that has chosen nothing has no row.
CREATE TABLE server_rules (
    guild       INTEGER PRIMARY KEY,
    starters    INTEGER,                -- only this role starts matches; NULL: everybody
    moderators  INTEGER,                -- this role moderates matches, besides those who manage threads
    channels    TEXT    NOT NULL,       -- matches begin in these only: '17 18'; '': in all
    games_off   TEXT    NOT NULL,       -- games that are not played: 'anchor anache'
    time        TEXT,                   -- the clock of a match when none is asked for; NULL: that of the configuration
    in_channel  INTEGER NOT NULL CHECK (in_channel IN (0, 1)),  -- whether matches have no threads
    exhibitions INTEGER NOT NULL CHECK (exhibitions IN (0, 1))  -- whether computers play each other
) STRICT;

-- How many matches go on in a server at once; NULL: as many as there are.
ALTER TABLE server_bounds ADD COLUMN total INTEGER;

-- What moderators did to matches: the projection "moderated".
CREATE TABLE moderated (
    position INTEGER PRIMARY KEY, -- of the event
    guild    INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    at       INTEGER NOT NULL,    -- Unix milliseconds
    by       INTEGER NOT NULL,
    act      TEXT    NOT NULL,
    reason   TEXT    NOT NULL
) STRICT;

CREATE INDEX moderated_by_guild ON moderated (guild, position);
CREATE INDEX moderated_by_match ON moderated (match_id);

-- Who is kept from playing in a server by its moderators, and who was.
CREATE TABLE bans (
    guild  INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    by     INTEGER NOT NULL,
    reason TEXT    NOT NULL,
    lifted INTEGER,          -- when it was undone; NULL: it holds
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX bans_by_user ON bans (user);
CREATE INDEX bans_by_moderator ON bans (by);
