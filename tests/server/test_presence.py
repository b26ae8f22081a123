"""Presence: those at a table learn who else plays is there, and crowds that look on cost nobody anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from mistvale.server.frames import Reader
from mistvale.server.live import Live
from mistvale.server.store import Store
from mistvale.server.watchers import Watcher

from .helpers import Guest, House, fast_settings
from .test_eyes import drain, live_of
from .test_thinking import until


def crowd(guest: Guest, live: Live, size: int) -> list[Watcher]:
    """Spectators who come one after another; nothing of what they are told is taken away."""
    watchers = [Watcher(f"{number:032x}", 10 * size) for number in range(size)]
    assert guest.client.portal is not None
    for watcher in watchers:
        guest.client.portal.call(live.watch, watcher, Reader(None))
    return watchers


def disperse(guest: Guest, live: Live, watchers: list[Watcher]) -> None:
    assert guest.client.portal is not None
    for watcher in watchers:
        guest.client.portal.call(live.unwatch, watcher)


def test_a_crowd_costs_each_of_them_a_status_and_a_table(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    live = live_of(house, ann, match)
    watchers = crowd(ann, live, 150)
    assert sum(watcher.unsent.qsize() for watcher in watchers) == 2 * 150
    disperse(ann, live, watchers[:149])
    assert watchers[149].unsent.qsize() == 2, "nobody hears of those who go"
    disperse(ann, live, watchers[149:])


def test_one_who_comes_and_goes_all_the_time_is_told_of_now_and_then(tmp_path: Path) -> None:
    with House(fast_settings(tmp_path, presence_pause=60.0)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        opened = ann.open("me", "friend")
        match = opened["match"]
        bob.join(opened["seats"][1]["link"], "Bob")
        live = live_of(house, ann, match)
        (looker,) = crowd(ann, live, 1)
        for _ in range(20):
            flighty = Watcher(bob.id, 100)
            bob.client.portal.call(live.watch, flighty, Reader(1))  # type: ignore[union-attr]
            disperse(bob, live, [flighty])
        told = [message for message in drain(ann, looker) if message["type"] == "presence"]
        assert len(told) <= 2


def test_the_last_word_is_told_after_the_pause(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend")
    bob.join(opened["seats"][1]["link"], "Bob")
    with ann.at(opened["match"], 0) as line:
        line.until("frames")
        for _ in range(3):
            with bob.at(opened["match"], 1) as other:
                other.until("frames")
        with bob.at(opened["match"], 1):
            while line.until("presence")["online"] != [True, True]:
                pass
        while line.until("presence")["online"] != [True, False]:
            pass


# ---------------------------------------------------------------- PostgreSQL


def test_a_crowd_on_postgresql_is_no_trouble(tmp_path: Path, furnished_postgres: Callable[[], str]) -> None:
    database = furnished_postgres()
    with (
        House(fast_settings(tmp_path, database=database)) as house,
        House(fast_settings(tmp_path, database=database)) as other,
    ):
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        there = other.guest()
        assert not there.status(match)["seats"][0]["online"]
        live = live_of(house, ann, match)
        watchers = crowd(ann, live, 400)
        with ann.at(match, 0):
            until(lambda: there.status(match)["seats"][0]["online"])
            assert ann.get("/health")["status"] == "ok"
            assert len(live_of(other, there, match).presence.online()) == 1, "only who plays is told of"
        until(lambda: not there.status(match)["seats"][0]["online"])
        disperse(ann, live, watchers)
        assert ann.get("/health")["status"] == "ok"


@pytest.mark.parametrize(("match", "channel"), [("x" * 9000, "mistvale"), ("x", "much-too-long" * 10)])
def test_what_cannot_be_told_is_no_trouble(
    furnished_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch, match: str, channel: str
) -> None:
    store = Store(furnished_postgres().replace("postgresql://", "postgresql+psycopg://", 1), "here")
    monkeypatch.setattr("mistvale.server.store.CHANNEL", channel)
    store.notify({"match": match})
    assert store.trouble is None
    store.close()
