-- How many people of a server solved the daily puzzle.
CREATE INDEX puzzle_tries_by_puzzle ON puzzle_tries (game, number, at);
