-- Tournaments in which everybody plays as much as there is time.
CREATE TABLE arenas (
    id     TEXT PRIMARY KEY,
    host   TEXT REFERENCES players (id) ON DELETE SET NULL,
    game   TEXT NOT NULL,
    start  TEXT NOT NULL,
    mover  TEXT NOT NULL,
    clock  TEXT NOT NULL,
    rated  BIGINT NOT NULL,
    begins BIGINT NOT NULL,
    ends   BIGINT NOT NULL
);
CREATE INDEX arenas_by_end ON arenas (ends);

CREATE TABLE arena_players (
    arena  TEXT NOT NULL REFERENCES arenas (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- When the player came in last; empty while pausing.
    since  BIGINT,
    PRIMARY KEY (arena, player)
);

-- The results are the games themselves: nothing else is kept of an arena.
ALTER TABLE games ADD COLUMN arena TEXT;
CREATE INDEX games_of_arena ON games (arena) WHERE arena IS NOT NULL;
