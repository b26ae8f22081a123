"""Perfect matchings in any graph, by Edmonds' blossoms: who can be paired with whom so that nobody is left over.

Nothing here knows what is paired. People are numbers from 0 on; `joins[i]` are those whom `i` may be paired with, and
in their order they are tried.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

NOBODY = -1
Joins = Sequence[Collection[int]]


class Matching:
    """Pairs among people, and ways to make more of them; those who are taken out are paired no more."""

    def __init__(self, joins: Joins) -> None:
        self.joins = joins
        self.mate = [NOBODY] * len(joins)
        self.out: set[int] = set()

    @property
    def left(self) -> list[int]:
        """Those without a pair."""
        return [one for one, mate in enumerate(self.mate) if mate == NOBODY and one not in self.out]

    def grow(self) -> bool:
        """Pair as many as can be; whether nobody is left."""
        for one in self.left:
            if self.mate[one] == NOBODY:
                self._augment(one)
        return not self.left

    def fix(self, one: int, other: int) -> bool:
        """Pair these two for good, if all the others can be paired too; whether they can. Nothing changes if not."""
        before = list(self.mate)
        mine, theirs = self.mate[one], self.mate[other]
        for each in (one, other, mine, theirs):
            if each != NOBODY:
                self.mate[each] = NOBODY
        self.out |= {one, other}
        if self.grow():
            return True
        self.out -= {one, other}
        self.mate = before
        return False

    def take_out(self, one: int) -> bool:
        """Leave somebody out for good, if all the others can be paired; whether they can. Nothing changes if not."""
        before = list(self.mate)
        mate = self.mate[one]
        self.mate[one] = NOBODY
        if mate != NOBODY:
            self.mate[mate] = NOBODY
        self.out.add(one)
        if self.grow():
            return True
        self.out.discard(one)
        self.mate = before
        return False

    # ------------------------------------------------------------ a path that makes one pair more

    def _augment(self, root: int) -> None:
        end, parent = self._path(root)
        while end != NOBODY:
            before = parent[end]
            following = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = following

    def _path(self, root: int) -> tuple[int, list[int]]:
        """The end of a path from somebody without a pair to another one, and whom one comes from on it."""
        count = len(self.joins)
        parent, base = [NOBODY] * count, list(range(count))
        reached = {root}
        waiting = deque([root])
        while waiting:
            one = waiting.popleft()
            for other in self.joins[one]:
                if other in self.out or base[one] == base[other] or self.mate[one] == other:
                    continue
                mate = self.mate[other]
                if other == root or (mate != NOBODY and parent[mate] != NOBODY):
                    self._shrink(one, other, parent, base, reached, waiting)
                elif parent[other] == NOBODY:
                    parent[other] = one
                    if mate == NOBODY:
                        return other, parent
                    reached.add(mate)
                    waiting.append(mate)
        return NOBODY, parent

    def _shrink(
        self, one: int, other: int, parent: list[int], base: list[int], reached: set[int], waiting: deque[int]
    ) -> None:
        """A ring of odd length is taken for one: whoever is in it can be reached."""
        top = self._meeting(one, other, parent, base)
        ring: set[int] = set()
        self._mark(one, top, other, parent, base, ring)
        self._mark(other, top, one, parent, base, ring)
        for each in range(len(base)):
            if base[each] in ring:
                base[each] = top
                if each not in reached:
                    reached.add(each)
                    waiting.append(each)

    def _meeting(self, one: int, other: int, parent: list[int], base: list[int]) -> int:
        passed = set()
        while True:
            one = base[one]
            passed.add(one)
            if self.mate[one] == NOBODY:
                break
            one = parent[self.mate[one]]
        while base[other] not in passed:
            other = parent[self.mate[base[other]]]
        return base[other]

    def _mark(self, one: int, top: int, child: int, parent: list[int], base: list[int], ring: set[int]) -> None:
        while base[one] != top:
            ring |= {base[one], base[self.mate[one]]}
            parent[one] = child
            child = self.mate[one]
            one = parent[child]
