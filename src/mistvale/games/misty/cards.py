"""What cards and spaces are called, and how they are drawn."""

from __future__ import annotations

from ...core.match import View
from ...core.rule import NOTHING
from .state import ARROW, ARROWS, FLOWER, MONSTER, SIDE, SMILE

SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


def card_name(view: View, kind: int) -> str:
    """The slug of a kind of card."""
    return view.box.words["cards"][kind]


def card_label(view: View, kind: int) -> str:
    """What players call a kind of card."""
    return view.words.get(f"card.{card_name(view, kind)}", card_name(view, kind))


def card_symbol(view: View, kind: int) -> str:
    """The drawing of a kind; kinds of other boxes get the spare ones."""
    name = card_name(view, kind)
    return name if f"card.{name}" in view.words else f"extra-{'ab'[kind % 2]}"


def card_hint(view: View, kind: int) -> str:
    """What a kind of card does."""
    family = int(view.box.record["family"][kind])
    if family == ARROW:
        return view.words(f"hint.{ARROWS[int(view.box.record['arrow'][kind])]}")
    key = {FLOWER: "hint.flower", MONSTER: "hint.monster", SMILE: "hint.smile"}.get(family, "hint.plain")
    return view.words(key, n=int(view.box.record["points"][kind]))


def card_short(view: View, kind: int) -> str:
    """A card in a terminal: its name and its arrow."""
    arrow = int(view.box.record["arrow"][kind])
    return card_label(view, kind) + (f" {SIGNS[ARROWS[arrow]]}" if arrow != NOTHING else "")


def space_name(space: int) -> str:
    """A space's label: a letter for the column, a number for the row."""
    return f"{'abcdefg'[space % SIDE]}{space // SIDE + 1}"
