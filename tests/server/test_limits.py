"""Limits: bursts pass, floods do not, and nobody's memory grows with the number of liars."""

from __future__ import annotations

import pytest

from mistvale.server import limits
from mistvale.server.errors import Refusal, refuse
from mistvale.server.limits import Asker, Buckets, Places, Room, Shares, household


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
    assert [buckets.take(key) for key in ("c", "a", "d")] == [False] * 3
    assert buckets.take("b"), "which nobody remembers any more"


def test_places_are_given_back():
    places = Places(1)
    assert places.take("one")
    assert not places.take("one")
    assert places.take("two")
    places.free("one")
    assert places.take("one")


def test_what_costs_more_than_is_left_is_owed(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    buckets = Buckets(per_second=1.0, burst=5.0)
    assert buckets.take("one", 8.0)
    now = 3.5
    assert not buckets.take("one")
    now = 4.0
    assert buckets.take("one")


def test_an_address_has_the_shares_of_so_many_guests():
    shares = Shares(per_second=0.0, burst=2.0, guests_per_address=2)
    guests = [Asker(str(number), "here") for number in range(5)]
    assert [shares.take(guests[0]) for _ in range(3)] == [True, True, False]
    assert [shares.take(guest) for guest in guests[1:]] == [True, True, False, False]
    assert shares.take(Asker("new", "there"))


@pytest.mark.parametrize(("per_guest", "per_address"), [(1, 9), (9, 1)])
def test_a_place_is_free_again_whatever_happens(per_guest: int, per_address: int):
    room, refusal = Room(per_guest, per_address), refuse("too-many")
    asker = Asker("ann", "here")
    for _ in range(2):
        with pytest.raises(KeyError), room.place(asker, refusal):
            with pytest.raises(Refusal), room.place(asker, refusal):
                pass
            raise KeyError


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
