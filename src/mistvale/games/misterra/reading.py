"""What a view lets one read off the table: sight, regions, effects, points, and how far the end is. For scenes."""

from __future__ import annotations

from typing import Any

from ...core.rule import NOTHING
from .rules.claiming import can_claim, claims_made
from .rules.claiming import confirmed_group as group_bits
from .rules.claiming import is_claimed as is_claimed_bits
from .rules.claiming import region as region_bits
from .rules.hypotheses import counted, hypothesis_points
from .rules.mapping import effect, in_sight, map_square
from .rules.moving import terrain_at
from .rules.otoma import stacked
from .rules.scoring import faithful_squares, part_points
from .rules.squares import showing
from .rules.turns import is_island_done, mappable_squares
from .state import (
    BEACH_0,
    DECK,
    EFFECTS,
    FIRST_HALF,
    FIRST_LIES,
    GRADES,
    JUNGLE,
    KEEPING,
    MASTERS,
    MOST_GRADES,
    PARTS,
    SECOND_HALF,
    SECOND_LIES,
    SQUARES,
)

# ---------------------------------------------------------------- the island


def _squares(bits: Any) -> tuple[int, ...]:
    """A set of squares as numbers, in the order a1 a2 ... e5."""
    return tuple(square for square in range(SQUARES) if int(bits) >> square & 1)


def sight(state: Any, seat: int) -> tuple[int, ...]:
    """The squares that a seat's cartographer sees; none before it has entered."""
    return _squares(in_sight(state, seat)) if int(state["pawn"][seat]) != NOTHING else ()


def region(state: Any, square: int) -> tuple[int, ...]:
    """The tiles of a square's region, in mist or confirmed; none where no tile lies."""
    return _squares(region_bits(state, square)) if int(state["island"][square]) != NOTHING else ()


def confirmed_region(state: Any, square: int) -> tuple[int, ...]:
    """The tiles that its region would have if the match ended now; none where the tile is not confirmed."""
    return _squares(group_bits(state, square)) if int(state["confirmed"][square]) else ()


def mappable(state: Any) -> tuple[int, ...]:
    """The squares that somebody may still come to map (MM-9)."""
    return _squares(mappable_squares(state))


def out_of_reach(state: Any) -> tuple[int, ...]:
    """The empty squares of an island that is done although it has some: nobody can ever map them (MM-9)."""
    return _squares(showing(state["island"], NOTHING)) if is_island_done(state) else ()


def known_sketches(state: Any) -> tuple[int, ...]:
    """The sketches that were put under the deck, as all know, in the order in which they come up."""
    last = int(state["top"]) + int(state["left"])
    return tuple(int(state["deck"][place % DECK]) for place in range(last - int(state["known"]), last))


# ---------------------------------------------------------------- map or claim


def why_not_map(state: Any, seat: int) -> str | None:
    """Why a seat can't map where it stands: `unentered`, `jungle`, `no-sketch`; None if it can."""
    if int(state["pawn"][seat]) == NOTHING:
        return "unentered"
    if int(terrain_at(state, int(state["pawn"][seat]))) == JUNGLE:
        return "jungle"
    return "no-sketch" if int(state["sketch"]) == NOTHING else None


def why_not_claim(state: Any, box: Any, seat: int) -> str | None:
    """Why a seat can't claim where it stands; None if it can.

    `unentered`, `beach`, `mist` (the tile is not confirmed), `no-token`, `same-terrain` (it has claimed one already),
    `claimed` (the region is somebody's).
    """
    square = int(state["pawn"][seat])
    if square == NOTHING:
        return "unentered"
    if square >= BEACH_0:
        return "beach"
    if not int(state["confirmed"][square]):
        return "mist"
    if int(state["claim"][seat, int(state["island"][square])]) != NOTHING:
        return "same-terrain"
    if int(claims_made(state, seat)) >= int(box["claims"]):
        return "no-token"
    return None if can_claim(state, box, seat) else "claimed"


def is_claimed(state: Any, square: int) -> bool:
    """Whether the region of a tile is somebody's."""
    terrain = int(state["island"][square])
    return terrain != NOTHING and bool(is_claimed_bits(state, terrain, region_bits(state, square)))


