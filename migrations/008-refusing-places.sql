-- The table has the name of what is in it: places that refuse posts.
ALTER TABLE resting_places RENAME TO refusing_places;
