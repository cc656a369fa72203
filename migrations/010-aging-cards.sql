-- Until when what a card says is so without anything happening, in Unix milliseconds: time off ends by its date, a weekend
-- begins. NULL: until something happens.
ALTER TABLE places ADD COLUMN card_until INTEGER;

CREATE INDEX places_aging ON places (card_until) WHERE card_until IS NOT NULL;

-- Cards from before may say what is no longer so: they are shown anew.
UPDATE places SET card_seq = 0 WHERE card IS NOT NULL AND match_id IN (
    SELECT match_id FROM matches WHERE status = 'playing' AND (
        weekends
        OR first_player IN (SELECT user FROM time_off)
        OR second_player IN (SELECT user FROM time_off)
    )
);
