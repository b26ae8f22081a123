"""Bots that think for long: it is seen, nobody else waits for them, and they stop when it is for nothing."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mistvale as mv
from mistvale.bots import BOTS
from mistvale.core.history import Step
from mistvale.server import commands
from mistvale.server.live import Live
from mistvale.server.tables import Seat
from mistvale.server.terms import Terms

from .helpers import PATIENCE, Guest, House, Line, fast_settings


class Slow:
    """Thinks until it may move or is told to stop. One for all seats of all tables."""

    name = "slow"

    def __init__(self) -> None:
        self.may_move = threading.Event()
        self.begun: list[str] = []  # whose tables it has thought at, by the name of the first seat
        self.stopped = 0

    def choose(self, seat: mv.Seat, stop: threading.Event | None = None) -> mv.Move:
        assert stop is not None
        self.begun.append(seat.scene().scores[0].name)
        while not self.may_move.is_set() and not stop.wait(0.005):
            pass
        self.stopped += stop.is_set()
        return seat.legal[0]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    bot = Slow()
    monkeypatch.setitem(BOTS, "slow", lambda seed: bot)
    yield bot
    bot.may_move.set()


def until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def moved(guest: Guest, match: str, seat: int) -> Callable[[], bool]:
    return lambda: not guest.status(match)["seats"][seat]["pending"]


def live_table(house: House, match: str) -> Live:
    return house.live(match)


def test_everybody_sees_that_a_bot_thinks(house: House, slow: Slow) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:slow")["match"]
    with ann.at(match, 0) as line:
        until(lambda: bool(slow.begun))
        line.until("frames")
        assert ann.status(match)["seats"][1]["pending"]
        move(line, ann.legal(match, 0)[0])
        scene = line.until("frames")["frames"][-1]["scene"]
        assert [score["pending"] for score in scene["panels"]["scores"]] == [False, True]
        slow.may_move.set()
        until(moved(ann, match, 1))


def move(line: Line, notation: str) -> None:
    assert line.ask(type="move", id="a1", seat=0, move=notation)["type"] == "ok"


def test_people_play_on_at_other_tables(house: House, slow: Slow) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    for _ in range(house.settings.bot_threads + 1):
        ann.open("me", "bot:slow", "bot:slow", "bot:slow")
    until(lambda: len(slow.begun) == house.settings.bot_threads)
    match = bob.open("me", "here", options={"window": "small"})["match"]
    assert bob.play_by_rest(match)["status"] == "over"
    assert not slow.stopped


def test_bots_of_one_table_do_not_keep_those_of_another_waiting(house: House, slow: Slow) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    ann.open("me", "bot:slow", "bot:slow", "bot:slow")
    until(lambda: slow.begun == ["Ann"])
    quick = bob.open("me", "bot:random")["match"]
    until(moved(bob, quick, 1))
    bob.open("me", "bot:slow", "bot:slow", "bot:slow")
    until(lambda: len(slow.begun) > 1)
    time.sleep(0.1)
    assert slow.begun == ["Ann", "Bob"], "the bots of a table think one after another"
    slow.may_move.set()
    until(lambda: sorted(slow.begun) == ["Ann"] * 3 + ["Bob"] * 3)


def test_hints_do_not_wait_for_bots(house: House, slow: Slow) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:slow", "bot:slow")["match"]
    until(lambda: bool(slow.begun))
    with ann.at(match, 0) as line:
        assert line.ask(type="hint", id="a1", seat=0)["moves"]
    assert len(slow.begun) == 1


def test_bots_stop_with_the_server(tmp_path: Path, slow: Slow) -> None:
    with House(fast_settings(tmp_path)) as house:
        opened = house.guest("Ann").open("me", "bot:slow")
        until(lambda: bool(slow.begun))
    until(lambda: slow.stopped == 1)
    with House(fast_settings(tmp_path)) as house:
        until(lambda: len(slow.begun) == 2)
        assert house.guest().status(opened["match"])["step"] == opened["step"], "what is chosen in haste is not played"
    until(lambda: slow.stopped == 2)


def test_bots_among_themselves_rest_while_nobody_watches(house: House, slow: Slow) -> None:
    ann = house.guest("Ann")
    opened = ann.open("bot:slow", "bot:slow")
    match = opened["match"]
    time.sleep(0.05)
    assert not slow.begun
    with ann.at(match):
        until(lambda: len(slow.begun) == 1)
    until(lambda: slow.stopped == 1)
    until(lambda: live_table(house, match).idle)
    assert ann.status(match)["step"] == opened["step"]
    with ann.at(match):
        until(lambda: len(slow.begun) == 2)
        slow.may_move.set()
        until(lambda: ann.status(match)["step"] > opened["step"])


def test_a_bot_stops_when_its_turn_is_past(house: House, slow: Slow) -> None:
    """As when another process moved for it."""
    ann = house.guest("Ann")
    match = ann.open("me", "bot:slow")["match"]
    until(lambda: bool(slow.begun))
    live = live_table(house, match)
    assert live.table.match is not None
    best = str(live.table.match.legal(1)[-1])
    assert ann.client.portal is not None
    ann.client.portal.call(live.act, commands.bot_move(1, best, live.table.turn(1)))
    until(lambda: slow.stopped == 1)
    until(lambda: live.idle)
    assert [str(step.move) for step in steps(live)] == [best]


def steps(live: Live) -> list[Step]:
    match = live.table.match
    assert match is not None
    return [match.step(n) for n in range(1, match.steps + 1) if match.step(n).move is not None]


def test_a_bot_thinks_on_when_a_rival_takes_back_what_it_has_not_seen(house: House, slow: Slow) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:slow")["match"]
    until(lambda: bool(slow.begun))
    ann.move(match, 0, ann.legal(match, 0)[0])
    ann.post(f"/api/matches/{match}/undo", {"seat": 0})
    slow.may_move.set()
    until(moved(ann, match, 1))
    assert len(slow.begun) == 1 and not slow.stopped


def test_a_bot_thinks_again_when_something_was_learnt_meanwhile() -> None:
    """The turn a bot thinks about is another one once an epoch has ended."""
    table = commands.open_table("ann", "misty", {}, [seat("Ann"), seat("Bob")], "07" * 32, Terms()).table
    first = table.turn(1)
    assert table.match is not None
    table.match.play(0, table.match.legal(0)[0])
    assert table.turn(1) == first
    table.match.play(1, table.match.legal(1)[0])
    assert table.turn(1) != first


def seat(name: str) -> Seat:
    return Seat("guest", name, guest="ann")
