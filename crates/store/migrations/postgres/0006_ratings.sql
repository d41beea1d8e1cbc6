-- What is known of a player's strength in a game with a class of clocks, in millionths.
CREATE TABLE ratings (
    player     TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game       TEXT NOT NULL,
    class      TEXT NOT NULL,
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games      BIGINT NOT NULL,
    PRIMARY KEY (player, game, class)
);
CREATE INDEX ratings_by_strength ON ratings (game, class, rating);

-- The rated games in the order in which they changed ratings, and the ratings after each. The players
-- may have been deleted since; others' ratings still follow from it.
CREATE TABLE rating_changes (
    seq          BIGSERIAL PRIMARY KEY,
    key          TEXT NOT NULL UNIQUE,
    at           BIGINT NOT NULL,
    game         TEXT NOT NULL,
    class        TEXT NOT NULL,
    score        TEXT NOT NULL,
    white        TEXT NOT NULL,
    black        TEXT NOT NULL,
    white_rating BIGINT NOT NULL,
    black_rating BIGINT NOT NULL
);
