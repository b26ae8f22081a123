"""Tables that go on from a step of a finished match, a lesson or a puzzle: unrated, and marked as what they are.

The event that opens such a table holds the record that it goes on from, without the names of people, so that the table
is a fold of its own events as every other one is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import mistvale as mv
from mistvale.core.playing_on import Origin, begun, study


@dataclass(frozen=True)
class PlayedOn:
    """What a table goes on from: a step of another one's match, or what lies there in a lesson or a puzzle."""

    match: str  # empty for a lesson or a puzzle
    record: dict[str, Any]
    step: int
    seat: int
    redeal: str | None
    lesson: str = ""
    puzzle: str = ""

    @classmethod
    def of(cls, table: str, match: mv.Match, step: int, seat: int | None, as_it_lay: bool) -> tuple[PlayedOn, mv.Match]:
        """What is wished for, and the match that it begins with; BadPosition where that can't be."""
        record = match.called(()).record()
        first = mv.play_on(record, step, seat, as_it_lay=as_it_lay, box=match.box)
        assert isinstance(first.origin, Origin)
        return cls(table, json.loads(record), step, first.origin.seat, first.origin.redeal), first

    @classmethod
    def of_study(cls, found: mv.Match, seat: int, as_it_lay: bool, lesson: str = "", puzzle: str = "") -> PlayedOn:
        """What a table goes on from that begins with what lies there in a lesson or a puzzle; else BadPosition."""
        whole = study(found)
        came, _ = cls.of("", whole, whole.steps, seat, as_it_lay)
        return replace(came, lesson=lesson, puzzle=puzzle)

    @property
    def seed(self) -> str:
        """The seed that is known of the table: nobody seals one, for all of it is given."""
        return self.redeal or str(self.record["seed"])

    def named(self) -> dict[str, str]:
        """The match, the lesson or the puzzle that it goes on from, by what it is."""
        kinds = {"match": self.match, "lesson": self.lesson, "puzzle": self.puzzle}
        return {kind: name for kind, name in kinds.items() if name}

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
