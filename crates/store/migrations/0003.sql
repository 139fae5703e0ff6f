-- Whether a person has decided something in a game. A table against bots begins its game before anybody has looked at it.
-- Version 2 knew only the stage, so every table at which a game had begun counts as played.
ALTER TABLE tables ADD COLUMN played INTEGER NOT NULL DEFAULT 1 CHECK (played IN (0, 1));

UPDATE tables SET played = 0 WHERE stage = 'waiting';
