-- The rating after each first try; empty for those from before it was kept.
ALTER TABLE puzzle_tries ADD COLUMN rating BIGINT;

-- A player's last run against the clock with the puzzles of a game, and the most that were ever solved
-- in one.
CREATE TABLE puzzle_runs (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    began    BIGINT NOT NULL,
    -- The order of its puzzles follows from it.
    seed     BIGINT NOT NULL,
    solved   BIGINT NOT NULL,
    mistakes BIGINT NOT NULL,
    best     BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
