-- Whether the password alone is not enough to come in.
ALTER TABLE players ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0;

-- When somebody came in with more than a password; empty if with a password alone.
ALTER TABLE sessions ADD COLUMN strong INTEGER;

-- The public halves of passkeys, as the browsers of their owners gave them.
CREATE TABLE passkeys (
    id         TEXT PRIMARY KEY,
    player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    public_key TEXT NOT NULL,
    -- How often it was used, as far as it counts itself.
    counter    INTEGER NOT NULL,
    created    INTEGER NOT NULL,
    used       INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_of_player ON passkeys (player);

-- Codes that were not used yet, by their hash.
CREATE TABLE recovery_codes (
    id     TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_of_player ON recovery_codes (player);
