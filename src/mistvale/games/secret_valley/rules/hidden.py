"""What a seat knows: veils, redealt worlds, and what it sees of a move.

A card's slot in the draft is the hand it was dealt to and the trick at which it was taken, so its keeper too. A
viewer has held each hand every so many tricks. Cards that it saw last in the same hand at the same time make a
group: any of them may be in any slot of the group. What it never saw, and what is out of the round, is one more
group. Nothing else is hidden, and every arrangement within the groups agrees with all that was seen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....core.chance import draw, hide_stream, plant
from ....core.helpers import among, bits_in, draw_one, is_seated, nth
from ....core.rule import HIDDEN, NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import DRAFTING, GROUP, HAND, KEEP, PLACING, UNSEEN

SINCE = HIDDEN - 1  # in a view, SINCE - t: taken, if at all, at some trick after t


@rule
def is_hidden_phase(s: S) -> bool:
    """Whether there are hands: between them only the stream is hidden."""
    return s.phase == DRAFTING or s.phase == PLACING


@rule
def group_of(s: S, viewer: int, card: int) -> int:
    """In which hand, and when, the viewer saw the card last; UNSEEN if never."""
    until = s.trick if s.taken[card] == NOTHING else s.taken[card]
    return GROUP[s.seats, viewer + 1, s.origin[card] + 1, until]


@rule
def is_open(s: S, viewer: int, card: int) -> bool:
    """Whether the card lies on the grid, or is one that the viewer has kept."""
    return s.place[card] != NOTHING or (is_seated(s, viewer) and s.keeper[card] == viewer)


# ---------------------------------------------------------------- the view


@rule
def veil(s: S, box: B, viewer: int) -> None:
    """Blank who keeps what, as far as the viewer can't tell; what it knows of the draft stays."""
    hide_stream(s)
    if not is_hidden_phase(s):
        return
    if s.playing != NOTHING and s.turn != viewer:
        s.playing = HIDDEN
    mixed = mixed_groups(s, box, viewer)
    for card in range(box.cards):
        veil_card(s, viewer, card, mixed)


@rule
def mixed_groups(s: S, box: B, viewer: int) -> int:
    """The groups whose hidden cards are not all in the same place, as bits: of the others one can tell who keeps them.

    No card has scored while there are hands: meanwhile `gained` holds the group of each.
    """
    for card in range(box.cards):
        s.gained[card] = group_of(s, viewer, card)
    found: Any = groups_kept_by(s, box, NOTHING)  # and then those with a card at any of the seats so far
    mixed: Any = 0
    for seat in range(s.seats):
        if seat != viewer:
            kept = groups_kept_by(s, box, seat)
            mixed |= found & kept
            found |= kept
    return mixed  # type: ignore[no-any-return]


@rule
def groups_kept_by(s: S, box: B, seat: int) -> int:
    """The groups of which a seat keeps cards, as bits; for NOTHING, those of which nobody keeps some yet."""
    found: Any = 0
    for card in range(box.cards):
        is_kept = (s.keeper[card] == seat) & (s.place[card] == NOTHING)
        found |= is_kept << (s.gained[card] - UNSEEN)
    return found  # type: ignore[no-any-return]


@rule
def veil_card(s: S, viewer: int, card: int, mixed: int) -> None:
    """Blank what the viewer can't tell of a card: the slot that it had in the draft, and who keeps it."""
    group: Any = np.int64(s.gained[card])
    s.gained[card] = NOTHING
    is_hidden = not is_open(s, viewer, card)
    is_mixed = is_hidden & (mixed >> (group - UNSEEN)) & 1
    if group == UNSEEN:
        if is_hidden or s.place[card] != NOTHING:
            s.origin[card], s.taken[card] = HIDDEN, HIDDEN
    elif is_mixed:
        s.taken[card] = SINCE - group % (HAND + 1)
    if is_mixed:
        s.keeper[card] = HIDDEN


# ---------------------------------------------------------------- a world dealt anew


@rule
def redeal(s: S, box: B, viewer: int, seed: Array1) -> None:
    """Shuffle each group of hidden cards over its slots: every world that agrees with what was seen, evenly."""
    plant(s, seed)
    if not is_hidden_phase(s):
        return
    for card in range(box.cards):
        if not is_open(s, viewer, card):
            shuffle_in(s, viewer, card, group_of(s, viewer, card))
    if s.phase == PLACING:
        for card in range(box.cards):
            if s.place[card] != NOTHING and group_of(s, viewer, card) == UNSEEN:
                take_at_another_time(s, box, viewer, card)
        if s.playing != NOTHING and s.turn != viewer:
            play_another(s, box)


@rule
def shuffle_in(s: S, viewer: int, card: int, group: int) -> None:
    """One step of a shuffle: swap slots with any of the group's cards up to this one."""
    alike = 0
    for other in range(card):
        if not is_open(s, viewer, other) and group_of(s, viewer, other) == group:
            alike |= 1 << other
    if alike:
        swap(s, card, draw_one(s, alike | 1 << card))


@rule
def take_at_another_time(s: S, box: B, viewer: int, card: int) -> None:
    """A card that was unseen until it was played may be from any of its keeper's unseen slots."""
    others = 0
    for other in range(box.cards):
        if is_alternative(s, viewer, card, other):
            others |= 1 << other
    other = nth(others, draw(s, bits_in(others) + 1))
    if other != NOTHING:  # else it is from where it is
        swap(s, card, other)


@rule
def is_alternative(s: S, viewer: int, card: int, other: int) -> bool:
    """Another unseen slot of the same keeper that no played card before this one has got."""
    if s.keeper[other] != s.keeper[card] or other == card:
        return False
    return (s.place[other] == NOTHING or other > card) and group_of(s, viewer, other) == UNSEEN


@rule
def swap(s: S, one: int, other: int) -> None:
    """Exchange the slots of two cards."""
    s.origin[one], s.origin[other] = s.origin[other], s.origin[one]
    s.taken[one], s.taken[other] = s.taken[other], s.taken[one]
    s.keeper[one], s.keeper[other] = s.keeper[other], s.keeper[one]


@rule
def play_another(s: S, box: B) -> None:
    """What a rival has chosen to play and not yet placed is any card that it keeps."""
    kept = 0
    for card in range(box.cards):
        if s.keeper[card] == s.turn and s.place[card] == NOTHING:
            kept |= 1 << card
    s.playing = draw_one(s, kept)


@rule
def seen(s: S, box: B, seat: int, move: int, viewer: int) -> int:
    """What is kept stays hidden; what is played is open when the turn is over."""
    if among(move, KEEP) and viewer != seat:
        return HIDDEN
    return move
