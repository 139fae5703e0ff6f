-- Where the name of a person stands among the names of the table, to leave out one's own. It is unknown until the table is
-- loaded again, and of people who have left.
ALTER TABLE players ADD COLUMN place INTEGER CHECK (place >= 0);

-- Whether the table is over, as `tables.stage` says. Running and finished tables of a person are found apart, so that
-- however many games have ended, the running ones are found.
ALTER TABLE players ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0 CHECK (is_over IN (0, 1));
UPDATE players SET is_over = 1 WHERE table_id IN (SELECT id FROM tables WHERE stage = 'over');

DROP INDEX players_of_holder;
CREATE INDEX players_of_holder ON players (holder, is_over);
