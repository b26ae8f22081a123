"""Hints cost a lot of thinking: nobody gets more than a fair share, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale.bots import explaining
from mistvale.bots.whys import Fact

from .helpers import Guest, House, fast_settings
from .test_thinking import moved, until


class Thinker:
    """Stands in for the search: thinks until it may answer or is told to stop."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()
        self.begun = 0
        self.stopped = 0

    def analyse(self, seat: mv.Seat, stop: threading.Event, why: bool) -> list[Any]:
        self.begun += 1
        while not self.may_answer.is_set() and not stop.wait(0.005):
            pass
        self.stopped += stop.is_set()
        return []


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    thinker = Thinker()
    monkeypatch.setattr(mv, "analyse", thinker.analyse)
    yield thinker
    thinker.may_answer.set()


class Asked(threading.Thread):
    """A request for a hint that is waited for."""

    def __init__(self, guest: Guest, match: str) -> None:
        super().__init__(daemon=True)
        self.guest = guest
        self.path = f"/api/matches/{match}/hints?seat=0"
        self.code = 0
        self.start()

    def run(self) -> None:
        self.code = self.guest.client.get(self.path).status_code

    def answer(self) -> int:
        self.join(30)
        return self.code


def path(match: str) -> str:
    return f"/api/matches/{match}/hints?seat=0"


def test_no_bot_waits_for_hints(tmp_path: Path, thinker: Thinker) -> None:
    with House(fast_settings(tmp_path, bot_threads=2)) as house:
        anns = [house.guest("Ann") for _ in range(3)]
        asked = [Asked(ann, ann.open("me", "here")["match"]) for ann in anns]
        until(lambda: thinker.begun >= 2)
        bob = house.guest("Bob")
        match = bob.open("me", "bot:random")["match"]
        until(moved(bob, match, 1))
        assert not thinker.stopped
        thinker.may_answer.set()
        assert [each.answer() for each in asked] == [200] * 3


def test_a_guest_asks_for_one_hint_at_a_time(house: House, thinker: Thinker) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    first, second = (ann.open("me", "here")["match"] for _ in range(2))
    asked = Asked(ann, first)
    until(lambda: thinker.begun == 1)
    assert ann.get(path(second), 429)["error"] == "too-many"
    with ann.at(second, 0) as line:
        assert line.ask(type="hint", id="h", seat=0)["error"] == "too-many"
    other = Asked(bob, bob.open("me", "here")["match"])
    until(lambda: thinker.begun == 2)
    thinker.may_answer.set()
    assert (asked.answer(), other.answer()) == (200, 200)


def test_a_guest_that_asks_again_and_again_has_to_wait(tmp_path: Path, thinker: Thinker) -> None:
    thinker.may_answer.set()
    with House(fast_settings(tmp_path, hints_per_second=0.0, hint_burst=2.0)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "here")["match"]
        ann.get(path(match))
        ann.get(path(match))
        assert ann.get(path(match), 429)["error"] == "too-many"
        with ann.at(match, 0) as line:
            assert line.ask(type="hint", id="h", seat=0)["error"] == "too-many"
        bob = house.guest("Bob")
        bob.get(path(bob.open("me", "here")["match"]))


def test_an_address_with_many_guests_has_to_wait(tmp_path: Path, thinker: Thinker) -> None:
    thinker.may_answer.set()
    with House(fast_settings(tmp_path, hints_per_second=0.0, hint_burst=1.0, guests_per_address=2)) as house:
        answers = []
        for _ in range(3):
            guest = house.guest()
            answers.append(guest.client.get(path(guest.open("me", "here")["match"])).status_code)
        assert answers == [200, 200, 429]


@pytest.mark.parametrize("limit", [{"hints_waiting": 2}, {"hints_per_address": 2}])
def test_only_so_many_hints_wait(tmp_path: Path, thinker: Thinker, limit: dict[str, int]) -> None:
    with House(fast_settings(tmp_path, hint_threads=1, **limit)) as house:
        guests = [house.guest() for _ in range(3)]
        matches = [guest.open("me", "here")["match"] for guest in guests]
        asked = []
        for guest, match in zip(guests[:2], matches, strict=False):
            asked.append(Asked(guest, match))
            until(lambda: house.hub.advisers.waiting == len(asked))
        assert guests[2].get(path(matches[2]), 429)["error"] == "too-many"
        thinker.may_answer.set()
        assert [each.answer() for each in asked] == [200, 200]
        guests[2].get(path(matches[2]))


def test_the_same_turn_is_not_thought_about_twice(house: House, thinker: Thinker) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    thinker.may_answer.set()
    assert ann.get(path(match)) == ann.get(path(match))
    assert thinker.begun == 1
    ann.move(match, 0, ann.legal(match, 0)[0])
    ann.post(f"/api/matches/{match}/undo", {"seat": 0})
    ann.get(path(match))
    assert thinker.begun == 2


# ---------------------------------------------------------------- when nobody waits any more


def test_thinking_stops_when_the_socket_is_closed(house: House, thinker: Thinker) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.say(type="hint", id="h", seat=0)
        until(lambda: thinker.begun == 1)
    until(lambda: thinker.stopped == 1)


