-- When somebody who had come in early was told that the arena begins.
ALTER TABLE arena_players ADD COLUMN told INTEGER;
