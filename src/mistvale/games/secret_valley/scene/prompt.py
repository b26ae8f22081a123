"""What the viewer is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from ....scene import Prompt, waiting
from ....scene.cards import card_label
from ..reading import View, cards_kept
from ..rules.draft import receiver
from ..state import AT, KEEP, PLACING


def signs(view: View) -> Iterator[str]:
    """What a coach has a word for: the last round, and the last card that one settles with."""
    if view.s.rounds == view.components.rounds - 1:
        yield "last-round"
    if view.s.phase == PLACING and len(cards_kept(view, view.viewer)) == 2:
        yield "last-card"


def prompt(view: View) -> Prompt:
    """A line for the kind of move that is due."""
    if not view.legal:
        return waiting(view)
    move = view.legal[0].number
    if KEEP.holds(move):
        text = view.words("prompt.keep", name=view.name(view.ask(receiver, view.viewer)))
        return Prompt(text, mine=True, topic="draft")
    if AT.holds(move):
        return Prompt(view.words("prompt.at", card=card_label(view, view.s.playing)), mine=True, topic="settle")
    return Prompt(view.words("prompt.play"), mine=True, topic="settle")
