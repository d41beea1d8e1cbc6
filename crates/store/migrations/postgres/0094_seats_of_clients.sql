-- From which client network somebody waits: each has only so many open seats.
ALTER TABLE waiting ADD COLUMN client TEXT;
CREATE INDEX waiting_of_client ON waiting (client);
-- Those who wait for the same are found without reading all who wait.
DROP INDEX waiting_for_game;
CREATE INDEX waiting_alike ON waiting (game, measure, clock, rated);
