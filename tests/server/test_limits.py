"""Limits: bursts pass, floods do not, and nobody's memory grows with the number of liars."""

from __future__ import annotations

import pytest

from mistvale.server import limits
from mistvale.server.limits import Buckets, Places, household


def test_each_key_has_a_burst_of_its_own(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    buckets = Buckets(per_second=1.0, burst=2.0)
    assert [buckets.take("one") for _ in range(3)] == [True, True, False]
    assert buckets.take("two")
    now = 1.0
    assert [buckets.take("one") for _ in range(2)] == [True, False]


def test_more_keys_than_there_is_room_for_push_out_the_oldest(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "MOST_KEYS", 3)
    buckets = Buckets(per_second=0.0, burst=1.0)
    for key in ("a", "b", "c", "a", "d"):
        buckets.take(key)
    assert list(buckets._buckets) == ["c", "a", "d"]


def test_places_are_given_back():
    places = Places(1)
    assert places.take("one")
    assert not places.take("one")
    assert places.take("two")
    places.free("one")
    assert places.take("one")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_counts_with_its_household(address: str, counted: str):
    assert household(address) == counted
