"""A seat's eyes are its holder's alone, at every moment: who has lost a seat sees nothing more through it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from mistvale.bots import BOTS
from mistvale.server.events import Event
from mistvale.server.frames import Reader
from mistvale.server.live import Live
from mistvale.server.watchers import Watcher

from .helpers import Guest, House, Line, same_guest
from .test_thinking import until


class Patient:
    """A bot that moves when it may."""

    name = "patient"

    def __init__(self) -> None:
        self.may_move = threading.Event()

    def choose(self, seat: Any, stop: threading.Event) -> Any:
        while not self.may_move.wait(0.005) and not stop.is_set():
            pass
        return seat.legal[0]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[Patient]:
    bot = Patient()
    monkeypatch.setitem(BOTS, "patient", lambda seed: bot)
    yield bot
    bot.may_move.set()


def two_at_a_table(house: House) -> tuple[Guest, Guest, str]:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    opened = ann.open("me", "friend", seed=7)
    bob.join(opened["seats"][1]["link"], "Bob")
    return ann, bob, opened["match"]


def leave(guest: Guest, match: str, seat: int = 1) -> None:
    guest.post(f"/api/matches/{match}/leave", {"seat": seat, "bot": "patient"})


def live_of(house: House, guest: Guest, match: str) -> Live:
    assert guest.client.portal is not None
    found: Live = guest.client.portal.call(house.app.state.hub.live, match)
    # One that was just loaded is read once more: that has begun when the loop has gone round.
    guest.client.portal.call(asyncio.sleep, 0)
    return found


def at_rest(live: Live) -> bool:
    """Whether nothing is read for a table."""
    return not live.stale and not live.held


def frames_of(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "frames"]


def drain(guest: Guest, watcher: Watcher) -> list[dict[str, Any]]:
    """All that would be sent to a watcher now."""

    async def all_of_it() -> list[str]:
        texts = []
        watcher.unsent.put_nowait(None)
        while (text := await watcher.next()) is not None:
            texts.append(text)
        return texts

    assert guest.client.portal is not None
    return [json.loads(text) for text in guest.client.portal.call(all_of_it)]


def test_whoever_leaves_a_seat_becomes_a_spectator(house: House, patient: Patient) -> None:
    ann, bob, match = two_at_a_table(house)
    with bob.at(match, 1) as line:
        line.until("frames", seat=1)
        leave(bob, match)
        assert line.until("status")["status"]["mine"] == []
        whole = line.until("frames")
        assert whole["whole"] and whole["seat"] is None
        patient.may_move.set()
        ann.move(match, 0, ann.legal(match, 0)[0])
        until(lambda: ann.status(match)["step"] > 2)
        assert {message["seat"] for message in frames_of(line.settle())} == {None}


def test_what_waits_for_a_lost_seat_is_not_sent(house: House, patient: Patient) -> None:
    """A reader so slow that everything still waits when the seat is left."""
    ann, bob, match = two_at_a_table(house)
    live = live_of(house, ann, match)
    watcher = Watcher(bob.id, 100)
    assert ann.client.portal is not None
    ann.client.portal.call(live.watch, watcher, Reader(1))
    bob.move(match, 1, bob.legal(match, 1)[0])
    leave(bob, match)
    assert watcher.viewer is None
    sent = drain(bob, watcher)
    assert [message["seat"] for message in frames_of(sent)] == [None]
    ann.client.portal.call(live.unwatch, watcher)


def test_an_answer_for_a_lost_seat_becomes_a_refusal(house: House, patient: Patient) -> None:
    """A preview shows a hand, and a hint tells of one."""
    ann, bob, match = two_at_a_table(house)
    live = live_of(house, ann, match)
    watcher = Watcher(bob.id, 100)
    watcher.live = live
    watcher.send('{"type": "preview"}', 1, '{"type": "error"}')
    leave(bob, match)
    assert drain(bob, watcher) == [{"type": "error"}]


def test_a_preview_that_is_drawn_while_the_seat_is_left(house: House, patient: Patient) -> None:
    _, bob, match = two_at_a_table(house)
    with bob.at(match, 1) as line, blocked(house) as go_on:
        line.until("frames")
        line.say(type="preview", id="p", seat=1, move=bob.legal(match, 1)[0])
        line.settle()
        leave(bob, match)
        go_on.set()
        assert line.until("error", id="p")["error"] == "not-your-seat"


@pytest.mark.parametrize("what", ["view", "scene"])
def test_a_look_that_is_drawn_while_the_seat_is_left(house: House, patient: Patient, what: str) -> None:
    _, bob, match = two_at_a_table(house)
    answers: list[int] = []
    with blocked(house) as go_on:
        asked = threading.Thread(
            target=lambda: answers.append(bob.client.get(f"/api/matches/{match}/{what}?seat=1").status_code)
        )
        asked.start()
        until(lambda: house.hub.queues()["sketch"] > 0)
        leave(bob, match)
        go_on.set()
        asked.join(30)
    assert answers == [403]


@contextmanager
def blocked(house: House) -> Iterator[threading.Event]:
    """Nothing is drawn for one who asks until the event is set."""
    begun, go_on = threading.Event(), threading.Event()

    def draw() -> None:
        begun.set()
        go_on.wait()

    async def ask() -> None:
        house.hub.spawn(house.hub.sketch(draw))

    house.call(ask)
    assert begun.wait(30)
    try:
        yield go_on
    finally:
        go_on.set()


def test_after_the_end_everybody_may_look_through_any_seat(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here", options={"window": "small"})["match"]
    with ann.at(match, 0) as line:
        line.until("frames")
        ann.play_out(match)
        ann.post(f"/api/matches/{match}/leave", {"seat": 0, "bot": "random"})
        assert {message["seat"] for message in frames_of(line.settle())} == {0}
        with house.guest("Eve").at(match, 0) as other:
            assert other.until("frames")["seat"] == 0


# ---------------------------------------------------------------- two processes


def test_a_seat_left_at_another_process(houses: tuple[House, House], patient: Patient) -> None:
    here, there = houses
    ann, bob, match = two_at_a_table(here)
    with same_guest(bob, there).at(match, 1) as line:
        line.until("frames", seat=1)
        leave(bob, match)
        assert line.until("frames")["seat"] is None
        patient.may_move.set()
        ann.move(match, 0, ann.legal(match, 0)[0])
        line.until("frames")
        assert {message["seat"] for message in frames_of(line.settle())} <= {None}


def test_what_waits_while_a_process_is_behind_is_not_sent(houses: tuple[House, House], patient: Patient) -> None:
    """A move and the loss of the seat are folded together: the move's frame was drawn before, and is not sent."""
    here, there = houses
    _, bob, match = two_at_a_table(here)
    elsewhere = same_guest(bob, there)
    live = live_of(there, elsewhere, match)
    watcher = Watcher(bob.id, 100)
    portal = elsewhere.client.portal
    assert portal is not None
    portal.call(live.watch, watcher, Reader(1))
    assert frames_of(drain(elsewhere, watcher))
    sent: list[str | None] = []
    sending = portal.start_task_soon(sender(watcher, sent))
    with portal.wrap_async_context_manager(live.still()):
        bob.move(match, 1, bob.legal(match, 1)[0])
        leave(bob, match)
        until(lambda: live.stale)
    until(lambda: live.table.seats[1].kind == "bot" and any(text and '"whole":true' in text for text in sent))
    assert [json.loads(text)["seat"] for text in sent if text and '"frames"' in text] == [None]
    portal.call(live.unwatch, watcher)
    sending.cancel()  # the house would wait for it


