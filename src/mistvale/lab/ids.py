"""The names of environments: `mistvale/misty-v1`. The number is the version of the rules."""

from __future__ import annotations

import re

from ..core.game import Game
from ..core.game import game as installed

FORM = re.compile(r"mistvale/(?P<name>[\w.-]+)-v(?P<version>\d+)")


def env_id(game: Game) -> str:
    """What the environment of a game is called; another name when the same moves may lead to another state."""
    return f"mistvale/{game.name}-v{game.version}"


def game_of(name: str) -> Game:
    """The installed game whose environment is called so; with other rules than the name says, it is none."""
    told = FORM.fullmatch(name)
    if told is None:
        raise ValueError(f"environments are called mistvale/<game>-v<version>, as in mistvale/misty-v1; not {name!r}")
    game = installed(told["name"])
    if int(told["version"]) != game.version:
        raise ValueError(f"the rules of {game.title} that are installed make {env_id(game)}, not {name}")
    return game
