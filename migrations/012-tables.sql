-- Earlier versions gave tables up that Discord refused for a nonce of more than 25 characters: all are owed once.
INSERT OR IGNORE INTO owed (kind, match_id, user, place, turn_of, since)
SELECT kind || '-table', 0, 0, post, journal, 0
FROM journal_posts JOIN journals USING (journal) WHERE closed = 0;
