"""An analysis in words: what a terminal prints and what a page shows, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from ..core.text import Words, words
from .decisions import Decision, Moment, moments
from .looking import Analysis, Turn
from .marks import FIND
from .valuing import SURE, Estimate, Worth

ROOM = "mistvale.analysis"
SHARES = ("start", "chance", "own", "rivals", "result")
HUNDRED = 100


class Line(NamedTuple):
    """A decision that stands out, in words."""

    decision: Decision
    mark: str
    name: str
    played: str
    other: str
    worth: str


class Told:
    """An analysis, told in a language."""

    def __init__(self, analysis: Analysis, lang: str) -> None:
        self.analysis, self.lang = analysis, lang
        self.words: Words = words(lang, "mistvale", ROOM)
        look = analysis.match.look(None, lang)
        self.names = [look.name(seat) for seat in range(analysis.match.seats)]

    @property
    def title(self) -> str:
        return self.words("title", game=self.analysis.match.game.title)

    @property
    def level(self) -> str:
        name = self.analysis.how.level.partition(":")[0]
        return self.words(f"bot.{name}")

    @property
    def by(self) -> str:
        return self.words("by", n=self.analysis.total, level=self.level)

    @property
    def is_alone(self) -> bool:
        return self.analysis.match.seats == 1

    def points(self, value: Estimate) -> str:
        if value.error == 0:
            return self.words("value.exact", mean=value.mean)
        return self.words("value.points", mean=value.mean, error=SURE * value.error)

    def worth(self, worth: Worth) -> str:
        """Points, and the chance of winning where there are rivals."""
        points = self.points(worth.lead)
        if self.is_alone:
            return self.words("worth.points", points=points)
        win = self.words("value.win", mean=HUNDRED * worth.win.mean, error=HUNDRED * SURE * worth.win.error)
        return self.words("worth.both", points=points, win=win)

    def turn(self, turn: Turn) -> str:
        values = {"step": turn.step, "name": self.names[turn.seat], "worth": self.worth(turn.change)}
        return self.words(f"turn.{turn.why}", **values)

    @cached_property
    def lines(self) -> list[Line]:
        """The decisions that have a mark, in their order."""
        wanted = {each.step: each for each in self.analysis.decisions if each.mark}
        moves = {step: self._other(each) for step, each in wanted.items()}
        others = said(moments(self.analysis.match), moves, self.lang)
        return [
            Line(
                decision=each,
                mark=self.words(f"mark.{each.mark}"),
                name=self.names[each.seat],
                played=self.analysis.match.tell(each.seat, step, self.lang) or each.played,
                other=others[step],
                worth=self.worth(each.found if each.mark == FIND else each.choice[each.seat]),
            )
            for step, each in wanted.items()
        ]

    @staticmethod
    def _other(decision: Decision) -> str:
        """The move that it is compared with."""
        return decision.obvious if decision.mark == FIND else decision.best

    @property
    def explained(self) -> list[str]:
        limits = {mark: limit for mark, limit in self.analysis.thresholds.items() if mark != FIND}
        told = [self.words("explained.marks", spread=self.analysis.spread, **limits), self.words("explained.sure")]
        return [*told, self.words("explained.luck", level=self.level)] if self.analysis.shares else told


def said(decisions: Iterable[Moment], moves: Mapping[int, str], lang: str) -> dict[int, str]:
    """Moves that might have been made at these steps of a finished match, as the log would have told them."""
    found = {}
    for moment in decisions:
        if moment.step in moves:
            twin = moment.past.copy()
            twin.play(moment.who, moves[moment.step])
            found[moment.step] = twin.tell(moment.who, moment.step, lang) or moves[moment.step]
    return found
