"""The laws that every game keeps, checked by one body on random positions: no game has code of its own here.

1. No leak: what a viewer sees does not change when everything it can't know is dealt anew.
2. No phantom: a world dealt anew adds up, and can be played to its end.
3. No forgetting, no prejudice: a world dealt anew is any that fits, evenly. That needs an enumeration of a
   tiny box, so it is a test of each game (`tests/games/`).
4. Order is nothing inside an epoch: moves of different seats commute, and a beat among them begins an epoch.
5. Compiled is interpreted; folded is played: the same bytes every way.

Five customs are checked on the same walk: moves are listed ascending and written without loss, taking back
uncovers nothing, equal states are equal bytes, what is kept of a scene is what would be drawn, and no match is
longer than its game says, where it says so.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ..box import Box
from ..game import Game
from ..rule import INTERPRETED
from .finding import BYTES, LENGTH, LONGEST, MOVES, NO_LEAK, NO_PHANTOM, ORDER, SAME, UNDO, Finding, LawBroken
from .interpreted import check_interpreted
from .walk import Chooser, Walk, few_tables, wander

__all__ = [
    "BYTES",
    "LENGTH",
    "MOVES",
    "NO_LEAK",
    "NO_PHANTOM",
    "ORDER",
    "SAME",
    "UNDO",
    "Finding",
    "LawBroken",
    "Walk",
    "check_game",
    "check_interpreted",
    "few_tables",
    "wander",
]

Progress = Callable[[int, int], object]
"""Told how many positions were checked, and how many there are to check."""


def check_game(
    game: Game,
    positions: int = 2000,
    seed: int = 0,
    progress: Progress | None = None,
    chooser: Chooser = wander,
    box: Box | None = None,
    interpreted: bool = True,
    most: int = LONGEST,
) -> list[Finding]:
    """What is broken: nothing if all laws hold. Whole matches at every kind of table, `positions` or more.

    Of each law the first breach is told; of matches that take more than `most` steps, the beginning is played.
    `interpreted` also plays a match of each kind in a second process, with compiling off.
    """
    findings: dict[str, Finding] = {}
    kinds = game.tables(box)
    done = 0
    for number in itertools.count():
        options, seats = kinds[number % len(kinds)]
        walk = Walk(game, options, seats, seed + number, chooser, box, most)
        try:
            for _ in walk.steps():
                done += 1
                if progress is not None:
                    progress(min(done, positions), positions)
        except LawBroken as broken:
            findings.setdefault(broken.finding.law, broken.finding)
        if number + 1 >= len(kinds) and (done >= positions or findings):
            break
    if interpreted and not INTERPRETED:
        try:
            check_interpreted(game, seed, box)
        except LawBroken as broken:
            findings.setdefault(broken.finding.law, broken.finding)
    return list(findings.values())
