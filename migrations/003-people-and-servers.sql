-- People's preferences. A person who changed nothing has no row.
CREATE TABLE user_preferences (
    user      INTEGER PRIMARY KEY,
    theme     TEXT,                       -- NULL: that of the server
    viewpoint TEXT    NOT NULL CHECK (viewpoint IN ('mover', 'own', 'first')),
    text_only INTEGER NOT NULL CHECK (text_only IN (0, 1)),
    confirm   TEXT    NOT NULL CHECK (confirm IN ('always', 'pickers', 'never')),
    unlisted  INTEGER NOT NULL DEFAULT 0 CHECK (unlisted IN (0, 1)) -- whether they are in no list and others see no profile
) STRICT;

-- People's preferences about time. A person who changed nothing has no row.
CREATE TABLE habits (
    user       INTEGER PRIMARY KEY,
    zone       TEXT,             -- an IANA name; NULL: UTC
    slices     INTEGER NOT NULL CHECK (slices IN (0, 1)), -- whether time off is taken automatically before a clock runs out
    nudge      TEXT    NOT NULL, -- 'off', 'half', 'late', or an interval in hours: '6h'
    last_calls TEXT    NOT NULL, -- hours before a clock runs out: '24,4'; '' for none
    digest     TEXT    NOT NULL, -- at these hours of the day: '8,20'; '' for none
    quiet      TEXT,             -- between these hours of the day: '22-7'
    private    INTEGER NOT NULL CHECK (private IN (0, 1)) -- whether reminders are sent as private messages
) STRICT;

-- The periods in which people are, were, or will be away. Later writes delete those that ended more than a year ago.
CREATE TABLE time_off (
    user      INTEGER NOT NULL,
    begins    INTEGER NOT NULL, -- Unix milliseconds
    ends      INTEGER NOT NULL, -- at the latest
    back      INTEGER,          -- when they plan to be back, if they said so
    automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
    PRIMARY KEY (user, begins)
) STRICT, WITHOUT ROWID;

CREATE INDEX time_off_by_end ON time_off (ends);

-- People's names, as their interactions have told them: a nickname belongs to one server.
CREATE TABLE names (
    guild INTEGER NOT NULL, -- 0: everywhere
    user  INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    day   INTEGER NOT NULL, -- when it was last told, in days since 1970
    PRIMARY KEY (user, guild)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_by_day ON names (day);

-- People who do not want another person's challenges, nor to have theirs accepted by them. Only the blocker sees it.
CREATE TABLE blocks (
    blocker INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    since   INTEGER NOT NULL, -- Unix milliseconds
    PRIMARY KEY (blocker, blocked)
) STRICT, WITHOUT ROWID;

CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- People whose data is being deleted: the deletion continues after a restart.
CREATE TABLE forgetting (
    user  INTEGER PRIMARY KEY,
    since INTEGER NOT NULL -- Unix milliseconds
) STRICT;

-- The number of people deleted so far: each gets a number of their own in the matches that remain. One row.
CREATE TABLE deleted_players (deleted INTEGER NOT NULL) STRICT;
INSERT INTO deleted_players VALUES (0);

-- Has a row while unused parts of the file may still contain what was deleted.
CREATE TABLE scrub_due (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;

-- Servers' preferences for posts that everyone sees. A server that changed nothing has no row, here and below.
CREATE TABLE server_preferences (
    guild INTEGER PRIMARY KEY,
    theme TEXT    NOT NULL
) STRICT;

-- Servers' rules for matches in them.
CREATE TABLE server_rules (
    guild       INTEGER PRIMARY KEY,
    starters    INTEGER,                -- the role that may start matches; NULL: everybody
    channels    TEXT    NOT NULL,       -- where matches may begin: '17 18'; '': everywhere
    games_off   TEXT    NOT NULL,       -- games that are not played: 'anchor anache'
    time        TEXT,                   -- the default time control; NULL: that of the configuration
    in_channel  INTEGER NOT NULL CHECK (in_channel IN (0, 1)),  -- whether matches have no threads
    exhibitions INTEGER NOT NULL CHECK (exhibitions IN (0, 1))  -- whether computers may play each other
) STRICT;

-- Servers' limits of matches at once. NULL: no limit of the server's own.
CREATE TABLE server_bounds (
    guild   INTEGER PRIMARY KEY,
    open    INTEGER, -- unanswered challenges of one person
    running INTEGER, -- matches of one person
    total   INTEGER  -- matches of the server
) STRICT;

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

-- The people whom moderators keep, or kept, from playing in a server.
CREATE TABLE bans (
    guild  INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    at     INTEGER NOT NULL, -- Unix milliseconds
    by     INTEGER NOT NULL,
    reason TEXT    NOT NULL,
    lifted INTEGER,          -- when it was undone; NULL: in force
    PRIMARY KEY (guild, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX bans_by_user      ON bans (user);
CREATE INDEX bans_by_moderator ON bans (by);
