-- A typed head instead of a text. Version 1 wrote the number of free seats, a blank, and the names: `2 Mia, Tom`.
-- `names` has one name a line, and each line ends with a line feed, which no name can contain.
ALTER TABLE tables ADD COLUMN free_seats INTEGER NOT NULL DEFAULT 0 CHECK (free_seats >= 0);
ALTER TABLE tables ADD COLUMN names TEXT NOT NULL DEFAULT '';

UPDATE tables SET
    free_seats = CAST(substr(summary, 1, 1) AS INTEGER),
    names = replace(substr(summary, 3), ', ', char(10))
WHERE summary GLOB '[0-9] *';

-- A text in another form stays whole, as the only name.
UPDATE tables SET names = summary WHERE summary NOT GLOB '[0-9] *';

UPDATE tables SET names = names || char(10) WHERE names <> '';

ALTER TABLE tables DROP COLUMN summary;
