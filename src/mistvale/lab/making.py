"""Environments, made by the name of a game or of an environment. What they need is imported when one is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..core.game import Game
from .ids import game_of

if TYPE_CHECKING:
    from .gymnasium import Alone, Many
    from .pettingzoo import Together, Turns


def env(game: Game | str, seats: int | None = None, options: Mapping[str, Any] | None = None, **how: Any) -> Turns:
    """An environment of PettingZoo (AEC): seats are asked one after another.

    `how`: `box`; `reward` ("rank", "win", "points" or "lead"), at the end or with `differences` as it changes;
    `observation` ("flat", "planes" or "named").
    """
    from .pettingzoo import Turns

    return Turns(game, seats, options, **how)


def parallel_env(
    game: Game | str, seats: int | None = None, options: Mapping[str, Any] | None = None, **how: Any
) -> Together:
    """An environment of PettingZoo (parallel), for games in which seats decide together. `how`: as in `env`."""
    from .pettingzoo import Together

    return Together(game, seats, options, **how)


def gym_env(game: Game | str, **how: Any) -> Alone:
    """An environment of Gymnasium: one seat, against bots or policies. `how`: see `gymnasium.Alone`."""
    from .gymnasium import Alone

    return Alone(game, **how)


def vector_env(game: Game | str, num_envs: int = 1, **how: Any) -> Many:
    """Many such matches side by side. `how`: see `gymnasium.Many`."""
    from .gymnasium import Many

    return Many(game, num_envs, **how)


def make(name: str, *, parallel: bool = False, **how: Any) -> Turns | Together:
    """The environment of this name, `mistvale/misty-v1`: the very rules that it was called by, or an error."""
    return parallel_env(game_of(name), **how) if parallel else env(game_of(name), **how)
