"""The lines of Misty's log."""

from __future__ import annotations

from ....core.moves import Move
from ....core.rule import NOTHING
from ....scene.cards import card_label
from ....scene.panels import listed, named
from ..reading import View, cards_in_window, target_of
from ..rules.construction import passes_left
from ..state import FLOWER, MOVE, OUTSIDE, PICK, PLACE, SPACE_NAMES
from .summary import round_result


def tell(beat: str, before: View, after: View) -> str:
    """A line about a beat."""
    words = after.words
    if beat in ("reveal", "last"):
        shown = [
            words("log.shows", name=after.name(seat), card=card_label(after, after.s.placing[seat]))
            for seat in range(after.seats)
        ]
        return words.phrases(shown)
    if beat == "deal":
        direction = words("term.left" if after.ask(passes_left) else "term.right")
        return words("log.deal", round=after.s.rounds + 1, deal=after.s.deal + 1, direction=direction)
    if beat == "eat":
        eaters = [after.name(seat) for seat in range(after.seats) if flowers(after, seat) < flowers(before, seat)]
        return words("log.eat", names=listed(after, eaters), n=len(eaters))
    if beat == "tally":
        points = after.s.tally[after.s.rounds]
        return words.phrases([words("log.tally", name=after.name(seat), n=points[seat]) for seat in range(after.seats)])
    if beat == "award":
        return round_result(after, named)
    return words(f"log.{beat}")


def flowers(view: View, seat: int) -> int:
    """Flowers in a window."""
    return sum(view.components.family[card] == FLOWER for card in cards_in_window(view, seat))


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line about a move: which card it is, and what becomes of it."""
    words, name = after.words, after.name(seat)
    if PICK.holds(move.number):
        return ""
    if PLACE.holds(move.number):
        card = card_label(before, before.s.placing[seat])
        return words("log.place", name=name, card=card, space=SPACE_NAMES[move.number - PLACE.first])
    space = move.number - MOVE.first
    target = target_of(before, seat, space)
    said = {"name": name, "card": card_label(before, before.s.window[seat][space]), "space": SPACE_NAMES[space]}
    if target == OUTSIDE:
        return words("log.leaves", **said)
    covered = before.s.window[seat][target]
    if covered != NOTHING:
        return words("log.covers", covered=card_label(before, covered), target=SPACE_NAMES[target], **said)
    return words("log.goes", target=SPACE_NAMES[target], **said)