def sender(watcher: Watcher, sent: list[str | None]) -> Callable[[], Any]:
    async def send() -> None:
        while True:
            sent.append(await asyncio.wait_for(watcher.next(), 30))

    return send


@pytest.mark.parametrize("what", ["view?", "scene?", "legal?"])
def test_an_answer_knows_what_another_process_has_written(
    houses: tuple[House, House], patient: Patient, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """It was heard that there is something new, and nobody has read it yet."""
    here, there = houses
    _, bob, match = two_at_a_table(here)
    elsewhere = same_guest(bob, there)
    path = f"/api/matches/{match}/{what}seat=1"
    elsewhere.get(path)
    live = live_of(there, elsewhere, match)
    until(lambda: at_rest(live))

    async def busy(live: Live) -> None:
        """Others have the loop."""

    monkeypatch.setattr(there.app.state.hub, "_refresh", busy)
    leave(bob, match)
    until(lambda: live.stale)
    assert elsewhere.get(path, 403)["error"] == "not-your-seat"


def test_nothing_heard_while_news_are_read_is_forgotten(
    houses: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = houses
    ann, _, match = two_at_a_table(here)
    elsewhere = same_guest(ann, there)
    live = live_of(there, elsewhere, match)
    until(lambda: at_rest(live))
    portal = elsewhere.client.portal
    assert portal is not None
    store = there.hub.store
    read, reading, go_on = store.events, threading.Event(), threading.Event()

    def slowly(match: str, after: int = -1) -> list[Event]:
        found = read(match, after)
        reading.set()
        go_on.wait(30)
        return found

    monkeypatch.setattr(store, "events", slowly)
    ann.move(match, 0, ann.legal(match, 0)[0])
    assert reading.wait(30)
    monkeypatch.setattr(store, "events", read)
    ann.post(f"/api/matches/{match}/undo", {"seat": 0})
    number = live.table.number + 2  # neither the move nor what took it back is folded yet
    until(lambda: live.stale)
    go_on.set()
    until(lambda: live.table.number == number)


def test_nothing_heard_while_something_is_written_is_forgotten(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _, match = two_at_a_table(house)
    live = live_of(house, ann, match)
    store = house.app.state.hub.store
    write = store.append_soon

    def interrupted(batch: Any) -> Any:
        live.fall_behind()
        return write(batch)

    monkeypatch.setattr(store, "append_soon", interrupted)
    ann.move(match, 0, ann.legal(match, 0)[0])
    assert live.stale, "it is read at the next occasion"
    assert ann.legal(match, 0) == [] and not live.stale


def test_a_line_hears_of_the_loss_before_anything_else(house: House, patient: Patient) -> None:
    """The status that says so, then the whole table; the client never has to guess."""
    _, bob, match = two_at_a_table(house)
    with bob.at(match, 1) as line:
        line.until("frames")
        answer = line.ask(type="leave", id="l", seat=1, bot="patient")
        assert answer["type"] == "ok"
        kinds = [line.hear()["type"] for _ in range(2)]
        assert kinds == ["status", "frames"]
        assert isinstance(line, Line) and line.heard[-1]["seat"] is None
