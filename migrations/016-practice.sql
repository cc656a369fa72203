-- Whether matches against the computer are played in direct messages, unless a person chooses otherwise.
ALTER TABLE server_rules ADD COLUMN practice_in_private INTEGER NOT NULL DEFAULT 0 CHECK (practice_in_private IN (0, 1));
