-- How players do with the puzzles of a game.
CREATE TABLE puzzle_records (
    player      TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game        TEXT NOT NULL,
    rating      BIGINT NOT NULL,
    tried       BIGINT NOT NULL,
    solved      BIGINT NOT NULL,
    streak      BIGINT NOT NULL,
    best_streak BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);

-- The first try at each puzzle, which is known by its position.
CREATE TABLE puzzle_tries (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    position TEXT NOT NULL,
    solved   BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (player, game, position)
);
