-- Everything that a profile counts stands in these two, so that the matches themselves, thousands of places in the file, need not
-- be read for it.
DROP INDEX matches_ended_by_first;
DROP INDEX matches_ended_by_second;
CREATE INDEX matches_ended_by_first  ON matches (first_player, ended_at, second_player, game, winner, turns, reason, guild)
    WHERE ended_at IS NOT NULL;
CREATE INDEX matches_ended_by_second ON matches (second_player, ended_at, first_player, game, winner, turns, reason, guild)
    WHERE ended_at IS NOT NULL;
