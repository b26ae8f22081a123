"""Insights over many matches: where somebody loses points, by part of the match and by kind of decision.

Each match is one sample: decisions of one match hang together, and only matches are independent of one another. So an
interval follows from how matches differ, and from how surely each was valued where there is only one. What is lost to
the yardstick's choice is zero where that could not tell the move from its own.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.game import Game
from . import marks
from .looking import Analysis
from .valuing import DIGITS

PARTS = ("opening", "middle", "end")  # thirds of the decisions that the match had
SURE = 1.96
# How many standard errors to each side hold the truth in 95 of 100 cases, by matches less one.
FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)


@dataclass(frozen=True)
class Sat:
    """A match that was looked back at, as `Analysis.plain` tells it, and a seat of it."""

    found: Mapping[str, Any]
    seat: int


@dataclass(frozen=True)
class Loss:
    """What somebody lost at some decisions: points a match, and the range in which that lies."""

    name: str
    decisions: int
    mistakes: int
    mean: float
    low: float
    high: float

    @property
    def lost(self) -> list[float]:
        return [round(each, DIGITS) for each in (self.mean, self.low, self.high)]


@dataclass(frozen=True)
class Insights:
    """What is known of somebody's matches of one game."""

    matches: int
    all: Loss
    parts: tuple[Loss, ...]  # in their order
    kinds: tuple[Loss, ...]  # the dearest first


@dataclass(frozen=True)
class Somebody:
    """Somebody by name, and what is known of the matches of one game in which one was called so."""

    name: str
    game: Game
    insights: Insights

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, for JSON."""
        found = self.insights

        def told(each: Loss) -> dict[str, Any]:
            return {"name": each.name, "decisions": each.decisions, "mistakes": each.mistakes, "lost": each.lost}

        return {
            "name": self.name,
            "game": self.game.name,
            "matches": found.matches,
            "all": told(found.all),
            "parts": [told(each) for each in found.parts],
            "kinds": [told(each) for each in found.kinds],
        }


def people(analyses: Sequence[Analysis]) -> Iterator[Somebody]:
    """Those who sat at some matches, by their names and games; who sat at two seats of a match is no one person."""
    sat: dict[tuple[str, str], list[Sat]] = defaultdict(list)
    games: dict[str, Game] = {}
    for found in analyses:
        game, names = found.match.game, found.match.names
        games[game.name] = game
        for seat, name in enumerate(names):
            if name and names.count(name) == 1:
                sat[name, game.name].append(Sat(found.plain(), seat))
    for (name, game_name), matches in sorted(sat.items()):
        yield Somebody(name, games[game_name], insights(matches))


def kind_of(decision: Mapping[str, Any]) -> str:
    """The kind of a decision: what one does, as the first word of its phrase says it."""
    return str(decision["played"]).split()[0]


def part_of(decision: Mapping[str, Any], total: int) -> str:
    """In which third of its match a decision was made."""
    return PARTS[min(len(PARTS) * int(decision["number"]) // max(total, 1), len(PARTS) - 1)]


def insights(matches: Sequence[Sat]) -> Insights:
    """Where points were lost in these matches, of one game."""
    parts: dict[str, list[list[Any]]] = defaultdict(lambda: [[] for _ in matches])
    kinds: dict[str, list[list[Any]]] = defaultdict(lambda: [[] for _ in matches])
    whole: list[list[Any]] = [[] for _ in matches]
    for number, match in enumerate(matches):
        for each in match.found["decisions"]:
            if each["seat"] == match.seat:
                whole[number].append(each)
                parts[part_of(each, match.found["total"])][number].append(each)
                kinds[kind_of(each)][number].append(each)
    return Insights(
        len(matches),
        _loss("", whole),
        tuple(_loss(part, parts[part]) for part in PARTS),
        tuple(sorted((_loss(kind, found) for kind, found in kinds.items()), key=lambda each: (-each.mean, each.name))),
    )


def _loss(name: str, matches: Sequence[Sequence[Any]]) -> Loss:
    """What was lost at some decisions, which are given match by match; some matches may have none of them."""
    every = [each for match in matches for each in match]
    sums = [sum(each["lost"]["lead"][0] for each in match) for match in matches]
    count = max(len(matches), 1)
    mean = sum(sums) / count
    reach = SURE * math.sqrt(sum(each["lost"]["lead"][1] ** 2 for each in every)) / count
    if len(matches) > 1:
        spread = math.sqrt(sum((each - mean) ** 2 for each in sums) / (count * (count - 1)))
        reach = max(reach, errors(count) * spread)
    mistakes = sum(each["mark"] in marks.DEAR for each in every)
    return Loss(name, len(every), mistakes, mean, mean - reach, mean + reach)


def errors(count: int) -> float:
    """How many standard errors to each side of a mean of so many hold the truth in 95 of 100 cases."""
    free = count - 1
    if free <= len(FEW):
        return FEW[free - 1]
    z = SURE  # where there are more, the quantile of Student's distribution by its expansion
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
