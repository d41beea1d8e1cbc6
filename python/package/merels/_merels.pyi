from os import PathLike

def games() -> list[str]:
    """The names of the games."""

class IllegalMoveError(ValueError):
    """A move that the rules forbid."""

class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> bool | None:
        """True for White, False for Black, None for a draw."""

    @property
    def termination(self) -> str:
        """Why, as in records: `reduced`, `blocked`, `repetition` and so on."""

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`."""

class Board:
    """A game as it stands: position, history, draws by repetition."""

    def __init__(
        self, game: str = "nine", fen: str | None = None, *, automatic_draws: bool = True
    ) -> None: ...
    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def turn(self) -> bool:
        """Who is to move: True for White."""

    @property
    def legal_moves(self) -> list[str]:
        """All legal moves in canonical order; none when the game is over."""

    @property
    def move_stack(self) -> list[str]:
        """The moves played so far."""

    @property
    def spots(self) -> list[str]:
        """The names of all points or squares."""

    @property
    def num_actions(self) -> int:
        """How many action numbers the game has."""

    def fen(self) -> str:
        """The position as text."""

    def ply(self) -> int:
        """How many plies were played."""

    def is_legal(self, mv: str) -> bool:
        """Whether a move is legal; a text that is no move at all is a ValueError."""

    def push(self, mv: str) -> None:
        """Plays a move."""

    def pop(self) -> str:
        """Takes the last move back and gives it."""

    def peek(self) -> str:
        """The last move."""

    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""

    def is_game_over(self) -> bool: ...
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""

    def resign(self, color: bool | None = None) -> None:
        """A side gives up: by default the one to move."""

    def agree_draw(self) -> None:
        """The sides agree to a draw."""

    def copy(self) -> Board:
        """A board of its own in the same state."""

    def piece_map(self) -> dict[str, bool]:
        """Whose man stands where."""

    def hand(self, color: bool) -> int:
        """The men in a side's hand."""

    def perft(self, depth: int) -> int:
        """The number of move sequences of this many plies."""

    def legal_actions(self) -> list[int]:
        """The numbers of the legal moves, ascending."""

    def action_mask(self) -> bytes:
        """A byte for each action number: 1 for legal moves."""

    def action_to_move(self, action: int) -> str:
        """The text of a move from its number."""

    def move_to_action(self, mv: str) -> int:
        """The number of a move."""

    def push_action(self, action: int) -> None:
        """Plays the move of a number."""

    def current_player(self) -> int:
        """0 for White, 1 for Black, -4 when the game is over."""

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, else 0: White's, then Black's."""

    def observation(self, color: bool | None = None) -> list[float]:
        """The position as numbers from 0 to 1, seen by a side: by default the one to move."""

class Record:
    """A game with its players and its date."""

    def __init__(
        self,
        board: Board,
        *,
        white: str | None = None,
        black: str | None = None,
        date: str | None = None,
    ) -> None: ...
    @staticmethod
    def parse(text: str) -> Record:
        """Reads the one game of a text."""

    @staticmethod
    def parse_all(text: str) -> list[Record]:
        """Reads all games of a text."""

    @property
    def white(self) -> str: ...
    @property
    def black(self) -> str: ...
    @property
    def date(self) -> str: ...
    def board(self) -> Board:
        """The board at the end of the game, with all its moves."""

class PlayResult:
    """What a search has found."""

    @property
    def move(self) -> str:
        """The move to play."""

    @property
    def score(self) -> str:
        """For the side to move: `+0.35`, `win in 7`, …"""

    @property
    def cp(self) -> int | None:
        """Hundredths of a man for the side to move; None where the end is known."""

    @property
    def win(self) -> int | None:
        """In how many plies the side to move wins, if that is certain."""

    @property
    def loss(self) -> int | None:
        """In how many plies the side to move loses, if that is certain."""

    @property
    def depth(self) -> int:
        """The depth searched."""

    @property
    def nodes(self) -> int:
        """Positions visited."""

    @property
    def pv(self) -> list[str]:
        """The best line."""

class Engine:
    """The computer player."""

    def __init__(
        self,
        level: int | str | None = None,
        *,
        hash_mib: int = 16,
        threads: int = 1,
        seed: int | None = None,
        tables: str | PathLike[str] | None = None,
    ) -> None: ...
    def play(
        self,
        board: Board,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
    ) -> PlayResult:
        """Chooses a move. `time` is in seconds; without any limit it thinks for a second."""

class Value:
    """What a position is worth to the side to move under best play."""

    @property
    def kind(self) -> str:
        """`win`, `draw` or `loss`."""

    @property
    def plies(self) -> int | None:
        """Plies to the end; None for a draw."""

    @property
    def at_least(self) -> bool:
        """Whether it may take more plies: the tables count no further."""

class Tables:
    """The perfect tables of one morris game."""

    def __init__(self, folder: str | PathLike[str], game: str) -> None: ...
    def probe(self, board: Board) -> Value | None:
        """The value for the side to move; None if the tables do not reach the position."""

    def probe_moves(self, board: Board) -> list[tuple[str, Value]] | None:
        """All moves with what each is worth to the side that makes it, best first."""

class RandomGames:
    """The games of a batch, one entry each."""

    @property
    def results(self) -> list[int]:
        """1 where White won, -1 where Black won, 0 for a draw."""

    @property
    def plies(self) -> list[int]:
        """How long each game was."""

    @property
    def actions(self) -> list[list[int]] | None:
        """The action numbers of each game, if they were asked for."""

def random_games(
    game: str, count: int, *, seed: int = 0, fen: str | None = None, actions: bool = False
) -> RandomGames:
    """Plays uniformly random games to their end, the same for the same seed."""
