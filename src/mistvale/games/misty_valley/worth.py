"""What a seat's tiles are worth, one by one, so that they can be shown to add up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.match import View
from .cards import asks_of, asks_text, is_encounter, tile_label
from .rules.scoring import (
    count_encounters,
    count_flowers,
    count_resource,
    encounter_points,
    flower_points,
    is_met,
    unused_points,
)
from .state import RESOURCES, SEATS


@dataclass(frozen=True)
class Item:
    """A line of the scoring: what it is, and for each seat its points and why; no points where it has none of it."""

    label: str
    points: tuple[int, ...]
    notes: tuple[str, ...] = ("", "")


def items(view: View) -> Iterator[Item]:
    """Every line of the scoring, tile by tile, then abilities and flowers."""
    for resource in range(len(RESOURCES)):
        yield from resource_items(view, resource)
    for site in range(int(view.box.record["valley"]), int(view.box.record["sites"])):
        if int(view.state["banner"][site]) >= 0:
            yield encounter_item(view, site)
    if not int(view.state["light"]):
        yield Item(view.words("worth.abilities"), _both(view, unused_points))
    if int(view.state["expansion"]):
        flowers = _both(view, count_flowers)
        notes = tuple(view.words("worth.flowers.note", n=n) for n in flowers)
        yield Item(view.words("worth.flowers"), _both(view, flower_points), notes)


def resource_items(view: View, resource: int) -> Iterator[Item]:
    """A line for each tile of a resource: what a seat's first, second and third one add (MV-16)."""
    state, record = view.state, view.box.record
    sets = [int(points) for points in record["sets"]]
    held = [int(count_resource(state, record, seat, resource)) for seat in range(SEATS)]
    name = view.words(f"resource.{RESOURCES[resource]}")
    for number in range(1, max(held) + 1):
        points = tuple(sets[number] - sets[number - 1] if held[seat] >= number else 0 for seat in range(SEATS))
        yield Item(view.words(f"worth.tile.{number}", resource=name), points)


def encounter_item(view: View, site: int) -> Item:
    """An encounter, and what its controller lacks."""
    state, record = view.state, view.box.record
    owner = int(state["banner"][site])
    points = tuple(int(encounter_points(state, record, seat, site)) for seat in range(SEATS))
    notes = ["", ""]
    if not is_met(state, record, owner, site):
        notes[owner] = view.words("worth.lacks", asks=asks_text(view, lacks(view, owner, site)))
    return Item(tile_label(view, site), points, tuple(notes))


def lacks(view: View, seat: int, site: int) -> list[str]:
    """What an encounter asks for and a seat does not have (MV-17)."""
    state, record = view.state, view.box.record

    def has(ask: str) -> bool:
        if ask == "encounter":
            others = int(count_encounters(state, record, seat)) - (int(state["banner"][site]) == seat)
            return others > 0
        return int(count_resource(state, record, seat, RESOURCES.index(ask))) > 0

    return [ask for ask in asks_of(view, site) if not has(ask)]


def tiles_held(view: View, seat: int) -> tuple[int, int]:
    """How many valley tiles and how many encounters a seat controls."""
    sites = [site for site in range(int(view.box.record["sites"])) if int(view.state["banner"][site]) == seat]
    met = sum(is_encounter(view, site) for site in sites)
    return len(sites) - met, met


def _both(view: View, points: object) -> tuple[int, ...]:
    assert callable(points)
    return tuple(int(points(view.state, view.box.record, seat)) for seat in range(SEATS))
