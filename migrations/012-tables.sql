-- Tables that were never posted: they are owed, or Discord refused them.
CREATE INDEX journal_posts_never_posted ON journal_posts (post) WHERE message IS NULL AND at = 0;

-- Earlier versions gave tables up that Discord refused for a nonce of more than 25 characters. Those that were to replace a table
-- that had scrolled away left it as it was.
INSERT OR IGNORE INTO owed (kind, match_id, user, place, turn_of, since)
SELECT kind || '-table', 0, 0, post, journal, (SELECT coalesce(max(at), 0) FROM latest)
FROM journal_posts JOIN journals USING (journal) WHERE message IS NOT NULL AND closed = 0;
