-- The key by which push services know this site: one line, made once. PKCS #8 in base64.
CREATE TABLE push_key (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    private TEXT NOT NULL
) STRICT;

-- Browsers that want to be told when it is their player's turn in a game by days. One that is signed
-- out is told no more.
CREATE TABLE push_subscriptions (
    endpoint TEXT PRIMARY KEY,
    player   TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    session  TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    -- What only this browser can read is sealed with these two, in base64.
    p256dh   TEXT NOT NULL,
    auth     TEXT NOT NULL,
    language TEXT NOT NULL,
    created  INTEGER NOT NULL
) STRICT;
CREATE INDEX push_subscriptions_of_player ON push_subscriptions (player);
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session);

-- The last turn of each game, by the version of the event before it, that its player was told of.
CREATE TABLE turn_notices (
    game    TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX games_by_days ON games (id)
    WHERE ended IS NULL AND replace(clock, 'd', '') <> clock;
