"""What spaces, gems, equipment and commissions are called, what they do, and which drawing is theirs."""

from __future__ import annotations

from typing import Any

from ...core.knowledge import View, once
from ...scene.panels import listed
from .rules.reading import commission_face, held_commissions
from .state import CATALOGUE, COLOURS, COMMISSIONS, EQUIPMENT, GEMS, TOOLS

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
        return view.words("space.palace", colour=colour_label(view, COLOURS.index(row["client"])))
    if kind == "town" and "ships" in row and row.get("home"):
        return view.words("space.harbour-town")
    name = str(row["name"])
    return view.words(f"space.{kind}", name=(name.removeprefix(kind) or name).upper())


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
    return view.words(f"colour.{COLOURS[colour]}")


@once
def gem_label(view: View, gem: int) -> str:
    """A gem, gold too."""
    return view.words(f"gem.{GEMS[gem]}")


def gems_label(view: View, counts: Any) -> str:
    """Gems and how many of each; nothing where there are none."""
    return listed(
        view,
        [view.words("counted", n=int(n), what=gem_label(view, gem)) for gem, n in enumerate(counts) if int(n) > 0],
    )


def titled(text: str) -> str:
    """A name as it stands alone, with a large first letter."""
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- faces of both kinds of book


@once
def equipment_label(view: View, equipment: int) -> str:
    """An equipment card's name."""
    return view.words(f"equipment.{EQUIPMENT[equipment]}")


@once
def equipment_hint(view: View, equipment: int) -> str:
    """What an equipment card carries, and for how many coins."""
    if equipment < TOOLS:
        return view.words("carries.tool", gem=gem_label(view, int(view.box.record["carries"][equipment])))
    return view.words("carries.wagon", n=int(view.box.record["fare"][equipment]))


@once
def commission_label(view: View, face: int) -> str:
    """A commission by its client and what is asked."""
    colour = colour_label(view, int(view.box.record["asker"][face]))
    return view.words("commission", colour=colour, asked=asked_label(view, face))


@once
def asked_label(view: View, face: int) -> str:
    """What a commission asks for."""
    box = view.box.record
    gems = [gem_label(view, gem) for gem in asked_gems(view, face)]
    coins = int(box["asks_coins"][face])
    return listed(view, gems + ([view.words("coins", n=coins)] if coins else []))


@once
def asked_gems(view: View, face: int) -> tuple[int, ...]:
    """The gems a commission asks for, one after the other."""
    return tuple(gem for gem in range(len(GEMS)) for _ in range(int(view.box.record["asks"][face, gem])))


def commission_hint(view: View, face: int) -> str:
    """Where a commission is delivered, and its points."""
    colour = colour_label(view, int(view.box.record["asker"][face]))
    return view.words("commission.hint", colour=colour, n=int(view.box.record["worth"][face]))


def which(view: View, seat: int, code: int) -> str:
    """A commission that a seat holds, in as few words as tell it from its others.

    By its colour; else with what it asks for; else with its other side; else with both sides, in their order.
    """
    others = [other for other in held_commissions(view.state, seat) if other != code]
    namings = (named_by_colour, named_by_asked, named_by_other, named_by_sides)
    tellings = (name for name in namings if all(name(view, other) != name(view, code) for other in others))
    return next(tellings, named_by_sides)(view, code)


def named_by_colour(view: View, code: int) -> str:
    """Silver."""
    return colour_label(view, int(view.box.record["asker"][commission_face(view.box.record, code)]))


def named_by_asked(view: View, code: int) -> str:
    """White (ruby, sapphire and amethyst)."""
    asked = asked_label(view, commission_face(view.box.record, code))
    return view.words("which.asked", card=named_by_colour(view, code), asked=asked)


def named_by_other(view: View, code: int) -> str:
    """Silver (other side Red)."""
    return view.words("which.other", card=named_by_colour(view, code), other=named_by_colour(view, code ^ 1))


def named_by_sides(view: View, code: int) -> str:
    """Silver (front: Silver commission: 1 coin; back: Red commission: ruby)."""
    front, back = (commission_label(view, int(face)) for face in view.box.record["face"][COMMISSIONS, code // 2])
    return view.words("which.sides", card=named_by_colour(view, code), front=front, back=back)


@once
def face_label(view: View, kind: int, face: int) -> str:
    """What lies open on a page."""
    return titled(equipment_label(view, face)) if kind == CATALOGUE else commission_label(view, face)


@once
def face_short(view: View, kind: int, face: int) -> str:
    """What lies open on a page, in few letters: a commission by its client and points."""
    if kind == CATALOGUE:
        return face_label(view, kind, face)
    return f"{colour_label(view, int(view.box.record['asker'][face]))} {int(view.box.record['worth'][face])}"


@once
def face_hint(view: View, kind: int, face: int) -> str:
    """What it does."""
    return equipment_hint(view, face) if kind == CATALOGUE else commission_hint(view, face)


@once
def face_symbol(view: View, kind: int, face: int) -> str:
    """Its drawing."""
    return EQUIPMENT[face] if kind == CATALOGUE else f"commission-{COLOURS[int(view.box.record['asker'][face])]}"
