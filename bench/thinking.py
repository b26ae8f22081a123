"""What people notice of bots that think hard at another table of the same server.

People play matches as in `load.py`, turn about without and with one table at which bots of the top level play
among themselves. Such bots rest while nobody watches them, so a watcher who comes and goes starts and stops them;
the matches of people are dealt alike and made anew each time.
"""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import mistvale as mv
from bench.crowd import Crowd, Played, Players
from bench.serving import Checkout, serving

GAME = "valdora"
GOAL = 2.0
PAUSE = 2.0  # seconds between two moves of a match of people
# How often each way, and for how many seconds.
TURNS, TURNS_QUICK = (9, 10.0), (3, 6.0)
ALONE = 100_000  # the seed of the bots' table: no match of people has it


@dataclass
class Found:
    """What was measured turn about without bots and beside them, and the moves that the bots made meanwhile."""

    matches: int
    bots: int
    quiet: list[Played] = field(default_factory=list)
    beside: list[Played] = field(default_factory=list)
    bot_moves: int = 0

    def ratio(self, part: float) -> float:
        """By how much bots lengthen the time that `part` of all moves stay within: the median of all turns."""
        pairs = zip(self.quiet, self.beside, strict=True)
        return statistics.median(beside.quantile(part) / quiet.quantile(part) for quiet, beside in pairs)


def measure(matches: int, turns: int, seconds: float, step: Callable[[], None]) -> Found:
    """So many matches of people at once, for so many seconds, each way so many times."""
    seats = mv.game(GAME).seats[-1]
    found = Found(matches, seats)
    Checkout().compile()
    with serving(Checkout()) as house:
        [address] = house.addresses
        bots = open_table(address, GAME, [{"kind": "bot", "bot": mv.bots()[-1]}] * seats)

        async def turn(watched: bool) -> Played:
            with Crowd([address], matches, ["misty"], 1) as people:
                people.sit_down()
                async with watching(address, *bots, found) if watched else nobody():
                    played = await asyncio.to_thread(people.play, matches / PAUSE, seconds)
            step()
            return played

        # The first moves of a server are slower than all others: they count for neither.
        asyncio.run(turn(watched=False))
        for _ in range(turns):
            found.quiet.append(asyncio.run(turn(watched=False)))
            found.beside.append(asyncio.run(turn(watched=True)))
    return found


def open_table(address: str, game: str, seats: list[dict[str, str]]) -> tuple[str, str]:
    """A table of a new guest: its match's id, the guest's cookie."""
    guest = Players([address], [], [])
    cookie = guest.ask(0, "GET", "/api/me", "")[1]
    wish = {"game": game, "seats": seats, "seed": f"{ALONE:064x}"}
    return json.loads(guest.ask(0, "POST", "/api/matches", cookie, wish)[0])["match"], cookie


@asynccontextmanager
async def nobody() -> Any:
    """Nobody watches the bots."""
    yield


@asynccontextmanager
async def watching(address: str, match: str, cookie: str, found: Found) -> Any:
    """Watch the bots' table, so that they play, and count their moves."""
    place = f"{address.replace('http', 'ws', 1)}/ws/{match}"
    async with connect(place, additional_headers={"cookie": cookie}, max_size=None) as socket:
        await socket.send(json.dumps({"type": "watch", "seat": None}))
        reader = asyncio.create_task(count_moves(socket, found))
        try:
            yield
        finally:
            reader.cancel()


async def count_moves(socket: Any, found: Found) -> None:
    """Every step that is shown after the table as it stood."""
    with suppress(ConnectionClosed):
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "frames" and not message["whole"]:
                found.bot_moves += sum(frame["kind"] == "move" for frame in message["frames"])
