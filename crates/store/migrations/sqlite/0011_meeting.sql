-- Who waits says for what: the measures of the board, the clock, rated or not. The rating is the one
-- that counts there; the seat is how others name it who want to take it.
DROP TABLE waiting;
CREATE TABLE waiting (
    player  TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    seat    TEXT NOT NULL UNIQUE,
    game    TEXT NOT NULL,
    measure TEXT NOT NULL,
    start   TEXT NOT NULL,
    mover   TEXT NOT NULL,
    clock   TEXT,
    rated   INTEGER NOT NULL,
    rating  INTEGER NOT NULL,
    since   INTEGER NOT NULL,
    seen    INTEGER NOT NULL
) STRICT;
CREATE INDEX waiting_for_game ON waiting (game, since);

-- Whom somebody follows ('follow'), and with whom somebody wants nothing to do ('block').
CREATE TABLE relations (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_of_other ON relations (other, kind);

-- An invitation to one player alone, who was named.
ALTER TABLE invitations ADD COLUMN invited TEXT REFERENCES players (id) ON DELETE CASCADE;
CREATE INDEX invitations_of_invited ON invitations (invited);
