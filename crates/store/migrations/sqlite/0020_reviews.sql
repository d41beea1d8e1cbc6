-- The review of a finished game, as the site wrote it; exact if all values in it are.
CREATE TABLE reviews (
    game   TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    made   INTEGER NOT NULL,
    exact  INTEGER NOT NULL,
    review TEXT NOT NULL
) STRICT;
