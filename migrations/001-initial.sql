-- "Ante": tells this database from any other SQLite file.
PRAGMA application_id = 0x416e7465;

-- The truth. Nothing here is ever changed or deleted.
CREATE TABLE events (
    match_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0),      -- counted from 1 within the match
    position INTEGER NOT NULL CHECK (position > 0), -- counted from 1 over all matches, in the order of commits, without gaps
    at       INTEGER NOT NULL,                      -- Unix milliseconds
    kind     TEXT    NOT NULL,
    body     TEXT    NOT NULL,                      -- JSON, an object
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_position ON events (position);

-- The folds over all events. Each is written with the events that it folds, and rebuilt when its version changes.
CREATE TABLE projections (
    name    TEXT    PRIMARY KEY,
    version INTEGER NOT NULL, -- of the code that folded it
    mark    INTEGER NOT NULL  -- the position of the last event that is in it
) STRICT, WITHOUT ROWID;

-- What lists need: the projection "matches", together with "seq" and "news_seq" of places.
CREATE TABLE matches (
    match_id       INTEGER PRIMARY KEY,
    seq            INTEGER NOT NULL, -- of the last event
    game           TEXT    NOT NULL,
    status         TEXT    NOT NULL,
    guild          INTEGER,
    channel        INTEGER NOT NULL,
    challenger     INTEGER NOT NULL,
    invited        INTEGER,
    first_player   INTEGER,
    second_player  INTEGER,
    seat_to_move   INTEGER CHECK (seat_to_move IN (0, 1)),
    player_to_move INTEGER,
    deadline       INTEGER,          -- Unix milliseconds: the first moment that is too late
    ply            INTEGER NOT NULL,
    changed_at     INTEGER NOT NULL,
    -- The result. A match that was not played to its end has none.
    turns          INTEGER NOT NULL, -- how many stand
    winner         INTEGER CHECK (winner IN (0, 1)), -- the seat; NULL: a draw, or not over
    reason         TEXT,             -- "resigned", "flagged", "agreed", "stopped", or how the game ended by its rules
    ended_at       INTEGER,          -- Unix milliseconds; NULL while it is not over
    -- The levels of the computers among the players, from 1 to 5: who is one has no number as a person.
    invited_computer INTEGER,
    first_computer   INTEGER,
    second_computer  INTEGER,
    computer_due     INTEGER NOT NULL DEFAULT 0 -- whether a computer has to move, or to answer
) STRICT;

CREATE INDEX matches_by_first_player   ON matches (first_player)             WHERE status = 'playing';
CREATE INDEX matches_by_second_player  ON matches (second_player)            WHERE status = 'playing';
CREATE INDEX matches_by_challenger     ON matches (challenger)               WHERE status = 'open';
CREATE INDEX matches_by_invited        ON matches (invited)                  WHERE status = 'open';
CREATE INDEX matches_by_player_to_move ON matches (player_to_move, deadline) WHERE player_to_move IS NOT NULL;
CREATE INDEX matches_ended_by_first    ON matches (first_player, ended_at)   WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second   ON matches (second_player, ended_at)  WHERE ended_at IS NOT NULL;
CREATE INDEX matches_by_guild         ON matches (guild, game, deadline)   WHERE status = 'playing';
CREATE INDEX matches_by_computer_due   ON matches (match_id)                 WHERE computer_due;
CREATE INDEX matches_exhibited_by      ON matches (challenger)
    WHERE first_computer IS NOT NULL AND second_computer IS NOT NULL AND status = 'playing';


-- Where a match is to be seen outside, and how much of it has been announced there. Does not follow from the events,
-- but for "seq" and "news_seq", which stand here so that an index knows which matches are behind.
CREATE TABLE places (
    match_id INTEGER PRIMARY KEY REFERENCES matches,
    seq      INTEGER NOT NULL,           -- of the last event
    news_seq INTEGER NOT NULL,           -- of the last event that people are told
    thread   INTEGER,
    card     INTEGER,                    -- the message that was the challenge and is the match card
    board    INTEGER,                    -- the last message that shows a board
    announced INTEGER NOT NULL DEFAULT 0, -- every event up to this one has been announced, if it was to be
    card_seq INTEGER NOT NULL DEFAULT 0, -- the event that the card shows the match after
    card_at  INTEGER NOT NULL DEFAULT 0  -- when the card was last made to show something, Unix milliseconds
) STRICT;

