"""The board of a box: its spaces, and how far a pawn may go from each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ....core.box import Check, Data
from ....core.rule import NOTHING
from ..state import AWAY, BOOK_KINDS, BOOKS, COLOURS, KINDS, PALACE, SPACES, TOWN

WIDTH, HEIGHT = 1200, 800  # the table on which spaces are drawn
PAIRS = "[[space, space], …]"
STATED_KINDS = {"town": 5, "road": 13, "mine": 3, "harbour": 2, "palace": 7}
# The towns with books, and the corner each lies in: left of the middle, above it.
STATED_BOOKS = {
    "a": ("equipment", True, True),
    "b": ("equipment", False, False),
    "c": ("commissions", False, True),
    "d": ("commissions", True, False),
}


def is_table(value: Any) -> bool:
    """Whether a value of a box file is a table."""
    return isinstance(value, Mapping)


def pack_board(board: Data, box: Any, check: Check) -> tuple[str, ...]:
    """Each space, and the spaces within reach of it; their names."""
    rows = check.rows(board, "spaces")
    if not check.count(len(rows), "board.spaces", 2, SPACES):
        return ()
    box["spaces"] = len(rows)
    names = [check.word(row, "name", f"board.spaces {space + 1}") for space, row in enumerate(rows)]
    for space, row in enumerate(rows):
        pack_space(space, names[space], row, box, check)
    check_place(check.table(board, "discard"), "discard", check)
    homes = [space for space, row in enumerate(rows) if row.get("home") is True]
    if check.needed(len(homes) == 1, "board, home = true", "box.needs", needed=1, given=len(homes)):
        box["home"] = homes[0]
    edges = read_edges(board, names, check)
    pack_reach(reaches(edges, [int(kind) == TOWN for kind in box["kind"][: len(rows)]]), box)
    check_board(rows, names, box, check)
    return check.slugs(names, "spaces")


def pack_reach(found: list[tuple[set[int], set[int]]], box: Any) -> None:
    """Where a pawn may go from each space, and how far the palaces are."""
    for space, (near, far) in enumerate(found):
        box["reach"][space], box["far"][space] = as_bits(near), as_bits(far)
    for colour in range(len(COLOURS)):
        palaces = {space for space in range(len(found)) if int(box["client"][space]) == colour}
        box["away"][: len(found), colour] = moves_to(palaces, [near for near, _ in found])


def pack_space(space: int, name: str, row: Data, box: Any, check: Check) -> None:
    """A space's kind, and what there is."""
    kind = KINDS.index(check.word(row, "kind", name, KINDS))
    box["kind"][space] = kind
    box["book"][space], box["client"][space] = NOTHING, NOTHING
    check_place(row, name, check)
    if kind == PALACE:
        box["client"][space] = COLOURS.index(check.word(row, "client", name, COLOURS))
    if KINDS[kind] == "harbour" or "ships" in row:
        check.needed(KINDS[kind] in ("harbour", "town"), name, "box.apart", key="ships", other=f"kind = {KINDS[kind]}")
        box["ships"][space] = check.number(row, "ships", name, 1, 7)
    if "book" in row:
        check.needed(kind == TOWN, name, "box.apart", key="book", other=f"kind = {KINDS[kind]}")
        book = int(box["books"])
        if check.count(book + 1, "board, book", 0, BOOKS):
            box["book"][space], box["books"] = book, book + 1
            box["book_kind"][book] = BOOK_KINDS.index(check.word(row, "book", name, BOOK_KINDS))


def check_place(row: Data, name: str, check: Check) -> None:
    """Where something is drawn."""
    check.number(row, "x", name, 0, WIDTH, drawn=True)
    check.number(row, "y", name, 0, HEIGHT, drawn=True)


