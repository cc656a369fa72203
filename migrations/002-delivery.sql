-- The messages of a match in Discord, and how much of the match was announced. Does not follow from the events, except "seq"
-- and "news_seq", which are here so that an index knows the matches that are behind.
CREATE TABLE places (
    match_id   INTEGER PRIMARY KEY REFERENCES matches,
    seq        INTEGER NOT NULL,           -- of the last event
    news_seq   INTEGER NOT NULL,           -- of the last event that is announced to people
    thread     INTEGER,
    card       INTEGER,                    -- the message that was the challenge and is the match card
    board      INTEGER,                    -- the last message with a board
    announced  INTEGER NOT NULL DEFAULT 0, -- all events up to this one were announced, if they are news
    card_seq   INTEGER NOT NULL DEFAULT 0, -- the event after which the card shows the match
    card_at    INTEGER NOT NULL DEFAULT 0  -- when the card was last edited, Unix milliseconds
) STRICT;

CREATE INDEX places_by_thread   ON places (thread)   WHERE thread IS NOT NULL;
-- A thread that was opened under a match's card has the card's number, so it is found before it is stored.
CREATE INDEX places_by_card     ON places (card)     WHERE thread IS NULL AND card IS NOT NULL;

-- What is to be posted or edited in Discord: news and cards of matches, reminders, posts by the calendar, notices. A row is
-- written with what causes it, and deleted with the note that it was done. What a process finds at its start may have been done.
CREATE TABLE owed (
    kind     TEXT    NOT NULL, -- each belongs to one part of the program
    match_id INTEGER NOT NULL, -- 0: no match
    user     INTEGER NOT NULL, -- 0: nobody in particular
    place    INTEGER NOT NULL, -- a server or a message; 0: none
    turn_of  INTEGER NOT NULL, -- the person or server that it is for: they take turns
    since    INTEGER NOT NULL, -- Unix milliseconds; the oldest comes first
    PRIMARY KEY (kind, match_id, user, place)
) STRICT, WITHOUT ROWID;

-- Servers and channels that refused a post permanently, and when the next one is tried.
CREATE TABLE resting_places (
    kind      TEXT    NOT NULL CHECK (kind IN ('server', 'channel', 'threads')), -- threads: a server that opens no more
    place     INTEGER NOT NULL,
    refusals  INTEGER NOT NULL,           -- in a row
    until     INTEGER,                    -- Unix milliseconds; NULL: until the bot is used there again
    since     INTEGER NOT NULL DEFAULT 0, -- the first of these refusals, Unix milliseconds
    abandoned INTEGER NOT NULL DEFAULT 0 CHECK (abandoned IN (0, 1)), -- whether the server's matches were ended for this
    PRIMARY KEY (kind, place)
) STRICT, WITHOUT ROWID;

-- The channels of private conversations between the bot and people.
CREATE TABLE conversations (
    user    INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL
) STRICT;

-- Calls to the turn that is due that did not reach the player, because they have left the server.
CREATE TABLE missed_calls (
    match_id INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number; calls to other boards do not count
    calls    INTEGER NOT NULL,
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The reminders of the turn that is due that were sent: at most one row for each player of a match. Deleted with the match's
-- end.
CREATE TABLE reminded (
    match_id INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number; reminders of other boards do not count
    nudges   INTEGER NOT NULL, -- how many were sent
    last     INTEGER,          -- when the last reminder was sent, Unix milliseconds
    muted    INTEGER NOT NULL CHECK (muted IN (0, 1)),
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- What comes to servers by itself: the kind is that of the alarm with the time of the next one, "weekly" or "daily". The alarm has no
-- row while the channel is closed to the bot.
CREATE TABLE calendar (
    guild   INTEGER NOT NULL,
    kind    TEXT    NOT NULL,
    channel INTEGER NOT NULL,
    zone    TEXT    NOT NULL, -- an IANA name
    hour    INTEGER NOT NULL CHECK (hour BETWEEN 0 AND 23),
    games   TEXT    NOT NULL, -- of a daily puzzle: the keys of the games that alternate, separated by commas; empty: all
    threads INTEGER NOT NULL CHECK (threads IN (0, 1)), -- of a daily puzzle: 0 if the latest one got no thread
    PRIMARY KEY (guild, kind)
) STRICT, WITHOUT ROWID;

-- The puzzles that a server has had. The alarm "solution" of a post has the time at which its solution is added, or tried again.
CREATE TABLE daily_posts (
    guild     INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    number    INTEGER NOT NULL, -- of the game's puzzles, counted from 1
    times     INTEGER NOT NULL, -- how often
    at        INTEGER NOT NULL, -- the last time, Unix milliseconds
    channel   INTEGER NOT NULL,
    message   INTEGER,          -- NULL: it is unknown whether it was posted
    PRIMARY KEY (guild, game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_posts_by_message ON daily_posts (message) WHERE message IS NOT NULL;
