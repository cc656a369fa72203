-- What somebody has put together in a lesson pick by pick, and when they did the lesson first.
CREATE TABLE lessons (
    user       INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    lesson     TEXT    NOT NULL,
    picks      TEXT    NOT NULL, -- the keys of the picks so far, with spaces between
    generation INTEGER NOT NULL, -- counts the changes of the picks: of two presses in one message one counts
    done_at    INTEGER,          -- Unix milliseconds; NULL: not yet
    PRIMARY KEY (user, game, lesson)
) STRICT, WITHOUT ROWID;
