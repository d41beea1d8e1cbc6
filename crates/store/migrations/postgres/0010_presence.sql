-- The nodes of the site, and when each last gave a sign of life: who sits at one that is silent is not
-- there any more.
CREATE TABLE nodes (
    id   TEXT PRIMARY KEY,
    seen BIGINT NOT NULL
);

-- Who is here: on which node, and at which game one sits at; empty for every other page.
CREATE TABLE presence (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT NOT NULL,
    node   TEXT NOT NULL,
    -- When the player went, or will have gone; empty as long as the page is open.
    gone   BIGINT,
    PRIMARY KEY (player, game, node)
);
CREATE INDEX presence_at_game ON presence (game);
