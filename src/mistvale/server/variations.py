"""Variations: the tree of a finished match and of all that was played on from it, as somebody may see it.

A variation that goes on is its own people's alone. One that is over is shown as its host's profile is: not to those
from whom that is kept, and not where there is a block. What one may not see is not told apart from what is gone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import sqlalchemy as sa

from . import schema
from .comments import Comments
from .models.variations import Variation, VariationSeat
from .people import People, Player
from .words import bot_label, former

if TYPE_CHECKING:
    from .store import Store

MOST = 200  # variations of one tree that are looked through, the newest


@dataclass(frozen=True)
class Sight:
    """What somebody may see of those who played on: whose profiles are open, and with whom there is a block."""

    people: Mapping[str, Player]  # all who have an account
    open: Collection[str]
    parted: Collection[str]

    def sees(self, who: str) -> bool:
        """Whether what somebody has done here is shown; of guests there is nothing to be hidden."""
        return who not in self.parted and (who not in self.people or who in self.open)


class Variations:
    """All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.people = People(store)

    def root(self, match: str) -> str:
        """The match with which all began that a match is a part of."""
        table = schema.branches
        rows = self.store.rows(sa.select(table.c.root).where(table.c.match == match))
        return str(rows[0][0]) if rows else match

    def tree(self, match: str, guest: str, person: str, lang: str) -> list[Variation]:
        """The whole tree that a match is a part of, as somebody may see it.

        `guest` is who sits at tables, and `person` whose eyes count: a program has its owner's.
        """
        root = self.root(match)
        rows = self._rows(root)
        sight = self._sight(person, [row.host for row in rows])
        own = self._own(guest, [row.match for row in rows])
        seen = {row.match for row in rows if row.match in own or (row.status == "over" and sight.sees(row.host))}
        seen |= {match, root}
        places = self._places({row.match for row in rows} & seen, own, lang)
        counts = {
            each: sum(author not in sight.parted for author in authors)
            for each, authors in Comments(self.store).authors(seen).items()
        }
        known = {row.match: row for row in rows}
        whole = seen | {ancestor for each in seen for ancestor in self._ancestors(each, known)}
        found = [
            variation(known.get(each), each, root, each in seen, places.get(each, []), counts.get(each, 0))
            for each in sorted(whole)
        ]
        return in_order(found)

    def _rows(self, root: str) -> list[sa.Row[Any]]:
        """The match with which it began, if it is still there, and the newest of what goes on from it."""
        matches, branches = schema.matches, schema.branches
        query = sa.select(
            *(matches.c[name] for name in ("match", "host", "status", "created")),
            *(branches.c[name] for name in ("parent", "step", "anew")),
        ).outerjoin(branches, branches.c.match == matches.c.match)
        found = self.store.rows(query.where(matches.c.match == root))
        later = query.where(branches.c.root == root).order_by(matches.c.created.desc(), matches.c.match).limit(MOST)
        return [*found, *self.store.rows(later)]

    @staticmethod
    def _ancestors(match: str, known: Mapping[str, sa.Row[Any]]) -> list[str]:
        found: list[str] = []
        while match in known and known[match].parent:
            match = known[match].parent
            found.append(match)
        return found

    def _sight(self, viewer: str, hosts: Collection[str]) -> Sight:
        return Sight(
            self.people.with_ids(hosts),
            self.people.visible(viewer, hosts).keys(),
            self.people.parted(viewer, set(hosts)),
        )

    def _own(self, viewer: str, matches: Collection[str]) -> set[str]:
        held = schema.holders
        mine = sa.select(held.c.match).where(held.c.guest == viewer, held.c.match.in_(list(matches)))
        return {row[0] for row in self.store.rows(mine)}

    def _places(self, matches: Collection[str], own: Collection[str], lang: str) -> dict[str, list[VariationSeat]]:
        """Who sat where, and what came of it; of a match that goes on, its people alone."""
        names, results = schema.names, schema.results
        called: dict[tuple[str, int], str] = {}
        for row in self.store.rows(sa.select(names).where(names.c.match.in_(list(matches)))):
            called[row.match, row.seat] = row.name
        found: dict[str, list[VariationSeat]] = defaultdict(list)
        ended = sa.select(results).where(results.c.match.in_(list(matches))).order_by(results.c.match, results.c.seat)
        for row in self.store.rows(ended):
            name = bot_label(row.bot, lang) if row.bot else called.get((row.match, row.seat)) or former(lang)
            found[row.match].append(VariationSeat(seat=row.seat, name=name, score=row.score, rank=row.rank))
        for (match, seat), name in sorted(called.items()):
            if match in own and all(each.seat != seat for each in found[match]):
                found[match].append(VariationSeat(seat=seat, name=name or former(lang), score=None, rank=None))
        return found


def in_order(found: list[Variation]) -> list[Variation]:
    """Each after what it goes on from, those of one step together; the oldest first."""
    below: dict[str | None, list[Variation]] = defaultdict(list)
    for each in sorted(found, key=lambda each: (each.step or 0, each.created or "")):
        below[each.parent].append(each)
    ordered: list[Variation] = []
    waiting = below[None]
    while waiting:
        each = waiting.pop(0)
        ordered.append(each)
        waiting = below[each.match] + waiting
    return ordered


def variation(
    row: sa.Row[Any] | None, match: str, root: str, seen: bool, seats: list[VariationSeat], comments: int
) -> Variation:
    """One place of the tree; of what is gone, or not to be seen, only where it stood."""
    parent = row.parent if row is not None else None
    status: Literal["over", "going", "gone"] = "gone"
    if row is not None and seen:
        status = "over" if row.status == "over" else "going"
    return Variation(
        match=match,
        parent=parent if parent or match == root else root,
        step=row.step if row is not None else None,
        dealt_anew=bool(row.anew) if row is not None and parent else None,
        status=status,
        created=row.created if row is not None and seen else None,
        seats=seats if seen else [],
        comments=comments if seen else 0,
    )
