-- Leagues and ladders. Each has a journal: its events, which are never changed or deleted, except that the deletion of a person
-- replaces their number.
CREATE TABLE journals (
    journal INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,            -- 'league', 'ladder'
    guild   INTEGER NOT NULL,
    channel INTEGER NOT NULL,            -- where it posts
    name    TEXT    NOT NULL,
    folded  TEXT    NOT NULL,            -- the name in lower case
    made_at INTEGER NOT NULL,            -- Unix milliseconds
    closed  INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    told    INTEGER NOT NULL DEFAULT 0   -- all events up to this one were announced, if they are news
) STRICT;

CREATE UNIQUE INDEX journals_by_name ON journals (guild, kind, folded) WHERE closed = 0;
CREATE INDEX journals_by_guild ON journals (guild, kind);

CREATE TABLE journal_events (
    journal INTEGER NOT NULL REFERENCES journals,
    seq     INTEGER NOT NULL CHECK (seq > 0), -- counted from 1 within the journal
    at      INTEGER NOT NULL,                 -- Unix milliseconds
    body    TEXT    NOT NULL,                 -- JSON; a person is "@" and their number
    PRIMARY KEY (journal, seq)
) STRICT, WITHOUT ROWID;

-- The people whose numbers occur in a journal, and whether they take part now.
CREATE TABLE journal_people (
    user    INTEGER NOT NULL,
    journal INTEGER NOT NULL REFERENCES journals,
    member  INTEGER NOT NULL CHECK (member IN (0, 1)),
    PRIMARY KEY (user, journal)
) STRICT, WITHOUT ROWID;

CREATE INDEX journal_people_by_journal ON journal_people (journal);

-- The posts of leagues and ladders that are edited in place: tables.
CREATE TABLE journal_posts (
    post    INTEGER PRIMARY KEY AUTOINCREMENT,
    journal INTEGER NOT NULL REFERENCES journals,
    slot    INTEGER NOT NULL,           -- which of its posts: each kind of contest counts its own
    channel INTEGER NOT NULL,
    message INTEGER,                    -- NULL: not posted yet
    at      INTEGER NOT NULL DEFAULT 0  -- when it was last posted or edited, Unix milliseconds
) STRICT;

CREATE UNIQUE INDEX journal_posts_by_slot ON journal_posts (journal, slot);

-- The role whose people may organise leagues and ladders in a server, beside those who manage the server.
CREATE TABLE organisers (
    guild INTEGER PRIMARY KEY,
    role  INTEGER NOT NULL
) STRICT;

-- Matches of leagues and ladders are rated beside the limit of matches of a pair.
ALTER TABLE rated_matches ADD COLUMN contest INTEGER NOT NULL DEFAULT 0 CHECK (contest IN (0, 1));
