"""The lines of The Secret Valley's log that tell of beats; those of moves are in the catalogue."""

from __future__ import annotations

from ....scene.cards import card_label
from ....scene.panels import named
from ..reading import View, just_scored
from .summary import round_result


def tell(beat: str, before: View, after: View) -> str:
    """A line about a beat."""
    words, s = after.words, after.s
    if beat == "deal":
        return words("log.deal", round=s.rounds + 1, name=after.name(s.first))
    if beat == "score":
        [card] = just_scored(before.s, s)
        return words("log.score", card=card_label(after, card), n=s.gained[card], name=after.name(s.keeper[card]))
    if beat == "award":
        return round_result(after, named)
    return words.get(f"log.{beat}", "")
