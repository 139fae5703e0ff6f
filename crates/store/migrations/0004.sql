-- The people of each table, so that a visitor's tables are found without reading logs. `asked` says whether the table
-- waits for this person. Tables of earlier versions get their rows when they are loaded next.
CREATE TABLE players (
    holder   BLOB    NOT NULL CHECK (length(holder) = 16),
    table_id BLOB    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    asked    INTEGER NOT NULL CHECK (asked IN (0, 1)),
    UNIQUE (table_id, holder)
) STRICT;

-- An entry ends with the row's number, so the tables that a person joined last are read first.
CREATE INDEX players_of_holder ON players (holder);
