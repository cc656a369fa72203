-- Computers no longer play each other, so servers no longer say whether they may.
ALTER TABLE server_rules DROP COLUMN exhibitions;
DROP INDEX matches_exhibited_by;
