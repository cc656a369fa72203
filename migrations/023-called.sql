-- *Call Me* holds for three votes, and then as long as the person votes.

-- The board on which a member asked to be mentioned on each new board; NULL: only while they vote.
ALTER TABLE team_members ADD COLUMN called_on INTEGER;
UPDATE team_members SET called_on = (SELECT ply FROM matches WHERE matches.match_id = team_members.match_id) WHERE called;
ALTER TABLE team_members DROP COLUMN called;
