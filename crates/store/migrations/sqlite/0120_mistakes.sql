-- The moves with which players gave value away in reviewed games. Where exactly one move would have kept
-- it, the position is a puzzle for that player, which comes again until it was solved often enough.
CREATE TABLE mistakes (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game     TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply      INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    position TEXT NOT NULL,
    -- The one move that keeps the value, and the result that it keeps if that is certain.
    keeping  TEXT,
    keeps    TEXT,
    -- The claim that a review tells first of it, by its kind.
    reason   TEXT,
    phase    TEXT NOT NULL,
    -- In milliseconds.
    spent    INTEGER,
    -- How often it was solved in a row, and the last try, or when it was found.
    solved   INTEGER NOT NULL,
    last     INTEGER NOT NULL,
    PRIMARY KEY (player, game, ply)
) STRICT, WITHOUT ROWID;
CREATE INDEX mistakes_of_game ON mistakes (game);

-- Reviews from before this were made without keeping the mistakes in them.
ALTER TABLE reviews ADD COLUMN mistakes_kept INTEGER NOT NULL DEFAULT 0;

-- The puzzle of a game that a player is at, on every device.
CREATE TABLE puzzles_at (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    position TEXT NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
