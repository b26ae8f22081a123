"""What claims are worth, and to whom they belong."""

from __future__ import annotations

from typing import Any

from ...core.knowledge import View
from ...core.rule import NOTHING
from .reading import confirmed_region
from .rules.otoma import claimable_group
from .rules.scoring import claimed_tiles, is_disputed
from .state import CLAIMS, OTOMA, SQUARES


def owner(row: int) -> str:
    """How the drawings call the owner of a row of claims."""
    return "otoma" if row == OTOMA else str(row)


def owner_name(view: View, row: int) -> str:
    """The owner of a row of claims in words."""
    return view.words("otoma") if row == OTOMA else view.name(row)


def owner_sign(view: View, row: int) -> str:
    """The owner of a row of claims as one character: its first letter, or its number where two begin alike."""
    letters = {other: _first_letter(view, other) for other in owners(view)}
    alike = [other for other in letters if letters[other] == letters[row]]
    return letters[row] if row == OTOMA or len(alike) == 1 else str(row + 1)


def _first_letter(view: View, row: int) -> str:
    return (view.words("otoma.short") if row == OTOMA else view.name(row))[:1].upper()


def owners(view: View) -> tuple[int, ...]:
    """All rows of claims that are in the match."""
    return (*range(view.seats), OTOMA) if view.seats == 1 else tuple(range(view.seats))


def flags_left(view: View, row: int) -> int:
    """How many claim flags a seat, or the Otoma, still has."""
    placed = sum(1 for square in view.state["claim"][row] if int(square) != NOTHING)
    return int(view.box.record["claims"]) - placed


def claim_points(state: Any, box: Any, row: int, terrain: int) -> int:
    """What a claim would score if the match ended now; nothing if it then shares its region."""
    if is_disputed(state, row, terrain):
        return 0
    return len(confirmed_region(state, int(state["claim"][row, terrain]))) * int(box["part"][CLAIMS])


def all_claims(state: Any, box: Any, row: int) -> int:
    """What the claims of a seat, or of the Otoma, score together."""
    return int(claimed_tiles(state, row)) * int(box["part"][CLAIMS])


def claimable(state: Any, box: Any, square: int) -> tuple[int, ...]:
    """The confirmed tiles that the Otoma would claim by their first square (MM-21)."""
    bits = int(claimable_group(state, box, square))
    return tuple(tile for tile in range(SQUARES) if bits >> tile & 1)
