"""Whole matches, every move by hand, where `tests/e2e` makes one of every kind or plays with a smaller box.

Those at a desk are played by keys alone: `test_by_ear.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from tests.e2e.people import PHONE, Person
from tests.e2e.servers import Server
from tests.e2e.test_misterra import both_boards_are_there
from tests.e2e.test_misty_valley import EVERYTHING
from tests.e2e.test_valdora import Sense
from tests.e2e.together import no_sideways, play_alone, play_together, result_names

Enter = Callable[..., Person]


@pytest.mark.parametrize("looks", [PHONE], ids=["phone"])
def test_misterra_alone(server: Server, person: Enter, looks: dict[str, Any]) -> None:
    ann = person(server, **looks)
    assert play_alone(ann, "misterra", look=both_boards_are_there)["ranks"] == [1]
    result_names(ann, "Ann")


@pytest.mark.parametrize("looks", [PHONE], ids=["phone"])
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
