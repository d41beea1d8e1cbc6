-- What a site of the first edition keeps, as its program wrote it. $NOW, in milliseconds, and the hashes
-- of two sessions, $ADA and $GUEST, are put in by the test.

INSERT INTO players (id, email, email_key, password, name, name_key, created) VALUES
    ('ada', 'Ada@example.org', 'ada@example.org', '$argon2id$v=19$m=19456,t=2,p=1$s9F7pxFwsvuV9pVNMgYCLg$8sDhdE54tE/bgojKP5pDYjKWOdD8erLgdOylk8G6eo4', 'Ada', 'ada', $NOW - 9000000),
    ('bob', 'bob@example.org', 'bob@example.org', '$argon2id$v=19$m=19456,t=2,p=1$s9F7pxFwsvuV9pVNMgYCLg$8sDhdE54tE/bgojKP5pDYjKWOdD8erLgdOylk8G6eo4', 'Bob', 'bob', $NOW - 8000000),
    ('guest', NULL, NULL, NULL, 'Guest 4711', 'guest 4711', $NOW - 7000000);

INSERT INTO sessions (id, player, expires) VALUES
    ('$ADA', 'ada', $NOW + 86400000),
    ('$GUEST', 'guest', $NOW + 86400000);

INSERT INTO waiting (player, game, since, seen) VALUES ('bob', 'six', $NOW - 60000, $NOW - 50000);

-- One goes on between two, in which a draw was offered and declined; in one the computer is to move; one was
-- given up, and one was left by a player who is gone.
INSERT INTO games (id, game, start, white, black, white_level, black_level, created, version, mover,
    touched, score, ended, draft) VALUES
    ('running', 'nine', 'xxxxxxxxxxxxxxxxxxxxxxxx w 9 9 0', 'ada', 'bob', NULL, NULL, $NOW - 600000, 8, 'black', $NOW - 60000, NULL, NULL, NULL),
    ('computers', 'three', 'xxxxxxxxx w 3 3 0', 'guest', NULL, NULL, '3', $NOW - 500000, 2, 'black', $NOW - 400000, NULL, NULL, NULL),
    ('resigned', 'nine', 'xxxxxxxxxxxxxxxxxxxxxxxx w 9 9 0', 'bob', 'ada', NULL, NULL, $NOW - 5000000, 3, 'black', $NOW - 4000000, '0-1', $NOW - 4000000, NULL),
    ('deserted', 'nimble', '0,0,1,2,0,2 1', NULL, 'ada', NULL, NULL, $NOW - 5000000, 2, 'white', $NOW - 4500000, '0-1', $NOW - 4500000, NULL);

INSERT INTO events (game, version, at, kind, side, ply, move) VALUES
    ('running', 1, $NOW - 600000, 'start', NULL, NULL, NULL),
    ('running', 2, $NOW - 500000, 'move', NULL, 0, 'd6'),
    ('running', 3, $NOW - 400000, 'move', NULL, 1, 'f4'),
    ('running', 4, $NOW - 300000, 'draw-offered', 'black', NULL, NULL),
    ('running', 5, $NOW - 200000, 'draw-declined', 'white', NULL, NULL),
    ('running', 6, $NOW - 100000, 'move', NULL, 2, 'b4'),
    ('running', 7, $NOW - 90000, 'move', NULL, 3, 'd2'),
    ('running', 8, $NOW - 60000, 'move', NULL, 4, 'a1'),
    ('computers', 1, $NOW - 500000, 'start', NULL, NULL, NULL),
    ('computers', 2, $NOW - 400000, 'move', NULL, 0, 'b2'),
    ('resigned', 1, $NOW - 5000000, 'start', NULL, NULL, NULL),
    ('resigned', 2, $NOW - 4500000, 'move', NULL, 0, 'd6'),
    ('resigned', 3, $NOW - 4000000, 'resigned', 'white', NULL, NULL),
    ('deserted', 1, $NOW - 5000000, 'start', NULL, NULL, NULL),
    ('deserted', 2, $NOW - 4500000, 'left', 'white', NULL, NULL);
