-- Who looks after the site, and whose account was closed, when. Only the command line makes operators.
ALTER TABLE players ADD COLUMN operator BIGINT NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN closed BIGINT;

-- Who did it, if not the player: an operator's id, or the command line.
ALTER TABLE security_log ADD COLUMN actor TEXT;

-- Names that somebody found unfit.
CREATE TABLE reports (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    reporter TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    at       BIGINT NOT NULL,
    PRIMARY KEY (player, reporter)
);
