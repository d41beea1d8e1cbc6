-- Whether an account plays nobody without an account.
ALTER TABLE players ADD COLUMN refuses_guests BIGINT NOT NULL DEFAULT 0;
