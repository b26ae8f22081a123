"""Who stands at a tile, and why: side by side, with what does not count there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....core.hexes import SIDES
from ....core.keeping import kept
from ....core.rule import NOTHING
from ....scene.panels import listed
from ..rules.control import (
    banner_due,
    explorers,
    explorers_at,
    is_in_smoke,
    is_patrol,
    opposite,
    printed_side,
    reinforcements,
    strength,
)
from ..state import AROUND, HOME, SEATS, State
from .tiles import View, has_footprints, patrol_of, side_label, tile_label, tribe_label, worth_hint

# ---------------------------------------------------------------- explorers


@dataclass(frozen=True)
class PatrolSide:
    """One side of a patrol tile in play, by its direction on the table."""

    side: int
    printed: int  # explorers printed there
    reinforced: int  # explorers that reinforcements have brought
    smoke: bool  # whether smoke voids them all
    count: int  # those that are valid


@dataclass(frozen=True)
class Facing:
    """A patrol's explorers that look at a valley tile or encounter."""

    side: int  # the side of the tile they look at
    seat: int  # whose they are
    patrol: int  # the patrol tile's number
    printed: int
    reinforced: int
    void: str  # why they do not count: "smoke" or "wall"; empty if they do
    count: int  # those that count


def patrol_side(view: View, patrol: int, side: int) -> PatrolSide:
    """A side of a patrol tile that is turned."""
    seat, kind = patrol_of(patrol)
    printed = view.ask(printed_side, seat, kind, side)
    return PatrolSide(
        side,
        printed=view.components.explorers[seat][kind][printed],
        reinforced=int(view.ask(reinforcements, seat, kind, printed)),
        smoke=bool(view.ask(is_in_smoke, seat, kind, printed)),
        count=view.ask(explorers, seat, kind, side),
    )


def is_turned(view: View, patrol: int) -> bool:
    """Whether a patrol tile in play is turned for good."""
    seat, kind = patrol_of(patrol)
    return view.s.turned[seat][kind] != NOTHING


@kept
def facings(view: View, site: int) -> Iterator[Facing]:
    """All explorers that look at a valley tile or encounter in play, side by side from the top."""
    for side, tile in enumerate(tiles_around(view, view.s.place[site])):
        if not is_patrol(tile) or not is_turned(view, tile):
            continue
        here = patrol_side(view, tile, opposite(side))
        if here.printed:
            void = "wall" if view.s.wall[site] == side else "smoke" if here.smoke else ""
            count = 0 if void else here.count
            yield Facing(side, patrol_of(tile)[0], tile, here.printed, here.reinforced, void, count)


@kept
def counted(view: View, site: int) -> tuple[int, int]:
    """What each seat would count at a tile in play if it were checked now, captains included."""
    first, second = view.ask(strength, site)
    return int(first), int(second)


@kept
def captain_counts(view: View, seat: int) -> bool:
    """Whether a captain on a tile has an explorer of its tribe beside it, without whom it counts for nothing (MV-7)."""
    site = view.s.captain[seat]
    return site != HOME and bool(view.ask(explorers_at, site)[seat])


@kept
def is_outdated(view: View, site: int) -> bool:
    """Whether a tile would have another banner, or none, if it were checked now."""
    return bool(view.ask(banner_due, site) != view.s.banner[site])


def tiles_around(view: View, place: int) -> list[int]:
    """The tile across each side of a hex; NOTHING where there is none."""
    return [view.s.table[AROUND[place, side]] for side in range(SIDES)]


# ---------------------------------------------------------------- what has changed


def changed_hands(was: State, now: State) -> dict[int, int]:
    """The tiles whose banner differs between two states, and whose it is now (NOTHING: nobody's)."""
    pairs = enumerate(zip(was.banner, now.banner, strict=True))
    return {site: after for site, (before, after) in pairs if before != after}


def turned_otherwise(was: State, now: State, patrol: int) -> bool:
    """Whether a patrol has been turned between two states: as it was laid, or in its place."""
    seat, kind = patrol_of(patrol)
    return now.turned[seat][kind] not in (NOTHING, was.turned[seat][kind])


# ---------------------------------------------------------------- in words


@kept
def standing_hint(view: View, site: int) -> str:
    """Why a tile is whose it is, then what it is worth: its label says the rest. Short, for it lies over the board."""
    return "\n".join([*standing_lines(view, site), worth_hint(view, site)])


def standing_lines(view: View, site: int) -> Iterator[str]:
    """Line by line: what counts for whom, what does not and why, and that it has not been counted lately (MV-6)."""
    s, words = view.s, view.words
    looking = facings(view, site)
    yield from (facing_line(view, facing) for facing in looking)
    for seat in range(SEATS):
        if s.captain[seat] == site:
            key = "hint.counts.captain" if captain_counts(view, seat) else "hint.counts.captain.alone"
            yield words(key, name=view.name(seat), n=view.components.captain)
    if s.wall[site] != NOTHING and not any(facing.void == "wall" for facing in looking):
        yield words("hint.counts.walled", side=side_label(view, s.wall[site]))
    first, second = counted(view, site)
    if first or second:
        yield words("hint.counts.sum", first=view.name(0), n0=first, second=view.name(1), n1=second)
    if is_outdated(view, site):
        yield words("hint.counts.stored")
    elif first == second and first:
        yield words("hint.counts.tie")


def facing_line(view: View, facing: Facing) -> str:
    """One side of a tile in words."""
    words = view.words
    said = words("hint.counts.side", side=side_label(view, facing.side), name=view.name(facing.seat), n=facing.printed)
    if facing.reinforced:
        said += words("hint.counts.reinforced", n=facing.reinforced)
    return said + words(f"hint.counts.{facing.void}") if facing.void else said


def site_label(view: View, site: int) -> str:
    """A tile's name, with what lies on it, whose it is and how many stand there: what one hears of it at once."""
    words, s = view.words, view.s
    parts = [tile_label(view, site)]
    if s.banner[site] != NOTHING:
        parts.append(words("term.label.banner", name=view.name(s.banner[site])))
    first, second = counted(view, site)
    if first or second:
        parts.append(words("term.label.counts", n0=first, n1=second))
    parts += [words("term.label.captain", name=view.name(seat)) for seat in range(SEATS) if s.captain[seat] == site]
    if s.wall[site] != NOTHING:
        parts.append(words("term.label.wall"))
    if s.flowers[site]:
        parts.append(words("term.label.flowers"))
    if has_footprints(view, site):
        parts.append(words("term.label.footprints"))
    return ", ".join(parts)


def site_short(view: View, site: int) -> str:
    """A tile in a terminal's few characters: name, whose banner, how many explorers of each."""
    first, second = counted(view, site)
    banner = view.s.banner[site]
    flag = "-" if banner == NOTHING else tribe_label(view, banner)[0]
    return f"{tile_label(view, site)} {flag}{first}:{second}"


def beside(view: View, place: int) -> str:
    """A space by what lies around it: patrols are not named one by one."""
    tiles = [tile for tile in tiles_around(view, place) if tile != NOTHING and not is_patrol(tile)]
    labels = [tile_label(view, tile) for tile in tiles]
    return view.words("term.space", tiles=listed(view, labels)) if labels else view.words("term.space.patrols")
