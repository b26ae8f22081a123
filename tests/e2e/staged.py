"""Tables in states that are worth a look: set over REST, with the same moves each time."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import NamedTuple

from .servers import Program

SEED = 5
LONGEST = 120  # seconds
RIVALS = ("Ben", "Cleo", "Dan", "Eve")


class Staging(NamedTuple):
    """How many sit there, how many moves of the first seat lead to the middle of the match, and what is chosen."""

    seats: int
    middle: int
    options: Mapping[str, str]


# With most of what a game has on the table in its middle.
STAGINGS = {
    "misty": Staging(3, 14, {}),
    "secret-valley": Staging(3, 12, {}),
    "misterra": Staging(3, 25, {}),
    "misty-valley": Staging(2, 24, {"expansion": "true"}),
    "valdora": Staging(4, 40, {}),
}


def opened(program: Program, game: str) -> str:
    """A table at which nothing has happened yet, against bots that play anything."""
    staging = STAGINGS[game]
    seats = [{"kind": "me", "name": "Ann"}]
    seats += [{"kind": "bot", "bot": "random", "name": name} for name in RIVALS[: staging.seats - 1]]
    wish = {"game": game, "seats": seats, "seed": SEED, "options": dict(staging.options)}
    match: str = program.post("/api/matches", wish)["match"]
    return match


def half_played(program: Program, game: str) -> str:
    """The same, in the middle of the match."""
    match = opened(program, game)
    play(program, match, STAGINGS[game].middle)
    return match


def finished(program: Program, game: str) -> str:
    """The same, with everything played."""
    match = opened(program, game)
    play(program, match)
    return match


def play(program: Program, match: str, moves: int | None = None) -> None:
    """So many moves of the first seat, any of them, or all there are."""
    dice, played, end = random.Random(3), 0, time.monotonic() + LONGEST
    while played != moves:
        assert time.monotonic() < end, "it took too long"
        if legal := program.get(f"/api/matches/{match}/legal?seat=0"):
            program.post(f"/api/matches/{match}/moves", {"seat": 0, "move": dice.choice(legal)})
            played += 1
        elif program.status(match)["status"] == "over":
            assert moves is None, f"it was over after {played} moves"
            return
        else:
            time.sleep(0.005)  # for the bots
