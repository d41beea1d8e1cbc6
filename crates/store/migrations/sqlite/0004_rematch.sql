-- After a game: the side that would like a rematch, and the game that came of it.
ALTER TABLE games ADD COLUMN rematch TEXT;
ALTER TABLE games ADD COLUMN next_game TEXT;
