-- How often everybody was signed out of an account: a node that sees it grow looks whom it has to show out.
ALTER TABLE heartbeat ADD COLUMN sign_outs INTEGER NOT NULL DEFAULT 0;
