-- How players do with the puzzles of a game.
CREATE TABLE puzzle_records (
    player      TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game        TEXT NOT NULL,
    rating      INTEGER NOT NULL,
    tried       INTEGER NOT NULL,
    solved      INTEGER NOT NULL,
    streak      INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT;

-- The first try at each puzzle, which is known by its position.
CREATE TABLE puzzle_tries (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game     TEXT NOT NULL,
    position TEXT NOT NULL,
    solved   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (player, game, position)
) STRICT;
