-- Every table, with what a list of tables shows of it. `updated` is in milliseconds since 1970.
CREATE TABLE tables (
    id      BLOB    NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    seed    BLOB    NOT NULL CHECK (length(seed) = 32),
    game    TEXT    NOT NULL,
    stage   TEXT    NOT NULL CHECK (stage IN ('waiting', 'playing', 'over')),
    listed  INTEGER NOT NULL CHECK (listed IN (0, 1)),
    summary TEXT    NOT NULL,
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Few tables are not over; lists of them must not read all that ever were.
CREATE INDEX tables_not_over ON tables (updated) WHERE stage <> 'over';

-- What happened at each table. The primary key is the lock: only one event can be the next.
CREATE TABLE events (
    table_id BLOB    NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL CHECK (seq >= 1),
    event    TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
