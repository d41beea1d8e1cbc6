"""The rules from Python against the data files of the rules' own tests."""

import copy
import pickle
from pathlib import Path

import pytest

import merels

DATA = Path(__file__).parents[2] / "crates" / "rules" / "tests" / "data"
MOST_LEAVES = 300_000


def perft_files():
    return sorted((DATA / "perft").glob("*.perft"))


@pytest.mark.parametrize("file", perft_files(), ids=lambda file: file.stem)
def test_perft_equals_the_data_files(file):
    counts = 0
    for line in file.read_text().splitlines():
        entry = line.split(" #")[0]
        if not entry or entry.startswith("#"):
            continue
        position, *depths = entry.split(";")
        board = merels.Board(file.stem, position)
        for text in depths:
            depth, leaves = (int(part) for part in text.removeprefix("D").split())
            if leaves <= MOST_LEAVES:
                assert board.perft(depth) == leaves, line
                counts += 1
    assert counts > 10


def test_perft_of_every_variant_equals_the_data_file():
    variants = set()
    for line in (DATA / "family.perft").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        variant, position, *counts = line.split(";")
        board = merels.Board(variant, position)
        for depth, leaves in (text[1:].split() for text in counts if text.startswith("D")):
            if int(leaves) <= MOST_LEAVES:
                assert board.perft(int(depth)) == int(leaves), line
        variants.add(variant)
    assert len(variants) > 300


def test_there_is_perft_data_for_a_known_game():
    assert {file.stem for file in perft_files()} & set(merels.GAMES) >= {"nine", "six", "three"}


def test_a_game_is_played_and_taken_back():
    board = merels.Board("three")
    for move in ["a1", "b1", "a2", "b2", "a3"]:
        assert board.is_legal(move)
        board.push(move)
    outcome = board.outcome()
    assert (outcome.winner, outcome.termination, outcome.result) == (merels.WHITE, "first line", "1-0")
    assert board.is_game_over() and board.result() == "1-0" and board.legal_moves == []
    assert board.returns() == [1.0, -1.0] and board.current_player() == -4
    assert board.pop() == "a3" and board.result() == "*" and board.current_player() == 0
    assert board.move_stack == ["a1", "b1", "a2", "b2"] and board.peek() == "b2"


def test_what_is_wrong_is_said_and_changes_nothing():
    board = merels.Board("nine")
    board.push("d6")
    before = board.fen()
    with pytest.raises(merels.IllegalMoveError, match="d6 is occupied"):
        board.push("d6")
    with pytest.raises(ValueError, match="no point"):
        board.push("d4")
    with pytest.raises(ValueError, match="there is no action"):
        board.push_action(10**9)
    with pytest.raises(OverflowError):
        board.push_action(-1)
    assert board.fen() == before
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        merels.Board("chess")
    with pytest.raises(ValueError, match="letters"):
        merels.Board("nine", "xxx w 9 9")
    with pytest.raises(IndexError):
        merels.Board().pop()


def test_men_hands_and_copies():
    board = merels.Board("six", "WBxxxxxxxxxxxxxx w 5 5")
    assert board.piece_map() == {"a1": True, "c1": False}
    assert (board.hand(merels.WHITE), board.hand(merels.BLACK)) == (5, 5)
    assert len(board.spots) == 16
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board
        other.push("e1")
        assert other != board
    assert eval(repr(board), {"Board": merels.Board}) == board


@pytest.mark.parametrize("game", merels.GAMES)
def test_actions_are_numbers_of_moves_both_ways(game):
    board = merels.Board(game)
    while not board.is_game_over() and board.ply() < 60:
        actions = board.legal_actions()
        assert len(set(actions)) == len(board.legal_moves)
        assert {board.action_to_move(action) for action in actions} == set(board.legal_moves)
        mask = board.action_mask()
        assert len(mask) == board.num_actions
        assert [number for number, legal in enumerate(mask) if legal] == actions
        for action in actions:
            assert board.move_to_action(board.action_to_move(action)) == action
        seen = board.observation()
        assert all(0.0 <= number <= 1.0 for number in seen) and seen[-1] == 1.0
        assert board.observation(not board.turn)[-1] == 0.0
        board.push_action(actions[(7 * board.ply()) % len(actions)])


def test_records_are_read_and_written():
    board = merels.Board("nine")
    for move in ["d6", "f4", "d2"]:
        board.push(move)
    board.resign()
    record = merels.Record(board, white="Ada", black="Bo", date="2026.11.15")
    text = str(record)
    assert '[White "Ada"]' in text and "0-1" not in text and "1-0" in text
    again = merels.Record.parse(text)
    assert again == record and again.board() == board
    assert [r.white for r in merels.Record.parse_all(text + "\n" + text)] == ["Ada", "Ada"]
    with pytest.raises(ValueError, match="another game begins here"):
        merels.Record.parse(text + "\n" + text)
    with pytest.raises(ValueError, match="no date"):
        merels.Record(board, date="yesterday")


def test_the_recorded_games_replay():
    for file in (DATA / "games").glob("*.merels"):
        text = file.read_text()
        assert str(merels.Record.parse(text)) == text, file
