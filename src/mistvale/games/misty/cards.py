"""What cards do, in words, and what spaces are called."""

from __future__ import annotations

from ...core.knowledge import View
from ...core.rule import NOTHING
from ...scene.cards import card_label
from .state import ARROW, ARROWS, FLOWER, MONSTER, SIDE, SMILE

SIGNS = {"up": "↑", "down": "↓", "left": "←", "right": "→"}


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
