-- Whether an account plays nobody without an account.
ALTER TABLE players ADD COLUMN refuses_guests INTEGER NOT NULL DEFAULT 0;
