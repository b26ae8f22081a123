"""Looking back at a match: for whoever may see it, once it is over, and with no more than a fair share of the house."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mistvale.analysis import Pass
from mistvale.core.rule import INTERPRETED
from mistvale.server import analyses, schema
from mistvale.server.store import MATCH_TABLES

from .helpers import Guest, House, fast_settings
from .test_thinking import until

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of rollouts")
SMALL: dict[str, Any] = {"options": {"window": "small"}}
HASTY = (("quick", Pass("friend", 3, 3)), ("full", Pass("friend", 6, 6)))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    # Tests ask more often than people do.
    with House(fast_settings(tmp_path, drawings_per_second=10_000.0)) as house:
        house.app.state.hub.analysts.passes = HASTY
        yield house


def finished(guest: Guest, **more: Any) -> str:
    """A match that is over."""
    match: str = guest.open("me", "me", **SMALL | more)["match"]
    guest.play_out(match)
    return match


def path(match: str) -> str:
    return f"/api/matches/{match}/analysis"


def test_a_finished_match_is_looked_back_at_and_kept_for_all(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = finished(ann)
    assert bob.get(path(match)) == {"status": "none", "done": 0, "total": 0, "found": None, "told": {}}
    begun = ann.post(path(match), None)
    assert begun["status"] in ("waiting", "quick")
    seen = set()

    def whole() -> bool:
        told = bob.get(path(match))
        seen.add(told["status"])
        return bool(told["status"] == "whole")

    until(whole)
    assert seen & {"quick", "full"}
    told = bob.get(path(match))
    found = told["found"]
    assert told["done"] == told["total"] == found["total"] == len(found["decisions"]) > 20
    assert found["level"] == "friend" and len(found["shares"]) == len(found["curves"]) == 2
    for each in found["decisions"]:
        if each["best"] != each["played"]:
            assert told["told"][str(each["step"])]["other"]
    assert "Ann" not in str(found), "names go with their accounts"
    assert ann.post(path(match), None) == told, "it is not found twice"


def test_a_quick_look_comes_before_the_closer_one_at_another_match(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    first, second = finished(ann), finished(bob, seed=2)
    both, looks, honest = threading.Event(), [], analyses.analyse

    def noting(match: Any, how: Pass, **more: Any) -> Any:
        both.wait(30)
        looks.append((match.seed, how))
        return honest(match, how, **more)

    monkeypatch.setattr(analyses, "analyse", noting)
    ann.post(path(first), None)
    bob.post(path(second), None)
    both.set()
    until(lambda: all(ann.get(path(each))["status"] == "whole" for each in (first, second)))
    assert [how for _, how in looks] == [HASTY[0][1]] * 2 + [HASTY[1][1]] * 2
    assert looks[0][0] == looks[2][0] != looks[1][0] == looks[3][0]


def test_a_quick_look_waits_for_no_closer_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """That may take minutes, and something is to be seen within seconds."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    first, second = finished(ann), finished(bob, seed=2)
    go_on, honest = threading.Event(), analyses.analyse

    def slow(match: Any, how: Pass, **more: Any) -> Any:
        if how == HASTY[1][1]:
            go_on.wait(60)
        return honest(match, how, **more)

    monkeypatch.setattr(analyses, "analyse", slow)
    ann.post(path(first), None)
    until(lambda: bool(ann.get(path(first))["status"] == "full"))
    bob.post(path(second), None)
    until(lambda: bool(bob.get(path(second))["found"]))
    assert ann.get(path(first))["status"] == "full"
    go_on.set()
    until(lambda: all(ann.get(path(each))["status"] == "whole" for each in (first, second)))


