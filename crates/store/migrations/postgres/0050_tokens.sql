-- Bots, and the tokens by which programs come in: known by their hashes alone.
ALTER TABLE players ADD COLUMN bot BIGINT NOT NULL DEFAULT 0;

CREATE TABLE tokens (
    id      TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    label   TEXT NOT NULL,
    scope   TEXT NOT NULL,
    created BIGINT NOT NULL,
    used    BIGINT
);

CREATE INDEX tokens_of ON tokens (player, created);
