"""What spaces are called, and what a card's criterion says: a sentence made from the box's data."""

from __future__ import annotations

from typing import Any

from ...core.knowledge import View
from ...core.text import Words
from ...scene.cards import card_label
from .state import FREE_SIDES, HOW, NONE_FREE, SIDE, TERRAINS


def card_face(view: View, card: int) -> str:
    """A card's terrain and number."""
    terrain = TERRAINS[int(view.box.record["terrain"][card])]
    return view.words("face", terrain=view.words(f"terrain.{terrain}"), number=int(view.box.record["number"][card]))


def card_hint(view: View, card: int) -> str:
    """A card's face and how it scores."""
    return f"{card_face(view, card)}. {sentence(view.words, view.box.data['cards'][card]['scores'])}"


def card_short(view: View, card: int) -> str:
    """A card in a terminal: its number, the first letter of its terrain, its name."""
    terrain = view.words(f"terrain.{TERRAINS[int(view.box.record['terrain'][card])]}")
    return f"{terrain[:1]}{int(view.box.record['number'][card])} {card_label(view, card)}"


def space_name(space: int) -> str:
    """A space's label: a letter for the column, a number for the row."""
    return f"{'abcdefghi'[space % SIDE]}{space // SIDE + 1}"


# ---------------------------------------------------------------- criteria as sentences


def sentence(words: Words, criterion: Any) -> str:
    """How a card scores, in words, from its criterion in the box."""
    how, points = criterion["how"], int(criterion["points"])
    if HOW.index(how) in (FREE_SIDES, NONE_FREE):
        return words(f"score.{how}", n=points)
    which = criterion.get("which", "all")
    if isinstance(which, list):
        one = many = "number"
        numbers = [str(number) for number in which]
        listed = numbers[0] if len(numbers) == 1 else words("list.or", first=", ".join(numbers[:-1]), last=numbers[-1])
    else:
        one = many = which
        listed = ""
    key = f"score.{how}.{criterion['of']}" if "of" in criterion else f"score.{how}"
    return words(
        key,
        n=points,
        one=words(f"one.{one}", numbers=listed),
        many=words(f"many.{many}", numbers=listed),
        where=words(f"where.{criterion['where']}"),
    )
