-- Teams: people who vote on each turn of a match.

-- In the list of matches: the name of a team, after the id of its role and a colon (":Woodpushers"); NULL: no team.
ALTER TABLE matches ADD COLUMN invited_team TEXT;
ALTER TABLE matches ADD COLUMN first_team TEXT;
ALTER TABLE matches ADD COLUMN second_team TEXT;

-- The number of running matches that one person began for teams is limited.
CREATE INDEX matches_of_teams ON matches (challenger)
    WHERE status = 'playing' AND (first_team IS NOT NULL OR second_team IS NOT NULL);

-- Who belongs to a team of a match, or once did: nobody votes for both sides.
CREATE TABLE team_members (
    match_id INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    here     INTEGER NOT NULL, -- whether they have not left
    called   INTEGER NOT NULL, -- whether each new board mentions them
    PRIMARY KEY (match_id, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX team_members_by_user ON team_members (user);

-- What people voted for, on each board of a match. Votes are kept, since who voted lately is called to the next vote.
CREATE TABLE team_votes (
    match_id INTEGER NOT NULL,
    board    INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    turn     TEXT,             -- canonical text; NULL: no vote, or no longer
    result   TEXT,             -- the position after the turn: turns that lead to one position are one proposal
    at       INTEGER NOT NULL, -- Unix milliseconds: when this row last changed
    draw     INTEGER NOT NULL, -- whether they want a draw, too
    waits    INTEGER NOT NULL, -- whether the vote must not end early for them
    PRIMARY KEY (match_id, board, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX team_votes_by_user ON team_votes (user);

-- Questions whether a team resigns.
CREATE TABLE team_questions (
    match_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    asked_at INTEGER NOT NULL, -- Unix milliseconds
    closes   INTEGER NOT NULL, -- Unix milliseconds
    turns    INTEGER NOT NULL, -- how many turns the team had played
    open     INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat, asked_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE team_answers (
    match_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    asked_at INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    resigns  INTEGER NOT NULL, -- yes or no
    PRIMARY KEY (match_id, seat, asked_at, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX team_answers_by_user ON team_answers (user);

-- The threads in which teams discuss.
CREATE TABLE team_threads (
    match_id INTEGER NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat IN (0, 1)),
    thread   INTEGER, -- NULL: being opened
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
