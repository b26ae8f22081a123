"""What the tiles, sides and abilities are called, what they say, and which drawing is theirs."""

from __future__ import annotations

from functools import cache

from ....core.hexes import SIDES, steps_to
from ....core.knowledge import ViewOf, once
from ....core.rule import NOTHING
from ....scene.panels import listed
from ..rules.control import facing, is_patrol, kind_of, printed_side, tribe_of
from ..state import ABILITIES, PLACES, RESOURCES, SITES, START, Box, State

View = ViewOf[State, Box]
ARROWS = "↑↗↘↓↙↖"  # the sides of a hex in characters, clockwise from the top


@cache
def patrol_of(tile: int) -> tuple[int, int]:
    """The tribe of a patrol tile, and its kind."""
    return int(tribe_of(tile)), int(kind_of(tile))


def is_encounter(view: View, tile: int) -> bool:
    return view.components.valley <= tile < SITES


def is_known(tile: int) -> bool:
    """Whether there is a tile, and the viewer may know which: it is neither NOTHING nor HIDDEN."""
    return tile >= 0


def has_footprints(view: View, tile: int) -> bool:
    """Whether it is a valley tile that brings an encounter."""
    return not is_encounter(view, tile) and bool(view.components.footprints[tile])


# ---------------------------------------------------------------- names


@once
def tile_name(view: View, tile: int) -> str:
    """A tile in the notation's words."""
    if is_patrol(tile):
        return view.box.words["patrols"][patrol_of(tile)[1]]
    return view.box.words["tiles"][tile]


@once
def tile_label(view: View, tile: int) -> str:
    """What players call a tile."""
    if tile == START:
        return view.words("term.start")
    if is_patrol(tile):
        return patrol_label(view, *patrol_of(tile))
    if is_encounter(view, tile):
        name = tile_name(view, tile)
        return view.words.get(f"term.encounter.{name}", name)
    return view.words(f"term.resource.{resource_of(view, tile)}")


@once
def patrol_label(view: View, seat: int, kind: int) -> str:
    """A patrol by the explorers on its sides, those that have any: what tells most of them apart at a glance."""
    explorers = [count for count in printed_explorers(view, seat, kind) if count]
    sides = "+".join(str(count) for count in explorers)
    return view.words("term.patrol", tribe=tribe_label(view, seat), sides=sides, n=sum(explorers))


def explorers_read(counts: list[int]) -> str:
    """Explorers in characters, an arrow for each, to the side on which it stands: "↑↑↗↙"."""
    return "".join(arrow * count for arrow, count in zip(ARROWS, counts, strict=True))


@once
def tile_symbol(view: View, tile: int) -> str:
    """Its drawing; encounters that other boxes bring share a spare one."""
    if tile == START:
        return "start"
    if is_patrol(tile):
        return f"patrol-{patrol_of(tile)[0]}"
    if is_encounter(view, tile):
        name = tile_name(view, tile)
        return f"encounter-{name}" if f"term.encounter.{name}" in view.words else "encounter-extra"
    return f"valley-{resource_of(view, tile)}"


def resource_of(view: View, tile: int) -> str:
    return RESOURCES[view.components.resource[tile]]


@once
def tribe_label(view: View, seat: int) -> str:
    return view.words(f"term.tribe.{seat}")


@once
def ability_label(view: View, ability: int) -> str:
    return view.words(f"term.ability.{ABILITIES[ability]}")


@once
def ability_hint(view: View, ability: int) -> str:
    return view.words(f"hint.ability.{ABILITIES[ability]}", n=view.components.reinforcements)


@once
def side_label(view: View, side: int) -> str:
    return view.words(f"term.side.{side}")


@cache
def hex_name(place: int) -> str:
    """A hex as the notation writes it."""
    q, r = PLACES[place]
    return f"{q},{r}"


@once
def hex_words(view: View, place: int) -> str:
    """Where a hex lies, as one would say it: how far from the start tile, and which way; nothing of the middle."""
    steps = [view.words("term.hex", n=n, side=side_label(view, side)) for side, n in steps_to(*PLACES[place])]
    return listed(view, steps) if steps else ""


# ---------------------------------------------------------------- what a tile says of itself


def asks_of(view: View, encounter: int) -> list[str]:
    """What an encounter asks for: resources, then another encounter."""
    box = view.components
    asks = [resource for resource, asked in zip(RESOURCES, box.asks[encounter], strict=True) if asked]
    return asks + (["encounter"] if box.asks_another[encounter] else [])


def asks_text(view: View, asks: list[str]) -> str:
    return listed(view, [view.words(f"term.asks.{ask}") for ask in asks])


@once
def worth_hint(view: View, tile: int) -> str:
    """What a valley tile or an encounter is worth."""
    if not is_encounter(view, tile):
        return sets_hint(view)
    box = view.components
    asks = asks_text(view, asks_of(view, tile))
    return view.words("hint.encounter", asks=asks, met=box.met[box.demands[tile]], unmet=box.unmet)


@once
def sets_hint(view: View) -> str:
    """What one, two and three valley tiles of a resource are worth."""
    _, one, two, three = view.components.sets
    return view.words("hint.valley", one=one, two=two, three=three)


@once
def site_hint(view: View, tile: int) -> str:
    """What a tile that is not in play is worth, and what it will bring."""
    hint = worth_hint(view, tile)
    return f"{hint}\n{view.words('hint.footprints')}" if has_footprints(view, tile) else hint


def printed_explorers(view: View, seat: int, kind: int) -> list[int]:
    """The explorers on each printed side of a patrol."""
    return view.components.explorers[seat][kind]


def faced(view: View, seat: int, kind: int) -> list[int]:
    """The explorers on each side of the table as a patrol lies; as printed, while it does not."""
    printed = printed_explorers(view, seat, kind)
    if view.s.turned[seat][kind] == NOTHING:
        return printed
    return [printed[view.ask(printed_side, seat, kind, side)] for side in range(SIDES)]


def markers(view: View, seat: int, kind: int) -> list[tuple[str, int]]:
    """The markers on a patrol that is turned, "smoke" and "reinforced", each with the printed side it lies on."""
    s = view.s
    if s.turned[seat][kind] == NOTHING:
        return []
    lying = (("smoke", s.smoke, s.smoke_side), ("reinforced", s.reinforced, s.reinforced_side))
    return [(name, sides[seat]) for name, kinds, sides in lying if kinds[seat] == kind]


def patrol_hint(view: View, seat: int, kind: int) -> str:
    """A patrol's explorers in words, and the markers on it."""
    lines = [
        view.words.pair(side_label(view, side), view.words("term.explorers", n=count))
        for side, count in enumerate(faced(view, seat, kind))
        if count
    ]
    for name, printed in markers(view, seat, kind):
        side = facing(printed, view.s.turned[seat][kind])
        lines.append(view.words(f"hint.{name}", side=side_label(view, side)))
    return "\n".join(lines)
