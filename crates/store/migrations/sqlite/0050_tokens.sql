-- Bots, and the tokens by which programs come in: known by their hashes alone.
ALTER TABLE players ADD COLUMN bot INTEGER NOT NULL DEFAULT 0;

CREATE TABLE tokens (
    id      TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    label   TEXT NOT NULL,
    scope   TEXT NOT NULL,
    created INTEGER NOT NULL,
    used    INTEGER
) STRICT;

CREATE INDEX tokens_of ON tokens (player, created);
