-- Where the daily puzzle of a server comes.
CREATE TABLE daily_puzzles (
    guild    INTEGER PRIMARY KEY,
    channel  INTEGER NOT NULL,
    zone     TEXT    NOT NULL, -- of the clock by which it comes: an IANA name
    hour     INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    games    TEXT    NOT NULL, -- the keys of those that take turns, with commas between; empty: all
    due      INTEGER,          -- when the next one does, in Unix milliseconds; NULL: the channel is closed to the bot
    threads  INTEGER NOT NULL DEFAULT 1 CHECK (threads IN (0, 1)) -- 0: the latest one got no thread
) STRICT;

CREATE INDEX daily_puzzles_by_due ON daily_puzzles (due) WHERE due IS NOT NULL;

-- Which puzzles a server has seen, and which of them wait for their solution.
CREATE TABLE daily_posts (
    guild   INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    number  INTEGER NOT NULL, -- of the game's puzzles, counted from 1
    times   INTEGER NOT NULL, -- how often
    at      INTEGER NOT NULL, -- the last time, in Unix milliseconds
    channel INTEGER NOT NULL,
    message INTEGER,          -- NULL: it was to be posted, and nobody knows whether it was
    reveal  INTEGER,          -- when its solution is added, or tried again; NULL: it is there, or never will be
    PRIMARY KEY (guild, game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_posts_by_reveal ON daily_posts (reveal) WHERE reveal IS NOT NULL;
