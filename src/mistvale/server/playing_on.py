"""Tables that go on from a step of a finished match: unrated, and marked as what they are.

The event that opens such a table holds the record that it goes on from, without the names of people, so that the table
is a fold of its own events as every other one is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import mistvale as mv
from mistvale.core.playing_on import Origin, begun


@dataclass(frozen=True)
class PlayedOn:
    """What a table goes on from: a step of another one's match."""

    match: str
    record: dict[str, Any]
    step: int
    seat: int
    redeal: str | None

    @classmethod
    def of(cls, table: str, match: mv.Match, step: int, seat: int | None, as_it_lay: bool) -> tuple[PlayedOn, mv.Match]:
        """What is wished for, and the match that it begins with; BadPosition where that can't be."""
        record = match.called(()).record()
        first = mv.play_on(record, step, seat, as_it_lay=as_it_lay, box=match.box)
        assert first.origin is not None
        return cls(table, json.loads(record), step, first.origin.seat, first.origin.redeal), first

    @property
    def seed(self) -> str:
        """The seed that is known of the table: nobody seals one, for all of it is given."""
        return self.redeal or str(self.record["seed"])

    def written(self) -> dict[str, Any]:
        """As an event holds it."""
        return asdict(self)

    def begun(self, names: Sequence[str | None], box: mv.Box | None = None) -> mv.Match:
        """The match before its first move, with the box that it was played with."""
        origin = Origin(json.dumps(self.record, ensure_ascii=False), self.step, self.seat, self.redeal)
        return begun(origin, names, box)


def read_played_on(told: dict[str, Any] | None) -> PlayedOn | None:
    """What an event says that its table goes on from."""
    return PlayedOn(**told) if told else None
