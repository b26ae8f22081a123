"""The commissions that seats hold: their faces, what they lack, and what to call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ....core.rule import NOTHING
from ..rules.delivering import coins_lacking, face_of, gems_lacking
from ..state import COMMISSIONS, GEMS, SIDES, State
from . import View
from .names import asked_label, colour_label, commission_label


def held_commissions(s: State, seat: int) -> list[int]:
    """A seat's unfinished commissions."""
    return [code for code in s.commissions[seat] if code != NOTHING]


def commission_face(view: View, code: int) -> int:
    """The face of a commission as it was bought."""
    return int(face_of(view.box.record, code))


def commission_name(view: View, code: int) -> str:
    """A commission as moves write it: its card and the side bought."""
    card, side = divmod(code, 2)
    return f"{view.box.words['commissions'][card]} {SIDES[side]}"


# ---------------------------------------------------------------- what is lacking


@dataclass(frozen=True)
class Lack:
    """What a commission still lacks; nothing where it can be finished."""

    gems: dict[int, int]  # how many of each gem, as far as some are lacking
    coins: int

    def __bool__(self) -> bool:
        return bool(self.gems) or self.coins > 0


def lacking(view: View, seat: int, code: int) -> Lack:
    """What a seat still lacks for a commission, of gems and coins; each commission looked at by itself."""
    face = commission_face(view, code)
    gems = {gem: n for gem in range(len(GEMS)) if (n := view.ask(gems_lacking, seat, face, gem))}
    return Lack(gems, view.ask(coins_lacking, seat, face))


def covered(view: View, seat: int, held: Sequence[int]) -> list[bool]:
    """Which commissions, in the order in which they lie, are covered by what a seat has: a gem serves one only."""
    box, carried = view.components, view.s.cargo[seat]
    gems, coins = Counter(carried), view.s.coins[seat]
    found = []
    for code in held:
        face = commission_face(view, code)
        asked = {gem: n for gem, n in enumerate(box.asks[face]) if n}
        covers = coins >= box.asks_coins[face] and all(gems[gem] >= n for gem, n in asked.items())
        if covers:
            gems.subtract(asked)
            coins -= box.asks_coins[face]
        found.append(covers)
    return found


# ---------------------------------------------------------------- in words


def which(view: View, seat: int, code: int) -> str:
    """A commission that a seat holds, in as few words as tell it from its others.

    By its colour; else with what it asks for; else with its other side; else with both sides, in their order.
    """
    others = [other for other in held_commissions(view.s, seat) if other != code]
    namings = (named_by_colour, named_by_asked, named_by_other, named_by_sides)
    tellings = (name for name in namings if all(name(view, other) != name(view, code) for other in others))
    return next(tellings, named_by_sides)(view, code)


def named_by_colour(view: View, code: int) -> str:
    """Silver."""
    return colour_label(view, view.components.asker[commission_face(view, code)])


def named_by_asked(view: View, code: int) -> str:
    """White (ruby, sapphire and amethyst)."""
    asked = asked_label(view, commission_face(view, code))
    return view.words("term.which.asked", card=named_by_colour(view, code), asked=asked)


def named_by_other(view: View, code: int) -> str:
    """Silver (other side Red)."""
    return view.words("term.which.other", card=named_by_colour(view, code), other=named_by_colour(view, code ^ 1))


def named_by_sides(view: View, code: int) -> str:
    """Silver (front: Silver commission: 1 coin; back: Red commission: ruby)."""
    front, back = (commission_label(view, face) for face in view.components.face[COMMISSIONS][code // 2])
    return view.words("term.which.sides", card=named_by_colour(view, code), front=front, back=back)
