-- Who may join a league or ladder, as JSON. NULL: everybody.
ALTER TABLE journals ADD COLUMN entry TEXT;
