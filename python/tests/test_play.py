"""The engine, the tables, random games and the environment."""

import shutil
import subprocess

import pytest

import merels
from merels.env import MerelsEnv


def test_the_engine_finds_a_capture():
    board = merels.Board("nine", "WWxBBxxxxxxxxxxxxxxxxxxx w 7 7")
    result = merels.Engine(hash_mib=1).play(board, depth=4)
    assert result.move.startswith("g1x") and result.pv[0] == result.move
    assert result.depth == 4 and result.nodes > 0 and result.score
    assert board.ply() == 0


def test_levels_and_wrong_options():
    board = merels.Board("three")
    for level in (1, "2", "classic", 10):
        move = merels.Engine(level, hash_mib=1, seed=3).play(board, nodes=500).move
        assert move in board.legal_moves
    for level in (0, 11, "invincible"):
        with pytest.raises(ValueError, match="level"):
            merels.Engine(level)
    with pytest.raises(ValueError, match="needs tables"):
        merels.Engine("perfect")
    with pytest.raises(ValueError, match="memory"):
        merels.Engine(hash_mib=2**40)
    with pytest.raises(ValueError):
        merels.Engine(hash_mib=1).play(board, time=-1.0)
    board.resign()
    with pytest.raises(ValueError, match="the game is over"):
        merels.Engine(hash_mib=1).play(board, depth=1)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    program = shutil.which("merels")
    if program is None:
        pytest.skip("the program merels is not on the path: no tables to probe")
    folder = tmp_path_factory.mktemp("tables")
    command = [program, "solve", "three", "--device", "cpu", "--tables", folder]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def test_tables_are_probed(tables):
    opened = merels.Tables(tables, "three")
    value = opened.probe(merels.Board("three"))
    assert (value.kind, str(value)) == ("win", f"win in {value.plies}")
    assert value.at_least is False
    moves = opened.probe_moves(merels.Board("three"))
    assert len(moves) == 9 and moves[0][1] == value
    with pytest.raises(ValueError, match="not the tables of nine"):
        opened.probe(merels.Board("nine"))


def test_the_perfect_engine_wins_three(tables):
    engine = merels.Engine("perfect", tables=tables, hash_mib=1)
    result = engine.play(merels.Board("three"))
    assert result.move == "b2" and result.win is not None
    with pytest.raises(ValueError):
        engine.play(merels.Board("nine"))


def test_missing_tables_are_an_error(tmp_path):
    with pytest.raises(ValueError, match="not complete"):
        merels.Tables(tmp_path, "three")
    with pytest.raises(ValueError, match="no tables of nimble"):
        merels.Tables(tmp_path, "nimble")


@pytest.mark.parametrize("game", merels.GAMES)
def test_random_games_replay_as_they_are_reported(game):
    # A full board of Ming Mang takes thousands of plies by chance.
    fen = "xooo/x..o/x..o/xxxo w" if game.startswith("mingmang") else None
    batch = merels.random_games(game, 30, seed=7, fen=fen, actions=True)
    assert batch.plies == merels.random_games(game, 30, seed=7, fen=fen).plies
    for result, plies, actions in zip(batch.results, batch.plies, batch.actions, strict=True):
        board = merels.Board(game, fen)
        for action in actions:
            board.push_action(action)
        assert board.ply() == plies == len(actions)
        assert board.is_game_over() and board.returns()[0] == result


@pytest.mark.parametrize("game", ["nine", "three", "nimble"])
def test_the_environment_plays_to_the_end(game):
    env = MerelsEnv(game)
    env.reset(seed=1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    steps = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        rewards[agent] += reward
        assert not truncation and info == {}
        if termination:
            env.step(None)
            continue
        legal = [n for n, may in enumerate(observation["action_mask"]) if may]
        env.step(legal[(11 * steps) % len(legal)])
        steps += 1
    assert env.agents == [] and sum(rewards.values()) == 0.0
    assert rewards["white"] == env.board.returns()[0]


def test_an_illegal_action_loses():
    env = MerelsEnv("nine")
    env.step(env.board.num_actions - 1)
    assert env.terminations == {"white": True, "black": True}
    assert env.rewards == {"white": -1.0, "black": 1.0}
    assert "illegal" in env.infos["white"]


def test_pettingzoo_accepts_the_environment():
    api_test = pytest.importorskip("pettingzoo.test").api_test
    api_test(MerelsEnv("six"), num_cycles=200)
