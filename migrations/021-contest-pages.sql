-- The name of a league's, ladder's or tournament's page in its address. NULL: it has none.
ALTER TABLE journals ADD COLUMN page TEXT;
CREATE UNIQUE INDEX journals_by_page ON journals (page) WHERE page IS NOT NULL;
