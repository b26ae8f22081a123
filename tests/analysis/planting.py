"""Blunders that are planted, and matches between the best: what an analysis has to find, and what it must not.

python -m tests.analysis.planting misty 2 blunders 20
python -m tests.analysis.planting misty 2 matches 20
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

import mistvale as mv
from mistvale.analysis import FULL, Decision, valuing
from mistvale.analysis.decisions import Moment, look, moments
from mistvale.analysis.looking import STARTS
from mistvale.analysis.marks import BLUNDER, LOSSES, MISTAKE
from mistvale.bots import levels
from mistvale.core.match import open_match

# To the end of the match: what is ahead half way there may come to nothing.
JUDGE = levels.level("grandmaster:tell=1,reach=4000")
LOOKED_AT = 0.2  # the share of decisions at which a blunder is thought of
NAMED = (MISTAKE, BLUNDER)


def match_between(level: str, game: mv.Game, seats: int, seed: int) -> Iterator[mv.Match]:
    """A match between bots of a level, before each of its decisions and at its end."""
    match = open_match(game, seats=seats, seed=seed)
    bots = [mv.bot(level, seed * 100 + seat) for seat in range(seats)]
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


def blunders(game: mv.Game, seats: int) -> Iterator[tuple[Moment, float]]:
    """Moves that two searches of the top level hold to cost half a spread or more, and the spread; without end."""
    dice, number = random.Random(game.name), 0
    while True:
        number += 1
        spread = 0.0
        for match in match_between("expert", game, seats, 5000 + number):
            spread = spread or spread_of(match)
            if match.over or dice.random() > LOOKED_AT:
                continue
            seat = match.seat(match.pending[0])
            worst = _worst(seat, LOSSES[BLUNDER] * spread, number)
            if worst is not None:
                yield Moment(match.steps, match.steps + 1, match.copy(), seat.number, worst), spread


def _worst(seat: mv.Seat, cost: float, seed: int) -> mv.Move | None:
    """The worst move of a seat, if it costs so much by two searches."""
    if len(seat.legal) < 2:
        return None
    found = None
    for number in range(2):
        thoughts = [each for each in levels.search(seat, JUDGE, 2 * seed + number)[0] if each.visits]
        best = levels.favourite(thoughts)
        if found is None:
            found = min(thoughts, key=lambda each: each.lead).move
        lead = next((each.lead for each in thoughts if each.move == found), best.lead)
        if best.lead - lead < cost:
            return None
    return found


def named(moment: Moment, spread: float) -> Decision:
    """What an analysis says of a planted blunder."""
    found = look(moment, FULL, spread, seed=77)
    assert found is not None
    return found


def marks_between_the_best(game: mv.Game, seats: int, matches: int, first: int = 0) -> Counter[str]:
    """The marks of all decisions of matches between grandmasters."""
    found: Counter[str] = Counter()
    for number in range(first, first + matches):
        [*_, match] = match_between("grandmaster", game, seats, 9000 + number)
        spread = spread_of(match)
        for moment in moments(match):
            decision = look(moment, FULL, spread, seed=number * 10_000)
            assert decision is not None
            found[decision.mark] += 1
    return found


def main() -> None:
    """Tell what there is so far after each of them: all of it may take hours."""
    name, seats, what, count = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    game, began, found = mv.game(name), time.process_time(), Counter[str]()
    planted = blunders(game, seats)
    for number in range(count):
        if what == "blunders":
            found[named(*next(planted)).mark] += 1
        else:
            found += marks_between_the_best(game, seats, 1, number)
        print(
            name, seats, what, number + 1, dict(found), f"{time.process_time() - began:.0f} s of processor", flush=True
        )


if __name__ == "__main__":
    main()
