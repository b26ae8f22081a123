"""How many decisions a match of Misty Valley can take at most."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.game import OFF
from .state import OPTIONS, WITH_ABILITIES, Box

EXPLORED = 4  # decisions for a valley tile: which, where, the side of its wall, where its encounter lies
SENT = 3  # decisions for a patrol tile: which, where, how it is turned
USED = 4  # decisions for an ability beside those: Counterorder has most (use, target, where, how it is turned)


def length(box: Box, seats: int, options: Mapping[str, str]) -> int:
    """Each tile is played once and each ability used once; the rest is one step of a captain, and to be done, a turn.

    Until the last valley tile is placed one can explore, so every turn has a main action (MV-14), which takes a valley
    tile or a patrol tile for good. After that tile there is one turn more.
    """
    valley, patrols = box.valley - box.out, sum(box.patrols)
    turns = valley + patrols + 1
    played = valley * EXPLORED + patrols * SENT
    if options[OPTIONS[WITH_ABILITIES].name] == OPTIONS[WITH_ABILITIES].values[OFF]:
        return played + turns
    abilities = sum(max(sum(side) for side in tribe) for tribe in box.boards)
    return played + 2 * turns + abilities * USED
