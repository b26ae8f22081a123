"""Notices: who is to be told of what happened at a table. They say the kind, the table and the game, and nothing else.

What they say, and when there is one, follows from who is to decide and whether the match is over: everybody at the
table may know both. So they tell nothing that a view hides.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, get_args

from .events import Notice
from .kinds import Kind

if TYPE_CHECKING:
    from .tables import Table

KINDS: tuple[Kind, ...] = get_args(Kind)
ID_LENGTH = 32


def notice_id(*parts: object) -> str:
    """The same for the same thing. It is made of a guest's id, which nobody else knows."""
    return hashlib.sha256(" ".join(map(str, parts)).encode()).hexdigest()[:ID_LENGTH]


def notices_of(before: Table, after: Table, by: str | None) -> tuple[Notice, ...]:
    """Whom to tell of what an event changed; `by` did it and knows. Whoever plays with bots alone is told nothing."""
    people = {seat.guest for seat in after.seats if seat.kind == "guest" and seat.guest}
    if len(people) < 2 or after.frozen:
        return ()
    others = sorted(people - {by})
    if after.status == "over":
        return tuple(told(after, guest, "result") for guest in others) if before.status != "over" else ()
    return tuple(told(after, guest, "turn") for guest in others if decides(after, guest) and not decides(before, guest))


def decides(table: Table, guest: str) -> bool:
    """Whether the table waits for a guest."""
    return any(seat in table.pending for seat in table.held_by(guest))


def told(table: Table, guest: str, kind: Kind) -> Notice:
    name = turn_id(table, guest) if kind == "turn" else notice_id(table.id, guest, kind)
    return Notice(name, guest, kind, table.id, table.game, kind == "turn" and table.terms.pace.kind == "mail")


def turn_id(table: Table, guest: str) -> str:
    """One for each time that a guest is to decide; that others take their moves back makes no new one of it."""
    return notice_id(table.id, guest, "turn", *(table.turns[seat] for seat in table.held_by(guest)))


def missed(notices: Iterable[Notice], match: str, online: Collection[str]) -> tuple[Notice, ...]:
    """Without those for people who are at the table and see it. A match by mail may be open in a tab for weeks."""
    return tuple(each for each in notices if each.urgent or each.match != match or each.guest not in online)
