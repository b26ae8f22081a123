"""The lines of Valdora's log: moves, and what happens by itself."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.moves import Move
from ....core.rule import NOTHING
from ....scene.panels import listed
from ..reading import View
from ..reading.books import book_at, open_face
from ..reading.commissions import commission_face
from ..reading.names import colour_label, equipment_label, face_label, gem_label, space_label
from ..state import (
    BUY,
    BUY_FROM,
    BUY_PAGE,
    COMMISSIONS,
    DELIVER,
    DELIVER_FROM,
    DROP,
    EQUIPMENT,
    GEMS,
    GO,
    HALVES,
    LEFT,
    LOAD,
    PROVISIONS,
    RETURN,
    RIGHT,
    SIDES,
    SILVER,
    TURN,
)

# ---------------------------------------------------------------- moves


def say(seat: int, move: Move, before: View, after: View) -> str:
    """A line for the log about a move."""
    number, named = move.number, move.split()[1:]
    if GO.holds(number):
        return say_going(seat, before, after)
    if BUY.holds(number) or BUY_FROM.holds(number):
        return say_buying(seat, HALVES.index(named[0]), before, after)
    if TURN.holds(number):
        return say_turning(seat, named[0], before, after)
    if LOAD.holds(number):
        return say_loading(seat, GEMS.index(named[0]), EQUIPMENT.index(named[2]), before, after)
    if DROP.holds(number):
        return say_dropping(seat, EQUIPMENT.index(named[0]), before, after)
    words, name = after.words, after.name(seat)
    if RETURN.holds(number):
        return words("log.said.return", name=name, card=commission(after, named), half=words(f"term.half.{named[-1]}"))
    if DELIVER.holds(number) or DELIVER_FROM.holds(number):
        return words("log.said.deliver", name=name, card=commission(after, named))
    if SILVER.holds(number):
        return words("log.said.silver", name=name)
    return words("log.said.provisions", name=name) if PROVISIONS.holds(number) else ""


def coins_paid(seat: int, before: View, after: View) -> int:
    """How many coins a move has cost a seat."""
    return before.s.coins[seat] - after.s.coins[seat]


def say_going(seat: int, before: View, after: View) -> str:
    """Where a pawn went, and what that took."""
    words = after.words
    text = words("log.said.go", name=after.name(seat), space=space_label(after, after.s.at[seat]))
    if paid := coins_paid(seat, before, after):
        text += words("log.said.go.paid", n=paid)
    if before.s.provisions[seat] > after.s.provisions[seat]:
        text += words("log.said.go.provisions")
    return text


def say_buying(seat: int, half: int, before: View, after: View) -> str:
    """What was bought."""
    book = book_at(before, seat)
    card = face_label(after, after.components.book_kind[book], open_face(before, book, half))
    return after.words("log.said.buy", name=after.name(seat), card=card)


def say_turning(seat: int, half: str, before: View, after: View) -> str:
    """Which page was turned, and what that cost."""
    words, paid = after.words, coins_paid(seat, before, after)
    key = "log.said.turn.paid" if paid else "log.said.turn"
    return words(key, name=after.name(seat), half=words(f"term.half.{half}"), n=paid)


def say_loading(seat: int, gem: int, equipment: int, before: View, after: View) -> str:
    """What was loaded on which card, and what that cost."""
    paid = coins_paid(seat, before, after)
    loaded, carrier = gem_label(after, gem), equipment_label(after, equipment)
    key = "log.said.load.paid" if paid else "log.said.load"
    return after.words(key, name=after.name(seat), gem=loaded, equipment=carrier, n=paid)


def say_dropping(seat: int, equipment: int, before: View, after: View) -> str:
    """What was dropped from which card."""
    gem, carrier = gem_label(after, before.s.cargo[seat][equipment]), equipment_label(after, equipment)
    return after.words("log.said.drop", name=after.name(seat), gem=gem, equipment=carrier)


def commission(view: View, named: list[str]) -> str:
    """The commission that a move names."""
    code = 2 * view.box.words["commissions"].index(named[0]) + SIDES.index(named[1])
    return face_label(view, COMMISSIONS, commission_face(view, code))


# ---------------------------------------------------------------- beats


def tell(beat: str, before: View, after: View) -> str:
    """A line for the log about a beat; none to who can't see yet what it changed."""
    words, name, was, s = after.words, after.name(before.s.turn), before.s, after.s
    if beat == "page":
        return tell_page(before, after)
    if beat == "craftsman":
        return "".join(tell_hiring(name, colour, before, after) for colour in changed(was.pile, s.pile))
    if beat == "workshop":
        opened = changed(was.workshop, s.workshop)
        return "".join(words("log.workshop", name=name, colour=colour_label(after, colour)) for colour in opened)
    if beat == "bonus":
        return words("log.bonus", name=name, n=after.components.bonus_points) if was.bonus != s.bonus else ""
    return words("log.end") if beat == "end" else ""


def changed(was: Sequence[int], now: Sequence[int]) -> list[int]:
    """Where a row differs."""
    return [place for place, number in enumerate(now) if number != was[place]]


def tell_hiring(name: str, colour: int, before: View, after: View) -> str:
    """Who was hired, in whose place, and whether that brings the end near."""
    words, client = after.words, before.s.client
    key = "log.craftsman" if colour == client else "log.substitute"
    line = words(key, name=name, colour=colour_label(after, colour), client=colour_label(after, client))
    if after.s.last_round > before.s.last_round:
        return words.phrases([line, words("log.last")])
    return line


def tell_page(before: View, after: View) -> str:
    """What lies open now."""
    book = book_at(before, before.s.turn)
    kind = after.components.book_kind[book]
    halves = (RIGHT,) if before.s.uncovering == BUY_PAGE else (LEFT, RIGHT)
    faces = [open_face(after, book, half) for half in halves]
    shown = [face_label(after, kind, face) for face in faces if face != NOTHING]
    return after.words("log.page", faces=listed(after, shown)) if shown else ""