def effect_on(state: Any, square: int, terrain: int) -> str:
    """What mapping a terrain would do to a square of the island: one of EFFECTS."""
    return EFFECTS[int(effect(state, square, terrain))]


def effects_of(state: Any, sketch: int, lie: int) -> tuple[tuple[int, int, str], ...]:
    """What laying a sketch would do, half by half in its order (MM-5): square, terrain, effect. `lie` indexes LIES."""
    after = state.copy()
    first, second = int(FIRST_LIES[lie]), int(SECOND_LIES[lie])
    one, other = int(FIRST_HALF[sketch]), int(SECOND_HALF[sketch])
    told = first, one, effect_on(after, first, one)
    map_square(after, first, one)
    return told, (second, other, effect_on(after, second, other))


# ---------------------------------------------------------------- points


def points_on(state: Any, box: Any, seat: int, hypothesis: int) -> int:
    """What a hypothesis scores on a seat's parchment."""
    return int(hypothesis_points(state["parchment"][seat], box, hypothesis))


def count_on(state: Any, box: Any, seat: int, hypothesis: int) -> int:
    """How often it is there what a hypothesis counts; of `each-zone` the squares of all zones together."""
    return int(counted(state["parchment"][seat], box, hypothesis))


def hypotheses_of(state: Any, box: Any, seat: int) -> tuple[int, ...]:
    """The hypotheses that a seat has, as far as the view shows: all dealt while they are chosen, then those kept."""
    choosing = int(state["phase"]) == KEEPING
    return tuple(
        hypothesis
        for hypothesis in range(int(box["hypotheses"]))
        if int(state["holder"][hypothesis]) == seat and (choosing or int(state["kept"][hypothesis]) == 1)
    )


def put_back_by(state: Any, box: Any, seat: int) -> tuple[int, ...]:
    """The hypotheses that a seat was dealt and did not keep, as far as the view shows (MM-19)."""
    return tuple(
        hypothesis
        for hypothesis in range(int(box["hypotheses"]))
        if int(state["holder"][hypothesis]) == seat and int(state["kept"][hypothesis]) == 0
    )


def parts(state: Any, box: Any, seat: int) -> dict[str, int]:
    """Each part of a seat's score as if the match ended now; masters only where they are played."""
    shown = PARTS if int(state["masters"]) else PARTS[:MASTERS]
    return {name: int(part_points(state, box, seat, part)) for part, name in enumerate(shown)}


def faithful(state: Any, seat: int) -> tuple[int, ...]:
    """The squares of a parchment that show what is confirmed on the island."""
    return _squares(faithful_squares(state, seat))


def grades(state: Any, box: Any) -> dict[str, int]:
    """A solo player's grade for each of GRADES as if the match ended now, 0 for the lowest (MM-17, MM-23, MM-24)."""
    now = parts(state, box, 0)
    points = {"total": sum(now.values()), **{name: now[name] for name in GRADES[1:]}}
    return {name: grade(box, name, points[name]) for name in GRADES}


def grade(box: Any, name: str, points: int) -> int:
    """The grade that so many points have, 0 for the lowest."""
    steps = (int(box["grades"][GRADES.index(name), i]) for i in range(MOST_GRADES))
    return sum(1 for least in steps if least != NOTHING and points >= least)


# ---------------------------------------------------------------- the end


def to_the_end(state: Any, box: Any) -> dict[str, int]:
    """How far the match is from each of its ends (ENDINGS).

    `island`: squares not confirmed yet; `parchment`: blanks of the fullest one; `sketches` (not solo): cards left in
    the deck and open; `otoma` (solo): half-days left.
    """
    seats = int(state["seats"])
    left = {
        "island": SQUARES - int(sum(int(side) for side in state["confirmed"])),
        "parchment": min(sum(int(t) == NOTHING for t in state["parchment"][seat]) for seat in range(seats)),
    }
    if seats == 1:
        return {**left, "otoma": int(stacked(box)) - 1 - int(state["turned"])}
    return {**left, "sketches": int(state["left"]) + sum(int(kind) != NOTHING for kind in state["open"])}
