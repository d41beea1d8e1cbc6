-- What was agreed on: the clock ('5+5' minutes and seconds a move, '3d' days a move; none if empty),
-- and whether the game is rated.
ALTER TABLE games ADD COLUMN clock TEXT;
ALTER TABLE games ADD COLUMN rated BIGINT NOT NULL DEFAULT 0;
-- When the time of the side to move is up.
ALTER TABLE games ADD COLUMN flag BIGINT;
CREATE INDEX games_by_flag ON games (flag) WHERE flag IS NOT NULL AND ended IS NULL;

-- The milliseconds that both sides had left after an event.
ALTER TABLE events ADD COLUMN white_left BIGINT;
ALTER TABLE events ADD COLUMN black_left BIGINT;

-- A seat that is offered to whoever has the link.
CREATE TABLE invitations (
    id      TEXT PRIMARY KEY,
    host    TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    -- The host's side; drawn by lot if empty.
    side    TEXT,
    game    TEXT NOT NULL,
    start   TEXT NOT NULL,
    mover   TEXT NOT NULL,
    clock   TEXT,
    rated   BIGINT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    -- The game that came of it, once somebody has sat down.
    taken   TEXT REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX invitations_of_host ON invitations (host);
CREATE INDEX invitations_by_end ON invitations (expires);
