-- Since when somebody wants a mail when it is one's turn in a game by days, and in which language.
ALTER TABLE players ADD COLUMN turn_mails INTEGER;
ALTER TABLE players ADD COLUMN turn_mails_language TEXT;

-- The game that a mail is about.
ALTER TABLE outbox ADD COLUMN game TEXT;
