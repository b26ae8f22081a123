"""The games as environments of PettingZoo: seats one after another (AEC), or at once where they decide together.

env = lab.env("misty", seats=3)
env.reset(seed=7)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..core.box import Box, Data
from ..core.errors import BadTable
from ..core.game import Game
from .cells import NOBODY
from .extras import needed
from .forms import Form
from .ids import env_id
from .layout import Layout
from .rewards import Purse
from .setting import IllegalMoves, Setting
from .spaces import feature_row, feature_space, mask_space, space_of, whole
from .state import State
from .telling import Teller

with needed("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

LOOKS = 4  # matches that are looked at to see whether seats decide together


def longest(setting: Setting) -> int | None:
    """The most decisions that a match can take; None where nobody can say. All matches end by themselves."""
    try:
        return setting.game.longest(setting.seats, setting.options, setting.box)
    except BadTable:
        return None


class Deals:
    """Where the seeds of matches come from: one that is given by hand makes that very match, and all that follow."""

    def __init__(self) -> None:
        self._given: int | None = None
        self._dice: random.Random | None = None

    def next(self, seed: int | None) -> int | bytes:
        """The seed of the next match."""
        if seed is not None:
            self._given, self._dice = seed, None  # dice take long to be made, and are seldom needed
            return seed
        if self._dice is None:
            self._dice = random.Random(self._given)
        return self._dice.randbytes(32)


class Table:
    """What both kinds of environment have: agents, spaces, the match, and what is told of it."""

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        box: Box | Path | str | Data | None = None,
        reward: str = "rank",
        differences: bool = False,
        observation: str = "flat",
        actions: int = 0,
    ) -> None:
        self.setting = Setting.of(game, seats, options, box)
        self.purse = Purse(self.setting, reward, differences)
        self.layout = Layout(self.setting.game, self.setting.box.words)
        self.form = Form(self.layout, observation)
        self.teller = Teller(self.layout) if observation == "flat" else None
        self.deals = Deals()
        self.match: State | None = None
        self.size = self.setting.size + actions
        self.agents = [f"seat_{seat}" for seat in range(self.setting.seats)]
        self.number = {agent: seat for seat, agent in enumerate(self.agents)}
        self.action_spaces = {agent: spaces.Discrete(self.size) for agent in self.agents}
        told = {"observation": space_of(self.form), "action_mask": mask_space(self.size)}
        self.features = self.setting.game.features
        if self.features:
            told["features"] = feature_space(len(self.features))
        self.observation_spaces = {agent: spaces.Dict(told) for agent in self.agents}

    def metadata(self, parallel: bool) -> dict[str, Any]:
        """What PettingZoo's tools ask of an environment."""
        return {
            "name": env_id(self.setting.game),
            "render_modes": [],
            "is_parallelizable": parallel,
            "longest": longest(self.setting),
        }

    def begin(self, seed: int | None) -> State:
        """Deal a match."""
        self.match = State.opened(self.setting, self.deals.next(seed))
        self.purse.begin(self.match)
        return self.match

    def playing(self) -> State:
        """The match that is being played."""
        if self.match is None:
            raise ValueError("nothing is dealt yet: call reset() first")
        return self.match

    def observe(self, seat: int) -> dict[str, Any]:
        """What a seat is told: what it may know, and what it may do, nothing while it waits; what a game adds."""
        match = self.playing()
        if self.teller is not None:
            row, mask = match.told(seat, self.teller)
        else:
            row, mask = self.form.read(match.observation(seat)), match.mask(seat).view(np.int8)
        told = {"observation": row, "action_mask": mask}
        if self.features:
            told["features"] = feature_row(match, seat)
        return told


class Furnished:
    """What PettingZoo asks of an environment of either kind, from its table."""

    table: Table

    def furnish(self, parallel: bool) -> None:
        """Say who may play, and what they can be told and do."""
        self.metadata = self.table.metadata(parallel=parallel)
        self.render_mode = None
        self.possible_agents = self.table.agents[:]
        self.agents: list[str] = []
        self.action_spaces = self.table.action_spaces
        self.observation_spaces = self.table.observation_spaces
        self.state_space = whole(self.table.layout)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The moves of the game, by number; where all act at once, the no-op after them."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a seat can be told."""
        return self.observation_spaces[agent]


