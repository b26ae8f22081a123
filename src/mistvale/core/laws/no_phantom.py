"""Law 2, no phantom: a world dealt anew adds up, and can be played to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import verbs
from .finding import LONGEST, NO_PHANTOM, named

if TYPE_CHECKING:
    from .walk import Walk


def check_worlds(walk: Walk, viewer: int) -> None:
    """A world dealt anew can be played to its end, or as far as the match itself."""
    world = walk.match.copy()
    world.place(walk.redealt(walk.match.history.fold(walk.match.steps, viewer), viewer))
    while not world.over and world.steps < walk.most:
        seat = walk.dice.choice(world.pending)
        moves = world.legal(seat)
        walk.hold(
            NO_PHANTOM,
            moves,
            f"in a world dealt anew for {named(viewer)}, seat {seat} is left without a move",
        )
        world.play(seat, walk.chooser(world, seat, moves, walk.dice))
        adds_up = verbs.audit(world.raw, walk.box) == 0
        walk.hold(
            NO_PHANTOM,
            adds_up,
            lambda: f"a world dealt anew for {named(viewer)} no more adds up: {walk.audited(world.raw)}",
        )
        walk.hold(NO_PHANTOM, world.steps < LONGEST, "a world dealt anew does not end")
