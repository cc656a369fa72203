-- Matches of contests that were over before they had a thread to say so, for each player who was not told yet.
CREATE TABLE untold_ends (
    match_id INTEGER NOT NULL REFERENCES matches,
    user     INTEGER NOT NULL,
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX untold_ends_of_person ON untold_ends (user);