CREATE INDEX places_by_thread   ON places (thread)   WHERE thread IS NOT NULL;
CREATE INDEX places_unannounced ON places (match_id) WHERE announced < news_seq;
CREATE INDEX places_stale       ON places (match_id) WHERE card IS NOT NULL AND card_seq < seq;

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
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- the number of the board that the turn is for
    turn     TEXT    NOT NULL, -- the whole turn's canonical text
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- Turns that players are putting together pick by pick: at most one for each player of a match. A row stays, so that
-- the buttons of old messages never fit a new picker.
CREATE TABLE pickers (
    match_id   INTEGER NOT NULL REFERENCES matches,
    user       INTEGER NOT NULL,
    board      INTEGER NOT NULL, -- the number of the board that the turn is for
    picks      TEXT    NOT NULL, -- their keys, with one space between them
    generation INTEGER NOT NULL, -- counts the changes: every message's buttons know the one that they show
    opened     INTEGER NOT NULL, -- the generation with which the latest message began
    -- NULL: the picker is for the turn that is due. Else it is for a conditional line, and these are the turns of both
    -- players before the one that is being picked, canonical texts joined by " | ", and empty at first.
    line       TEXT,
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- Conditional turns: if the other one plays this, I play that. Nobody else sees them.
CREATE TABLE conditional_lines (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    number   INTEGER NOT NULL, -- counted from 1 for each player of a match
    board    INTEGER NOT NULL, -- on which the line begins
    turns    TEXT    NOT NULL, -- canonical texts of both players' turns, joined by " | "
    PRIMARY KEY (match_id, user, number)
) STRICT, WITHOUT ROWID;

-- Legal turns that were offered to a player in place of one that was refused, and that are too long for what a button
-- carries. At most one row for each player of a match; gone with its board.
CREATE TABLE offers (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- the number of the board that the turns are for
    turns    TEXT    NOT NULL, -- canonical texts of turns or their beginnings, one a line
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- The board of a match that a player is known to have looked at last: a turn that was not seen may be taken back without
-- asking. Kept only while it matters, which is some moments after a turn; gone with the match's end.
CREATE TABLE last_seen (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

-- Which interactions (commands, presses, forms) have brought about events, and in which match: one that Discord delivers
-- again does nothing. Written with those events; what is older than a day is deleted by later writes.
CREATE TABLE interactions (
    interaction INTEGER PRIMARY KEY, -- Discord's number, which grows with time
    match_id    INTEGER NOT NULL
) STRICT;

-- What people are called, as their interactions have told: a nickname belongs to one server.
CREATE TABLE names (
    guild INTEGER NOT NULL, -- 0: everywhere
    user  INTEGER NOT NULL,
    name  TEXT    NOT NULL,
    day   INTEGER NOT NULL, -- on which it was last told, counted from 1970
    PRIMARY KEY (user, guild)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_by_day ON names (day);

-- Places that have refused for good what was to be posted there. They are left alone for longer and longer.
CREATE TABLE resting_places (
    kind     TEXT    NOT NULL CHECK (kind IN ('server', 'channel', 'threads')), -- threads: a server that opens no more
    place    INTEGER NOT NULL,
    refusals INTEGER NOT NULL, -- in a row
    until    INTEGER,          -- Unix milliseconds; NULL: until somebody uses the bot there
    PRIMARY KEY (kind, place)
) STRICT, WITHOUT ROWID;

-- One row, drawn once: posts of two databases never have the same nonce.
CREATE TABLE this_database (tag TEXT NOT NULL) STRICT;
INSERT INTO this_database VALUES (lower(hex(randomblob(3))));

-- What is to be done by itself at some moment. Follows from the matches (user 0) and the people's preferences, and is
-- written with them.
CREATE TABLE alarms (
    what     TEXT    NOT NULL, -- 'flag', 'expiry', 'exhibition'
    match_id INTEGER NOT NULL, -- 0: no match
    user     INTEGER NOT NULL, -- for whom; 0: nobody in particular
    at       INTEGER NOT NULL, -- Unix milliseconds
    due      INTEGER NOT NULL, -- when to see to it: at first `at`; later, after it could not be done
    PRIMARY KEY (match_id, user, what)
) STRICT, WITHOUT ROWID;

CREATE INDEX alarms_by_due ON alarms (due);

-- The moment of the latest event, by which a wrong clock is noticed: one row.
CREATE TABLE latest (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- Matches whose events this version of the program cannot read. Nothing happens in them until one can.
CREATE TABLE frozen (
    match_id INTEGER PRIMARY KEY,
    since    INTEGER NOT NULL, -- Unix milliseconds
    why      TEXT    NOT NULL,
    told     INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)) -- whether the players were told
) STRICT;
