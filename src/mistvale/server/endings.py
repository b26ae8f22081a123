"""How matches end beside their rules: out of time, left, cancelled; and what that means for ratings."""

from __future__ import annotations

from mistvale.core.ending import Ending

from .events import Cancellation
from .tables import Table


def ends_with(table: Table, seat: int) -> bool:
    """Whether a match that counts ends when this seat's person is gone: one for two, or when it was the last one."""
    if not table.terms.counts or table.status != "playing" or table.seats[seat].kind != "guest":
        return False
    others = any(each.kind == "guest" for number, each in enumerate(table.seats) if number != seat)
    return len(table.seats) == 2 or not others


def fates(table: Table) -> tuple[str, ...]:
    """What became of each seat."""
    if table.cut == "cancelled":
        return ("cancelled",) * len(table.seats)
    return tuple(table.gone.get(seat, "played") for seat in range(len(table.seats)))


def places(table: Table) -> tuple[int, ...]:
    """The rank of each seat for ratings: who is gone comes last, and last of all who went first.

    Those who stayed are ranked by the rules, or share the first place where the match did not come to its end.
    """
    match = table.match
    if match is None or table.cut == "cancelled":
        return ()
    order = list(table.gone) if table.terms.counts else []
    ranks = match.ranks if match.over else (1,) * match.seats
    # The first to go has the highest number.
    keys = [(len(order) - order.index(seat), 0) if seat in order else (0, ranks[seat]) for seat in range(match.seats)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def ending_of(table: Table) -> Ending | None:
    """How a match ended, where the rules do not say it all; None while it goes on."""
    if table.status != "over" or not (table.cut or table.gone or table.terms.counts):
        return None
    return Ending(table.cut or "rules", fates(table), places(table) if table.terms.counts else ())


def cancellations_of(table: Table) -> tuple[Cancellation, ...]:
    """Who sat at a match that is cancelled."""
    if table.cut != "cancelled":
        return ()
    return tuple(Cancellation(table.id, guest, table.terms.rated) for guest in sorted(table.people()))


def is_cancellable(table: Table) -> bool:
    """Whether people may agree to cancel: where something is at stake, only until a seat makes its second
    decision; in a tournament never."""
    if table.status != "playing" or table.terms.tournament:
        return False
    return not table.terms.rated or not (table.gone or has_decided_twice(table))


def has_decided_twice(table: Table) -> bool:
    """Whether a seat has moved in two epochs."""
    match, first = table.match, dict[int, int]()
    assert match is not None
    for number in range(1, match.steps + 1):
        step, epoch = match.step(number), match.step(number - 1).epoch_start
        if step.move is not None and first.setdefault(step.seat, epoch) != epoch:
            return True
    return False
