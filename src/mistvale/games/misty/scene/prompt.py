"""What the viewer is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from ....scene import Prompt, waiting
from ....scene.cards import card_label
from ..reading import View
from ..rules.construction import passes_left, receiver
from ..state import BUILDING


def signs(view: View) -> Iterator[str]:
    """What a coach has a word for: that hands are passed the other way, that a round may be the last."""
    if view.s.phase == BUILDING and not view.ask(passes_left):
        yield "passes-right"
    if max(view.s.wins) == view.components.wins - 1:
        yield "match-point"


def prompt(view: View) -> Prompt:
    """A line for the kind of move that is due."""
    if not view.legal:
        return waiting(view)
    kind = str(view.legal[0]).split()[0]
    if kind == "place":
        card = card_label(view, view.s.placing[view.viewer])
        return Prompt(view.words("prompt.place", card=card), mine=True, topic=kind)
    if kind == "pick":
        key = "prompt.pick.left" if view.ask(passes_left) else "prompt.pick.right"
        return Prompt(view.words(key, name=view.name(view.ask(receiver, view.viewer))), mine=True, topic=kind)
    return Prompt(view.words("prompt.move", n=len(view.legal)), mine=True, topic=kind)
