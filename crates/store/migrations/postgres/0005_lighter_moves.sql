-- Storing a move writes to as few places as it can: the event and the line of its game. An event's
-- version is its key, its ply needs none; and the games that go on are few enough to look at each.
ALTER TABLE events DROP CONSTRAINT events_game_ply_key;

DROP INDEX games_running;
CREATE INDEX games_running ON games (created) WHERE ended IS NULL;
-- No index has a column that a move changes: its line can be written anew in the same page.
ALTER TABLE games SET (fillfactor = 70);
