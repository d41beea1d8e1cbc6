-- Tournaments in which everybody plays as much as there is time.
CREATE TABLE arenas (
    id     TEXT PRIMARY KEY,
    host   TEXT REFERENCES players (id) ON DELETE SET NULL,
    game   TEXT NOT NULL,
    start  TEXT NOT NULL,
    mover  TEXT NOT NULL,
    clock  TEXT NOT NULL,
    rated  INTEGER NOT NULL,
    begins INTEGER NOT NULL,
    ends   INTEGER NOT NULL
) STRICT;
CREATE INDEX arenas_by_end ON arenas (ends);

CREATE TABLE arena_players (
    arena  TEXT NOT NULL REFERENCES arenas (id) ON DELETE CASCADE,
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- When the player came in last; empty while pausing.
    since  INTEGER,
    PRIMARY KEY (arena, player)
) STRICT, WITHOUT ROWID;

-- The results are the games themselves: nothing else is kept of an arena.
ALTER TABLE games ADD COLUMN arena TEXT;
CREATE INDEX games_of_arena ON games (arena) WHERE arena IS NOT NULL;
