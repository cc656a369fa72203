-- The reminders whose buttons lead to a turn that still waits, for each match that they name. A row is deleted once its post
-- does not call to this turn any more.
CREATE TABLE calls (
    message  INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches,
    channel  INTEGER NOT NULL,
    board    INTEGER NOT NULL, -- its number
    PRIMARY KEY (message, match_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_of_match ON calls (match_id);
