-- Times are milliseconds since 1970; texts that name a side are 'white' and 'black'.

CREATE TABLE players (
    id        TEXT PRIMARY KEY,
    -- Empty for guests, who have neither.
    email     TEXT,
    email_key TEXT UNIQUE,
    password  TEXT,
    name      TEXT NOT NULL,
    name_key  TEXT NOT NULL UNIQUE,
    created   INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    -- The hash of the secret in the cookie, not the secret.
    id      TEXT PRIMARY KEY,
    player  TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_of_player ON sessions (player);

CREATE TABLE waiting (
    player TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    game   TEXT NOT NULL,
    since  INTEGER NOT NULL,
    seen   INTEGER NOT NULL
) STRICT;
CREATE INDEX waiting_for_game ON waiting (game, since);

CREATE TABLE games (
    id          TEXT PRIMARY KEY,
    game        TEXT NOT NULL,
    start       TEXT NOT NULL,
    -- A seat is a player's, or the computer's (a level), or nobody's any more (neither).
    white       TEXT REFERENCES players (id) ON DELETE SET NULL,
    black       TEXT REFERENCES players (id) ON DELETE SET NULL,
    white_level TEXT,
    black_level TEXT,
    created     INTEGER NOT NULL,
    -- What follows only repeats what the events say, for quick questions.
    version     INTEGER NOT NULL,
    mover       TEXT NOT NULL,
    touched     INTEGER NOT NULL,
    score       TEXT,
    ended       INTEGER,
    -- A turn that still owes its removal: beside the game, not part of it.
    draft       TEXT
) STRICT;
CREATE INDEX games_of_white ON games (white, created);
CREATE INDEX games_of_black ON games (black, created);
CREATE INDEX games_running ON games (touched) WHERE ended IS NULL;

CREATE TABLE events (
    game    TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    side    TEXT,
    ply     INTEGER,
    move    TEXT,
    PRIMARY KEY (game, version),
    UNIQUE (game, ply)
) STRICT, WITHOUT ROWID;
