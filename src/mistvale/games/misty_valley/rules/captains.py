"""Special actions: move your captain. And captains who lose their tile."""

from ....core.helpers import add_if
from ....core.rule import NOTHING, rule
from ..state import CAPTAIN, HOME, SEATS
from .control import check

# ---------------------------------------------------------------- a step


@rule
def may_step_to(s, seat, site):
    """A captain goes to a tile one controls, but the one where it stands (MV-31)."""
    return (s.banner[site] == seat) & (s.captain[seat] != site)


@rule
def legal_captains(s, box, seat, out, n):
    """Each tile that the captain may go to; in the last turn too (MV-15)."""
    for site in range(box.sites):
        n = add_if(out, n, CAPTAIN.first + site, may_step_to(s, seat, site))
    return n


@rule
def move_captain(s, box, seat, site):
    """It counts where it arrives from the next check on; the tile it leaves is checked now (MV-8)."""
    left = s.captain[seat]
    s.captain[seat] = site
    if left != HOME:
        check(s, box, left)
    pay_for_step(s)


@rule
def pay_for_step(s):
    """What a captain's step costs: the turn's special action, and nothing else."""
    s.special = 1


# ---------------------------------------------------------------- the way home


@rule
def captain_off_tile(s):
    """The seat whose captain stands on a tile that it does not control; NOTHING if none does."""
    for seat in range(SEATS):
        if s.captain[seat] != HOME and s.banner[s.captain[seat]] != seat:
            return seat
    return NOTHING


@rule
def go_home(s, seat):
    """Back to the start tile (Move your captain; MV-21)."""
    s.captain[seat] = HOME
