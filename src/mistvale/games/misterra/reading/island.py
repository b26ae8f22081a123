"""The island: what is in sight, which tiles belong together, whose they are; and how far the end is."""

from __future__ import annotations

from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene.panels import listed
from ..rules.claiming import has_claimed, tokens_left
from ..rules.claiming import region as region_bits
from ..rules.mapping import sight_from, squares_to_draw_on
from ..rules.otoma import claimable_group
from ..rules.scoring import blank_squares, faithful_squares
from ..rules.squares import empty_squares
from ..rules.turns import is_counting, is_island_done, time_left
from ..state import BESIDE, DECK, ENDINGS, FIRST_BEACH, SQUARES
from .names import View, owners


def squares_of(bits: int) -> tuple[int, ...]:
    """A set of squares as numbers, in the order a1 a2 ... e5."""
    return tuple(square for square in range(SQUARES) if bits >> square & 1)


def step_to(place: int, direction: int) -> int:
    """The place one step away, OUTSIDE where there is none."""
    return int(BESIDE[place, direction])


def in_sight(view: View, seat: int) -> tuple[int, ...]:
    """The squares that a seat's cartographer sees; none before it has entered."""
    place = view.s.pawn[seat]
    return squares_of(view.ask(sight_from, place)) if place != NOTHING else ()


def drawable(view: View, seat: int) -> tuple[int, ...]:
    """The squares of its parchment that a seat could draw on from where its cartographer is."""
    place = view.s.pawn[seat]
    return squares_of(view.ask(squares_to_draw_on, place)) if place != NOTHING else ()


@kept
def faithful(view: View, seat: int) -> tuple[int, ...]:
    """The squares of a parchment that show what is confirmed on the island."""
    return squares_of(view.ask(faithful_squares, seat))


# ---------------------------------------------------------------- regions and claims


def region(view: View, place: int) -> tuple[int, ...]:
    """The tiles of a square's region, in mist or confirmed; none on the beach, or where no tile lies."""
    if place >= FIRST_BEACH or view.s.island[place] == NOTHING:
        return ()
    return squares_of(view.ask(region_bits, place))


def claimed_by(view: View, square: int) -> list[int]:
    """The rows of claims that have one in a tile's region."""
    terrain, squares = view.s.island[square], view.ask(region_bits, square)
    return [row for row in owners(view) if view.ask(has_claimed, row, terrain, squares)]


def claimable(view: View, square: int) -> tuple[int, ...]:
    """The confirmed tiles that the Otoma would claim by their first square (MM-21)."""
    return squares_of(view.ask(claimable_group, square))


def flags_left(view: View, row: int) -> int:
    """How many claim flags a seat, or the Otoma, still has."""
    return int(view.ask(tokens_left, row))


# ---------------------------------------------------------------- rounds


def is_first(view: View, seat: int) -> bool:
    """Whether a seat begins each round; who plays alone always does, and that says nothing."""
    return view.seats > 1 and seat == view.s.first


def is_last_round(view: View) -> bool:
    """Whether the end has come, and the round is only played to its end, so that all have had as many turns."""
    return view.s.ending != 0 and not view.ask(is_counting)


def why_it_ends(view: View) -> str:
    """All reasons that there are; an island with squares out of reach is done, but not confirmed (MM-9)."""
    names = [name for i, name in enumerate(ENDINGS) if view.s.ending >> i & 1]
    closed = out_of_reach(view)
    return listed(
        view, [view.words(f"term.ending.{'reach' if name == 'island' and closed else name}") for name in names]
    )


# ---------------------------------------------------------------- sketches, and how far the end is


def known_sketches(view: View) -> list[int]:
    """The sketches that were put under the deck, as all know, in the order in which they come up."""
    last = view.s.top + view.s.left
    return [view.s.deck[place % DECK] for place in range(last - view.s.known, last)]


def blanks(view: View, seat: int) -> int:
    """The empty squares of a seat's parchment."""
    return int(view.ask(blank_squares, seat))


def out_of_reach(view: View) -> tuple[int, ...]:
    """The empty squares of an island that is done although it has some: nobody can ever map them (MM-9)."""
    return squares_of(view.ask(empty_squares)) if view.ask(is_island_done) else ()


def to_the_end(view: View) -> dict[str, int]:
    """How far the match is from each of its ends (ENDINGS).

    `island`: squares not confirmed yet; `parchment`: blanks of the fullest one; `sketches` (not solo): cards left in
    the deck and open; `otoma` (solo): half-days left.
    """
    left = {
        "island": SQUARES - sum(view.s.confirmed),
        "parchment": min(blanks(view, seat) for seat in range(view.seats)),
    }
    return {**left, "otoma" if view.seats == 1 else "sketches": int(view.ask(time_left))}
