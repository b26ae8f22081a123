"""Whatever is sent, there is an answer: nothing breaks, what is refused changes nothing, and nothing is given away."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from . import hostile
from .hostile import Accident, Siege

REQUESTS = 5000


@pytest.mark.slow
def test_five_thousand_hostile_requests_are_answered(tmp_path: Path) -> None:
    siege = Siege(tmp_path, seed=7)
    asyncio.run(siege.run(REQUESTS))
    assert siege.told.total() > 0.9 * REQUESTS
    assert siege.reached > 0.3 * siege.told.total(), siege.told


def test_the_siege_finds_what_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the server told everybody the name of another player's link, or broke, it would be noticed."""
    siege = Siege(tmp_path, seed=7)
    monkeypatch.setattr(hostile.World, "__init__", leaky(hostile.World.__init__))
    with pytest.raises(Accident, match="secret"):
        asyncio.run(siege.run(200))


def leaky(begin: object) -> object:
    def made(self: hostile.World, liar: object, legal: object, foreign: object, secrets: object) -> None:
        begin(self, liar, legal, foreign, ("bad-request",))  # type: ignore[operator]

    return made
