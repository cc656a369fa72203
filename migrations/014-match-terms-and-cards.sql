-- A thread that was opened under a match's card has the card's number: so it is known before it is noted.
CREATE INDEX places_by_card ON places (card) WHERE thread IS NULL AND card IS NOT NULL;

-- When each challenge was made, and what stops the clocks of its match besides a turn: parts of the projection "matches". The
-- latter takes the place of "weekends".
ALTER TABLE matches ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0; -- Unix milliseconds
ALTER TABLE matches ADD COLUMN days_off TEXT NOT NULL DEFAULT 'allowed' CHECK (days_off IN ('allowed', 'weekends', 'none'));
ALTER TABLE matches DROP COLUMN weekends;

-- What the projection would write, of which this takes a hundredth of the time: so its version stays. Where the first event cannot
-- be read, nobody knows.
UPDATE matches SET (made_at, days_off) = (
    SELECT coalesce(max(at), 0), coalesce(max(CASE WHEN json_valid(body) AND body ->> 'days_off' IN ('weekends', 'none') THEN body ->> 'days_off' END), 'allowed')
    FROM events WHERE events.match_id = matches.match_id AND seq = 1
);
