-- How many watch a game on each node, besides those who play it. A line that its node does not renew
-- counts no longer.
CREATE TABLE watchers (
    game   TEXT NOT NULL,
    node   TEXT NOT NULL,
    people INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (game, node)
) STRICT, WITHOUT ROWID;
