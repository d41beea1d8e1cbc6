-- With what somebody came in, and when it was last used: for the list of one's sessions.
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN used INTEGER;
