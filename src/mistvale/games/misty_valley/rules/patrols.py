"""Send patrols: place one of one's patrol tiles, turned as one likes, and draw another."""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch
from ....core.hexes import SIDES
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import COUNTERORDER, DRAWING, PATROL, PLACING, SENDING, TURN, TURNING
from .control import check_around, kind_of, patrol_tile, tribe_of
from .table import lay
from .turn import finish


@rule
def pile_left(s: S, box: B, seat: int) -> int:
    """Patrol tiles in a seat's stack."""
    return box.patrols[seat] - s.pile_top[seat]


@rule
def take_patrol(s: S, box: B, seat: int) -> None:
    """Draw the top of one's stack into the hand, if there is one (MV-14)."""
    if pile_left(s, box, seat) > 0:
        kind = s.pile[seat, s.pile_top[seat]]
        s.pile[seat, s.pile_top[seat]] = NOTHING
        s.pile_top[seat] += 1
        s.hand[seat, kind] = 1
        s.held[seat] += 1


# ---------------------------------------------------------------- choose, place, turn, draw


@rule
def legal_patrols(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """Each patrol tile in hand."""
    for kind in range(box.kinds):
        n = add_if(out, n, PATROL.first + kind, s.hand[seat, kind] == 1)
    return n


@rule
def choose_patrol(s: S, seat: int, kind: int) -> None:
    """Choose a tile; it leaves the hand when it is placed."""
    s.chosen = patrol_tile(seat, kind)
    s.phase = PLACING


@rule
def place_patrol(s: S, seat: int, space: int) -> None:
    """Lay the tile down; it is still to be turned."""
    s.hand[seat, kind_of(s.chosen)] = 0
    s.held[seat] -= 1
    lay(s, s.chosen, space)
    s.phase = TURNING


@rule
def turns_of(s: S, box: B, patrol: int) -> int:
    """How many ways a patrol may be turned that look different; any marker tells all six apart (MV-35)."""
    seat, kind = tribe_of(patrol), kind_of(patrol)
    if s.smoke[seat] == kind or s.reinforced[seat] == kind:
        return SIDES
    return box.period[seat, kind]


@rule
def legal_turns(s: S, box: B, out: Array1) -> int:
    """Each way that looks different (MV-35)."""
    n = 0
    for turns in range(turns_of(s, box, s.chosen)):
        n = add_if(out, n, TURN.first + turns, True)
    return n


@rule
def turn_patrol(s: S, box: B, seat: int, turns: int) -> None:
    """Turn the tile: now it is in place, and all it touches is checked (Controlling tiles; MV-6)."""
    s.turned[seat, kind_of(s.chosen)] = turns
    check_around(s, box, s.place[s.chosen])
    if s.action == COUNTERORDER:
        check_around(s, box, s.origin)
        finish(s)
        return
    if s.action == SENDING:
        s.sent = s.chosen
    if pile_left(s, box, seat) > 0:
        s.phase = DRAWING
    else:
        finish(s)


@rule
def draw_patrol(s: S, box: B) -> None:
    """Draw as soon as the tile is turned, before a special action (MV-29)."""
    take_patrol(s, box, s.turn)
    next_epoch(s)
    finish(s)
