"""How a match ended, beside what its rules say: who ran out of time or left, and the ranks that count for ratings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# What a match ended by: its rules, a seat's clock, somebody who left, or because all of them wished so.
ENDS = ("rules", "timeout", "left", "cancelled")
# What became of a seat.
FATES = ("played", "timeout", "left", "cancelled")


@dataclass(frozen=True)
class Ending:
    """How a match ended, and for each seat: what became of it, and its rank for ratings if it was rated."""

    end: str
    seats: tuple[str, ...]
    ranks: tuple[int, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As a record holds it."""
        return {"end": self.end, "seats": list(self.seats), "ranks": list(self.ranks)}


def read_ending(given: Any, seats: int, over: bool) -> Ending | None:
    """The ending that a record tells of; ValueError if it cannot be one. `over`: by the rules."""
    if given is None:
        return None
    try:
        end, fates, ranks = given["end"], given["seats"], given["ranks"]
        right = end in ENDS and (end == "rules") == over
        right &= len(fates) == seats and all(fate in FATES for fate in fates)
        right &= len(ranks) in (0, seats) and all(type(rank) is int and 1 <= rank <= seats for rank in ranks)
    except (TypeError, KeyError):
        right = False
    if not right:
        raise ValueError("ending")
    return Ending(end, tuple(fates), tuple(ranks))