def read_edges(board: Data, names: list[str], check: Check) -> list[set[int]]:
    """The neighbours of each space."""
    near: list[set[int]] = [set() for _ in names]
    edges = board.get("edges")
    if not check.needed(isinstance(edges, list), "board", "box.form", key="edges", form=PAIRS, given=edges):
        return near
    for edge in edges or ():
        pair = isinstance(edge, list) and len(edge) == 2 and edge[0] != edge[1] and all(end in names for end in edge)
        if check.needed(pair, "board", "box.form", key="edges", form=PAIRS, given=edge):
            one, other = (names.index(end) for end in edge)
            near[one].add(other)
            near[other].add(one)
    for space, name in enumerate(names):
        check.needed(near[space], f"{name}, edges", "box.needs", needed=1, given=0)
    return near


# ---------------------------------------------------------------- how far a pawn may go


def reaches(edges: list[set[int]], is_town: list[bool]) -> list[tuple[set[int], set[int]]]:
    """For each space: where a pawn may go without passing a town, and where by passing one (Movement)."""
    found = []
    for start in range(len(edges)):
        near = spread({start}, edges, is_town)
        towns = {space for space in near if is_town[space]}
        far = near | spread(towns, edges, is_town)
        found.append((near - {start}, far - {start}))
    return found


def spread(starts: set[int], edges: list[set[int]], is_town: list[bool]) -> set[int]:
    """All that can be reached by leaving any of the starts: one may stop in a town, but not go on from there."""
    found: set[int] = set()
    leaving = list(starts)
    while leaving:
        for space in edges[leaving.pop()]:
            if space not in found:
                found.add(space)
                if not is_town[space]:
                    leaving.append(space)
    return found


def moves_to(goals: set[int], reach: list[set[int]]) -> list[int]:
    """How many moves it takes from each space to the nearest of the goals; AWAY where none can be reached."""
    away, ring, moves = [AWAY] * len(reach), goals, 0
    while ring:
        for space in ring:
            away[space] = moves
        ring = {space for space, near in enumerate(reach) if away[space] == AWAY and near & ring}
        moves += 1
    return away


def as_bits(spaces: set[int]) -> int:
    """A set of spaces, a bit for each."""
    return sum(1 << space for space in spaces)


# ---------------------------------------------------------------- what is stated


def check_board(rows: list[Data], names: list[str], box: Any, check: Check) -> None:
    """What the rulebook and reviews say of the board."""
    kinds = Counter(KINDS[int(kind)] for kind in box["kind"][: len(rows)])
    for kind, said in STATED_KINDS.items():
        check.total(kinds[kind], f"board, kind = {kind}", said)
    clients = [int(colour) for colour in box["client"][: len(rows)]]
    for colour, name in enumerate(COLOURS):
        check.total(clients.count(colour), f"board, client = {name}", 1)
    ships = {
        kind: sorted(int(row["ships"]) for row in rows if row.get("kind") == kind and is_whole(row.get("ships")))
        for kind in ("town", "harbour")
    }
    check.figure(ships["harbour"], "ships", "board, kind = harbour", [1, 2])
    check.figure(ships["town"], "ships", "board, kind = town", [1])
    home = rows[int(box["home"])]
    check.figure(home.get("kind"), "kind", "board, home = true", "town")
    check.stated(home.get("ships"), "board, home = true", "box.stated", key="ships", wanted=1)
    books = {name for name, row in zip(names, rows, strict=True) if "book" in row}
    check.figure(sorted(books), "book", "board", sorted(STATED_BOOKS))
    for name, (book, left, above) in STATED_BOOKS.items():
        if name in books:
            row = rows[names.index(name)]
            check.figure(row.get("book"), "book", name, book)
            for key, side, first in (("x", WIDTH, left), ("y", HEIGHT, above)):
                place, half = row.get(key), side // 2
                span = f"0-{half - 1}" if first else f"{half}-{side}"
                fits = not isinstance(place, int) or (place < half) == first
                check.stated(fits, name, "box.stated", key=key, wanted=span)


def is_whole(value: Any) -> bool:
    """Whether a value of a box file is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)
