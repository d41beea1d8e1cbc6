"""The games as an environment in the manner of PettingZoo's AEC interface.

Works without PettingZoo; where it and Gymnasium are installed, `MerelsEnv` is an `AECEnv` and its
spaces are Gymnasium's. Where NumPy is installed, observations and masks are arrays.

    >>> from merels.env import MerelsEnv
    >>> env = MerelsEnv("three")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     action = None if termination else list(observation["action_mask"]).index(1)
    ...     env.step(action)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._merels import Board

try:
    import numpy
except ImportError:
    numpy = None

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError:
    spaces = None
    AECEnv = object

AGENTS = ("white", "black")


class MerelsEnv(AECEnv):
    """Two players, `white` and `black`; an action is a whole turn, as `Board.legal_actions` numbers it.

    The observation is a dict of `observation` (see `Board.observation`) and `action_mask`. An illegal
    action loses the game, as PettingZoo's own board games have it.
    """

    metadata = {"name": "merels_v0", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(
        self, game: str = "nine", fen: str | None = None, render_mode: str | None = None
    ) -> None:
        self._start = Board(game, fen)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.board = self._start.copy()
        self.action_spaces = dict.fromkeys(AGENTS, self._action_space())
        self.observation_spaces = dict.fromkeys(AGENTS, self._observation_space())
        self.reset()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew. There is no chance in these games, so the seed changes nothing."""
        self.board = self._start.copy()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._mover()

    def _mover(self) -> str:
        return AGENTS[0] if self.board.turn else AGENTS[1]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; only the agent to move may do anything."""
        seen = self.board.observation(agent == AGENTS[0])
        to_move = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self.board.action_mask() if to_move else bytes(self.board.num_actions)
        if numpy is None:
            return {"observation": seen, "action_mask": list(mask)}
        return {
            "observation": numpy.asarray(seen, dtype=numpy.float32),
            "action_mask": numpy.frombuffer(mask, dtype=numpy.int8),
        }

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent to act."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Plays an action for the agent to act; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._remove(agent, action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        try:
            if action is None:
                raise ValueError("an action is wanted")
            self.board.push_action(int(action))
        except ValueError as reason:
            self.infos[agent] = {"illegal": str(reason)}
            self.board.resign(agent == AGENTS[0])
        if self.board.is_game_over():
            self.rewards = dict(zip(AGENTS, self.board.returns()))
            self.terminations = dict.fromkeys(AGENTS, True)
            self.agent_selection = AGENTS[1] if agent == AGENTS[0] else AGENTS[0]
        else:
            self.agent_selection = self._mover()
        for each in self.agents:
            self._cumulative_rewards[each] += self.rewards[each]

    def _remove(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise ValueError("the game is over: only None can be played")
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        for known in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del known[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, until all are done."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def action_space(self, agent: str) -> Any:
        """The numbers of all actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        """The shape of what `observe` gives; without Gymnasium, the lengths of its two parts."""
        return self.observation_spaces[agent]

    def _action_space(self) -> Any:
        count = self.board.num_actions
        return spaces.Discrete(count) if spaces else range(count)

    def _observation_space(self) -> Any:
        seen, count = len(self.board.observation()), self.board.num_actions
        if spaces is None:
            return {"observation": (seen,), "action_mask": (count,)}
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (seen,), numpy.float32),
                "action_mask": spaces.Box(0, 1, (count,), numpy.int8),
            }
        )

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(AGENTS)

    def render(self) -> str:
        """The position as text."""
        return self.board.fen()

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str = "nine", **options: Any) -> MerelsEnv:
    """An environment of a game, under the name that PettingZoo's own have."""
    return MerelsEnv(game, **options)
