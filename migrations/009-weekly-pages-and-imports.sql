-- Whether weekends stop the clocks of a match: part of the projection "matches".
ALTER TABLE matches ADD COLUMN weekends INTEGER NOT NULL DEFAULT 0 CHECK (weekends IN (0, 1));

-- Where the weekly page of a server comes.
CREATE TABLE weekly_pages (
    guild   INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    zone    TEXT    NOT NULL, -- of the clock by which it comes: an IANA name
    due     INTEGER           -- when the next one does, in Unix milliseconds; NULL: the channel is closed to the bot
) STRICT;

CREATE INDEX weekly_pages_by_due ON weekly_pages (due) WHERE due IS NOT NULL;
CREATE INDEX matches_ended_in    ON matches (guild, ended_at) WHERE ended_at IS NOT NULL;

-- The record that a person brought along last, to page through it and to play on from it.
CREATE TABLE imports (
    user INTEGER PRIMARY KEY,
    at   INTEGER NOT NULL, -- Unix milliseconds
    text TEXT    NOT NULL  -- the record as it came
) STRICT;

CREATE INDEX imports_by_time ON imports (at);
