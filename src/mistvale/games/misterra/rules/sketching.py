"""A half-day, 2: choose a sketch."""

from __future__ import annotations

from ....core.helpers import add_if, next_epoch
from ....core.rule import NOTHING, rule
from ....core.typed import Array1
from ..record import S
from ..state import ACTING, CHOOSING, DECK, LAGOON, NO_SWAP, OPEN, REVEALING, SKETCHES, SWAP, SWAPPING, TAKE

# ---------------------------------------------------------------- the deck


@rule
def take_top(s: S) -> int:
    """The next sketch of the deck; what was put under it comes up last."""
    sketch = s.deck[s.top]
    s.deck[s.top] = NOTHING
    s.top = (s.top + 1) % DECK
    s.left -= 1
    s.known = min(s.known, s.left)
    return sketch


@rule
def refill(s: S) -> None:
    """Five sketches lie open, while there are any (End of the turn)."""
    for place in range(OPEN):
        if s.open[place] == NOTHING and s.left > 0:
            s.open[place] = take_top(s)


@rule
def sketches_left(s: S) -> int:
    """The sketches in the deck and those that lie open."""
    left = s.left
    for place in range(OPEN):
        left += s.open[place] != NOTHING
    return left


# ---------------------------------------------------------------- choosing


@rule
def open_kinds(s: S) -> int:
    """The kinds of sketches that lie open, as bits."""
    kinds = 0
    for place in range(OPEN):
        if s.open[place] != NOTHING:
            kinds |= 1 << s.open[place]
    return kinds


@rule
def begin_choosing(s: S, terrain: int) -> None:
    """On a lagoon one may swap first, if there is a deck (MM-15); with no open sketch there is no choice (MM-10)."""
    if open_kinds(s) == 0:
        s.phase = ACTING
    elif terrain == LAGOON and s.left > 0:
        s.phase = SWAPPING
    else:
        begin_taking(s)


@rule
def begin_taking(s: S) -> None:
    """A sketch must be chosen."""
    s.phase = CHOOSING


@rule
def legal_kinds(s: S, first: int, out: Array1) -> int:
    """A move for each kind of sketch that lies open."""
    n, kinds = 0, open_kinds(s)
    for kind in range(SKETCHES):
        n = add_if(out, n, first + kind, kinds >> kind & 1)
    return n


@rule
def legal_swaps(s: S, out: Array1) -> int:
    """Any open sketch, or none (Effect of the lagoon)."""
    return add_if(out, legal_kinds(s, SWAP.first, out), NO_SWAP.first, True)


@rule
def legal_takes(s: S, out: Array1) -> int:
    """Any open sketch (Choose a sketch)."""
    return legal_kinds(s, TAKE.first, out)


@rule
def pick_up(s: S, kind: int) -> int:
    """Take the first open sketch of a kind off the table; where it lay."""
    place = 0
    while s.open[place] != kind:
        place += 1
    s.open[place] = NOTHING
    return place


@rule
def swap(s: S, kind: int) -> None:
    """Put an open sketch under the deck, where all know it to be (Effect of the lagoon)."""
    s.gap = pick_up(s, kind)
    s.deck[(s.top + s.left) % DECK] = kind
    s.left += 1
    s.known += 1
    s.phase = REVEALING


@rule
def reveal(s: S) -> None:
    """Another sketch in its place."""
    s.open[s.gap] = take_top(s)
    s.gap = NOTHING
    begin_taking(s)
    next_epoch(s)


@rule
def take(s: S, kind: int) -> None:
    """Choose a sketch; its place stays empty until the end of the turn."""
    pick_up(s, kind)
    s.sketch = kind
    s.phase = ACTING


@rule
def discard(s: S) -> None:
    """The chosen sketch is out of the match: drawn, or not used. There may be none (MM-10)."""
    if s.sketch != NOTHING:
        s.gone[s.sketch] += 1
        s.sketch = NOTHING


@rule
def discard_open(s: S) -> None:
    """All open sketches are out of the match."""
    for place in range(OPEN):
        if s.open[place] != NOTHING:
            s.gone[s.open[place]] += 1
            s.open[place] = NOTHING
