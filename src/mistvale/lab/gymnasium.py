"""The games as environments of Gymnasium: one seat, against bots or policies; and many such matches side by side.

import gymnasium
import mistvale.lab.gymnasium
env = gymnasium.make("mistvale/misty-v1", opponents="novice")
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..core.box import Box, Data
from ..core.game import Game, game, games
from .batch import Batch
from .extras import needed
from .forms import Form
from .ids import env_id
from .layout import Layout
from .opponents import Company, seated
from .rewards import Purse
from .setting import IllegalMoves, Setting, check_count, check_moves, whole_numbers
from .spaces import feature_row, space_of
from .state import State

with needed("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

ILLEGAL = ("raise", "lose", "mask")


def check_illegal(illegal: str) -> str:
    """`illegal`, if it is something that can be done about moves that are not legal."""
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal is {', '.join(ILLEGAL)}; not {illegal!r}")
    return illegal


class Alone(gymnasium.Env[Any, Any]):
    """One seat of a match; others play the rest. Episodes end with the match."""

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: Any = "random",
        seat: int | None = 0,
        box: Box | Path | str | Data | None = None,
        reward: str = "rank",
        differences: bool = False,
        observation: str = "flat",
        illegal: str = "raise",
    ) -> None:
        """
        `opponents`: a bot's name, a policy (observation and mask to a move), or a list with one for each other seat,
        from the next on. `seat`: the one that is played; None: another for each match. `reward`, `differences`,
        `observation`: as in `lab.env`. `illegal`: what comes of a move that is not legal: "raise" an error, and
        nothing has changed; "lose" the match at once, as the last, without a point; "mask": a legal one is drawn.
        """
        self.setting = Setting.of(game, seats, options, box)
        self.form = Form(Layout(self.setting.game, self.setting.box.words), observation)
        self.purse = Purse(self.setting, reward, differences)
        self.opponents = seated(opponents, self.setting, self.form)
        self.illegal = check_illegal(illegal)
        self._wanted = seat
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise ValueError(f"there is no seat {seat}: they go from 0 to {self.setting.seats - 1}")
        self.seat = seat or 0
        self.observation_space = space_of(self.form)
        self.action_space = spaces.Discrete(self.setting.size)
        self.match: State | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal another match: the one of this seed, or the next. Options are chosen when a table is opened."""
        super().reset(seed=seed)
        self.match = State.opened(self.setting, self.np_random.bytes(32) if seed is None else seed)
        self.purse.begin(self.match)
        if self._wanted is None:
            self.seat = int(self.np_random.integers(self.setting.seats))
        for opponent in self.opponents:
            opponent.begin(int(self.np_random.integers(1 << 56)))
        self._let_others(self.match)
        return self._observed(self.match), self._info(self.match)

    def _let_others(self, match: State) -> None:
        """Let others play until the own seat is asked, or the match is over."""
        while match.seat not in (self.seat, -1):
            match.play(self.opponents[(match.seat - self.seat) % self.setting.seats - 1].move(match))

    def _observed(self, match: State) -> Any:
        return self.form.read(match.observation(self.seat))

    def _info(self, match: State) -> dict[str, Any]:
        told = {"action_mask": match.mask(self.seat).view(np.int8), "seat": self.seat}
        return {**told, "features": feature_row(match, self.seat)} if self.setting.game.features else told

    def action_masks(self) -> Any:
        """Which moves are legal, as some libraries of masked learning ask for it."""
        return self._playing().mask(self.seat).astype(bool)

    def _playing(self) -> State:
        if self.match is None:
            raise ValueError("nothing is dealt yet: call reset() first")
        return self.match

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, and let others play until it is this seat's turn again."""
        match, move = self._playing(), int(whole_numbers(action))
        if match.over or match.seat != self.seat:
            raise ValueError("the match is over: call reset()")
        legal = match.legal()
        if move not in legal and self.illegal == "lose":
            reward = self.purse.forfeit(match, self.seat)
            told = self._observed(match), reward, True, False, {**self._info(match), "lost": True}
            self.match = None
            return told
        if move not in legal and self.illegal == "mask":
            move = legal[int(self.np_random.integers(len(legal)))]
        match.play(move)
        self._let_others(match)
        reward = float(self.purse.gained(match)[self.seat])
        return self._observed(match), reward, match.over, False, {**self._info(match), "played": move}


