-- A daily puzzle whose post, number or thread may be missing: the program ended, or could not note it, while it was being posted.
ALTER TABLE daily_posts ADD COLUMN under_way INTEGER NOT NULL DEFAULT 0 CHECK (under_way IN (0, 1));

CREATE INDEX daily_posts_under_way ON daily_posts (guild) WHERE under_way;

-- Challenges of which no match came: how many somebody makes in a day has a bound.
CREATE INDEX matches_in_vain ON matches (challenger, changed_at)
    WHERE status IN ('declined', 'withdrawn', 'expired', 'aborted');
