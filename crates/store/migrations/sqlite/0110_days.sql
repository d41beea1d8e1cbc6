-- The quarters of an hour in which somebody solved a puzzle or did a lesson. Whose day that was follows
-- from the time zone; games tell of themselves when they ended.
CREATE TABLE learned (
    player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    PRIMARY KEY (player, at)
) STRICT, WITHOUT ROWID;
