-- What people have chosen about time. Who has chosen nothing has no row.
CREATE TABLE habits (
    user       INTEGER PRIMARY KEY,
    zone       TEXT,             -- by its name in the IANA database; NULL: UTC
    slices     INTEGER NOT NULL CHECK (slices IN (0, 1)), -- whether time off is taken by itself before a clock runs out
    nudge      TEXT    NOT NULL, -- 'off', 'half', 'late', or every so many hours: '6h'
    last_calls TEXT    NOT NULL, -- so many hours before a clock runs out: '24,4'; '' for none
    digest     TEXT    NOT NULL, -- at these hours of the day: '8,20'; '' for none
    quiet      TEXT,             -- between these hours of the day: '22-7'
    private    INTEGER NOT NULL CHECK (private IN (0, 1)) -- whether reminders are sent as private messages
) STRICT;

-- When people are away, were, or will be. What is over by more than a year counts for nothing and is deleted by later
-- writes.
CREATE TABLE time_off (
    user      INTEGER NOT NULL,
    begins    INTEGER NOT NULL, -- Unix milliseconds
    ends      INTEGER NOT NULL, -- at the latest
    back      INTEGER,          -- when they want to be back, if they have said so
    automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
    PRIMARY KEY (user, begins)
) STRICT, WITHOUT ROWID;

CREATE INDEX time_off_by_end ON time_off (ends);

-- Reminders are alarms of people: 'remind' of a turn that waits for them in a match, 'digest' of all that waits (match 0).
CREATE INDEX alarms_of_matches ON alarms (due)       WHERE user = 0;
CREATE INDEX alarms_of_people  ON alarms (due, user) WHERE user <> 0;
CREATE INDEX alarms_by_person  ON alarms (user, due) WHERE user <> 0;

-- What people got of reminders in the turn that was due: at most one row for each player of a match. It counts for one
-- board, and is gone with the match's end.
CREATE TABLE reminded (
    match_id INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number
    nudges   INTEGER NOT NULL, -- how many were sent
    last     INTEGER,          -- when the last reminder was sent, Unix milliseconds
    muted    INTEGER NOT NULL CHECK (muted IN (0, 1)),
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The channels of conversations with people to whom the bot writes private messages.
CREATE TABLE conversations (
    user    INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL
) STRICT;
