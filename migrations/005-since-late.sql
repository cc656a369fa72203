-- How many matches somebody has finished since they last lost one on time; where they never did, all of them.
ALTER TABLE punctuality ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
