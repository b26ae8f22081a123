"""A bot that fails: it is asked again, then it is shown, and nobody plays for it unless somebody says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mistvale as mv
from mistvale.bots import BOTS

from .helpers import Guest, House, Line, fast_settings
from .test_thinking import live_table, moved, until


class Torn:
    """Fails so many times, then moves; or it wants what is not allowed."""

    name = "torn"

    def __init__(self) -> None:
        self.fails = 10**9
        self.asked = 0
        self.wish: str | None = None

    def choose(self, seat: mv.Seat, stop: Any) -> Any:
        self.asked += 1
        if self.asked > self.fails:
            return seat.legal[-1]
        if self.wish:
            return self.wish
        raise RuntimeError("torn")


@pytest.fixture
def torn(monkeypatch: pytest.MonkeyPatch) -> Iterator[Torn]:
    bot = Torn()
    monkeypatch.setitem(BOTS, "torn", lambda seed: bot)
    yield bot


def failed(guest: Guest, match: str) -> list[bool]:
    return [seat["failed"] for seat in guest.status(match)["seats"]]


def wait_failed(guest: Guest, match: str) -> None:
    until(lambda: failed(guest, match) == [False, True])


def replace(guest: Guest, match: str, bot: str, expect: int = 200) -> Any:
    return guest.post(f"/api/matches/{match}/leave", {"seat": 1, "bot": bot}, expect)


def test_a_bot_that_fails_twice_and_then_works(house: House, torn: Torn) -> None:
    torn.fails = 2
    ann = house.guest("Ann")
    match = ann.open("me", "bot:torn")["match"]
    until(moved(ann, match, 1))
    played = live_table(house, match).table.match
    assert played is not None and torn.asked == 3
    assert failed(ann, match) == [False, False]


@pytest.mark.parametrize("wish", [None, "pick nonsense"])
def test_a_bot_that_fails_for_good_is_shown_and_replaced(house: House, torn: Torn, wish: str | None) -> None:
    torn.wish = wish
    ann, eve = house.guest("Ann"), house.guest("Eve")
    opened = ann.open("me", "bot:torn", options={"window": "small"})
    match = opened["match"]
    with ann.at(match, 0) as line:
        wait_shown(line, True)
        assert torn.asked == 1 + len(house.settings.bot_retries)
        ann.move(match, 0, ann.legal(match, 0)[0])
        assert ann.status(match)["step"] == opened["step"] + 1, "nothing is played for it"
        assert live_table(house, match).thinkers == {}
        assert replace(eve, match, "random", 403)["error"] == "not-your-seat"
        assert replace(ann, match, "random")["seats"][1]["bot"] == "random"
        wait_shown(line, False)
    assert ann.play_out(match)["status"] == "over"
    assert torn.asked == 1 + len(house.settings.bot_retries)


def wait_shown(line: Line, yes: bool) -> None:
    while line.until("status")["status"]["seats"][1]["failed"] is not yes:
        pass


def test_a_bot_that_works_cannot_be_replaced(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:random")["match"]
    assert replace(ann, match, "greedy", 403)["error"] == "not-your-seat"


def test_a_failed_bot_is_asked_again_when_somebody_wants_it(house: House, torn: Torn) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:torn")["match"]
    wait_failed(ann, match)
    torn.fails = torn.asked + 1
    with ann.at(match, 0) as line:
        assert line.ask(type="leave", id="again", seat=1, bot="torn")["type"] == "ok"
    until(moved(ann, match, 1))


def test_the_host_may_mend_a_table_at_which_bots_play(house: House, torn: Torn) -> None:
    ann, eve = house.guest("Ann"), house.guest("Eve")
    opened = ann.open("bot:random", "bot:torn")
    match = opened["match"]
    assert opened["host"] and not eve.status(match)["host"]
    with eve.at(match):
        wait_failed(ann, match)
        assert replace(eve, match, "random", 403)["error"] == "not-your-seat"
        replace(ann, match, "random")
        until(lambda: ann.status(match)["step"] > opened["step"] + 2)


def test_a_failed_bot_is_asked_again_after_a_restart(tmp_path: Path, torn: Torn) -> None:
    with House(fast_settings(tmp_path)) as house:
        ann = house.guest("Ann")
        match = ann.open("me", "bot:torn")["match"]
        wait_failed(ann, match)
    torn.fails = torn.asked
    with House(fast_settings(tmp_path)) as house:
        until(moved(house.guest(), match, 1))


def test_one_failed_bot_does_not_hold_up_the_others(house: House, torn: Torn) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "bot:torn", "bot:random")["match"]
    until(moved(ann, match, 2))
    until(lambda: failed(ann, match) == [False, True, False])
