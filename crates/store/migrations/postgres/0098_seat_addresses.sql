-- From where the seats of running games with a live clock are played. A game's rows go when it is over.
CREATE TABLE seat_addresses (
    client TEXT NOT NULL,
    game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (client, game)
);
CREATE INDEX seat_addresses_of_game ON seat_addresses (game);
