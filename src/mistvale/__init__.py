"""Mistvale: a table for five modern board games.

import mistvale as mv
m = mv.open_match("misty", seats=2, seed=7)
m.play(0, m.legal(0)[0])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .bots import Bot, Thought, analyse, bot, bots
from .core import match as _match
from .core import verbs
from .core.box import Box, Data
from .core.chance import Seal
from .core.errors import (
    BadBox,
    BadPosition,
    BadRecord,
    BadTable,
    DoesNotAddUp,
    IllegalMove,
    MistvaleError,
    NoUndo,
)
from .core.game import Game, Option, game, games
from .core.knowledge import View
from .core.match import Match, Seat
from .core.moves import Move
from .core.playing_on import play_on
from .core.position import position
from .core.record import load, verify
from .core.rule import rule
from .warming import warm

__version__ = "0.1.0"


def open_match(
    name: str,
    seats: int | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    box: Box | Path | str | Data | None = None,
    names: Sequence[str | None] = (),
    seal: Seal | None = None,
) -> Match:
    """Open a match of the game called `name`.

    `seats` defaults to the fewest the game allows, `options` to the game's defaults, `box` to the game's own
    (or name a box file). A `seed` (a number, 64 hexadecimal digits or 32 bytes) makes a match that can be repeated.
    """
    return _match.open_match(game(name), seats, seed, options, box, names, seal)


__all__ = [
    "BadBox",
    "BadPosition",
    "BadRecord",
    "BadTable",
    "Bot",
    "Box",
    "DoesNotAddUp",
    "Game",
    "IllegalMove",
    "Match",
    "MistvaleError",
    "Move",
    "NoUndo",
    "Option",
    "Seal",
    "Seat",
    "Thought",
    "View",
    "analyse",
    "bot",
    "bots",
    "game",
    "games",
    "load",
    "open_match",
    "play_on",
    "position",
    "rule",
    "verbs",
    "verify",
    "warm",
]
