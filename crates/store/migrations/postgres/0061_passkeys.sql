-- Whether the password alone is not enough to come in.
ALTER TABLE players ADD COLUMN second_factor BIGINT NOT NULL DEFAULT 0;

-- When somebody came in with more than a password; empty if with a password alone.
ALTER TABLE sessions ADD COLUMN strong BIGINT;

-- The public halves of passkeys, as the browsers of their owners gave them.
CREATE TABLE passkeys (
    id         TEXT PRIMARY KEY,
    player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    public_key TEXT NOT NULL,
    -- How often it was used, as far as it counts itself.
    counter    BIGINT NOT NULL,
    created    BIGINT NOT NULL,
    used       BIGINT
);
CREATE INDEX passkeys_of_player ON passkeys (player);

-- Codes that were not used yet, by their hash.
CREATE TABLE recovery_codes (
    id     TEXT PRIMARY KEY,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_of_player ON recovery_codes (player);
