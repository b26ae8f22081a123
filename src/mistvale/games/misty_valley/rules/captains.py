"""Special actions: move your captain. And captains who lose their tile."""

from __future__ import annotations

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import B, S
from ..state import CAPTAIN, HOME, SEATS
from .control import check

# ---------------------------------------------------------------- a step


@rule
def may_step_to(s: S, seat: int, site: int) -> bool:
    """A captain goes to a tile one controls, but the one where it stands (MV-31)."""
    return (s.banner[site] == seat) & (s.captain[seat] != site)


@rule
def legal_captains(s: S, box: B, seat: int, out: Array1, n: int) -> int:
    """Each tile that the captain may go to; in the last turn too (MV-15)."""
    for site in range(box.sites):
        n = add_if(out, n, CAPTAIN.first + site, may_step_to(s, seat, site))
    return n


@rule
def move_captain(s: S, box: B, seat: int, site: int) -> None:
    """It counts where it arrives from the next check on; the tile it leaves is checked now (MV-8)."""
    left = s.captain[seat]
    s.captain[seat] = site
    if left != HOME:
        check(s, box, left)
    pay_for_step(s)


@rule
def pay_for_step(s: S) -> None:
    """What a captain's step costs: the turn's special action, and nothing else."""
    s.special = 1


# ---------------------------------------------------------------- the way home


@rule
def is_off_tile(s: S, seat: int) -> bool:
    """Whether a captain stands on a tile that its seat does not control."""
    return s.captain[seat] != HOME and s.banner[s.captain[seat]] != seat


@rule
def captain_off_tile(s: S) -> int:
    """The seat whose captain does; NOTHING if none does."""
    for seat in range(SEATS):
        if is_off_tile(s, seat):
            return seat
    return NOTHING


@rule
def go_home(s: S, seat: int) -> None:
    """Back to the start tile (Move your captain; MV-21)."""
    s.captain[seat] = HOME
