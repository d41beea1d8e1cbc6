-- What is known of a player's strength in a game with a class of clocks, in millionths.
CREATE TABLE ratings (
    player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT NOT NULL,
    class      TEXT NOT NULL,
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,
    volatility INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    PRIMARY KEY (player, game, class)
) STRICT;
CREATE INDEX ratings_by_strength ON ratings (game, class, rating);

-- The rated games in the order in which they changed ratings, and the ratings after each. The players
-- may have been deleted since; others' ratings still follow from it.
CREATE TABLE rating_changes (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    key          TEXT NOT NULL UNIQUE,
    at           INTEGER NOT NULL,
    game         TEXT NOT NULL,
    class        TEXT NOT NULL,
    score        TEXT NOT NULL,
    white        TEXT NOT NULL,
    black        TEXT NOT NULL,
    white_rating INTEGER NOT NULL,
    black_rating INTEGER NOT NULL
) STRICT;