class Turns(Furnished, AECEnv[str, dict[str, Any], "int | None"]):  # type: ignore[misc]
    """Seats are asked one after another. Where several decide at once, the lowest is asked first, and the others do not
    see what it has decided before all have."""

    def __init__(self, game: Game | str, seats: int | None = None, options: Any = None, **how: Any) -> None:
        """`how`: as `lab.env` has it."""
        super().__init__()
        self.table = Table(game, seats, options, **how)
        self.furnish(parallel=False)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Deal another match: the one of this seed, or the next. Options are chosen when a table is opened."""
        match = self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[match.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know, and what it may do: nothing while it waits."""
        return self.table.observe(self.table.number[agent])

    def step(self, action: int | None) -> None:
        """Make a move for the seat that is asked; None where the match is over. What is not legal changes nothing."""
        match, agent = self.table.playing(), self.agent_selection
        if not self.agents:
            raise ValueError("the match is over: call reset()")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        match.play(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        seat = match.seat
        if seat == NOBODY or self.table.purse.differences:
            self.rewards = dict(zip(self.possible_agents, self.table.purse.gained(match), strict=True))
            self._accumulate_rewards()
        if seat == NOBODY:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]

    def state(self) -> Any:
        """All that there is, hidden things too, as the flat row: for training alone, never for playing."""
        return self.table.layout.flat(self.table.playing().raw)

    def render(self) -> None:
        """Nothing is drawn here: `mistvale play` and the browser show tables."""

    def close(self) -> None:
        """There is nothing to close."""


def decide_together(setting: Setting) -> bool:
    """Whether seats ever decide at once, as far as a few matches at random show."""
    dice = random.Random(0)
    for seed in range(LOOKS):
        state = State.opened(setting, seed)
        while not state.over:
            if len(state.pending) > 1:
                return True
            state.play(dice.choice(state.legal()))
    return False


class Together(Furnished, ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """All seats act at once. Whoever has nothing to decide has one action, the no-op, which is no move of the game."""

    def __init__(self, game: Game | str, seats: int | None = None, options: Any = None, **how: Any) -> None:
        """`how`: as in `Turns`. Refused where seats only ever decide one after another."""
        super().__init__()
        self.table = Table(game, seats, options, **how, actions=1)
        setting = self.table.setting
        if not decide_together(setting):
            raise ValueError(
                f"{setting.game.title}: {setting.seats} seats decide one after another at such a table, never at once;"
                " take lab.env(), where they are asked in turn"
            )
        self.noop = setting.size
        self.furnish(parallel=True)

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal another match: the one of this seed, or the next."""
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        told = {agent: self.table.observe(seat) for agent, seat in self.table.number.items()}
        for each in told.values():
            mask = each["action_mask"]
            each["action_mask"] = np.append(mask, np.int8(not mask.any()))  # while it waits, the no-op alone
        return told

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """All that have something to decide do so at once. What is not legal is named, and nothing has changed."""
        if not self.agents:
            raise ValueError("the match is over: call reset()")
        match = self.table.playing().clone()
        for seat, move in self._checked(match, actions).items():
            match.play(move, seat)
        self.table.match = match
        told = self.agents
        if match.over:
            self.agents = []
        return (
            self._observations(),
            dict(zip(told, self.table.purse.gained(match), strict=True)),
            dict.fromkeys(told, match.over),
            dict.fromkeys(told, False),
            {agent: {} for agent in told},
        )

    def _checked(self, match: State, actions: Mapping[str, int]) -> dict[int, int]:
        """The move of each seat that decides."""
        if set(actions) != set(self.agents):
            raise ValueError(f"a step takes an action of each of {', '.join(self.agents)}; not of {', '.join(actions)}")
        chosen = {}
        for agent, action in actions.items():
            seat = self.table.number[agent]
            legal = match.legal(seat)
            if action not in (legal or [self.noop]):
                raise IllegalMoves(None, seat, int(action), legal, self.table.setting.notation)
            if legal:
                chosen[seat] = int(action)
        return dict(sorted(chosen.items()))

    def state(self) -> Any:
        """All that there is, hidden things too, as the flat row: for training alone, never for playing."""
        return self.table.layout.flat(self.table.playing().raw)

    def render(self) -> None:
        """Nothing is drawn here: `mistvale play` and the browser show tables."""

    def close(self) -> None:
        """There is nothing to close."""
