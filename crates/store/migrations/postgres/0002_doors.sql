-- Names that look the same have the same skeleton. Empty where two that are older than this column
-- look the same: the first has it.
ALTER TABLE players ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX players_skeleton ON players (skeleton);

-- When a server was last there: one line.
CREATE TABLE heartbeat (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    at BIGINT NOT NULL
);

-- Work that belongs to nobody's request: who does it, and until when others keep off.
CREATE TABLE leases (
    work   TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until  BIGINT NOT NULL
);
CREATE INDEX leases_by_end ON leases (until);

-- How far ahead of its allowance somebody is: nothing more is granted before that time.
CREATE TABLE quotas (
    key   TEXT PRIMARY KEY,
    until BIGINT NOT NULL
);
CREATE INDEX quotas_by_end ON quotas (until);

-- Who did what to an account, from where. No secrets; the player may have been deleted since.
CREATE TABLE security_log (
    at     BIGINT NOT NULL,
    kind   TEXT NOT NULL,
    player TEXT,
    client TEXT NOT NULL
);
CREATE INDEX security_log_by_time ON security_log (at);
CREATE INDEX security_log_of_player ON security_log (player, at);
