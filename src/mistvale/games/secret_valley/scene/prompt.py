"""What the viewer is asked for."""

from __future__ import annotations

from ....scene import Prompt, waiting
from ....scene.cards import card_label
from ..reading import View
from ..rules.draft import receiver
from ..state import AT, KEEP


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
