"""Nine Men's Morris and its family: rules, records, engine, perfect tables.

    >>> import merels
    >>> board = merels.Board("nine")
    >>> board.push("d6")
    >>> board.legal_moves[:3]
    ['a1', 'd1', 'g1']
"""

from ._merels import (
    Board,
    Engine,
    IllegalMoveError,
    Outcome,
    PlayResult,
    RandomGames,
    Record,
    Tables,
    Value,
    games,
    random_games,
)

Color = bool
WHITE: Color = True
BLACK: Color = False

#: The names of all games.
GAMES: list[str] = games()

__all__ = [
    "BLACK",
    "Board",
    "Color",
    "Engine",
    "GAMES",
    "IllegalMoveError",
    "Outcome",
    "PlayResult",
    "RandomGames",
    "Record",
    "Tables",
    "Value",
    "WHITE",
    "games",
    "random_games",
]
