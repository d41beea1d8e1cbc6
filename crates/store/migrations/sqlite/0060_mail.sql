-- When the e-mail address was confirmed; empty if it never was.
ALTER TABLE players ADD COLUMN confirmed INTEGER;

-- Secrets that hold once and for a short time: links in mails, steps of a login. Known by their hash.
CREATE TABLE one_time_secrets (
    id      TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    -- Whose, if that is known already, and the hash of what the account was like: a changed password or
    -- address makes the secret worthless.
    player  TEXT REFERENCES players (id) ON DELETE CASCADE,
    account TEXT,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_secrets_by_end ON one_time_secrets (expires);
CREATE INDEX one_time_secrets_of_player ON one_time_secrets (player);

-- Mail to be sent. What they say is made when they are sent, so that no secret waits here.
CREATE TABLE outbox (
    id       TEXT PRIMARY KEY,
    kind     TEXT NOT NULL,
    address  TEXT NOT NULL,
    language TEXT NOT NULL,
    due      INTEGER NOT NULL,
    tries    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_by_time ON outbox (due);
