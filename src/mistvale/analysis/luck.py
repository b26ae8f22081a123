"""Luck told from skill: result = value at the start + chance + own choices + rivals' choices.

One value function is followed along the match: the mean end of rollouts over worlds dealt anew, in which the seat that
decides chooses as the yardstick does and all play on by instinct. It is taken from the knowledge of the seat that
decides, the same before and after its choice; at the start, from that of somebody who looks on at a table set up. Then

- *own* is what a seat's moves were worth more to it than the yardstick's in their place: most often it is below zero;
- *rivals'* is what the moves of others were worth more to it than the yardstick's in their place;
- *chance* is all that changed the value between choices, when hidden things became known.

Those who decide in the same epoch do so each on its own knowledge, so that an epoch is one step: how their choices meet
is chance. The four add up to the result, by construction. The yardstick decides better than instinct, at every
decision of every seat; among seats that are alike that comes to nothing on average, and is left to chance. Alone there
is nobody to balance it, so there it is added to the start, decision by decision: what the yardstick could expect.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .decisions import Decision
from .valuing import NOWT, Worth, Worths


@dataclass(frozen=True)
class Shares:
    """What the result of a seat is made of."""

    result: Worth
    start: Worth
    chance: Worth
    own: Worth
    rivals: Worth


def shares(decisions: Sequence[Decision], start: Worths, result: Worths) -> list[Shares]:
    """The shares of all seats in a finished match."""
    found = []
    for seat, end in enumerate(result):
        own = _summed(each.choice[seat] for each in decisions if each.seat == seat)
        rivals = _summed(each.choice[seat] for each in decisions if each.seat != seat)
        expected = start[seat] + _summed(each.mended for each in decisions)
        found.append(Shares(end, expected, end - expected - own - rivals, own, rivals))
    return found


def _summed(worths: Iterable[Worth]) -> Worth:
    return sum(worths, NOWT)
