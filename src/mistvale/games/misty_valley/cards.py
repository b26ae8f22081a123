"""What the tiles, sides and abilities are called, what they say, and which drawing is theirs."""

from __future__ import annotations

from ...core.hexes import SIDES
from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene.panels import listed
from .state import ABILITIES, PATROL_0, PATROLS, PLACES, RESOURCES, SEATS, SITES, START


def is_patrol(tile: int) -> bool:
    return PATROL_0 <= tile < PATROL_0 + SEATS * PATROLS


def patrol_tile(seat: int, kind: int) -> int:
    return PATROL_0 + seat * PATROLS + kind


def patrol_of(tile: int) -> tuple[int, int]:
    """The tribe of a patrol tile, and its kind."""
    return divmod(tile - PATROL_0, PATROLS)


def is_encounter(view: View, tile: int) -> bool:
    return int(view.box.record["valley"]) <= tile < SITES


# ---------------------------------------------------------------- names


def tile_name(view: View, tile: int) -> str:
    """A tile in the notation's words."""
    if is_patrol(tile):
        return view.box.words["patrols"][patrol_of(tile)[1]]
    return view.box.words["tiles"][tile]


def tile_label(view: View, tile: int) -> str:
    """What players call a tile."""
    if tile == START:
        return view.words("start")
    if is_patrol(tile):
        return view.words("patrol", tribe=view.words(f"tribe.{patrol_of(tile)[0]}"), name=tile_name(view, tile))
    if is_encounter(view, tile):
        name = tile_name(view, tile)
        return view.words.get(f"encounter.{name}", name)
    return view.words(f"resource.{resource_of(view, tile)}")


def tile_symbol(view: View, tile: int) -> str:
    """Its drawing; encounters that other boxes bring share a spare one."""
    if tile == START:
        return "start"
    if is_patrol(tile):
        return f"patrol-{patrol_of(tile)[0]}"
    if is_encounter(view, tile):
        name = tile_name(view, tile)
        return f"encounter-{name}" if f"encounter.{name}" in view.words else "encounter-extra"
    return f"valley-{resource_of(view, tile)}"


def resource_of(view: View, tile: int) -> str:
    return RESOURCES[int(view.box.record["resource"][tile])]


def ability_label(view: View, ability: int) -> str:
    return view.words(f"ability.{ABILITIES[ability]}")


def ability_hint(view: View, ability: int) -> str:
    return view.words(f"ability.{ABILITIES[ability]}.hint", n=int(view.box.record["reinforcements"]))


def side_label(view: View, side: int) -> str:
    return view.words(f"side.{side}")


def hex_name(place: int) -> str:
    """A hex as the notation writes it."""
    q, r = PLACES[place]
    return f"{q},{r}"


# ---------------------------------------------------------------- what a tile says of itself


def asks_of(view: View, encounter: int) -> list[str]:
    """What an encounter asks for: resources, then another encounter."""
    record = view.box.record
    asks = [resource for r, resource in enumerate(RESOURCES) if int(record["asks"][encounter, r])]
    return asks + (["encounter"] if int(record["asks_another"][encounter]) else [])


def asks_text(view: View, asks: list[str]) -> str:
    return listed(view, [view.words(f"asks.{ask}") for ask in asks])


def worth_hint(view: View, tile: int) -> str:
    """What a valley tile or an encounter is worth."""
    record = view.box.record
    if is_encounter(view, tile):
        met, unmet = int(record["met"][int(record["demands"][tile])]), int(record["unmet"])
        return view.words("hint.encounter", asks=asks_text(view, asks_of(view, tile)), met=met, unmet=unmet)
    sets = [int(points) for points in record["sets"]]
    return view.words("hint.valley", one=sets[1], two=sets[2], three=sets[3])


def site_hint(view: View, tile: int) -> str:
    """What a tile that is not in play is worth, and what it will bring."""
    hint = worth_hint(view, tile)
    feet = not is_encounter(view, tile) and int(view.box.record["footprints"][tile])
    return f"{hint}\n{view.words('hint.footprints')}" if feet else hint


def explorers(view: View, seat: int, kind: int) -> list[int]:
    """The explorers on each printed side of a patrol."""
    return [int(n) for n in view.box.record["explorers"][seat, kind]]


def faced(view: View, seat: int, kind: int) -> list[int]:
    """The explorers on each side of the table as a patrol lies; as printed, while it does not."""
    turned = max(0, int(view.state["turned"][seat, kind]))
    sides = explorers(view, seat, kind)
    return [sides[(side - turned) % SIDES] for side in range(SIDES)]


def patrol_hint(view: View, seat: int, kind: int) -> str:
    """A patrol's explorers in words, and the markers on it."""
    lines = [
        f"{side_label(view, side)}: {view.words('explorers', n=count)}"
        for side, count in enumerate(faced(view, seat, kind))
        if count
    ]
    turned = int(view.state["turned"][seat, kind])
    for marker in ("smoke", "reinforced"):
        if turned != NOTHING and int(view.state[marker][seat]) == kind:
            side = (int(view.state[f"{marker}_side"][seat]) + turned) % SIDES
            lines.append(view.words(f"hint.{marker}", side=side_label(view, side)))
    return "\n".join(lines)
