"""What squares, terrains, sketches and the owners of claims are called."""

from __future__ import annotations

from ....core.knowledge import ViewOf, once
from ..state import COLUMNS, FIRST_BEACH, FIRST_HALF, OTOMA, SECOND_HALF, SQUARE_NAMES, TERRAINS, Box, State

View = ViewOf[State, Box]


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def signed(points: int) -> str:
    """Points that are gained or lost."""
    return f"{points:+d}"


# ---------------------------------------------------------------- places, terrains, sketches


def square_name(square: int) -> str:
    """A square as it is written on the boards."""
    return SQUARE_NAMES[square].upper()


@once
def place_name(view: View, place: int) -> str:
    """A square, or a beach space, in words."""
    if place < FIRST_BEACH:
        return square_name(place)
    return view.words("term.beach", column=COLUMNS[place - FIRST_BEACH].upper())


@once
def terrain_name(view: View, terrain: int) -> str:
    """A terrain as the name of something."""
    return view.words(f"term.terrain.{TERRAINS[terrain]}")


@once
def terrain_word(view: View, terrain: int) -> str:
    """A terrain within a sentence."""
    return view.words(f"term.one.{TERRAINS[terrain]}")


def halves(sketch: int) -> tuple[int, int]:
    """The terrains of a sketch's first and second half."""
    return int(FIRST_HALF[sketch]), int(SECOND_HALF[sketch])


@once
def sketch_word(view: View, sketch: int) -> str:
    """A sketch by its two terrains, within a sentence."""
    first, second = (terrain_word(view, terrain) for terrain in halves(sketch))
    if first == second:
        return view.words("term.sketch.double", terrain=first)
    return view.words("term.sketch", first=first, second=second)


@once
def sketch_label(view: View, sketch: int) -> str:
    """A sketch by its two terrains, as the name of something."""
    return capital(sketch_word(view, sketch))


def effect_text(view: View, effect: str, terrain: int, square: int) -> str:
    """What a half of a sketch does to a square of the island: one of EFFECTS, as a log or a hint tells it."""
    return view.words(f"term.draw.{effect}", terrain=terrain_word(view, terrain), square=square_name(square))


# ---------------------------------------------------------------- owners of claims: the seats, and the Otoma


def owners(view: View) -> tuple[int, ...]:
    """All rows of claims that are in the match."""
    return (*range(view.seats), OTOMA) if view.seats == 1 else tuple(range(view.seats))


def owner(row: int) -> str:
    """How the drawings call the owner of a row of claims."""
    return "otoma" if row == OTOMA else str(row)


def owner_name(view: View, row: int) -> str:
    """The owner of a row of claims in words."""
    return view.words("term.otoma") if row == OTOMA else view.name(row)


def owner_sign(view: View, row: int) -> str:
    """The owner of a row of claims as one character: its first letter, or its number where two begin alike."""
    letters = {other: _first_letter(view, other) for other in owners(view)}
    alike = [other for other in letters if letters[other] == letters[row]]
    return letters[row] if row == OTOMA or len(alike) == 1 else str(row + 1)


def _first_letter(view: View, row: int) -> str:
    return (view.words("term.otoma.short") if row == OTOMA else view.name(row))[:1].upper()
