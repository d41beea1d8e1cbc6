-- The rated games of one player.
CREATE INDEX rating_changes_of_white ON rating_changes (white, seq);
CREATE INDEX rating_changes_of_black ON rating_changes (black, seq);
