"""Records go into compiled rules by the address of their bytes: the right ones, and only what is one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from mistvale.core import records
from mistvale.core.rule import rule

KIND = np.dtype([("total", "i4"), ("row", "i2", (3,))])


@rule
def add(s: Any, other: Any, n: int) -> int:
    s.total += n
    s.row[1] += other.total
    return int(s.total)


@rule
def added_otherwise(s: Any, other: Any, n: int) -> int:
    s.total += n
    s.row[1] += other.total
    return int(s.total)


def summed(rule_of_two: Any) -> tuple[int, bytes]:
    states = np.zeros(4, KIND)
    found = [rule_of_two(states[place], states[place - 1], place) for place in (1, 2, 3, 2)]
    lone = states[3].copy()
    found.append(rule_of_two(lone, states[0], 7))
    return sum(found), states.tobytes() + lone.tobytes()


def test_the_bytes_of_the_given_records_are_read_and_written() -> None:
    total, data = summed(add)
    expected = np.zeros(5, KIND)
    expected["total"] = (0, 1, 4, 3, 10)
    expected["row"][:, 1] = (0, 0, 2, 2, 2)
    assert total == 1 + 2 + 3 + 4 + 10
    assert data == expected.tobytes()


def test_numbas_own_way_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where NumPy keeps the address elsewhere, or nowhere, records go in as Numba takes them."""
    monkeypatch.setattr(records, "address_at", lambda: None)
    assert summed(added_otherwise) == summed(add)


@pytest.mark.parametrize("stranger", [None, 5, b"12345678"])
def test_what_is_no_record_is_refused(stranger: object) -> None:
    state = np.zeros(1, KIND)[0]
    add(state, state, 1)
    with pytest.raises(TypingError):
        add(state, stranger, 1)


def test_the_address_is_found_in_this_numpy() -> None:
    assert records.address_at() is not None
