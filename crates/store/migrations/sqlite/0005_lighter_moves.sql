-- Storing a move writes to as few places as it can: the event and the line of its game. An event's
-- version is its key, its ply needs none; and the games that go on are few enough to look at each.
CREATE TABLE lighter_events (
    game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    side    TEXT,
    ply     INTEGER,
    move    TEXT,
    white_left INTEGER,
    black_left INTEGER,
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;
INSERT INTO lighter_events (game, version, at, kind, side, ply, move, white_left, black_left)
    SELECT game, version, at, kind, side, ply, move, white_left, black_left FROM events;
DROP TABLE events;
ALTER TABLE lighter_events RENAME TO events;

DROP INDEX games_running;
CREATE INDEX games_running ON games (created) WHERE ended IS NULL;
