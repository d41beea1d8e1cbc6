-- From where players came in lately: found by its key, however long the security log is.
CREATE TABLE login_addresses (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    client TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, client)
) STRICT, WITHOUT ROWID;
CREATE INDEX login_addresses_by_time ON login_addresses (at);
INSERT INTO login_addresses (player, client, at)
    SELECT player, client, MAX(at) FROM security_log
    WHERE kind = 'logged-in' AND player IN (SELECT id FROM players) GROUP BY player, client;

-- The log keeps the last thousand lines of each player from now on.
DELETE FROM security_log WHERE rowid IN (
    SELECT line FROM (
        SELECT rowid AS line, ROW_NUMBER() OVER (PARTITION BY player ORDER BY at DESC) AS place
        FROM security_log WHERE player IS NOT NULL
    ) AS lines WHERE place > 1000
);