def test_thinking_stops_when_the_request_is_given_up(house: House, thinker: Thinker) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    leaving = threading.Event()
    request = ann.client.build_request("GET", path(match))
    scope = {
        "type": "http",
        "method": "GET",
        "path": request.url.path,
        "raw_path": request.url.raw_path,
        "query_string": request.url.query,
        "headers": [(name.lower().encode(), value.encode()) for name, value in request.headers.items()],
        "client": ("192.0.2.7", 1),
        "server": ("localhost", 80),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
    }
    said = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if said:
            return said.pop()
        await asyncio.to_thread(leaving.wait, 30)
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        """Nobody is there."""

    assert ann.client.portal is not None
    served = ann.client.portal.start_task_soon(house.app, scope, receive, send)
    until(lambda: thinker.begun == 1)
    assert not served.done()
    leaving.set()
    until(lambda: thinker.stopped == 1)
    served.result(30)


def test_thinking_stops_when_the_turn_is_past(house: House, thinker: Thinker) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.say(type="hint", id="h", seat=0)
        until(lambda: thinker.begun == 1)
        ann.move(match, 1, ann.legal(match, 1)[0])
        assert not thinker.stopped, "what a rival does in secret changes nothing"
    until(lambda: thinker.stopped == 1)
    match = ann.open("me", "here")["match"]
    with ann.at(match, 0) as line:
        line.say(type="hint", id="h", seat=0)
        until(lambda: thinker.begun == 2)
        ann.move(match, 0, ann.legal(match, 0)[0])
        until(lambda: thinker.stopped == 2)
        assert line.until("error", id="h")["error"] == "not-pending"


def test_thinking_stops_when_the_seat_is_left(house: House, thinker: Thinker) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    asked = Asked(ann, match)
    until(lambda: thinker.begun == 1)
    ann.post(f"/api/matches/{match}/leave", {"seat": 0, "bot": "random"})
    until(lambda: thinker.stopped == 1)
    assert asked.answer() == 409


def test_a_question_whose_asker_has_gone_is_never_thought_about(tmp_path: Path, thinker: Thinker) -> None:
    with House(fast_settings(tmp_path, hint_threads=1)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        asked = Asked(ann, ann.open("me", "here")["match"])
        until(lambda: thinker.begun == 1)
        advisers = house.hub.advisers
        with bob.at(bob.open("me", "here")["match"], 0) as line:
            line.say(type="hint", id="h", seat=0)
            until(lambda: advisers.waiting == 2)
        until(lambda: advisers.waiting == 1)
        thinker.may_answer.set()
        assert asked.answer() == 200
    assert thinker.begun == 1


def test_what_speaks_for_a_move_is_told_in_the_language_of_whoever_asks(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thought once, told in words when it is sent."""
    times = []

    def analyse(seat: mv.Seat, stop: threading.Event, why: bool) -> list[mv.Thought]:
        times.append(why)
        return [mv.Thought(seat.legal[0], 9, 1.0, 2.0, 0.1, 1.5, (Fact("now", 2.0), Fact("denies", 1.5, 1)))]

    monkeypatch.setattr(mv, "analyse", analyse)
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    ask = path(match)
    english = ann.client.get(ask, headers={"Accept-Language": "en"}).json()["moves"][0]
    german = ann.client.get(ask, headers={"Accept-Language": "de"}).json()["moves"][0]
    assert english["worth"] == german["worth"] == 2.0 and times == [True]
    assert english["why"][0] == "Points at once: 2." and english["why"][1].endswith(
        "1.5 points less until your next turn."
    )
    assert german["why"][0] == "Punkte sofort: 2." and "1,5 Punkte weniger" in german["why"][1]


def why(match: str, step: int) -> str:
    return f"/api/matches/{match}/why?step={step}"


def played_out(guest: Guest) -> str:
    """A match that is over."""
    match: str = guest.open("me", "here")["match"]
    guest.play_out(match)
    return match


def test_after_a_match_anybody_may_ask_why_a_move_was_made(house: House) -> None:
    """Of matches that are over, and of steps at which somebody decided; in the asker's language, and within limits."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = played_out(ann)
    step = next(n for n in range(2, 9) if bob.client.get(why(match, n)).status_code == 200)
    english = bob.get(why(match, step))
    assert english["step"] == step and english["move"] and all(english["why"])
    german = bob.client.get(why(match, step), headers={"Accept-Language": "de"}).json()
    assert german["move"] == english["move"] and german["why"] != english["why"]


def test_nobody_asks_why_while_a_match_goes_on_or_where_nobody_decided(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "here")["match"]
    ann.move(match, 0, ann.legal(match, 0)[0])
    assert ann.get(why(match, 1), 409)["error"] == "not-over"
    over = played_out(ann)
    for step in (10_000, 1):
        assert ann.get(why(over, step), 400)["error"] == "bad-request"
    for bad in ("?step=0", "?step=-3", "?step=x", ""):
        assert ann.get(f"/api/matches/{over}/why{bad}", 400)["error"] == "bad-request"
    assert ann.get(why("nosuchmatch", 3), 404)


def test_whoever_asks_why_again_and_again_has_to_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "explain", lambda match, step, by, stop: None)
    with House(fast_settings(tmp_path, hint_burst=2, hints_per_second=0.01)) as house:
        ann = house.guest("Ann")
        match = played_out(ann)
        step = next(n for n in range(2, 9) if ann.client.get(why(match, n)).status_code == 200)
        assert ann.get(why(match, step))["why"] == ["There was only one thing to do."]
        assert ann.get(why(match, step), 429)["error"] == "too-many"
