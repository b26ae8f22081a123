"""A match of The Secret Valley: somebody at a desk, somebody with a phone, and two bots."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .people import PHONE, Person
from .servers import Server
from .together import no_sideways, play_together, result_names


@pytest.mark.slow
def test_three_rounds_by_two_people_and_two_bots(server: Server, person: Callable[..., Person]) -> None:
    ann, bob = person(server), person(server, **PHONE)
    status = play_together(ann, bob, "secret-valley", bots=2, skim=True)
    assert min(status["ranks"]) == 1
    for each in (ann, bob):
        result_names(each, "Ann", "Bob")
    no_sideways(bob)
