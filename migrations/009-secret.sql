-- The key of the hashes in the ids of buttons. One row, drawn once.
CREATE TABLE secret (key BLOB NOT NULL) STRICT;
INSERT INTO secret VALUES (randomblob(32));
