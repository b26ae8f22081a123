"""Who stands at a tile, and why: side by side, with what does not count there."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.hexes import SIDES
from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene.panels import listed
from .cards import is_encounter, is_patrol, side_label, tile_label, worth_hint
from .reading import Facing, captain_counts, facings, strengths
from .state import AROUND, SEATS


def counted(view: View, site: int) -> tuple[int, int]:
    """Both tribes' explorers at a tile in play, captains included."""
    return strengths(view.state, view.box.record, site)


def neighbours(view: View, place: int) -> list[int]:
    """The tiles around a hex."""
    tiles = (int(view.state["table"][AROUND[place, side]]) for side in range(SIDES))
    return [tile for tile in tiles if tile != NOTHING]


# ---------------------------------------------------------------- in words


def standing_hint(view: View, site: int) -> str:
    """Why a tile is whose it is, then what it is worth: its label says the rest. Short, for it lies over the board."""
    return "\n".join([*reasons(view, site), worth_hint(view, site)])


def reasons(view: View, site: int) -> Iterator[str]:
    """Line by line: what counts for whom, what does not and why, and that it has not been counted lately (MV-6)."""
    state, words = view.state, view.words
    looking = facings(state, view.box.record, site)
    yield from (facing_line(view, facing) for facing in looking)
    counts = counted(view, site)
    for seat in range(SEATS):
        if int(state["captain"][seat]) == site:
            key = "counts.captain" if captain_counts(state, view.box.record, seat) else "counts.captain.alone"
            yield words(key, name=view.name(seat), n=int(view.box.record["captain"]))
    if int(state["wall"][site]) != NOTHING and not any(facing.void == "wall" for facing in looking):
        yield words("counts.walled", side=side_label(view, int(state["wall"][site])))
    if any(counts):
        yield words("counts.sum", first=view.name(0), n0=counts[0], second=view.name(1), n1=counts[1])
    banner = int(state["banner"][site])
    due = NOTHING if not any(counts) else banner if counts[0] == counts[1] else int(counts[1] > counts[0])
    if due != banner:
        yield words("counts.stored")
    elif any(counts) and counts[0] == counts[1]:
        yield words("counts.tie")


def facing_line(view: View, facing: Facing) -> str:
    """One side of a tile in words."""
    words = view.words
    said = words("counts.side", side=side_label(view, facing.side), name=view.name(facing.seat), n=facing.printed)
    if facing.reinforced:
        said += words("counts.reinforced", n=facing.reinforced)
    return said + words(f"counts.{facing.void}") if facing.void else said


def site_label(view: View, site: int) -> str:
    """A tile's name, with what lies on it, whose it is and how many stand there: what one hears of it at once."""
    words, state = view.words, view.state
    banner = int(state["banner"][site])
    parts = [tile_label(view, site)]
    if banner != NOTHING:
        parts.append(words("label.banner", name=view.name(banner)))
    counts = counted(view, site)
    if any(counts):
        parts.append(words("label.counts", n0=counts[0], n1=counts[1]))
    parts += [words("label.captain", name=view.name(s)) for s in range(SEATS) if int(state["captain"][s]) == site]
    if int(state["wall"][site]) != NOTHING:
        parts.append(words("label.wall"))
    if int(state["flowers"][site]):
        parts.append(words("label.flowers"))
    if not is_encounter(view, site) and int(view.box.record["footprints"][site]):
        parts.append(words("label.footprints"))
    return ", ".join(parts)


def site_short(view: View, site: int) -> str:
    """A tile in a terminal's few characters: name, whose banner, how many explorers of each."""
    first, second = counted(view, site)
    banner = int(view.state["banner"][site])
    flag = "-" if banner == NOTHING else view.words(f"tribe.{banner}")[0]
    return f"{tile_label(view, site)[:6]} {flag}{first}:{second}"


def beside(view: View, place: int) -> str:
    """What lies around a hex, in words: patrols are not named one by one."""
    sites = [tile_label(view, tile) for tile in neighbours(view, place) if not is_patrol(tile)]
    return view.words("hint.beside", tiles=listed(view, sites)) if sites else view.words("hint.beside.patrols")
