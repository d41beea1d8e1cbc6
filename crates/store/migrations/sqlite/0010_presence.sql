-- The nodes of the site, and when each last gave a sign of life: who sits at one that is silent is not
-- there any more.
CREATE TABLE nodes (
    id   TEXT PRIMARY KEY,
    seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is here: on which node, and at which game one sits at; empty for every other page.
CREATE TABLE presence (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT NOT NULL,
    node   TEXT NOT NULL,
    -- When the player went, or will have gone; empty as long as the page is open.
    gone   INTEGER,
    PRIMARY KEY (player, game, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX presence_at_game ON presence (game);
