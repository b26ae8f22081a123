"""Blunders that are planted, and matches between the best: what an analysis has to name, and what it must not.

A planted blunder is the move that looks worst at a decision of a match between experts, if it costs half a spread of
results or more by two searches of the top level **and** when adepts play on from it. The third judge is needed: a
search hardly looks at a bad move, plays on badly after it and so holds it to be worse than it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import mistvale as mv
from mistvale.analysis import FULL, Decision, valuing
from mistvale.analysis.decisions import Moment, look
from mistvale.analysis.looking import STARTS
from mistvale.analysis.marks import BLUNDER, LOSSES, MISTAKE
from mistvale.analysis.playing import difference
from mistvale.analysis.valuing import Estimate
from mistvale.bots import levels
from mistvale.core.match import open_match

# To the end of the match: what is ahead half way there may come to nothing.
SCOUT = levels.level("expert:tell=1,reach=4000")
JUDGE = levels.level("grandmaster:tell=1,reach=4000")
MOVES = 40_000  # of those who play on, about
PLANTED = 2**50  # seeds of those stand apart from all others
LOOKED_AT = 0.2  # the share of decisions at which a blunder is thought of
SEATS = {"valdora": 3}  # elsewhere two


def match_between(level: str, game: mv.Game, seed: int) -> Iterator[mv.Match]:
    """A match between bots of a level, before each of its decisions and at its end."""
    match = open_match(game, seats=SEATS.get(game.name, 2), seed=seed)
    bots = [mv.bot(level, seed * 100 + seat) for seat in range(match.seats)]
    while not match.over:
        yield match
        seat = match.pending[0]
        match.play(seat, bots[seat].choose(match.seat(seat)))
    yield match


def spread_of(match: mv.Match) -> float:
    """The spread of results at such a table."""
    start = valuing.of_start(match, 0)
    start.look(STARTS)
    return max(1.0, start.spread(0))


def planted(game: mv.Game, seed: int) -> tuple[Moment, float, Estimate] | None:
    """The first blunder that is found in a match, the spread there, and what it costs when adepts play on; if any."""
    dice, spread = random.Random(f"{game.name} {seed}"), 0.0
    for match in match_between("expert", game, seed):
        spread = spread or spread_of(match)
        if match.over or dice.random() > LOOKED_AT:
            continue
        seat = match.seat(match.pending[0])
        found = _worst(seat, LOSSES[BLUNDER] * spread, seed)
        if found is None:
            continue
        worst, best = found
        moment = Moment(match.steps, match.steps + 1, match.copy(), seat.number, worst)
        cost = cost_of(moment, best, spread)
        if is_blunder(cost, spread):
            return moment, spread, cost
    return None


def _worst(seat: mv.Seat, cost: float, seed: int) -> tuple[mv.Move, mv.Move] | None:
    """The worst move of a seat and the best one, if that costs so much by three searches, of which two look closely."""
    if len(seat.legal) < 2:
        return None
    worst = best = None
    for number, level in enumerate((SCOUT, JUDGE, JUDGE)):
        thoughts = [each for each in levels.search(seat, level, 3 * seed + number)[0] if each.visits]
        favourite = levels.favourite(thoughts)
        if worst is None:
            worst = min(thoughts, key=lambda each: each.lead).move
        lead = next((each.lead for each in thoughts if each.move == worst), favourite.lead)
        if favourite.lead - lead < cost:
            return None
        best = favourite.move
    assert worst is not None and best is not None
    return worst, best


def is_blunder(cost: Estimate, spread: float) -> bool:
    """Whether a cost is that of a blunder, and surely that of a mistake."""
    return cost.mean >= LOSSES[BLUNDER] * spread and cost.low > LOSSES[MISTAKE] * spread


def cost_of(moment: Moment, best: mv.Move, spread: float) -> Estimate:
    """What a move costs in points ahead when adepts play on from it and from a better one."""
    found = difference(moment.seat, best, moment.move, spread, MOVES, PLANTED)
    assert found is not None
    return found.lead


def named(moment: Moment, spread: float) -> Decision:
    """What an analysis says of a planted blunder."""
    found = look(moment, FULL, spread, seed=77)
    assert found is not None
    return found
