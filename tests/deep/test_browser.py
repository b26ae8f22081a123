"""Whole matches, every move by hand, where `tests/e2e` makes one of every kind or plays with a smaller box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from tests.e2e.people import DESK, PHONE, Person
from tests.e2e.servers import Server
from tests.e2e.test_match import check_result, play_to_the_end
from tests.e2e.test_misterra import both_boards_are_there
from tests.e2e.test_misty_valley import EVERYTHING
from tests.e2e.test_valdora import Sense, few_craftsmen
from tests.e2e.together import no_sideways, play_alone, play_together, result_names

Enter = Callable[..., Person]


def test_misty_at_a_desk(server: Server, person: Enter) -> None:
    ann = person(server)
    ann.go("/")
    ann.find("[data-play=misty]").click()
    ann.at_table()
    assert play_to_the_end(ann) >= 1
    check_result(ann)


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
def test_misterra_alone(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    assert play_alone(ann, "misterra", look=both_boards_are_there)["ranks"] == [1]
    result_names(ann, "Ann")


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
def test_misty_valley_against_a_bot(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    play_alone(ann, "misty-valley", bots=1, options=EVERYTHING, look=no_sideways)
    result_names(ann, "Ann")


def test_two_people_at_a_full_table_of_misterra(server: Server, person: Enter) -> None:
    assert_finished(server, person, "misterra", bots=2)


def test_two_people_in_misty_valley(server: Server, person: Enter) -> None:
    assert_finished(server, person, "misty-valley", options={**EVERYTHING, "boards": "BB"})


def test_two_people_at_a_full_table_of_the_secret_valley(server: Server, person: Enter) -> None:
    assert_finished(server, person, "secret-valley", bots=2)


def test_valdora_at_a_desk(short_server: Server, person: Enter) -> None:
    """From the first road to the last craftsman, of few."""
    ann = person(short_server)
    status = play_alone(ann, "valdora", bots=2, bot="adept", pick=Sense(few_craftsmen()))
    assert len(status["ranks"]) == 3
    result_names(ann, "Ann")


def test_a_full_table_of_valdora_with_all_craftsmen(server: Server, person: Enter) -> None:
    assert_finished(server, person, "valdora", bots=3, bot="adept", pick=Sense(mv.game("valdora").box()))


def assert_finished(server: Server, person: Enter, game: str, bots: int = 0, **more: object) -> None:
    """Ann at a desk and Bob with a phone come to the final page."""
    ann, bob = person(server), person(server, **PHONE)
    status = play_together(ann, bob, game, bots=bots, **more)  # type: ignore[arg-type]
    assert len(status["ranks"]) == 2 + bots
    for each in (ann, bob):
        result_names(each, "Ann", "Bob")
    no_sideways(bob)