def test_moves_are_told_in_the_language_of_who_asks(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    ann.post(path(match), None)
    until(lambda: bool(ann.get(path(match))["status"] == "whole"))
    english, pseudo = (ann.get(f"{path(match)}?lang={lang}")["told"] for lang in ("en", "qps"))
    decisions = ann.get(path(match))["found"]["decisions"]
    assert english.keys() == pseudo.keys() == {str(each["step"]) for each in decisions}
    assert all("[!!!" in each["played"] for each in pseudo.values()), "also where there was nothing better"


def test_a_match_that_is_not_over_is_never_looked_back_at(house: House) -> None:
    ann = house.guest("Ann")
    match = ann.open("me", "me", **SMALL)["match"]
    for ask in (lambda: ann.post(path(match), None, 409), lambda: ann.get(path(match), 409)):
        assert ask()["error"] == "not-over"
    assert ann.get(path("nowhere"), 404)["error"] == "not-found"


def test_the_match_of_the_day_waits_for_its_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.guest("Ann")
    match = finished(ann)
    monkeypatch.setattr("mistvale.server.api.is_secret", lambda terms: True)
    assert ann.post(path(match), None, 403)["error"] == "forbidden"


def test_nobody_looks_back_while_another_table_plays_on_the_same_seed(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann, seed=7)
    other = ann.open("me", "me", seed=7, **SMALL)["match"]
    told = ann.post(path(match), None, 409)
    assert told["error"] == "not-possible" and "same seed" in told["text"]
    assert ann.get(path(match), 409)["error"] == "not-possible"
    assert ann.get(f"/api/matches/{match}/why?step=3", 409)["error"] == "not-possible"
    ann.play_out(other)
    assert ann.post(path(match), None)["status"] != "none"


def test_nor_on_the_seed_of_a_match_that_nobody_chose_one_for(house: House) -> None:
    """Its record tells the seed to everybody."""
    ann = house.guest("Ann")
    match = finished(ann)
    seed = ann.get(f"/api/matches/{match}/record")["seed"]
    other = ann.open("me", "me", seed=seed, **SMALL)["match"]
    assert ann.post(path(match), None, 409)["error"] == "not-possible"
    ann.play_out(other)
    assert ann.get(path(match))["status"] == "none"


def test_another_game_on_the_same_seed_is_no_matter(house: House) -> None:
    ann = house.guest("Ann")
    match = finished(ann, seed=7)
    ann.open("me", "me", game="secret-valley", seed=7)
    assert ann.get(path(match))["status"] == "none"


# ---------------------------------------------------------------- nobody gets more than a fair share


class Slow:
    """Stands in for the analysis: goes on until it is told to stop."""

    def __init__(self) -> None:
        self.begun = self.stopped = 0

    def analyse(self, match: Any, how: Any, progress: Any, stop: threading.Event) -> None:
        self.begun += 1
        stop.wait(30)
        self.stopped += 1


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    slow = Slow()
    monkeypatch.setattr(analyses, "analyse", slow.analyse)
    return slow


def test_it_stops_when_nobody_waits(tmp_path: Path, slow: Slow) -> None:
    with House(fast_settings(tmp_path, analysis_patience=0.8)) as house:
        ann = house.guest("Ann")
        match = finished(ann)
        ann.post(path(match), None)
        until(lambda: slow.begun == 1)
        end = time.monotonic() + 1.5
        while time.monotonic() < end:  # somebody looks
            assert ann.get(path(match))["status"] == "quick"
            time.sleep(0.1)
        assert slow.stopped == 0
        until(lambda: slow.stopped == 1)  # nobody looks any more
        until(lambda: bool(ann.get(path(match))["status"] == "none"))


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        ({"analyses_per_hour": 0.0, "analysis_burst": 1.0}, "many matches"),
        ({"analyses_waiting": 1}, "So many"),
        ({}, "still being looked back at"),
    ],
)
def test_a_guest_has_a_fair_share(tmp_path: Path, slow: Slow, limits: dict[str, Any], text: str) -> None:
    with House(fast_settings(tmp_path, **limits)) as house:
        ann = house.guest("Ann")
        first, second = finished(ann), finished(ann)
        ann.post(path(first), None)
        refused = ann.post(path(second), None, 429)
        assert refused["error"] == "too-many" and text in refused["text"]
        assert ann.get(path(second))["status"] == "none"
        assert ann.post(path(first), None)["status"] in ("waiting", "quick"), "who waits may ask again"


def test_an_address_has_a_fair_share(tmp_path: Path, slow: Slow) -> None:
    with House(fast_settings(tmp_path, analyses_per_address=1)) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        first, second = finished(ann), finished(bob)
        ann.post(path(first), None)
        assert bob.post(path(second), None, 429)["error"] == "too-many"


def test_a_match_that_goes_takes_what_was_found_along() -> None:
    assert schema.analyses in MATCH_TABLES
