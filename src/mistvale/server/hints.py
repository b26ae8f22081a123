"""Hints for a seat that asks: what a good bot would think of its moves, knowing no more than it does."""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any

import mistvale as mv

from . import commands
from .errors import refuse

if TYPE_CHECKING:
    from .live import Live


async def hints(live: Live, guest: str, seat: int) -> dict[str, Any]:
    """The best moves of a seat, each with what is expected of it, and the step they are for."""
    async with live.still() as table:
        commands.check_holder(table, guest, seat)
        commands.check_pending(table, seat)
        if not table.hints:
            raise refuse("forbidden", "no-hints")
        assert table.match is not None
        match = table.match.copy()
    async with live.advising:
        found = await live.hub.think(functools.partial(think, match, seat), threading.Event())
    return {"step": match.steps, "moves": found}


def think(match: mv.Match, seat: int, stop: threading.Event) -> list[dict[str, Any]]:
    """What the best level thinks; nothing where there is one legal move."""
    thoughts = mv.analyse(match.seat(seat), stop=stop)
    return [{"move": str(each.move), "worth": round(each.lead, 1), "share": round(each.share, 3)} for each in thoughts]
