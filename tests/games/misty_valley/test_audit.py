"""Whether a state adds up: each thing that may be wrong is found, and called by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mistvale as mv
from mistvale.games.misty_valley import GAME
from mistvale.games.misty_valley.rules.table import lay, lift
from mistvale.games.misty_valley.state import FIRST_PATROL
from tests.rulebook.misty_valley.conftest import Table, hex_at


def table() -> Table:
    t = (
        Table(expansion=True)
        .lay("acorn-2", "0,-1", banner=0)
        .lay("bear", "0,1")
        .wall("acorn-2", 4)
        .captain(0, "acorn-2")
    )
    return t.patrol(0, "111110", "0,-2", 3).ready()


def moved_away(s: Any) -> None:
    lift(s, FIRST_PATROL)
    lay(s, FIRST_PATROL, hex_at("5,5"))


BREACHES: dict[int, list[Callable[[Any], object]]] = {
    1: [
        lambda s: s["place"].__setitem__(1, hex_at("3,3")),
        lambda s: s["taken"].__setitem__(5, 1 << 12),
        lambda s: s["table"].__setitem__(-1, 1),
    ],
    2: [moved_away],
    3: [lambda s: s["open"].__setitem__(0, 1), lambda s: s["encounters"].__setitem__(7, 16)],
    4: [lambda s: s["pile"].__setitem__((1, 8), 0), lambda s: s["hand"].__setitem__((0, 0), 1)],
    5: [lambda s: s["held"].__setitem__(1, 2)],
    6: [
        lambda s: s["banner"].__setitem__(5, 1),
        lambda s: s["flowers"].__setitem__(1, 1),
        lambda s: s["wall"].__setitem__(20, 1),
    ],
    7: [lambda s: s["captain"].__setitem__(1, 5), lambda s: s.__setitem__("light", 1)],
    8: [lambda s: s.__setitem__("discarded", 1), lambda s: s["tokens"].__setitem__(13, 0)],
    9: [lambda s: s["smoke"].__setitem__(1, 3), lambda s: s["reinforced"].__setitem__(0, 4)],
}


@pytest.mark.parametrize("code", BREACHES)
def test_what_does_not_add_up_is_found(code: int) -> None:
    assert {*BREACHES} == {*GAME.rules.AUDITS}
    for breach in BREACHES[code]:
        t = table()
        breach(t.match.raw)
        with pytest.raises(mv.DoesNotAddUp, match=GAME.rules.AUDITS[code]):
            t.match.audit()
