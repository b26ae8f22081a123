"""What can be read off the table: small questions that scenes and summaries ask of a view's state.

They work on veiled records too, and change nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ....core.rule import NOTHING
from ..state import (
    BACK,
    COLOURS,
    EMPTY,
    EQUIPMENT,
    FACE,
    FRONT,
    GEMS,
    PAGES,
)
from .books import face_up
from .delivering import colours_left, face_of
from .movement import needs_provisions, toll, within_reach
from .scoring import colours_of, gems_carried, open_points, workshop_points


@dataclass(frozen=True)
class Stop:
    """A space where a pawn may stop in this turn, or could if one had the coins."""

    space: int
    toll: int  # coins it costs
    provisions: bool  # whether it uses up provisions
    affordable: bool


@dataclass(frozen=True)
class Lack:
    """What a commission still lacks; nothing where it can be finished."""

    gems: dict[int, int]  # how many of each gem, as far as some are lacking
    coins: int

    def __bool__(self) -> bool:
        return bool(self.gems) or self.coins > 0


# ---------------------------------------------------------------- the board


def stops(s: Any, box: Any, seat: int) -> list[Stop]:
    """Where a seat's pawn may go from where it is, what each stop costs, and whether it takes provisions."""
    reach, coins = int(within_reach(s, box, seat)), int(s["coins"][seat])
    found = []
    for space in range(int(box["spaces"])):
        if reach >> space & 1:
            cost = int(toll(s, box, seat, space))
            found.append(Stop(space, cost, bool(needs_provisions(s, box, seat, space)), cost <= coins))
    return found


# ---------------------------------------------------------------- the books


def open_face(s: Any, box: Any, book: int, half: int) -> int:
    """The face that lies open in a half of a book; NOTHING if the half is empty."""
    return int(face_up(s, box, book, half))


def faces_left(s: Any, box: Any, book: int) -> Counter[int]:
    """How often each face is still in a book, on either side of its cards: known to all (VA-2, VA-13)."""
    printed = box["face"][int(box["book_kind"][book])].tolist()
    return Counter(printed[card][side] for card in cards_left(s, book) for side in (FRONT, BACK))


def cards_left(s: Any, book: int) -> list[int]:
    """The cards in a book: those that were never turned, known by elimination, and all that lie above them."""
    unseen = int(s["unseen"][book])
    cards = [card for card in range(PAGES) if unseen >> card & 1]
    right, left = int(s["right"][book]), int(s["left"][book])
    places = [*range(int(s["sealed"][book]), right), *range(PAGES - left, PAGES)]
    pages = s["pages"][book].tolist()
    return cards + [pages[page] for page in places]


def page_face(s: Any, box: Any, book: int, page: int, side: int) -> int:
    """A side of a page as far as it is known; NOTHING where it is not."""
    card = int(s["pages"][book, page])
    if card <= FACE:
        return FACE - card if side == FRONT else NOTHING
    return NOTHING if card < 0 else int(box["face"][int(box["book_kind"][book]), card, side])


# ---------------------------------------------------------------- craftsmen and workshops


def standing(s: Any) -> list[int]:
    """The colours of which craftsmen are left."""
    return [colour for colour in range(len(COLOURS)) if int(s["pile"][colour]) > 0]


def colours_until_end(s: Any) -> int:
    """How many more colours must run out until the round is the last."""
    return max(0, int(colours_left(s)) - 1)


def near_workshops(s: Any, box: Any) -> dict[int, list[int]]:
    """The workshops that some seat is one craftsman away from, while there is a craftsman left: who."""
    found: dict[int, list[int]] = {}
    craftsmen, needed = s["craftsmen"].tolist()[: int(s["seats"])], box["needed"].tolist()
    for colour, (owner, left) in enumerate(zip(s["workshop"].tolist(), s["pile"].tolist(), strict=True)):
        if owner == NOTHING and left > 0:
            short = [seat for seat, has in enumerate(craftsmen) if has[colour] == needed[colour] - 1]
            if short:
                found[colour] = short
    return found


# ---------------------------------------------------------------- commissions and points


def commission_face(box: Any, code: int) -> int:
    """The face of a commission that a seat holds."""
    return int(face_of(box, code))


def held_commissions(s: Any, seat: int) -> list[int]:
    """A seat's unfinished commissions."""
    return [int(code) for code in s["commissions"][seat] if int(code) != NOTHING]


def lacking(s: Any, box: Any, seat: int, code: int) -> Lack:
    """What a seat still lacks for a commission, of gems and coins; each commission looked at by itself."""
    face = commission_face(box, code)
    carried = Counter(int(s["cargo"][seat, card]) for card in range(len(EQUIPMENT)))
    gems = {gem: int(box["asks"][face, gem]) - carried[gem] for gem in range(len(GEMS))}
    coins = int(box["asks_coins"][face]) - int(s["coins"][seat])
    return Lack({gem: count for gem, count in gems.items() if count > 0}, max(0, coins))


def carried_gems(s: Any, seat: int) -> list[int]:
    """The gems that a seat carries, in the order of its equipment."""
    return [int(gem) for gem in s["cargo"][seat] if int(gem) not in (NOTHING, EMPTY)]


def tally(s: Any, box: Any, seat: int) -> dict[str, int]:
    """Where a seat's points come from, as the view shows them (VA-21): commissions only for who may know them."""
    rows = {
        "colours": int(box["colour_points"]) * int(colours_of(s, seat)),
        "workshops": int(workshop_points(s, box, seat)),
        "bonus": int(box["bonus_points"]) * int(s["bonus"][seat]),
        "gems": int(box["gem_points"]) * int(gems_carried(s, seat)),
    }
    known = int(s["points"][seat])
    return {"commissions": known, **rows} if known >= 0 else rows


def own_total(s: Any, box: Any, seat: int) -> int | None:
    """A seat's points as if the match ended now, its gems included; None where the view must not tell (VA-21)."""
    known = int(s["points"][seat])
    if known < 0:
        return None
    return known + int(open_points(s, box, seat)) + int(box["gem_points"]) * int(gems_carried(s, seat))
