-- *Call Me* holds for three votes, and then as long as the person votes.

-- The board on which a member asked to be mentioned on each new board; NULL: only while they vote.
ALTER TABLE team_members ADD COLUMN called_on INTEGER;
UPDATE team_members SET called_on = 0 WHERE called;
ALTER TABLE team_members DROP COLUMN called;
