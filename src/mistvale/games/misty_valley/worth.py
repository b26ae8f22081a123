"""What the seats' tiles are worth, one by one, so that they can be shown to add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.knowledge import View
from .cards import asks_text, is_encounter, tile_label
from .reading import Gain, flowers, gains
from .state import RESOURCES, SEATS


@dataclass(frozen=True)
class Item:
    """A line of the scoring: what it is, and what it brings to each seat."""

    label: str
    points: tuple[int, ...]


def items(view: View) -> Iterator[Item]:
    """Every line of the scoring, tile by tile, then abilities and flowers."""
    lines = [gains(view.state, view.box.record, seat) for seat in range(SEATS)]
    for resource in RESOURCES:
        yield from resource_items(view, resource, [_only(line, resource) for line in lines])
    for seat, line in enumerate(lines):
        yield from (encounter_item(view, seat, gain) for gain in line if gain.what == "encounter")
    if not int(view.state["light"]):
        yield Item(view.words("worth.abilities"), _points(lines, "unused"))
    if int(view.state["expansion"]):
        first, second = flowers(view.state, view.box.record)
        yield Item(view.words("worth.flowers", first=first, second=second), _points(lines, "flowers"))


def _only(line: list[Gain], what: str) -> Gain:
    """The only line of its kind."""
    return next((gain for gain in line if gain.what == what), Gain(what, 0, ()))


def _points(lines: list[list[Gain]], what: str) -> tuple[int, ...]:
    return tuple(_only(line, what).points for line in lines)


def resource_items(view: View, resource: str, held: list[Gain]) -> Iterator[Item]:
    """A line for each tile of a resource: what a seat's first, second and third one add (MV-16)."""
    sets = [int(points) for points in view.box.record["sets"]]
    name = view.words(f"resource.{resource}")
    for number in range(1, max(len(gain.tiles) for gain in held) + 1):
        adds = sets[number] - sets[number - 1]
        points = tuple(adds if len(gain.tiles) >= number else 0 for gain in held)
        yield Item(view.words(f"worth.tile.{number}", resource=name), points)


def encounter_item(view: View, seat: int, gain: Gain) -> Item:
    """An encounter, and what its controller lacks."""
    label = tile_label(view, gain.tiles[0])
    if gain.missing:
        label = view.words("worth.lacks", tile=label, asks=asks_text(view, list(gain.missing)))
    return Item(label, tuple(gain.points if other == seat else 0 for other in range(SEATS)))


def tiles_held(view: View, seat: int) -> tuple[int, int]:
    """How many valley tiles and how many encounters a seat controls."""
    sites = [site for site in range(int(view.box.record["sites"])) if int(view.state["banner"][site]) == seat]
    met = sum(is_encounter(view, site) for site in sites)
    return len(sites) - met, met
