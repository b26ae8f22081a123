"""The ways that a seat's turn can go on by its own clicks, as far as they are few enough to try each of them often.

A turn of several clicks is judged as a whole, and all its ways in the same worlds: what a first click is worth depends
on the best that can follow it, not on all that could.
"""

from __future__ import annotations

from ..core import verbs
from ..core.chance import roll
from ..core.rule import rule

CLICKS = 12  # choices of a way, at most
FORCED = 64  # clicks without a choice between them, at most
ROOM = 256  # ways, at most, unless there are more first clicks
OFTEN = 48  # simulations that there should be for each way


@rule
def follow(s, box, mind, seat, clicks, most):
    """Go on by the given choices, at most so many, to the end of the turn or of what is known; how many it took."""
    epoch, depth, moves = s.epoch, 0, mind.legal
    for _ in range(FORCED):
        if s.epoch != epoch or verbs.pending(s, box) & (1 << seat) == 0:
            break
        n = verbs.legal(s, box, seat, moves)
        index = 0
        if n > 1:
            if depth == most:
                break
            index = mind.choice[depth]
            mind.counts[depth], clicks[depth] = n, moves[index]
            depth += 1
        verbs.play(s, box, seat, moves[index])
    return depth


@rule
def ways_of(states, box, mind, seat, most, room):
    """All ways of so many choices from states[0]; how many, or one more than there is room for."""
    choice, counts = mind.choice, mind.counts
    choice[:] = 0
    found = 0
    while found < room:
        states[1] = states[0]
        length = follow(states[1], box, mind, seat, mind.ways[found], most)
        mind.lengths[found] = length
        found += 1
        last = length - 1
        while last >= 0 and choice[last] + 1 >= counts[last]:
            choice[last] = 0
            last -= 1
        if last < 0:
            return found
        choice[last] += 1
    return room + 1


@rule
def longest_ways(states, box, mind, seat, budget, n):
    """The ways of as many choices as leave simulations enough for each; of one (there are n of those) in any case."""
    room = max(n, min(ROOM, budget // OFTEN))
    most, found = 1, n
    while most < CLICKS:
        more = ways_of(states, box, mind, seat, most + 1, room)
        if more > room or more == found:
            break
        most, found = most + 1, more
    return ways_of(states, box, mind, seat, most, room)


@rule
def notice_some(s, box, how, mind, seat):
    """Bring a few ways to the front, each the most promising of some drawn at random, as the game's advice has it."""
    ways, lengths, dice, found = mind.ways, mind.lengths, mind.dice, mind.listed
    for i in range(how.notice):
        best = i + roll(dice, found - i)
        promise = verbs.bias(s, box, seat, ways[best, 0])
        for _ in range(how.keen):
            other = i + roll(dice, found - i)
            other_promise = verbs.bias(s, box, seat, ways[other, 0])
            if other_promise > promise:
                best, promise = other, other_promise
        for click in range(CLICKS):
            ways[i, click], ways[best, click] = ways[best, click], ways[i, click]
        lengths[i], lengths[best] = lengths[best], lengths[i]
    return how.notice
