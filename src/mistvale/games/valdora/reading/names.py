"""What spaces, gems, equipment and commissions are called, what they do, and which drawing is theirs."""

from __future__ import annotations

from typing import Any

from ....core.knowledge import once
from ....scene.panels import listed
from ..state import CATALOGUE, COLOURS, EQUIPMENT, GEMS, TOOLS
from . import View

LETTERED = {"a": "equipment", "b": "equipment", "c": "commissions", "d": "commissions"}  # towns drawn with a letter


def space_row(view: View, space: int) -> Any:
    """A space as the box describes it."""
    return view.box.data["board"]["spaces"][space]


def space_name(view: View, space: int) -> str:
    """A space as moves write it."""
    return view.box.words["spaces"][space]


@once
def space_label(view: View, space: int) -> str:
    """What players call a space."""
    row = space_row(view, space)
    kind = row["kind"]
    if kind == "palace":
        return view.words("term.space.palace", colour=colour_label(view, COLOURS.index(row["client"])))
    if kind == "town" and "ships" in row and row.get("home"):
        return view.words("term.space.harbour-town")
    return view.words(f"term.space.{kind}", name=space_number(view, space))


def space_number(view: View, space: int) -> str:
    """What tells a space from others of its kind: a number, or a town's letter."""
    row = space_row(view, space)
    name = str(row["name"])
    return (name.removeprefix(row["kind"]) or name).upper()


@once
def ways_hint(view: View, space: int) -> str:
    """Which spaces ways lead to from a space, in words: whoever does not see the board has them from here alone."""
    board, name = view.box.data["board"], space_row(view, space)["name"]
    names = [row["name"] for row in board["spaces"]]
    near = sorted({names.index(end) for ends in board["edges"] if name in ends for end in ends if end != name})
    return view.words("hint.ways", spaces=view.words.listed([space_label(view, other) for other in near]))


@once
def space_symbol(view: View, space: int) -> str:
    """A space's drawing; towns of other boxes have one without a letter."""
    row = space_row(view, space)
    kind, name = row["kind"], row["name"]
    if kind == "palace":
        return f"palace-{row['client']}"
    if kind == "harbour":
        return f"harbour-{min(2, row['ships'])}"
    if kind != "town":
        return str(kind)
    if "book" in row and LETTERED.get(name) == row["book"]:
        return f"town-{name}"
    return "town-h" if "ships" in row else "town"


@once
def colour_label(view: View, colour: int) -> str:
    """A colour of palaces, craftsmen and workshops."""
    return view.words(f"term.colour.{COLOURS[colour]}")


@once
def gem_label(view: View, gem: int) -> str:
    """A gem, gold too."""
    return view.words(f"term.gem.{GEMS[gem]}")


def gems_label(view: View, counts: list[int]) -> str:
    """Gems and how many of each; nothing where there are none."""
    return listed(
        view, [view.words("term.counted", n=n, what=gem_label(view, gem)) for gem, n in enumerate(counts) if n]
    )


def titled(text: str) -> str:
    """A name as it stands alone, with a large first letter."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- faces of both kinds of book


@once
def equipment_label(view: View, equipment: int) -> str:
    """An equipment card's name."""
    return view.words(f"term.equipment.{EQUIPMENT[equipment]}")


@once
def equipment_hint(view: View, equipment: int) -> str:
    """What an equipment card carries, and for how many coins."""
    if equipment < TOOLS:
        return view.words("hint.carries.tool", gem=gem_label(view, view.components.carries[equipment]))
    return view.words("hint.carries.wagon", n=view.components.fare[equipment])


@once
def commission_label(view: View, face: int) -> str:
    """A commission by its client and what is asked."""
    colour = colour_label(view, view.components.asker[face])
    return view.words("term.commission", colour=colour, asked=asked_label(view, face))


@once
def asked_label(view: View, face: int) -> str:
    """What a commission asks for."""
    gems = [gem_label(view, gem) for gem in asked_gems(view, face)]
    coins = view.components.asks_coins[face]
    return listed(view, gems + ([view.words("term.coins", n=coins)] if coins else []))


@once
def asked_gems(view: View, face: int) -> tuple[int, ...]:
    """The gems a commission asks for, one after the other."""
    return tuple(gem for gem, n in enumerate(view.components.asks[face]) for _ in range(n))


def commission_hint(view: View, face: int) -> str:
    """Where a commission is delivered, and its points."""
    colour = colour_label(view, view.components.asker[face])
    return view.words("hint.commission", colour=colour, n=view.components.worth[face])


@once
def face_label(view: View, kind: int, face: int) -> str:
    """What lies open on a page."""
    return titled(equipment_label(view, face)) if kind == CATALOGUE else commission_label(view, face)


@once
def face_short(view: View, kind: int, face: int) -> str:
    """What lies open on a page, in few letters: a commission by its client and points."""
    if kind == CATALOGUE:
        return face_label(view, kind, face)
    return f"{colour_label(view, view.components.asker[face])} {view.components.worth[face]}"


@once
def face_hint(view: View, kind: int, face: int) -> str:
    """What it does."""
    return equipment_hint(view, face) if kind == CATALOGUE else commission_hint(view, face)


@once
def face_symbol(view: View, kind: int, face: int) -> str:
    """Its drawing."""
    return EQUIPMENT[face] if kind == CATALOGUE else f"commission-{COLOURS[view.components.asker[face]]}"
