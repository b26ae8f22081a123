"""What the seats' tiles are worth, one by one, so that they can be shown to add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....core.keeping import kept
from ....scene import Parts
from ..rules.scoring import (
    count_flowers,
    count_unused,
    encounter_points,
    flower_points,
    lacks_encounter,
    lacks_resource,
    resource_points,
    unused_points,
)
from ..state import RESOURCES, SEATS
from .tiles import View, asks_text, is_encounter, resource_of, tile_label

# ---------------------------------------------------------------- points by source


@dataclass(frozen=True)
class Gain:
    """A line of a seat's points: `what` is a resource, "encounter", "unused" or "flowers"."""

    what: str
    points: int
    tiles: tuple[int, ...] = ()  # the sites it comes from
    missing: tuple[str, ...] = ()  # for an encounter: what it asks for and the seat has not
    count: int = 0  # of abilities


def gains(view: View, seat: int) -> list[Gain]:
    """Where a seat's points come from as the table is now: resources, encounters, unused abilities, flowers."""
    valley, encounters = controlled(view, seat)
    lines = []
    for index, resource in enumerate(RESOURCES):
        tiles = tuple(site for site in valley if resource_of(view, site) == resource)
        lines.append(Gain(resource, view.ask(resource_points, seat, index), tiles))
    for site in encounters:
        lines.append(Gain("encounter", view.ask(encounter_points, seat, site), (site,), missing(view, seat, site)))
    lines.append(Gain("unused", view.ask(unused_points, seat), count=view.ask(count_unused, seat)))
    lines.append(Gain("flowers", view.ask(flower_points, seat), tuple(s for s in valley if view.s.flowers[s])))
    return [line for line in lines if line.points or line.tiles]


def controlled(view: View, seat: int) -> tuple[list[int], list[int]]:
    """The valley tiles and the encounters that a seat controls."""
    own = [site for site in range(view.components.sites) if view.s.banner[site] == seat]
    return [site for site in own if not is_encounter(view, site)], [site for site in own if is_encounter(view, site)]


def missing(view: View, seat: int, site: int) -> tuple[str, ...]:
    """What an encounter asks for and a seat has not: resources, or "encounter" for another one (MV-17)."""
    lacks = [word for index, word in enumerate(RESOURCES) if view.ask(lacks_resource, seat, site, index)]
    return (*lacks, "encounter") if view.ask(lacks_encounter, seat, site) else tuple(lacks)


@kept
def named_parts(view: View, seat: int) -> Parts:
    """The same in words."""
    return tuple((gain_label(view, gain), gain.points) for gain in gains(view, seat) if gain.points)


def gain_label(view: View, gain: Gain) -> str:
    """A line of a seat's points in words: how many of a resource, which encounter and what it lacks, what else."""
    if gain.what == "encounter":
        return encounter_label(view, gain)
    if gain.what == "unused":
        return view.words("summary.part.unused", n=gain.count)
    if gain.what == "flowers":
        return view.words("summary.part.flowers")
    return view.words("summary.part.tiles", resource=view.words(f"term.resource.{gain.what}"), n=len(gain.tiles))


# ---------------------------------------------------------------- line by line


@dataclass(frozen=True)
class Item:
    """A line of the scoring: what it is, and what it brings to each seat."""

    label: str
    points: tuple[int, ...]


def items(view: View) -> Iterator[Item]:
    """Every line of the scoring, tile by tile, then abilities and flowers."""
    lines = [gains(view, seat) for seat in range(SEATS)]
    for resource in RESOURCES:
        yield from resource_items(view, resource, [_only(line, resource) for line in lines])
    for seat, line in enumerate(lines):
        yield from (encounter_item(view, seat, gain) for gain in line if gain.what == "encounter")
    if not view.s.light:
        yield Item(view.words("summary.worth.abilities"), _points(lines, "unused"))
    if view.s.expansion:
        first, second = flowers(view)
        yield Item(view.words("summary.worth.flowers", first=first, second=second), _points(lines, "flowers"))


def _only(line: list[Gain], what: str) -> Gain:
    """The only line of its kind."""
    return next((gain for gain in line if gain.what == what), Gain(what, 0))


def _points(lines: list[list[Gain]], what: str) -> tuple[int, ...]:
    return tuple(_only(line, what).points for line in lines)


def resource_items(view: View, resource: str, held: list[Gain]) -> Iterator[Item]:
    """A line for each tile of a resource: what a seat's first, second and third one add (MV-16)."""
    sets = view.components.sets
    name = view.words(f"term.resource.{resource}")
    for number in range(1, max(len(gain.tiles) for gain in held) + 1):
        adds = sets[number] - sets[number - 1]
        points = tuple(adds if len(gain.tiles) >= number else 0 for gain in held)
        yield Item(view.words(f"summary.worth.tile.{number}", resource=name), points)


def encounter_item(view: View, seat: int, gain: Gain) -> Item:
    """An encounter, and what it brings to its controller."""
    return Item(encounter_label(view, gain), tuple(gain.points if other == seat else 0 for other in range(SEATS)))


def encounter_label(view: View, gain: Gain) -> str:
    """An encounter, and what its controller lacks."""
    label = tile_label(view, gain.tiles[0])
    if gain.missing:
        label = view.words("summary.worth.lacks", tile=label, asks=asks_text(view, list(gain.missing)))
    return label


def flowers(view: View) -> list[int]:
    """How many valley tiles with flowers each seat controls."""
    return [int(view.ask(count_flowers, seat)) for seat in range(SEATS)]
