"""Law 5, folded is played: a record, played again, gives the same bytes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..game import games
from ..match import open_match
from ..record import load
from .finding import SAME

if TYPE_CHECKING:
    from .walk import Walk


def check_folded(walk: Walk) -> None:
    """The record, played again, gives the same states step by step."""
    match = walk.match
    text = match.record()
    record = json.loads(text)
    again = open_match(walk.game, seats=record["seats"], seed=record["seed"], options=record["options"], box=match.box)
    for line in record["moves"]:
        seat, _, move = line.partition(" ")
        again.play(int(seat), move)
    walk.hold(SAME, again.steps == match.steps, "the record leads to another number of steps")
    for number in range(match.steps + 1):
        one, other = match.step(number), again.step(number)
        if walk.bytes_of(one.state) != walk.bytes_of(other.state):
            differing = walk.differing(one.state, other.state)
            raise walk.broken(SAME, f"played from the record, step {number} differs in {differing}")
        walk.hold(SAME, one.beat == other.beat, f"played from the record, step {number} is another beat")
    if walk.game.name in games():
        loaded = load(text, match.box)
        walk.hold(SAME, loaded.record() == text, "the record of the record is another one")
