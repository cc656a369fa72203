-- "Ante": tells this database from any other SQLite file.
PRAGMA application_id = 0x416e7465;

-- The truth. Nothing here is ever changed or deleted.
CREATE TABLE events (
    match_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL CHECK (seq > 0), -- counted from 1 within the match
    at       INTEGER NOT NULL,                 -- Unix milliseconds
    kind     TEXT    NOT NULL,
    body     TEXT    NOT NULL,                 -- JSON, an object
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

-- What lists need, folded from the events and always written with them. Can be rebuilt.
CREATE TABLE matches (
    match_id       INTEGER PRIMARY KEY,
    seq            INTEGER NOT NULL, -- of the last event
    news_seq       INTEGER NOT NULL, -- of the last event that people are told
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
    changed_at     INTEGER NOT NULL
) STRICT;

CREATE INDEX matches_by_first_player   ON matches (first_player)             WHERE status = 'playing';
CREATE INDEX matches_by_second_player  ON matches (second_player)            WHERE status = 'playing';
CREATE INDEX matches_by_challenger     ON matches (challenger)               WHERE status = 'open';
CREATE INDEX matches_by_invited        ON matches (invited)                  WHERE status = 'open';
CREATE INDEX matches_by_player_to_move ON matches (player_to_move, deadline) WHERE player_to_move IS NOT NULL;
CREATE INDEX matches_by_deadline       ON matches (deadline)                 WHERE deadline IS NOT NULL;

-- Where a match is to be seen outside, and how much of it has been told there. Does not follow from the events.
CREATE TABLE places (
    match_id INTEGER PRIMARY KEY REFERENCES matches DEFERRABLE INITIALLY DEFERRED,
    thread   INTEGER,
    card     INTEGER,                    -- the message that was the challenge and is the match card
    board    INTEGER,                    -- the last message that shows a board
    told     INTEGER NOT NULL DEFAULT 0, -- every event up to this one has been told, if it was to be told
    card_seq INTEGER NOT NULL DEFAULT 0, -- the event that the card shows the match after
    card_at  INTEGER NOT NULL DEFAULT 0  -- when the card was last made to show something, Unix milliseconds
) STRICT;

CREATE INDEX places_by_thread ON places (thread) WHERE thread IS NOT NULL;
