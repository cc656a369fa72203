-- The proof of the value in `better`, with the codes of `proven`; and whether the position had the longer search.
ALTER TABLE weighed ADD COLUMN better_proven INTEGER CHECK (better_proven IN (0, 1, 2));
ALTER TABLE weighed ADD COLUMN deep INTEGER NOT NULL DEFAULT 0 CHECK (deep IN (0, 1));

-- The proven result of a hint for its player, with the same codes.
ALTER TABLE hints ADD COLUMN proven INTEGER CHECK (proven IN (0, 1, 2));

-- A player's first answers in place of own mistakes: whether the answer was about as good as the best turn.
CREATE TABLE amends (
    user     INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES matches,
    ply      INTEGER NOT NULL, -- how many turns had been made before the mistake
    found    INTEGER NOT NULL CHECK (found IN (0, 1)),
    PRIMARY KEY (user, match_id, ply)
) STRICT, WITHOUT ROWID;