class Many(VectorEnv[Any, Any, Any]):
    """Many such matches side by side, on all cores. One that is over is followed by another in the same step."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: Any = "random",
        seat: int | None = None,
        box: Box | Path | str | Data | None = None,
        reward: str = "rank",
        differences: bool = False,
        observation: str = "flat",
        illegal: str = "raise",
        threads: int | None = None,
    ) -> None:
        """As in `Alone`, but policies choose for many matches at once, by as many observations and masks.

        `seat`: the one that is played; None: all of them in turn, match by match. `threads`: all cores, if not given.
        """
        self.setting = Setting.of(game, seats, options, box)
        self.form = Form(Layout(self.setting.game, self.setting.box.words), observation)
        self.purse = Purse(self.setting, reward, differences)
        self.illegal = check_illegal(illegal)
        self.num_envs = check_count(num_envs)
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise ValueError(f"there is no seat {seat}: they go from 0 to {self.setting.seats - 1}")
        self.seat = np.arange(num_envs) % self.setting.seats if seat is None else np.full(num_envs, seat)
        self.single_observation_space = space_of(self.form)
        self.single_action_space = spaces.Discrete(self.setting.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._around = opponents
        self._opponents = self._company()
        self._how = {"reward": reward, "differences": differences, "restart": False, "threads": threads}
        self.batch: Batch | None = None
        self._gained = np.zeros(num_envs)
        self._all = np.arange(num_envs)

    def _company(self) -> Company:
        """Who sits at the other seats, with nothing played yet."""
        return Company(self._around, self.setting, self.form)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal all matches: those that follow from this seed, or others."""
        setting = self.setting
        self.batch = Batch(
            setting.game,
            self.num_envs,
            setting.seats,
            setting.options,
            seed=secrets.token_bytes(32) if seed is None else seed,
            box=setting.box,
            **self._how,  # type: ignore[arg-type]
        )
        self._opponents = self._company()
        self._gained[:] = 0
        self._let_others(self.batch)
        return self.form.read(self.batch.seen), self._infos(self.batch)

    def _let_others(self, batch: Batch) -> None:
        """Let others play until the own seat is asked in each match, or the match is over."""
        while (where := (batch.seat != self.seat) & (batch.seat >= 0)).any():
            self._move(batch, self._opponents.moves(batch, self.seat), where)

    def _move(self, batch: Batch, moves: Any, where: Any) -> None:
        batch.step(moves, where)
        self._gained += np.where(where, batch.rewards[self._all, self.seat], 0)

    def _infos(self, batch: Batch) -> dict[str, Any]:
        told = {"action_mask": batch.mask.astype(np.int8), "seat": self.seat.copy()}
        return self._of(batch, np.ones(self.num_envs, bool), told)

    def _of(self, batch: Batch, where: Any, told: dict[str, Any]) -> dict[str, Any]:
        """What is told of some matches, with a game's own features, as Gymnasium has it."""
        if self.setting.game.features:
            told["features"] = np.zeros((self.num_envs, len(self.setting.game.features)), np.int64)
            for match in np.flatnonzero(where).tolist():
                told["features"][match] = feature_row(batch.state(match), int(self.seat[match]))
        return told | {f"_{name}": where.copy() for name in told}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in each match, let others play, and deal what is over anew; its last position is in the infos."""
        if self.batch is None:
            raise ValueError("nothing is dealt yet: call reset() first")
        batch = self.batch
        moves, lost = self._permitted(batch, whole_numbers(check_moves(actions, self.num_envs)))
        forfeits = {match: self._forfeit(batch, match) for match in np.flatnonzero(lost).tolist()}
        last = batch.observe(self.seat) if lost.any() else None
        self._move(batch, moves, ~lost)
        self._let_others(batch)
        rewards, self._gained = self._gained, np.zeros(self.num_envs)
        for match, reward in forfeits.items():
            rewards[match] = reward
        batch.give_up(lost)
        over = batch.seat < 0
        final = self._final(batch, over, lost, last)
        while (batch.seat < 0).any():
            batch.renew()
            self._let_others(batch)
        return self.form.read(batch.seen), rewards, over, np.zeros(self.num_envs, bool), {**self._infos(batch), **final}

    def _permitted(self, batch: Batch, moves: Any) -> tuple[Any, Any]:
        """The moves that are made, and the matches that are lost by one that is not legal."""
        within = (moves >= 0) & (moves < self.setting.size)
        wrong = ~within | (batch.mask[self._all, np.where(within, moves, 0)] == 0)
        if not wrong.any():
            return moves, wrong
        if self.illegal == "mask":
            return np.where(wrong, batch.random_moves(), moves), np.zeros(self.num_envs, bool)
        if self.illegal == "raise":
            match = int(np.flatnonzero(wrong)[0])
            state = batch.state(match)
            raise IllegalMoves(match, state.seat, int(moves[match]), state.legal(), self.setting.notation)
        return moves, wrong

    def _forfeit(self, batch: Batch, match: int) -> float:
        """What a match is worth that is lost at once, less what it has brought before."""
        state, seat = batch.state(match), int(self.seat[match])
        purse = Purse(self.setting, self.purse.kind, self.purse.differences)
        purse.begin(state)
        return purse.forfeit(state, seat) + float(self._gained[match])

    def _final(self, batch: Batch, over: Any, lost: Any, last: Any) -> dict[str, Any]:
        """The last position of each match that is over, as Gymnasium wants it."""
        if not over.any():
            return {}
        seen = batch.observe(self.seat)
        if last is not None:
            seen[lost] = last[lost]
        told = np.full(self.num_envs, None, object)
        for match in np.flatnonzero(over).tolist():
            told[match] = self.form.read(seen[match])
        nothing = np.zeros((self.num_envs, self.setting.size), np.int8)
        info = self._of(batch, over, {"action_mask": nothing, "seat": np.where(over, self.seat, 0)})
        return {"final_obs": told, "_final_obs": over.copy(), "final_info": info, "_final_info": over.copy()}


def register() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` know all installed games by their names."""
    for name in games():
        called = env_id(game(name))
        if called not in gymnasium.registry:
            gymnasium.register(
                called,
                f"{__name__}:{Alone.__name__}",
                vector_entry_point=f"{__name__}:{Many.__name__}",
                kwargs={"game": name},
            )


register()
