-- Turns that players have laid down beforehand: if the other one plays this, I play that. Nobody else sees them.
CREATE TABLE conditional_lines (
    match_id INTEGER NOT NULL REFERENCES matches DEFERRABLE INITIALLY DEFERRED,
    user     INTEGER NOT NULL,
    number   INTEGER NOT NULL, -- counted from 1 for each player of a match
    board    INTEGER NOT NULL, -- on which the line begins
    turns    TEXT    NOT NULL, -- canonical texts of both players' turns, joined by " | "
    PRIMARY KEY (match_id, user, number)
) STRICT, WITHOUT ROWID;
