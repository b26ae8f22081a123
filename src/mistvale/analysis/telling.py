"""An analysis in words: what a terminal prints and what a page shows, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from ..core.match import Match
from ..core.text import Words, words
from .decisions import Decision, Moment, moments
from .insights import Loss, Somebody
from .looking import Analysis, Turn
from .marks import FIND
from .valuing import NOWT, SURE, Estimate, Worth

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
        taken = {moment.step: moment for moment in moments(self.analysis.match) if moment.step in wanted}
        others = said(taken.values(), moves, self.lang)
        return [
            Line(
                decision=each,
                mark=self.words(f"mark.{each.mark}"),
                name=self.names[each.seat],
                played=played(taken[step], self.analysis.match, self.lang),
                other=others[step],
                worth=self.worth(each.found if each.mark == FIND else NOWT - each.lost),
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


class ToldInsights:
    """Where somebody loses points, told in a language."""

    def __init__(self, somebody: Somebody, lang: str) -> None:
        self.words: Words = words(lang, "mistvale", ROOM)
        self.of_game = somebody.game.words(lang)
        self.found = somebody.insights
        self.title = self.words("heading.insights", name=somebody.name, game=somebody.game.title)

    @property
    def rests(self) -> str:
        return self.words("insights.rests", n=self.found.matches, decisions=self.found.all.decisions)

    @property
    def tables(self) -> list[tuple[list[str], list[list[str]]]]:
        """By part of the match, and by kind of decision: heads and rows."""
        parts = [self._row(self.words(f"insights.{each.name}"), each) for each in self.found.parts]
        parts.append(self._row(self.words("insights.all"), self.found.all))
        # What a game has no word for is called as in its notation.
        kinds = [self._row(self.of_game.get(f"kind.{each.name}", each.name), each) for each in self.found.kinds]
        return [(self._heads("phase"), parts), (self._heads("kind"), kinds)]

    def _heads(self, first: str) -> list[str]:
        return [self.words(f"insights.{key}") for key in (first, "decisions", "lost", "mistakes")]

    def _row(self, name: str, loss: Loss) -> list[str]:
        lost = self.words("value.points", mean=loss.mean, error=loss.high - loss.mean)
        return [name, str(loss.decisions), lost, str(loss.mistakes)]


def said(decisions: Iterable[Moment], moves: Mapping[int, str], lang: str) -> dict[int, str]:
    """Moves that might have been made at these steps of a finished match, as the log would have told them."""
    found = {}
    for moment in decisions:
        if moment.step in moves:
            twin = moment.past.copy()
            twin.play(moment.who, moves[moment.step])
            found[moment.step] = twin.tell(moment.who, moment.step, lang) or called(moment, moves[moment.step], lang)
    return found


def played(moment: Moment, match: Match, lang: str) -> str:
    """The move that was made, as the log of the finished match tells it."""
    return match.tell(moment.who, moment.step, lang) or called(moment, str(moment.move), lang)


def called(moment: Moment, move: str, lang: str) -> str:
    """A move of which the log tells nothing, by what offered it; as it is written where that has no name."""
    scene = moment.past.scene(moment.who, lang)
    buttons = {button.move: button.label for button in scene.prompt.buttons}
    labels = (sprite.label for sprite in scene.sprites if move in sprite.moves and sprite.label)
    return buttons.get(move) or next(labels, move)
