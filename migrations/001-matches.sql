-- "Antr": tells this database from any other SQLite file. Development versions before 0.1.0 wrote "Ante".
PRAGMA application_id = 0x416e7472;

-- The truth. Events are never changed or deleted, except that the deletion of a person replaces their number.
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

-- The time of the latest event, which reveals a wrong system clock. One row.
CREATE TABLE latest (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL -- Unix milliseconds
) STRICT;

-- One row, drawn once: posts of two databases never have the same nonce.
CREATE TABLE this_database (tag TEXT NOT NULL) STRICT;
INSERT INTO this_database VALUES (lower(hex(randomblob(3))));

-- The folds over all events. Each is written with the events that it folds, and rebuilt when its version changes.
CREATE TABLE projections (
    name    TEXT    PRIMARY KEY,
    version INTEGER NOT NULL, -- of the code that folded it
    mark    INTEGER NOT NULL  -- the position of the last event that is in it
) STRICT, WITHOUT ROWID;

-- What lists need: the projection "matches", together with match_counts and with "seq" and "news_seq" of places.
CREATE TABLE matches (
    match_id         INTEGER PRIMARY KEY,
    seq              INTEGER NOT NULL, -- of the last event
    game             TEXT    NOT NULL,
    status           TEXT    NOT NULL,
    guild            INTEGER,
    channel          INTEGER NOT NULL,
    challenger       INTEGER NOT NULL,
    invited          INTEGER,
    first_player     INTEGER,
    second_player    INTEGER,
    seat_to_move     INTEGER CHECK (seat_to_move IN (0, 1)),
    player_to_move   INTEGER,
    deadline         INTEGER,          -- Unix milliseconds: the first moment that is too late
    ply              INTEGER NOT NULL,
    changed_at       INTEGER NOT NULL,
    turns            INTEGER NOT NULL, -- without those that were taken back
    winner           INTEGER CHECK (winner IN (0, 1)), -- the seat; NULL: a draw, no result, or not over
    reason           TEXT,             -- "resigned", "flagged", "agreed", "stopped", or how the game ended by its rules
    ended_at         INTEGER,          -- Unix milliseconds; NULL: not over
    -- The levels of computer players, from 1 to 5; NULL: the seat is a person's.
    invited_computer INTEGER,
    first_computer   INTEGER,
    second_computer  INTEGER,
    computer_due     INTEGER NOT NULL DEFAULT 0, -- whether a computer must move or answer
    made_at          INTEGER NOT NULL DEFAULT 0, -- when the challenge was made, Unix milliseconds
    days_off         TEXT    NOT NULL DEFAULT 'allowed' CHECK (days_off IN ('allowed', 'weekends', 'none')) -- what stops the clocks
) STRICT;

CREATE INDEX matches_by_first_player   ON matches (first_player)             WHERE status = 'playing';
CREATE INDEX matches_by_second_player  ON matches (second_player)            WHERE status = 'playing';
CREATE INDEX matches_by_challenger     ON matches (challenger)               WHERE status = 'open';
CREATE INDEX matches_by_invited        ON matches (invited)                  WHERE status = 'open';
CREATE INDEX matches_open_in           ON matches (guild)                    WHERE status = 'open';
CREATE INDEX matches_by_player_to_move ON matches (player_to_move, deadline) WHERE player_to_move IS NOT NULL;
CREATE INDEX matches_by_guild          ON matches (guild, game, deadline)    WHERE status = 'playing';
CREATE INDEX matches_by_computer_due   ON matches (match_id)                 WHERE computer_due;
CREATE INDEX matches_exhibited_by      ON matches (challenger)
    WHERE first_computer IS NOT NULL AND second_computer IS NOT NULL AND status = 'playing';
-- The number of challenges of one person that came to nothing in a day is limited.
CREATE INDEX matches_in_vain           ON matches (challenger, changed_at)
    WHERE status IN ('declined', 'withdrawn', 'expired', 'aborted');
CREATE INDEX matches_ended_in          ON matches (guild, ended_at)          WHERE ended_at IS NOT NULL;
-- These two cover all that a profile counts: reading thousands of matches, each in a place of its own, would be slow.
CREATE INDEX matches_ended_by_first    ON matches (first_player, ended_at, second_player, game, winner, turns, reason, guild)
    WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second   ON matches (second_player, ended_at, first_player, game, winner, turns, reason, guild)
    WHERE ended_at IS NOT NULL;
-- Finished matches of a player in one game, and those with one result, the latest last.
CREATE INDEX matches_ended_by_first_in_game  ON matches (first_player, game, ended_at)    WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second_in_game ON matches (second_player, game, ended_at)   WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_first_won      ON matches (first_player, winner, ended_at)  WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second_won     ON matches (second_player, winner, ended_at) WHERE ended_at IS NOT NULL;

-- The number of matches of each game in each state: part of the projection "matches".
CREATE TABLE match_counts (
    game   TEXT    NOT NULL,
    status TEXT    NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (game, status)
) STRICT, WITHOUT ROWID;

-- The matches in whose events a person's number occurs: the projection "appearances".
CREATE TABLE appearances (
    user     INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    PRIMARY KEY (user, match_id)
) STRICT, WITHOUT ROWID;

-- Matches whose events this version of the program cannot read. Nothing happens in them until a version can.
CREATE TABLE frozen (
    match_id INTEGER PRIMARY KEY,
    since    INTEGER NOT NULL, -- Unix milliseconds
    why      TEXT    NOT NULL
) STRICT;

-- The interactions (commands, presses, forms) that caused events, and in which match: one that Discord delivers again does
-- nothing. Written with those events; later writes delete rows older than a day.
CREATE TABLE interactions (
    interaction INTEGER PRIMARY KEY, -- Discord's number, which grows with time
    match_id    INTEGER NOT NULL
) STRICT;

-- What the program must do by itself, and when: one row for each kind of work and what it is about. Written with what it follows
-- from: the events of a match, the preferences of a person or a server, the post of a card.
CREATE TABLE alarms (
    what     TEXT    NOT NULL, -- the kind: each belongs to one part of the program
    match_id INTEGER NOT NULL, -- 0: no match
    user     INTEGER NOT NULL, -- 0: nobody in particular
    at       INTEGER NOT NULL, -- Unix milliseconds
    due      INTEGER NOT NULL, -- equal to `at`, or later after a failure
    place    INTEGER NOT NULL DEFAULT 0, -- a server or a message; 0: none
    PRIMARY KEY (match_id, user, what, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX alarms_by_due    ON alarms (what, due);
CREATE INDEX alarms_by_person ON alarms (user, due) WHERE user <> 0;
