-- Who looks after the site, and whose account was closed, when. Only the command line makes operators.
ALTER TABLE players ADD COLUMN operator INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN closed INTEGER;

-- Who did it, if not the player: an operator's id, or the command line.
ALTER TABLE security_log ADD COLUMN actor TEXT;

-- Names that somebody found unfit.
CREATE TABLE reports (
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    reporter TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (player, reporter)
) STRICT, WITHOUT ROWID;
