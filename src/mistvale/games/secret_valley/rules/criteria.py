"""What a card scores: its criterion, read from the box."""

from __future__ import annotations

from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import (
    ABOVE_ALL,
    ANYBODY,
    BELOW_ALL,
    COUNT,
    FREE_SIDES,
    HIGHEST,
    KINDS,
    NEAR,
    NUMBERS,
    OF_NUMBER,
    ONCE,
    OWN,
    REACH,
    REPEATED,
    SIDES,
)
from .placing import lay, take_up

PER_KIND = 4  # bits in which the cards of one kind are counted: no criterion looks at more than 15 cards


@rule
def is_counted(s: S, box: B, card: int, other: int) -> bool:
    """Whether a criterion looks for the other card: never itself, the box sees to that (SV-2); anybody's (SV-3)."""
    if other == NOTHING or (box.fits[card] >> other) & 1 == 0:
        return False
    return box.clan[card] == ANYBODY or (s.keeper[other] == s.keeper[card]) == (box.clan[card] == OWN)


@rule
def kind_of(s: S, box: B, card: int, other: int) -> int:
    """The other card's terrain or number, whichever the criterion is about."""
    return box.number[other] if box.kind[card] == OF_NUMBER else box.terrain[other]


@rule
def found_once(kinds: int) -> int:
    """Kinds of which there is exactly one card: a repeated one counts nothing (SV-5)."""
    once = 0
    while kinds:
        once += kinds & 15 == 1
        kinds >>= PER_KIND
    return once


@rule
def different(kinds: int) -> int:
    """Kinds of which there is a card (SV-16)."""
    n = 0
    while kinds:
        n += kinds & 15 != 0
        kinds >>= PER_KIND
    return n


@rule
def card_points(s: S, box: B, card: int) -> int:
    """What a card on the grid scores now (Scoring; SV-4, SV-6, SV-7, SV-17)."""
    where, how, points = box.where[card], box.how[card], box.points[card]
    space = s.place[card]
    found, kinds, top, bottom = 0, 0, 0, NUMBERS + 1
    for i in range(REACH[where]):
        other = s.grid[NEAR[where, space, i]]
        if is_counted(s, box, card, other):
            found += 1
            kinds += 1 << (PER_KIND * kind_of(s, box, card, other))
            top = max(top, box.number[other])
            bottom = min(bottom, box.number[other])
    if how == COUNT:
        return points * found
    if how == ONCE:
        return points * found_once(kinds)
    if how == REPEATED:
        return points * (found - found_once(kinds))
    if how == KINDS:
        return points * different(kinds)
    if how == HIGHEST:
        return points * top
    if how == ABOVE_ALL:
        return points if box.number[card] > top else 0
    if how == BELOW_ALL:
        return points if box.number[card] < bottom else 0
    if how == FREE_SIDES:
        return points * (SIDES - found)
    return points if found == SIDES else 0


@rule
def gift(s: S, box: B, card: int, other: int) -> int:
    """What a card that is counted gives to another's points; of several that count as one, the first in reading order.

    Of what is all or nothing no card gives any.
    """
    where, how = box.where[card], box.how[card]
    alike, is_first, is_top = 0, True, True
    for i in range(REACH[where]):
        third = s.grid[NEAR[where, s.place[card], i]]
        if is_counted(s, box, card, third):
            is_earlier = s.place[third] < s.place[other]
            if kind_of(s, box, card, third) == kind_of(s, box, card, other):
                alike += 1
                is_first &= not is_earlier
            is_equal = box.number[third] == box.number[other]
            is_top &= not (box.number[third] > box.number[other] or (is_equal and is_earlier))
    if how == HIGHEST:
        return box.points[card] * box.number[other] if is_top else 0
    counts = how == COUNT or (how == ONCE and alike == 1) or (how == REPEATED and alike > 1)
    return box.points[card] if counts or (how == KINDS and is_first) else 0


@rule
def gifts(s: S, box: B, card: int, out: Array1) -> None:
    """What each card gives to the points of one on the grid: together all of them, unless it is all or nothing."""
    for other in range(box.cards):
        out[other] = 0
    where = box.where[card]
    for i in range(REACH[where]):
        other = s.grid[NEAR[where, s.place[card], i]]
        if is_counted(s, box, card, other):
            out[other] = gift(s, box, card, other)


@rule
def score_grid(s: S, box: B, out: Array1) -> None:
    """What each card on the grid scores now; NOTHING for a card that is not there."""
    for card in range(box.cards):
        out[card] = card_points(s, box, card) if s.place[card] != NOTHING else NOTHING


@rule
def score_grid_with(s: S, box: B, space: int, out: Array1) -> None:
    """What each card would score with the one being played on a space; the state is left as it was."""
    card = s.playing
    lay(s, card, space)
    score_grid(s, box, out)
    take_up(s, card, space)
