"""What the cards of a box are called, and which drawing is theirs."""

from __future__ import annotations

from ..core.knowledge import View


def card_name(view: View, card: int) -> str:
    """The slug of a card, or of a kind of cards."""
    return view.box.words["cards"][card]


def card_label(view: View, card: int) -> str:
    """What players call it."""
    return view.words.get(f"term.card.{card_name(view, card)}", card_name(view, card))


def card_symbol(view: View, card: int) -> str:
    """Its drawing; what other boxes bring gets one of the two spare ones."""
    name = card_name(view, card)
    return name if f"term.card.{name}" in view.words else f"extra-{'ab'[card % 2]}"
