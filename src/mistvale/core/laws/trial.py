"""The trial of somebody's own box: the laws, and whole matches, on it alone, before people play with it.

It is run interpreted, in a process of its own: there NumPy refuses to leave an array, and numbers are wide enough to be
seen when they leave their range.
"""

from __future__ import annotations

import json
import os
import sys
import time

from .. import verbs
from ..box import Box
from ..box_form import read_own
from ..game import Game
from ..game import game as find_game
from .finding import BYTES, LENGTH, MOVES, NO_PHANTOM, Finding, LawBroken
from .walk import Walk, few_tables, wander

LOOKED_AT = 30  # steps of each match at which all laws are checked
SECONDS = 10.0  # that each match is played on for; that it ends some time is known from its length
AUDITED = 5  # of the rest every so manieth decision
NICENESS = 10


def try_box(game: Game, box: Box, seed: int = 0) -> list[Finding]:
    """What a box breaks: the first that is found, at few tables with all options and seats that it has enough for."""
    for number, (options, seats) in enumerate(few_tables(game, box)):
        walk = Walk(game, options, seats, seed + number, wander, box, LOOKED_AT)
        try:
            for _ in walk.steps():
                pass
            play_out(walk)
        except LawBroken as broken:
            return [broken.finding]
        except Exception as error:  # whatever a rule runs into, the box is to be refused for it
            return [walk.broken(BYTES, f"{type(error).__name__}: {error}").finding]
    return []


def play_out(walk: Walk) -> None:
    """Go on with a match until it is over, which it must be within what its game says of it, or for a while."""
    match, decisions, end = walk.match, 0, time.monotonic() + SECONDS
    most = walk.game.longest(walk.seats, walk.options, match.box) if walk.game.length else None
    while not match.over and time.monotonic() < end:
        seat = walk.dice.choice(match.pending)
        moves = match.legal(seat)
        walk.hold(MOVES, moves, f"seat {seat} is to decide and has no move")
        match.play(seat, walk.dice.choice(moves))
        decisions += 1
        walk.hold(LENGTH, most is None or decisions <= most, f"after {decisions} decisions the match is not over")
        if decisions % AUDITED == 0 or match.over:
            code = int(verbs.audit(match.raw, walk.box))
            walk.hold(NO_PHANTOM, not code, f"does not add up: {walk.game.audits.get(code, code)}")
    match.scene(0)


def try_what_is_given() -> None:
    """The other end of `server/trials.py`: reads which box to try, and says what was found."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    given = json.load(sys.stdin)
    _hold_memory(given["bytes"])
    game = find_game(given["game"])
    found = try_box(game, read_own(game, given["data"]), given["seed"])
    print(json.dumps([str(each) for each in found]))


def _hold_memory(most: int) -> None:
    """Take no more memory than that, where the system knows of such a limit."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
