"""Records as rules have them, for type checkers: which fields there are, and by how many numbers each is indexed.

Rules work on the bare record, which is NumPy's or Numba's, and neither tells a type checker what its fields are called.
So each game has a `record.py` with a class for its state (`S`) and one for its box (`B`), written from the declaration
in its `state.py` (`described` in `fields.py`): rules say `def pick(s: S, box: B, seat: int)`, and a field that does not
exist, or one that is read by one index too many, is found before anything is compiled. Numba looks at none of it.
Nothing here has a body: the classes describe, and no object is ever made of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload


class Array1:
    """Numbers in a row: `s.points[seat]`."""

    def __len__(self) -> int: ...  # type: ignore[empty-body]

    def __iter__(self) -> Iterator[int]: ...  # type: ignore[empty-body]

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> Array1: ...

    def __getitem__(self, at: int | slice) -> int | Array1: ...  # type: ignore[empty-body]

    @overload
    def __setitem__(self, at: int, number: int) -> None: ...

    @overload
    def __setitem__(self, at: slice, number: int | Array1) -> None: ...

    def __setitem__(self, at: int | slice, number: int | Array1) -> None: ...


class Array2:
    """Numbers on a plane: `s.window[seat, space]`; `s.window[seat]` is one of its rows."""

    def __len__(self) -> int: ...  # type: ignore[empty-body]

    @overload
    def __getitem__(self, at: tuple[int, int]) -> int: ...

    @overload
    def __getitem__(self, at: int) -> Array1: ...

    def __getitem__(self, at: tuple[int, int] | int) -> int | Array1: ...  # type: ignore[empty-body]

    @overload
    def __setitem__(self, at: tuple[int, int], number: int) -> None: ...

    @overload
    def __setitem__(self, at: int | slice, number: int | Array1) -> None: ...

    def __setitem__(self, at: tuple[int, int] | int | slice, number: int | Array1) -> None: ...


class Array3:
    """Numbers in space: `box.face[book, card, side]`; `box.face[book]` is one of its planes."""

    def __len__(self) -> int: ...  # type: ignore[empty-body]

    @overload
    def __getitem__(self, at: tuple[int, int, int]) -> int: ...

    @overload
    def __getitem__(self, at: tuple[int, int]) -> Array1: ...

    @overload
    def __getitem__(self, at: tuple[int, int, slice]) -> Array1: ...

    @overload
    def __getitem__(self, at: int) -> Array2: ...

    def __getitem__(self, at: tuple[int | slice, ...] | int) -> int | Array1 | Array2: ...  # type: ignore[empty-body]

    def __setitem__(self, at: tuple[int, int, int], number: int) -> None: ...


class Array4:
    """Numbers in tables of tables: `GROUP[seats, viewer, hand, trick]`."""

    def __getitem__(self, at: tuple[int, int, int, int]) -> int: ...  # type: ignore[empty-body]


class Header:
    """What every state begins with: all that rules which know no game may ask of one."""

    key: Array1
    block: Array1
    drawn: int
    epoch: int
    seats: int
